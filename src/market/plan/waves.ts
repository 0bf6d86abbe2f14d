/** Something that is rolled out after what it depends on. */
export interface Dependent {
  readonly key: string;
  /** Keys; those that are nobody's are as good as ready. */
  readonly dependsOn: readonly string[];
}

/** The order of a roll-out, or a circle that has no first. */
export type Waves =
  /** Each wave holds keys in the order in which they were given, and needs only those before it. */
  | { readonly type: 'waves'; readonly waves: readonly (readonly string[])[] }
  /** Each depends on the next, and the last on the first. */
  | { readonly type: 'cycle'; readonly keys: readonly string[] };

/** Parts components into waves: each is in the earliest that comes after all that it depends on. */
export function wavesOf(dependents: readonly Dependent[]): Waves {
  const known = new Set(dependents.map(({ key }) => key));
  const waiting = new Map(
    dependents.map(({ key, dependsOn }) => [key, dependsOn.filter((other) => known.has(other))]),
  );
  const waves: (readonly string[])[] = [];
  while (waiting.size > 0) {
    const wave = [...waiting]
      .filter(([, needs]) => needs.every((key) => !waiting.has(key)))
      .map(([key]) => key);
    if (wave.length === 0) {
      return { type: 'cycle', keys: cycleAmong(waiting) };
    }
    for (const key of wave) {
      waiting.delete(key);
    }
    waves.push(wave);
  }
  return { type: 'waves', waves };
}

/** Everything that waits waits for something that waits: a walk along that must come back to where it was. */
function cycleAmong(waiting: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const path: string[] = [];
  let [key = ''] = waiting.keys();
  while (!path.includes(key)) {
    path.push(key);
    key = waiting.get(key)?.find((other) => waiting.has(other)) ?? '';
  }
  return path.slice(path.indexOf(key));
}
