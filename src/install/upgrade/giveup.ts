import { timestamp } from '../../api/condition.ts';
import type { Pinned } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { DEFAULT_TIMEOUT, type UpgradeStatus } from '../../api/upgrade.ts';
import { fails } from '../../api/verdict.ts';
import { durationMs } from '../../base/duration.ts';
import { clipped } from '../../base/text.ts';
import { maskOf } from '../../objects/mask.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Plan } from '../plan/plan.ts';
import { isGivenUp, isHeld } from '../state.ts';
import type { StatusFields } from '../status/status.ts';
import { type StatusDraft, WAIT_MS, waiting } from '../status/verdicts.ts';
import { rolledBack } from './history.ts';

/** Status of an install during its rollout. */
export interface RolloutStatus {
  readonly draft: StatusDraft;
  readonly fields: StatusFields;
}

/** Decision to give an upgrade up: from the next step on, the version before is rolled out again. */
export type GiveUp = { readonly type: 'give-up' } & RolloutStatus;

/** Most characters of the reason for which an upgrade is given up. */
const MAX_FAILURE = 1_500;

/**
 * Decides what the time says of a rollout that is not complete: it goes on, or the upgrade is given up. `open` is its
 * status so far, whose verdict says what is not ready. Pure.
 */
export function withinTime(
  install: MarketInstall,
  { template, confidential }: Pick<Plan, 'template' | 'confidential'>,
  open: RolloutStatus,
  now: Date,
): { readonly type: 'in-time'; readonly status: RolloutStatus } | GiveUp {
  const clock = clockOf(install, template, now);
  if (clock.type === 'none') {
    return { type: 'in-time', status: open };
  }
  const fields = { ...open.fields, upgrade: clock.upgrade };
  // Masked before it is cut.
  const why = maskOf(confidential)(open.draft.verdict.message);
  if (clock.type === 'running') {
    return {
      type: 'in-time',
      status: { draft: { ...open.draft, outcome: until(open, clock.leftMs) }, fields },
    };
  }
  const late = `version ${template.version} was not ready within ${clock.timeout}: ${why}`;
  const { serving, history = [] } = install.status ?? {};
  if (!goesBack(install) || serving === undefined) {
    return {
      type: 'in-time',
      status: { draft: waiting('Applied', REASONS.rolloutFailed, late), fields },
    };
  }
  const failure = clipped(late, MAX_FAILURE);
  return {
    type: 'give-up',
    draft: waiting('Applied', REASONS.rolledBack, `${failure}; going back to version ${serving.version}`),
    fields: {
      ...fields,
      upgrade: { ...clock.upgrade, failure },
      history: rolledBack(history, template, now),
    },
  };
}

/** Outcome of a rollout that is looked at again when its time is over. */
function until({ draft: { outcome } }: RolloutStatus, leftMs: number): StatusDraft['outcome'] {
  return outcome.type === 'waiting' ? { ...outcome, atMostMs: Math.min(WAIT_MS, leftMs) } : outcome;
}

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
    before?.generation === generation && before.failure === undefined && before.held === undefined
      ? before
      : { generation, startedAt: timestamp(now) };
  const leftMs = Date.parse(upgrade.startedAt) + (durationMs(timeout) ?? 0) - now.getTime();
  return leftMs > 0 ? { type: 'running', upgrade, leftMs } : { type: 'over', upgrade, timeout };
}

/** Whether an upgrade that takes too long goes back. */
function goesBack({ spec }: Pick<MarketInstall, 'spec'>): boolean {
  return spec.upgrade?.onFailure === 'rollback';
}

/**
 * Draft of an install whose upgrade was given up, or is held: it does not have the version that its spec asks for,
 * whatever becomes of the version before. Any other draft stays as it is. Pure.
 */
export function withFailure(install: MarketInstall, draft: StatusDraft): StatusDraft {
  const { upgrade, serving } = install.status ?? {};
  const { verdict } = draft;
  const inPlace = verdict.status === 'True';
  if (verdict.type !== 'Applied') {
    return draft;
  }
  if (isHeld(install)) {
    const besides = inPlace ? '' : `; version ${serving?.version}: ${verdict.message}`;
    return {
      ...draft,
      verdict: fails('Applied', REASONS.powersGained, `${upgrade?.held}${besides}`),
      outcome: inPlace ? { type: 'stalled', reason: REASONS.powersGained } : draft.outcome,
    };
  }
  if (!isGivenUp(install)) {
    return draft;
  }
  const state = inPlace
    ? `version ${serving?.version} is served again, until the spec changes`
    : `going back to version ${serving?.version}: ${verdict.message}`;
  return {
    ...draft,
    verdict: fails('Applied', REASONS.rolledBack, `${upgrade?.failure}; ${state}`),
    outcome: inPlace ? { type: 'stalled', reason: REASONS.rolledBack } : draft.outcome,
  };
}
