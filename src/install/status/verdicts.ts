import type { Condition, Verdict } from '../../api/condition.ts';
import { conditionsFrom } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds, progressOf, readyFrom, unknown } from '../../api/verdict.ts';
import type { Outcome } from '../../controller/outcome.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { WAIT_MS } from '../recheck.ts';

/** Conditions of every install, in the order of its phases; Ready follows from them. */
const ASPECTS = ['Accepted', 'TemplateResolved', 'Applied'] as const;

/** Draft of a status: the known verdicts, of which the first that fails is the last, and the outcome. */
export interface StatusDraft {
  readonly verdicts: readonly Verdict[];
  readonly outcome: Outcome;
}

/** Verdict of an accepted install. */
export const ACCEPTED = holds('Accepted', REASONS.accepted, 'the install is valid');

/**
 * Conditions of an install. Those of phases that were not reached are Unknown; failed ones mention the older version
 * that is still in place.
 */
export function conditionsOf(
  install: MarketInstall,
  { verdicts, outcome }: StatusDraft,
  now: Date,
): Condition[] {
  const { metadata, status, spec } = install;
  const served = status?.serving?.version;
  const older = served !== undefined && served !== spec.appModelVersion;
  const said = ASPECTS.map(
    (type) =>
      verdicts.find((verdict) => verdict.type === type) ??
      unknown(type, REASONS.pending, 'see the conditions before this one'),
  ).map((verdict) =>
    older && verdict.status === 'False' && verdict.reason !== REASONS.rolledBack
      ? { ...verdict, message: `${verdict.message}; version ${served} is still in place` }
      : verdict,
  );
  const ready = readyFrom(said, `version ${spec.appModelVersion} is in place`);
  return conditionsFrom(
    [...said, ready, ...progressOf(ready, outcome.type === 'stalled')],
    status?.conditions ?? [],
    metadata.generation ?? 1,
    now,
  );
}

/** Draft of an install that only an edit can mend. */
export function stalled(
  before: readonly Verdict[],
  type: string,
  reason: string,
  message: string,
): StatusDraft {
  return { verdicts: [...before, fails(type, reason, message)], outcome: { type: 'stalled', reason } };
}

/** Draft of an install that waits for something outside. */
export function waiting(
  before: readonly Verdict[],
  type: string,
  reason: string,
  message: string,
  atMostMs = WAIT_MS,
): StatusDraft {
  return {
    verdicts: [...before, fails(type, reason, message)],
    outcome: { type: 'waiting', reason, atMostMs },
  };
}
