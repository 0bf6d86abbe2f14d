const made: string[] = [];

/** Notes what a test has made beside what is in namespaces that are noted, as `kind/name`. */
export function leaves(...objects: readonly string[]): void {
  made.push(...objects);
}

/** What the tests of this process have noted, but for the first ones. */
export function leavingsSince(first: number): readonly string[] {
  return made.slice(first);
}
