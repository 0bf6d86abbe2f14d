import { isFailure } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../objects/stoa.ts';
import type { Connection } from '../connect.ts';
import { Refused } from '../failure.ts';
import type { Command } from '../options.ts';
import { readinessOf } from '../status/view.ts';
import { lookFor, type Surface } from '../text/look.ts';
import { applicationFacts } from './application.ts';
import { drawExplanation } from './draw.ts';
import { type Explanation, explanationOf, type Fact, type Reporting } from './explanation.ts';
import { installFacts } from './install.ts';
import { observeApplication, observeEvents, observeInstall, observeRule } from './observe.ts';
import { ruleFacts } from './rule.ts';

type WhyCommand = Extract<Command, { type: 'why' }>;

/** Exit codes of `why`. */
const CODES = { ready: 0, notReady: 1 };

/** Explains how an object is; the exit code says whether it is ready. Throws Refused where it is not there. */
export async function explain(
  connection: Connection,
  command: WhyCommand,
  output: Surface & { write(text: string): unknown },
): Promise<number> {
  const explanation = await explained(connection, command);
  const look = lookFor(output, command.plain, process.env);
  const lines = command.json
    ? [JSON.stringify(explanation, null, 2)]
    : drawExplanation(explanation, Date.now(), look);
  output.write(lines.map((line) => `${line}\n`).join(''));
  return explanation.ready ? CODES.ready : CODES.notReady;
}

async function explained(connection: Connection, { kind, name }: WhyCommand): Promise<Explanation> {
  const { client } = connection;
  switch (kind) {
    case 'GatewayRule': {
      const rule = await read(connection, GATEWAY_RULES, name);
      return await told(connection, rule, async () => ruleFacts(await observeRule(client, rule)));
    }
    case 'MarketInstall': {
      const install = await read(connection, MARKET_INSTALLS, name);
      return await told(connection, install, async () => installFacts(await observeInstall(client, install)));
    }
    case 'Application': {
      const application = await read(connection, APPLICATIONS, name);
      return await told(connection, application, async () =>
        applicationFacts(await observeApplication(client, application)),
      );
    }
  }
}

async function read<T extends KubeObject>(
  { client, namespace }: Connection,
  resource: Resource<T>,
  name: string,
): Promise<T> {
  try {
    return await client.get(resource, { namespace, name });
  } catch (error) {
    if (isFailure(error, 'not-found')) {
      throw new Refused(
        `the namespace ${namespace} has no ${resource.kind} ${name}: name another namespace by -n, or look with kubectl get ${resource.plural} -A`,
      );
    }
    throw error;
  }
}

async function told(
  { client }: Connection,
  object: Reporting & Parameters<typeof readinessOf>[0],
  facts: () => Promise<readonly Fact[]>,
): Promise<Explanation> {
  const [refersTo, events] = await Promise.all([facts(), observeEvents(client, object)]);
  return explanationOf(object, readinessOf(object), refersTo, events);
}
