import { installReadinessOf } from '../../install/state.ts';
import { type Readiness, readyConditionOf } from '../../objects/readiness.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../objects/stoa.ts';
import { type Connection, withConnection } from '../connect.ts';
import { nameProblem } from '../name.ts';
import {
  type CommandLine,
  type OUTPUT_OPTIONS,
  type OutputForm,
  outputFormOf,
  type PLACE_OPTIONS,
  type Place,
  placeOf,
  UsageError,
} from '../options.ts';
import { readObject } from '../read.ts';
import { dataText } from '../text/data.ts';
import { lookFor } from '../text/look.ts';
import type { Session, Verb } from '../verb.ts';
import { applicationFacts } from './application.ts';
import { drawExplanation } from './draw.ts';
import {
  type ExplainedKind,
  type Explanation,
  explanationOf,
  type Fact,
  type Reporting,
} from './explanation.ts';
import { installFacts } from './install.ts';
import { observeApplication, observeEvents, observeInstall, observeRule } from './observe.ts';
import { ruleFacts } from './rule.ts';

type WhyOption = (typeof PLACE_OPTIONS | typeof OUTPUT_OPTIONS)[number];

/** An object to explain, and the form of the explanation. */
interface WhyRequest extends Place, OutputForm {
  readonly kind: ExplainedKind;
  readonly name: string;
}

/** `why`: explains why an object is ready or not. */
export const why: Verb<WhyOption, WhyRequest> = {
  parse: parseWhy,
  run: (request, session) => withConnection(request, (connection) => explain(connection, request, session)),
};

/** Kinds by all names that kubectl has for them, and by short words of the plugin. */
const KINDS: Readonly<Record<string, ExplainedKind>> = {
  ...namesOf('GatewayRule', 'rule', 'gr', 'gatewayrule', 'gatewayrules'),
  ...namesOf('MarketInstall', 'install', 'mi', 'marketinstall', 'marketinstalls'),
  ...namesOf('Application', 'app', 'stoaapp', 'application', 'applications'),
};

function namesOf(kind: ExplainedKind, ...names: readonly string[]): Record<string, ExplainedKind> {
  return Object.fromEntries(names.flatMap((name) => [name, `${name}.stoa.dev`]).map((name) => [name, kind]));
}

function parseWhy(line: CommandLine<WhyOption>): WhyRequest {
  const { words } = line;
  const [kindName = '', name = '', ...more] = words.length === 1 ? (words[0] ?? '').split('/') : words;
  const kind = Object.hasOwn(KINDS, kindName.toLowerCase()) ? KINDS[kindName.toLowerCase()] : undefined;
  if (kind === undefined || name === '' || more.length > 0) {
    throw new UsageError(
      `why takes rule/NAME, install/NAME or app/NAME, not ${words.join(' ') || 'nothing'}`,
    );
  }
  const problem = nameProblem(name);
  if (problem !== undefined) {
    throw new UsageError(problem);
  }
  return { ...placeOf(line), ...outputFormOf(line), kind, name };
}

/** Exit codes of `why`. */
const CODES = { ready: 0, notReady: 1 };

/** Writes the explanation of an object. Throws Refused where the object does not exist. */
async function explain(connection: Connection, request: WhyRequest, { output }: Session): Promise<number> {
  const explanation = await observeExplanation(connection, request);
  const look = lookFor(output, request.plain, process.env);
  const lines = request.json
    ? [dataText(explanation, request)]
    : drawExplanation(explanation, Date.now(), look);
  output.write(lines.map((line) => `${line}\n`).join(''));
  return explanation.ready ? CODES.ready : CODES.notReady;
}

async function observeExplanation(connection: Connection, { kind, name }: WhyRequest): Promise<Explanation> {
  const { client } = connection;
  switch (kind) {
    case 'GatewayRule': {
      const rule = await readObject(connection, GATEWAY_RULES, name);
      return await explainedBy(connection, rule, readyConditionOf(rule), async () =>
        ruleFacts(await observeRule(client, rule)),
      );
    }
    case 'MarketInstall': {
      const install = await readObject(connection, MARKET_INSTALLS, name);
      return await explainedBy(connection, install, installReadinessOf(install), async () =>
        installFacts(await observeInstall(client, install)),
      );
    }
    case 'Application': {
      const application = await readObject(connection, APPLICATIONS, name);
      return await explainedBy(connection, application, readyConditionOf(application), async () =>
        applicationFacts(await observeApplication(client, application)),
      );
    }
  }
}

async function explainedBy(
  { client }: Connection,
  object: Reporting,
  readiness: Readiness,
  facts: () => Promise<readonly Fact[]>,
): Promise<Explanation> {
  const [refersTo, events] = await Promise.all([facts(), observeEvents(client, object)]);
  return explanationOf(object, readiness, refersTo, events);
}
