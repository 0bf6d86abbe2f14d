import type { Condition, Verdict } from '../../api/condition.ts';
import { conditionsFrom } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds, progressOf, readyFrom, unknown } from '../../api/verdict.ts';
import type { Outcome } from '../../controller/outcome.ts';
import type { MarketInstall } from '../../objects/stoa.ts';

/** What every install says of itself, in this order; Ready follows from it. */
const ASPECTS = ['Accepted', 'TemplateResolved', 'Applied'] as const;

/** Where an install stands: the verdicts that are known, of which the first that fails ends the list. */
export interface StatusDraft {
  readonly verdicts: readonly Verdict[];
  readonly outcome: Outcome;
}

/** The install was accepted. */
export const ACCEPTED = holds('Accepted', REASONS.accepted, 'the install is valid');

/**
 * The conditions of an install. What was not looked at since something before it fails is unknown; with an
 * older version in place, that it goes on is said where the new one fails.
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
    older && verdict.status === 'False'
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

/**
 * Milliseconds until something is tried again of which nobody tells when it changes: rights, quotas, an access
 * key, a name that somebody else has.
 */
export const RECHECK_MS = 60_000;

/** Something is wrong that only an edit can mend. */
export function stalled(
  before: readonly Verdict[],
  type: string,
  reason: string,
  message: string,
): StatusDraft {
  return { verdicts: [...before, fails(type, reason, message)], outcome: { type: 'stalled', reason } };
}

/** Something expected is missing. */
export function waiting(
  before: readonly Verdict[],
  type: string,
  reason: string,
  message: string,
  atMostMs = 300_000,
): StatusDraft {
  return {
    verdicts: [...before, fails(type, reason, message)],
    outcome: { type: 'waiting', reason, atMostMs },
  };
}
