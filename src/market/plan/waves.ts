/** Component with its dependencies. */
interface Dependent {
  readonly key: string;
  /** Keys of its dependencies; unknown ones count as ready. */
  readonly dependsOn: readonly string[];
}

/** Waves of a rollout, or a cycle of dependencies. */
type Waves =
  /** Keys of each wave in their given order; a wave depends only on those before it. */
  | { readonly type: 'waves'; readonly waves: readonly (readonly string[])[] }
  /** Each key depends on the next, and the last on the first. */
  | { readonly type: 'cycle'; readonly keys: readonly string[] };

/** Waves of components: each is in the earliest wave after all its dependencies. */
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

/** Cycle among waiting components: each waits for another, so that a walk returns to where it was. */
function cycleAmong(waiting: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const path: string[] = [];
  let [key = ''] = waiting.keys();
  while (!path.includes(key)) {
    path.push(key);
    key = waiting.get(key)?.find((other) => waiting.has(other)) ?? '';
  }
  return path.slice(path.indexOf(key));
}
