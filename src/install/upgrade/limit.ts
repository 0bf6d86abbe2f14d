import { REASONS } from '../../api/reason.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Plan } from '../plan/plan.ts';
import { WAIT_MS } from '../recheck.ts';
import type { StatusFields } from '../status/status.ts';
import { type StatusDraft, waiting } from '../status/verdicts.ts';
import { clockOf, goesBack } from './clock.ts';
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
  { template }: Pick<Plan, 'template'>,
  open: RolloutStatus,
  now: Date,
): { readonly type: 'in-time'; readonly status: RolloutStatus } | GiveUp {
  const clock = clockOf(install, template, now);
  if (clock.type === 'none') {
    return { type: 'in-time', status: open };
  }
  const fields = { ...open.fields, upgrade: clock.upgrade };
  const why = open.draft.verdict.message;
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
  const failure = late.slice(0, MAX_FAILURE);
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
