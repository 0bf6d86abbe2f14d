import { isDeepStrictEqual } from 'node:util';
import type { MarketInstallStatus } from '../../api/marketinstall.ts';
import type { EventRecord } from '../../kube/eventseries.ts';
import { eventRecordOf } from '../../objects/eventrecord.ts';

/**
 * What a user should hear of when the status of an install changes: a problem, that a version is in place for
 * the first time, and that a problem is over.
 */
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

/** That an install is gone, and which volumes it has left. */
export function removalEventRecord(volumes: readonly string[]): EventRecord {
  const left = volumes.length === 0 ? 'nothing is left' : `these volumes are left: ${volumes.join(', ')}`;
  return { type: 'Normal', reason: 'Removed', action: 'Uninstall', note: `the install is removed; ${left}` };
}
