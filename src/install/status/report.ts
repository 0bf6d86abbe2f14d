import { isDeepStrictEqual } from 'node:util';
import type { MarketInstallStatus } from '../../api/marketinstall.ts';
import type { Bounded } from '../../base/bounded.ts';
import { reportStatus, type StatusTarget } from '../../controller/status.ts';
import type { EventRecord } from '../../kube/eventseries.ts';
import { eventRecordOf } from '../../objects/eventrecord.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { FIELD_MANAGER } from '../owned.ts';
import type { Writer } from '../writer.ts';

/** Part of a writer that status writes need. */
type Reporting = Omit<Writer, 'charge' | 'account' | 'applies' | 'jobs' | 'identities'>;

/** Writes the status of an install, and the Event of the change. Throws KubeError unless the install is gone. */
export async function reportInstallStatus(
  writer: Reporting,
  install: MarketInstall,
  status: Bounded<MarketInstallStatus>,
): Promise<void> {
  const written = await reportStatus(reportingOf(writer), install, status);
  const event = installEventRecord(install.status, status);
  if (written && event !== undefined) {
    writer.recorder.record(install, event);
  }
}

/** Target of status writes: the installs, under the controller's field manager. */
export function reportingOf({ client, caches, signal }: Reporting): StatusTarget<MarketInstall> {
  return { client, resource: MARKET_INSTALLS, cache: caches.installs, fieldManager: FIELD_MANAGER, signal };
}

/** Event of a change of status: a problem, the end of a problem, or the first time that a version is in place. */
export function installEventRecord(
  before: MarketInstallStatus | undefined,
  after: MarketInstallStatus,
): EventRecord | undefined {
  const told = eventRecordOf(before?.conditions ?? [], after.conditions ?? []);
  const { serving, identity } = after;
  if (identity !== undefined && !isDeepStrictEqual(identity, before?.identity)) {
    return {
      type: 'Normal',
      reason: 'Restored',
      action: 'Restore',
      note: 'the install comes from a backup, and continues with its objects, values and versions',
    };
  }
  const arrived = serving !== undefined && !isDeepStrictEqual(serving, before?.serving);
  return arrived && told?.type !== 'Warning'
    ? {
        type: 'Normal',
        reason: before?.serving === undefined ? 'Installed' : 'Upgraded',
        action: 'RollOut',
        note: `version ${serving.version} is in place`,
      }
    : told;
}

/** Event of a removal, with the volumes that are left, and the Secret with the generated values for these. */
export function removalEventRecord(volumes: readonly string[], secret?: string): EventRecord {
  const values = secret === undefined ? '' : `, with generated values in the Secret ${secret}`;
  const left =
    volumes.length === 0 ? 'nothing is left' : `these volumes are left: ${volumes.join(', ')}${values}`;
  return { type: 'Normal', reason: 'Removed', action: 'Uninstall', note: `the install is removed; ${left}` };
}
