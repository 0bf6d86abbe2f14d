const recorded: string[] = [];

/** Records objects, as `kind/name`, that a test has created outside of recorded namespaces. */
export function recordLeftovers(...objects: readonly string[]): void {
  recorded.push(...objects);
}

/** Objects that the tests of this process have recorded, after the first ones. */
export function leftoversSince(first: number): readonly string[] {
  return recorded.slice(first);
}
