import { grantOf } from '../../allowed/access.ts';
import type { NotApplied } from '../../api/marketinstall.ts';
import { type InstallReason, REASONS } from '../../api/reason.ts';
import { firstFew } from '../../base/text.ts';
import { RECHECK_MS, type StatusDraft, stalled, waiting } from '../status/verdicts.ts';

/** Name of a planned object that is not free: a foreign object has it, or another install has reserved it. */
export interface NameConflict {
  readonly type: 'taken';
  /** Kind and name. */
  readonly object: string;
}

/** Object of `spec.valuesFrom` that is missing, or lacks the key. */
export interface MissingValues {
  readonly type: 'values-missing';
  readonly message: string;
}

/** Generated values of an install that are lost, and must not be made anew. */
export interface LostValues {
  readonly type: 'values-lost';
  readonly message: string;
}

/** Overrides of an install that do not fit its model. */
export interface UnfitOverrides {
  readonly type: 'unfit';
  readonly problems: readonly NotApplied[];
}

/** Reason for which a plan cannot be applied in this cluster. */
export type PlanProblem =
  | NameConflict
  /** A PersistentVolumeClaim with the name of one that the model makes holds the data of others. */
  | { readonly type: 'not-granted'; readonly claim: string }
  /** A workload would mount an empty volume at a path where claims of another version have its data. */
  | {
      readonly type: 'data-elsewhere';
      /** Kind and name. */
      readonly object: string;
      readonly path: string;
      readonly claims: readonly string[];
      /** Whether each of its pods would have a volume of its own. */
      readonly perPod: boolean;
      /** Whether a chart makes the workload: `replicas` and `match` of a spec are for models. */
      readonly ofChart: boolean;
    }
  /** A component begins empty because it has another key than the one before, whose claims have its data. */
  | {
      readonly type: 'other-key';
      readonly object: string;
      readonly old: string;
      readonly key: string;
      readonly claims: readonly string[];
      readonly ofChart: boolean;
    }
  /** An override would change a volume that exists; `object` is its path in the spec. */
  | { readonly type: 'volume-fixed'; readonly object: string; readonly was: string; readonly why: string }
  /** The API server rejects an object; `message` is its own. */
  | { readonly type: 'rejected'; readonly object: string; readonly message: string };

/** Refusal of a model that cannot be installed: reason and message of a condition. */
export interface PlanRefusal {
  /** Unfinished where another attempt may succeed. */
  readonly type: 'refused' | 'unfinished';
  readonly reason: InstallReason;
  readonly message: string;
}

/** Reason for which there is no plan. */
export type Unplanned = PlanRefusal | UnfitOverrides | NameConflict | MissingValues | LostValues;

/** Status of an install without a plan. Pure. */
export function unplannedDraft(why: Unplanned): StatusDraft {
  switch (why.type) {
    case 'refused':
      // The template was fetched, but is none that can be installed.
      return stalled('TemplateResolved', why.reason, why.message);
    case 'unfinished':
      return waiting('TemplateResolved', why.reason, why.message);
    case 'unfit': {
      // What the user wants cannot be, so nothing is changed.
      const texts = why.problems.map(({ path, why }) => `${path}: ${why}`);
      return stalled('Applied', REASONS.overrideInvalid, firstFew(texts, NAMED_OVERRIDES, '; '));
    }
    case 'taken':
      return blockedBy(why, 0);
    case 'values-missing':
      return waiting('TemplateResolved', REASONS.valuesNotFound, why.message, RECHECK_MS);
    case 'values-lost':
      return waiting('Applied', REASONS.valuesLost, why.message, RECHECK_MS);
  }
}

/** Most overrides that a message names. */
const NAMED_OVERRIDES = 3;

/** Status of an install whose plan has a problem, and `others` beside it, that may end without an edit of it. */
export function blockedBy(problem: PlanProblem, others: number): StatusDraft {
  const rest = others === 0 ? '' : `; and ${others} more`;
  const { reason, message } = problemText(problem);
  return waiting('Applied', reason, `${message}${rest}`, RECHECK_MS);
}

/** Reason and message of a problem, for users. */
export function problemText(problem: PlanProblem): {
  readonly reason: InstallReason;
  readonly message: string;
} {
  switch (problem.type) {
    case 'taken':
      return {
        reason: REASONS.nameTaken,
        message: `${problem.object} exists and is not part of this install`,
      };
    case 'not-granted':
      return {
        reason: REASONS.nameTaken,
        message: `PersistentVolumeClaim ${problem.claim} exists and is not part of this install; ${grantOf('claims', problem.claim)}`,
      };
    case 'data-elsewhere':
      return { reason: REASONS.dataElsewhere, message: textOfMoved(problem) };
    case 'other-key':
      return { reason: REASONS.dataElsewhere, message: textOfKey(problem) };
    case 'volume-fixed':
      return {
        reason: REASONS.overrideInvalid,
        message: `${problem.object}: the volume exists with ${problem.was || 'none'}, so set that or leave it out; ${problem.why}`,
      };
    case 'rejected':
      return {
        reason: REASONS.rejected,
        message: `the API server rejects ${problem.object}: ${problem.message}`,
      };
  }
}

/** Most claims that a message names. */
const NAMED = 5;

function textOfMoved({
  object,
  path,
  claims,
  perPod,
  ofChart,
}: Extract<PlanProblem, { type: 'data-elsewhere' }>): string {
  const would = perPod ? 'give each pod an empty volume' : 'mount an empty volume';
  return `${object} would ${would} at ${path}, but ${dataOf(claims)}: ${wayOutOf(claims, perPod, ofChart)}`;
}

function wayOutOf(claims: readonly string[], perPod: boolean, ofChart: boolean): string {
  if (ofChart) {
    return CHART_WAY_OUT;
  }
  if (perPod) {
    return 'with one pod (replicas in spec.overrides) it keeps the data; to begin empty, delete the claim';
  }
  return claims.length === 1
    ? 'to begin empty, delete the claim'
    : 'to keep the data of one pod, delete the claims of the others; to begin empty, delete all of them';
}

const CHART_WAY_OUT =
  'to keep the data, set the values of the chart that decide on its volumes, or back it up; to begin empty, delete the claims';

function textOfKey({
  object,
  old,
  key,
  claims,
  ofChart,
}: Extract<PlanProblem, { type: 'other-key' }>): string {
  const match = `{${old.slice(0, 63)}: ${key.slice(0, 63)}}`;
  const wayOut = ofChart
    ? CHART_WAY_OUT
    : `to keep it, set spec.match to ${match}; to begin empty, delete its claims`;
  return `${object} has another key in this version and would begin empty, but ${dataOf(claims)}: ${wayOut}`;
}

function dataOf(claims: readonly string[]): string {
  const names = firstFew(claims, NAMED, ', ');
  const [they, have] =
    claims.length === 1 ? ['PersistentVolumeClaim', 'has'] : ['PersistentVolumeClaims', 'have'];
  return `${they} ${names} ${have} the data of the version before`;
}
