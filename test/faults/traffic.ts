/** Counts in a run without faults: calls by class, events by resource. */
export interface Traffic {
  readonly calls: ReadonlyMap<string, number>;
  readonly events: ReadonlyMap<string, number>;
}
