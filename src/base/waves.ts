/** Component with its dependencies. */
interface Dependent {
  readonly key: string;
  /** Keys of its dependencies; unknown ones count as ready. */
  readonly dependsOn: readonly string[];
}

/** Waves of a rollout. */
interface Waves {
  /** Keys of each wave in their given order; a wave depends on those before it, and within circles on itself. */
  readonly waves: readonly (readonly string[])[];
  /** Keys of each circle in their given order: components that depend on each other, and start together. */
  readonly circles: readonly (readonly string[])[];
}

/** Edges of a graph, by the key at which they begin. */
type Edges = ReadonlyMap<string, readonly string[]>;

/**
 * Waves of components: each is in the earliest wave after all its dependencies. The components of a circle are in one
 * wave, after all that they depend on outside of it.
 */
export function wavesOf(dependents: readonly Dependent[]): Waves {
  const needs = edgesOf(dependents);
  const waveOf = new Map<string, number>();
  const circleOf = new Map<string, number>();
  for (const [at, circle] of circlesOf(needs).entries()) {
    const outside = circle.flatMap((key) => needs.get(key) ?? []).map((key) => waveOf.get(key) ?? 0);
    const wave = outside.reduce((last, each) => Math.max(last, each), 0) + 1;
    for (const key of circle) {
      waveOf.set(key, wave);
      circleOf.set(key, at);
    }
  }
  const circles = grouped([...needs.keys()], circleOf).filter(({ length }) => length > 1);
  return { waves: grouped([...needs.keys()], waveOf), circles };
}

function edgesOf(dependents: readonly Dependent[]): Edges {
  const known = new Set(dependents.map(({ key }) => key));
  return new Map(
    dependents.map(({ key, dependsOn }) => [key, dependsOn.filter((other) => known.has(other))]),
  );
}

/** Keys by their numbers, lowest first. */
function grouped(keys: readonly string[], numberOf: ReadonlyMap<string, number>): readonly string[][] {
  const groups = Map.groupBy(keys, (key) => numberOf.get(key) ?? 0);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

/**
 * Strongly connected components of a graph after Kosaraju, dependencies first. Nothing is recursive: a chain of
 * hundreds of components needs no stack.
 */
function circlesOf(needs: Edges): readonly (readonly string[])[] {
  const late = postorder([...needs.keys()], reversed(needs), new Set()).toReversed();
  const seen = new Set<string>();
  return late.map((key) => postorder([key], needs, seen)).filter(({ length }) => length > 0);
}

function reversed(edges: Edges): Edges {
  const back = new Map<string, string[]>([...edges.keys()].map((key) => [key, []]));
  for (const [key, others] of edges) {
    for (const other of others) {
      back.get(other)?.push(key);
    }
  }
  return back;
}

/** Keys that are reached from the roots and not `seen` yet, each after those that are reached through it. */
function postorder(roots: readonly string[], edges: Edges, seen: Set<string>): string[] {
  const order: string[] = [];
  const path: { readonly key: string; readonly rest: Iterator<string> }[] = [];
  const enter = (key: string) => {
    if (!seen.has(key)) {
      seen.add(key);
      path.push({ key, rest: (edges.get(key) ?? []).values() });
    }
  };
  for (const root of roots) {
    enter(root);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = last.rest.next();
      if (next.done === true) {
        order.push(last.key);
        path.pop();
      } else {
        enter(next.value);
      }
    }
  }
  return order;
}
