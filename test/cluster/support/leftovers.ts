const made: string[] = [];

/** Records objects, as `kind/name`, that a test has created outside of recorded namespaces. */
export function leaves(...objects: readonly string[]): void {
  made.push(...objects);
}

/** Objects that the tests of this process have recorded, after the first ones. */
export function leavingsSince(first: number): readonly string[] {
  return made.slice(first);
}
