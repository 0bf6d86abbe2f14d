import { type Condition, conditionsFrom, type Verdict } from '../../api/condition.ts';
import { type InstallReason, REASONS } from '../../api/reason.ts';
import { fails, holds, progressOf, readyFrom, unknown } from '../../api/verdict.ts';
import type { Outcome } from '../../controller/outcome.ts';
import type { MarketInstall } from '../../objects/stoa.ts';

/** Conditions of every install, in the order of its phases; Ready follows from them. */
const ASPECTS = ['Accepted', 'TemplateResolved', 'Applied'] as const;

/** Condition of an install that a phase decides. */
type Aspect = (typeof ASPECTS)[number];

/** Draft of a status: the verdict of the phase that an install has come to, and the outcome. */
export interface StatusDraft {
  readonly verdict: Verdict<InstallReason>;
  readonly outcome: Outcome;
  /** Verdict on the template, where the phases have passed that one. */
  readonly resolved?: Verdict;
  /** HTTP status with which the store refuses the template, where the reason does not imply it. */
  readonly storeStatus?: number | undefined;
}

/** End of an install in a phase that it does not pass now. */
export interface Halted {
  readonly type: 'halted';
  readonly draft: StatusDraft;
}

/** Result of a phase that ends with a status. */
export function halted(draft: StatusDraft): Halted {
  return { type: 'halted', draft };
}

/** Verdict of an accepted install. */
const ACCEPTED = holds('Accepted', REASONS.accepted, 'the install is valid');

/**
 * Conditions of an install. Those of phases that were not reached are Unknown; failed ones mention the older version
 * that is still in place.
 */
export function conditionsOf(
  install: MarketInstall,
  { verdict: own, resolved, outcome }: StatusDraft,
  now: Date,
): Condition[] {
  const { metadata, status, spec } = install;
  const served = status?.serving?.version;
  const older = served !== undefined && served !== spec.appModelVersion;
  const passed = own.type === 'Accepted' ? [] : [ACCEPTED, ...(resolved === undefined ? [] : [resolved])];
  const said = ASPECTS.map(
    (type) =>
      [own, ...passed].find((verdict) => verdict.type === type) ??
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
export function stalled(type: Aspect, reason: InstallReason, message: string): StatusDraft {
  return { verdict: fails(type, reason, message), outcome: { type: 'stalled', reason } };
}

/** Draft of an install that waits for something outside. */
export function waiting(
  type: Aspect,
  reason: InstallReason,
  message: string,
  atMostMs = WAIT_MS,
): StatusDraft {
  return { verdict: fails(type, reason, message), outcome: { type: 'waiting', reason, atMostMs } };
}

/** Draft of an install that is tried again after an error. */
export function failing(type: Aspect, reason: InstallReason, message: string, cause: Error): StatusDraft {
  return { verdict: fails(type, reason, message), outcome: { type: 'retry', cause } };
}

/** Milliseconds after which an install that waits is reconciled in any case; `watches.ts` has the changes before. */
export const WAIT_MS = 300_000;

/** Milliseconds until a recheck of what is not watched: rights, quotas, the store, names of foreign objects. */
export const RECHECK_MS = 60_000;

/** Milliseconds between two looks at missing rights of an account: bindings are not watched. */
export const RIGHTS_RECHECK_MS = 10_000;

/** Milliseconds between two lookups of an access key that is missing or not bound: its Secret is in no watch. */
export const ACCESS_KEY_RECHECK_MS = 10_000;

/** Draft of an install whose plan waits for the turn of its namespace. */
export const BUSY: StatusDraft = waiting(
  'Applied',
  REASONS.rendererBusy,
  'the chart waits until those of other installs are rendered; namespaces take turns',
  RECHECK_MS,
);
