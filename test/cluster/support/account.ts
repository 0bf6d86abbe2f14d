import { readFile } from 'node:fs/promises';
import { logFile, stateFolder } from '../../../deploy/local/supervisor/statefolder.ts';
import type { Condition } from '../../../src/api/condition.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../../src/objects/stoa.ts';

/** The part of a team that an account of it needs. */
export interface AccountedTeam {
  readonly client: Pick<KubeClient, 'list' | 'delete'>;
  readonly namespace: string;
}

/** The part of Stoa's objects with the conditions. */
type WithConditions = KubeObject & { readonly status?: { readonly conditions?: readonly Condition[] } };

const KINDS = [GATEWAY_RULES, MARKET_INSTALLS, APPLICATIONS] as readonly Resource<WithConditions>[];

const COMPONENTS = ['operator', 'rest'];
/** Number of shown log lines. */
const LINES = 20;
const OTHER_LINES = 5;

/**
 * Stoa's objects of the teams with their conditions, and the last log lines of operator and REST API: those that
 * mention the teams, or else the last of all.
 */
export async function accountOf(teams: readonly AccountedTeam[], stateDir: string): Promise<string> {
  const namespaces = teams.map(({ namespace }) => namespace);
  const [objects, logs] = await Promise.all([
    Promise.all(teams.map(objectsOf)).then((each) => each.flat()),
    Promise.all(COMPONENTS.map((component) => logOf(component, stateDir, namespaces))),
  ]);
  return [...(objects.length === 0 ? ['no object of Stoa exists'] : objects), ...logs].join('\n');
}

async function objectsOf({ client, namespace }: AccountedTeam): Promise<string[]> {
  const lists = await Promise.all(
    KINDS.map((kind) =>
      client.list(kind, { namespace }).catch((error: Error) => `${kind.plural}: ${error.message}`),
    ),
  );
  return lists.flatMap((list) => (typeof list === 'string' ? [list] : list.map(conditionsText)));
}

function conditionsText({ kind, metadata, status }: WithConditions): string {
  const { namespace, name, generation } = metadata;
  const conditions = status?.conditions ?? [];
  const lines = conditions.map(
    ({ type, status: holds, reason, message, observedGeneration }) =>
      `  ${type}=${holds} ${reason}: ${message}${observedGeneration === generation ? '' : ` (of generation ${observedGeneration}, now ${generation})`}`,
  );
  return [`${kind} ${namespace}/${name}${lines.length === 0 ? ' has no conditions' : ''}`, ...lines].join(
    '\n',
  );
}

async function logOf(component: string, stateDir: string, namespaces: readonly string[]): Promise<string> {
  const file = logFile(stateFolder(stateDir), component);
  const lines = (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n');
  const own = lines.filter((line) => namespaces.some((namespace) => line.includes(namespace)));
  const head =
    own.length > 0 ? `${component}.log, the last lines that mention the teams:` : `${component}.log ends:`;
  const shown = own.length > 0 ? own.slice(-LINES) : lines.slice(-OTHER_LINES);
  return [head, ...shown.map((line) => `  ${line}`)].join('\n');
}
