import { isDeepStrictEqual } from 'node:util';
import type { MarketInstallStatus } from '../../api/marketinstall.ts';
import type { EventRecord } from '../../kube/eventseries.ts';
import { eventRecordOf } from '../../objects/eventrecord.ts';

/** Event of a change of status: a problem, the end of a problem, or the first time that a version is in place. */
export function installEventRecord(
  before: MarketInstallStatus | undefined,
  after: MarketInstallStatus,
): EventRecord | undefined {
  const told = eventRecordOf(before?.conditions ?? [], after.conditions ?? []);
  const { serving } = after;
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

/** Event of a removal, with the volumes that are left. */
export function removalEventRecord(volumes: readonly string[]): EventRecord {
  const left = volumes.length === 0 ? 'nothing is left' : `these volumes are left: ${volumes.join(', ')}`;
  return { type: 'Normal', reason: 'Removed', action: 'Uninstall', note: `the install is removed; ${left}` };
}
