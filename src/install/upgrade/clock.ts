import { timestamp } from '../../api/condition.ts';
import type { Pinned } from '../../api/marketinstall.ts';
import { DEFAULT_TIMEOUT, type UpgradeStatus } from '../../api/upgrade.ts';
import { durationMs } from '../../base/duration.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { isGivenUp } from '../state.ts';

/** Time that an upgrade has left. */
export type UpgradeClock =
  /** No upgrade, or one without a limit. */
  | { readonly type: 'none' }
  | { readonly type: 'running'; readonly upgrade: UpgradeStatus; readonly leftMs: number }
  | { readonly type: 'over'; readonly upgrade: UpgradeStatus; readonly timeout: string };

/**
 * Clock of an upgrade to a template, which begins with the first write for a generation of the spec: whoever edits the
 * spec gets the whole time again. Pure.
 */
export function clockOf(install: MarketInstall, { digest }: Pinned, now: Date): UpgradeClock {
  const { metadata, spec, status } = install;
  const { serving, upgrade: before } = status ?? {};
  const { generation = 1 } = metadata;
  const timeout = spec.upgrade?.timeout ?? (goesBack(install) ? DEFAULT_TIMEOUT : undefined);
  if (timeout === undefined || serving === undefined || serving.digest === digest || isGivenUp(install)) {
    return { type: 'none' };
  }
  const upgrade =
    before?.generation === generation && before.failure === undefined
      ? before
      : { generation, startedAt: timestamp(now) };
  const leftMs = Date.parse(upgrade.startedAt) + (durationMs(timeout) ?? 0) - now.getTime();
  return leftMs > 0 ? { type: 'running', upgrade, leftMs } : { type: 'over', upgrade, timeout };
}

/** Whether an upgrade that takes too long goes back. */
export function goesBack({ spec }: Pick<MarketInstall, 'spec'>): boolean {
  return spec.upgrade?.onFailure === 'rollback';
}
