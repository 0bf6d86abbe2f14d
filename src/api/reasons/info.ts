/** Type of a condition that Stoa sets. */
type ConditionType =
  | 'Accepted'
  | 'ResolvedRefs'
  | 'Programmed'
  | 'FullyExpressed'
  | 'TemplateResolved'
  | 'Applied'
  | 'Ready';

/** Everything that Stoa knows of a reason; texts are in Markdown. */
export interface ReasonInfo {
  /** Conditions that have the reason first; Ready takes it from them. */
  readonly conditions: readonly ConditionType[];
  /** Meaning for a user. */
  readonly means: string;
  /** Action that resolves it; absent where there is nothing to resolve. */
  readonly todo?: string;
  /** Condition that explains this one. */
  readonly see?: ConditionType;
  /** Whether an object whose Ready gets the reason gets a Warning Event too. */
  readonly event: boolean;
  /** Whether it only sums up what other objects report. */
  readonly summary?: boolean;
}
