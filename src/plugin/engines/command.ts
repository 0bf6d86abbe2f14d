import type { Exposure } from '../../component/exposure.ts';
import { readAdopted } from '../../component/readworkloads.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import { type Connection, withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { objectsIn, readText } from '../file.ts';
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
import { dataText } from '../text/data.ts';
import { lookFor } from '../text/look.ts';
import type { Verb } from '../verb.ts';
import { drawSurvey } from './draw.ts';
import { type Survey, type SurveyedNamespace, surveyOf } from './survey.ts';

type EnginesOption = (typeof PLACE_OPTIONS | typeof OUTPUT_OPTIONS)[number] | 'all-namespaces' | 'filename';

/** Rules to survey, and the form of the output. */
interface EnginesRequest extends Place, OutputForm {
  readonly from:
    | { readonly type: 'cluster'; readonly allNamespaces: boolean }
    /** Path, or `-` for the standard input. */
    | { readonly type: 'file'; readonly path: string };
}

/** `engines`: shows which rules each engine serves wholly, in part or not. */
export const engines: Verb<EnginesOption, EnginesRequest> = {
  parse: parseEngines,
  async run(request, { output }) {
    const survey = surveyOf(await namespacesOf(request));
    const look = lookFor(output, request.plain, process.env);
    const lines = request.json ? [dataText(survey, request)] : drawSurvey(survey, look);
    output.write(lines.map((line) => `${line}\n`).join(''));
    return exitCodeOf(survey);
  },
};

function parseEngines(line: CommandLine<EnginesOption>): EnginesRequest {
  const path = line.text('filename');
  const allNamespaces = line.flag('all-namespaces');
  if (line.words.length > 0) {
    throw new UsageError(
      'engines takes no words: it shows what each engine makes of the rules of a namespace',
    );
  }
  if (path === '' || (path !== undefined && allNamespaces)) {
    throw new UsageError('engines takes -f FILE, -f - for the standard input, or -A, but not both');
  }
  const from =
    path === undefined ? ({ type: 'cluster', allNamespaces } as const) : ({ type: 'file', path } as const);
  return { ...placeOf(line), ...outputFormOf(line), from };
}

async function namespacesOf(request: EnginesRequest): Promise<readonly SurveyedNamespace[]> {
  const { from, namespace } = request;
  if (from.type === 'cluster') {
    return withConnection(request, (connection) => namespacesIn(connection, from.allNamespaces));
  }
  const rules = objectsIn(await readText(from.path), namespace ?? 'default', namespace)
    .filter(({ resource }) => resource === GATEWAY_RULES)
    .map(({ draft }) => draft as unknown as GatewayRule);
  if (rules.length === 0) {
    throw new Refused('the file has no GatewayRules');
  }
  return [{ rules, exposure: UNKNOWN }];
}

/** Exposure of Services that nobody has read. */
const UNKNOWN: Exposure = { services: [], workloads: [] };

async function namespacesIn(
  { client, namespace }: Connection,
  all: boolean,
): Promise<readonly SurveyedNamespace[]> {
  const rules = await client.list(GATEWAY_RULES, all ? {} : { namespace });
  if (rules.length === 0) {
    throw new Refused(
      all ? 'there are no GatewayRules' : `the namespace ${namespace} has no GatewayRules: -A looks in all`,
    );
  }
  const surveyed: SurveyedNamespace[] = [];
  for (const [name, own] of Map.groupBy(rules, ({ metadata }) => metadata.namespace)) {
    surveyed.push({ rules: own, exposure: await readAdopted(client, name) });
  }
  return surveyed;
}

/** Exit code of a survey: 1 where no engine serves all rules wholly. */
function exitCodeOf({ engines: surveyed, invalid }: Survey): number {
  const serves = surveyed.some(({ rules }) => rules.every(({ type }) => type === 'whole'));
  return serves && invalid.length === 0 ? 0 : 1;
}
