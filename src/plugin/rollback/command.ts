import { GROUP } from '../../api/group.ts';
import type { HistoryEntry } from '../../api/marketinstall.ts';
import { isFailure } from '../../kube/error.ts';
import { SECRETS } from '../../objects/core.ts';
import { managerOf } from '../../objects/managed.ts';
import { rollbackTarget } from '../../objects/rollback.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { type Connection, withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { installAndVersion } from '../install.ts';
import { type CommandLine, type PLACE_OPTIONS, type Place, placeOf } from '../options.ts';
import { readObject } from '../read.ts';
import { retried } from '../retry.ts';
import { plainLine } from '../text/line.ts';
import type { Session, Verb } from '../verb.ts';

type RollbackOption = (typeof PLACE_OPTIONS)[number] | 'to';

/** An install to roll back, and the version that it goes to; the last good one where undefined. */
interface RollbackRequest extends Place {
  readonly name: string;
  readonly version: string | undefined;
}

/** Field manager of this program's writes. */
const FIELD_MANAGER = 'kubectl-stoa';

/** `rollback`: makes the spec of an install ask for a version that was in place. */
export const rollback: Verb<RollbackOption, RollbackRequest> = {
  parse: parseRollback,
  async run(request, session) {
    await withConnection(request, (connection) => goBack(connection, request, session));
    return 0;
  },
};

function parseRollback(line: CommandLine<RollbackOption>): RollbackRequest {
  return { ...placeOf(line), ...installAndVersion('rollback', line) };
}

/** Writes the version into the spec, and reports that. Throws Refused where there is none to go back to. */
async function goBack(
  connection: Connection,
  { name, version: to }: RollbackRequest,
  { output }: Session,
): Promise<void> {
  const { install, entry } = await retried(() => writeVersion(connection, name, to));
  const { version, secretName } = entry;
  const say = (text: string) => output.write(`${plainLine(text)}\n`);
  say(changeOf(install, version));
  if (!(await hasTemplate(connection, secretName))) {
    say(`the template of version ${version} is gone: Stoa fetches it from the store again`);
  }
  say(`kubectl stoa why install/${name} shows its state`);
}

/** Writes the version into the spec; returns the install as it was, and the version. Throws Refused, and KubeError. */
async function writeVersion(
  connection: Connection,
  name: string,
  to: string | undefined,
): Promise<{ readonly install: MarketInstall; readonly entry: HistoryEntry }> {
  const install = await readObject(connection, MARKET_INSTALLS, name);
  const manager = managerOf(install);
  if (manager !== undefined) {
    throw new Refused(`${name} is managed by ${manager}, which would undo this: change the version there`);
  }
  const target = rollbackTarget(install, to);
  if (target.type === 'none') {
    throw new Refused(`${target.message}; kubectl get mi ${name} -o yaml has status.history`);
  }
  const spec = { ...install.spec, appModelVersion: target.entry.version };
  await connection.client.replace(MARKET_INSTALLS, { ...install, spec }, FIELD_MANAGER);
  return { install, entry: target.entry };
}

function changeOf({ metadata, spec }: MarketInstall, version: string): string {
  return `marketinstall.${GROUP}/${metadata.name}: spec.appModelVersion is ${version} now; it was ${spec.appModelVersion}`;
}

/** Whether a template is kept; a user who may not read Secrets is not told otherwise. */
async function hasTemplate({ client, namespace }: Connection, name: string): Promise<boolean> {
  try {
    await client.get(SECRETS, { namespace, name });
    return true;
  } catch (error) {
    return !isFailure(error, 'not-found');
  }
}
