/** Types of the conditions that Stoa sets, except those that repeat Ready for kstatus. */
export const CONDITION_TYPES = [
  'Accepted',
  'ResolvedRefs',
  'Programmed',
  'Serving',
  'FullyExpressed',
  'TemplateResolved',
  'Applied',
  'Ready',
] as const;

type ConditionType = (typeof CONDITION_TYPES)[number];

/** Problem with which a reason ends a request that waits for its install, while the install has made no component. */
type PostProblem =
  | 'installFailed'
  | 'storeUnauthorized'
  | 'storeForbidden'
  | 'modelNotFound'
  | 'modelVersionNotFound'
  | 'storeRefused'
  | 'storeUnreachable'
  | 'storeTooSlow';

/** Meaning and use of a reason; texts are in Markdown. */
export interface ReasonInfo {
  /** Conditions that set the reason; Ready copies it from them. */
  readonly conditions: readonly ConditionType[];
  /** Meaning for a user. */
  readonly means: string;
  /** Action that resolves it; absent where there is nothing to resolve. */
  readonly todo?: string;
  /** Condition that explains this one. */
  readonly see?: ConditionType;
  /** Whether an object whose Ready is False for it is in trouble, and gets a Warning Event; else work is under way. */
  readonly problem: boolean;
  /** Whether the reason only summarizes the status of other objects. */
  readonly summary?: boolean;
  /** Effect on a request that waits for an install with this reason; an install has no reason without one. */
  readonly post?: PostProblem | 'goes-on';
}

/** Meaning and use of a reason that installs have: it says what becomes of a request that waits. */
export type InstallReasonInfo = ReasonInfo & Required<Pick<ReasonInfo, 'post'>>;
