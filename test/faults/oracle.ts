import { historyViolations } from '../support/statusrules.ts';
import { type Counts, counts, type Dump, differing, dump, routeIdentity } from './endstate.ts';
import type { Traffic } from './enumerate.ts';
import type { Ledger } from './ledger.ts';
import type { Team } from './team.ts';

/** What a run showed from outside. */
export interface Observation {
  readonly end: Dump;
  readonly counts: Counts;
  /** How often each route was removed by somebody else than the operator. */
  readonly removed: Counts;
  /** Routes that were created for rules which were deleted by then. */
  readonly orphans: number;
  readonly violations: readonly string[];
}

/** What the runs without faults taught of a workload. */
export interface Reference {
  readonly runs: readonly Observation[];
  readonly traffic: readonly Traffic[];
  /** Paths at which the runs differ among themselves: nobody can expect a value there. */
  readonly masked: ReadonlySet<string>;
}

/** Reads off what a run has led to. */
export function observed(team: Team, ledger: Ledger): Observation {
  const { view } = team;
  const { known } = view;
  const done = counts(ledger.entries, known);
  const lost = view.lost.map((name) => routeIdentity(name, known));
  const removed = Object.fromEntries(
    [...new Set(lost)].map((route) => {
      const all = lost.filter((one) => one === route).length;
      return [route, Math.max(0, all - (done[`deleted route ${route}`] ?? 0))];
    }),
  );
  return {
    end: endOf(team),
    counts: done,
    removed,
    orphans: ledger.entries.filter(
      ({ effect, owners, at }) =>
        effect === 'created' && owners.length > 0 && owners.every((uid) => deletedBefore(team, uid, at)),
    ).length,
    violations: view.histories.flatMap((history) => {
      const rules = Map.groupBy(history, ({ metadata }) => metadata.uid);
      return [...rules.values()].flatMap(historyViolations);
    }),
  };
}

function deletedBefore({ deleted }: Team, uid: string, at: number): boolean {
  const when = deleted.get(uid);
  return when !== undefined && when < at;
}

/** The state that a team's namespace is in now. */
export function endOf({ id, view }: Team): Dump {
  const { known } = view;
  return dump({ team: id, rules: [...view.rules.values()], routes: [...view.routes.values()], known });
}

/** Puts runs without faults together. */
export function referenceOf(runs: readonly Observation[], traffic: readonly Traffic[]): Reference {
  const [first] = runs;
  const masked = runs.flatMap((run) => (first === undefined ? [] : differing(first.end, run.end)));
  return { runs, traffic, masked: new Set(masked) };
}

/** Where a state differs from the end of the runs without faults, one line for each path. */
export function stateDiff({ runs: [first], masked }: Reference, end: Dump): string[] {
  const wanted = first?.end ?? {};
  return differing(wanted, end)
    .filter((path) => !masked.has(path))
    .map((path) => `${path}: ${JSON.stringify(end[path])} instead of ${JSON.stringify(wanted[path])}`);
}

/**
 * What a run did too often: more creates or deletes of an object than any run without faults. A route that
 * somebody else removed, as the garbage collector does when its rule goes, may be made again for each time,
 * but not for a rule that is gone.
 */
export function excess({ runs }: Reference, { counts: done, removed, orphans }: Observation): string[] {
  const most = (of: (run: Observation) => number) => Math.max(0, ...runs.map(of));
  const tooMany = Object.entries(done).flatMap(([what, times]) => {
    const [effect, route = ''] = what.split(/ route /);
    const renewed = (run: Pick<Observation, 'removed'>) =>
      effect === 'created' ? (run.removed[route] ?? 0) : 0;
    const spare = Math.max(0, renewed({ removed }) - most(renewed));
    const allowed = most((run) => run.counts[what] ?? 0) + spare;
    return what.startsWith('updated') || times <= allowed
      ? []
      : [`${what} ${times} times instead of ${allowed}`];
  });
  const orphaned = most((run) => run.orphans);
  return orphans > orphaned ? [...tooMany, `made ${orphans} routes of deleted rules`] : tooMany;
}
