import { GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { historyViolations, type Reported } from '../support/statusrules.ts';
import { type Counts, counts, type Dump, differing, dump, labelOf, maskOf } from './endstate.ts';
import { installViolations } from './installrules.ts';
import type { Ledger } from './ledger.ts';
import { NAMES_RECORD, type Team } from './team.ts';
import type { Traffic } from './traffic.ts';
import type { View } from './view.ts';

/** Observable state and effects of a run. */
export interface Observation {
  readonly end: Dump;
  readonly counts: Counts;
  /** Number of each route's removals by other processes than the operator. */
  readonly removed: Counts;
  /** Number of objects that were created for rules or installs after their deletion. */
  readonly orphans: number;
  readonly violations: readonly string[];
}

/** One run without faults, with its traffic. */
export interface FaultlessRun {
  readonly observation: Observation;
  readonly traffic: Traffic;
}

/** Expected result of a workload. */
export interface Reference {
  /** The good ends. */
  readonly ends: readonly End[];
  /** The maximum of each count over all runs. */
  readonly most: RunCounts;
}

/** One good end. */
export interface End {
  readonly state: Dump;
  /** Paths at which the runs differ among themselves, so that no value is expected there. */
  readonly masked: ReadonlySet<string>;
}

/** Effects of a run, and of other processes on its objects. */
type RunCounts = Pick<Observation, 'counts' | 'removed' | 'orphans'>;

/** Reference and traffic of a workload, from runs without faults. */
export interface Lesson extends Reference {
  /** Calls and events of the runs of the usual variant. */
  readonly traffic: readonly Traffic[];
}

/** Observation at the end of a run. */
export function observed(team: Team, ledger: Ledger): Observation {
  const { view } = team;
  const holding = { team: team.id, view };
  const done = counts(ledger.entries, holding);
  const lost = view.deletedRoutes
    .map(({ kind, metadata }) => labelOf(`${kind?.toLowerCase()}s`, metadata.name, view))
    .map(maskOf(holding));
  const removed = Object.fromEntries(
    [...new Set(lost)].map((route) => {
      const all = lost.filter((one) => one === route).length;
      return [route, Math.max(0, all - (done[`deleted ${route}`] ?? 0))];
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
    violations: [...violationsIn(view), ...team.dataPlane.falseClaims],
  };
}

/** Violations of the rules at any time in a namespace. */
export function violationsIn(view: View): string[] {
  const histories: (readonly Reported[])[] = [
    ...view.histories(GATEWAY_RULES),
    ...view.histories(MARKET_INSTALLS),
  ];
  const reported = histories.flatMap((history) => {
    const objects = Map.groupBy(history, ({ metadata }) => metadata.uid);
    return [...objects.values()].flatMap(historyViolations);
  });
  return [...reported, ...installViolations(view)];
}

function deletedBefore({ deleted }: Team, uid: string, at: number): boolean {
  const when = deleted.get(uid);
  return when !== undefined && when < at;
}

/** The current state of a team's namespace. */
export function endOf({ id, view }: Team): Dump {
  return dump({ team: id, view });
}

/** Combines runs without faults; `ways` are those with equal ends, the usual ones first. */
export function lessonOf(ways: readonly (readonly FaultlessRun[])[]): Lesson {
  const runs = ways.flat().map(({ observation }) => observation);
  return {
    ends: ways.map((way) => endOfAll(way.map(({ observation }) => observation.end))),
    most: {
      counts: mostOf(runs.map(({ counts: done }) => done)),
      removed: mostOf(runs.map(({ removed }) => removed)),
      orphans: Math.max(0, ...runs.map(({ orphans }) => orphans)),
    },
    traffic: (ways[0] ?? []).map(({ traffic }) => traffic),
  };
}

function mostOf(all: readonly Counts[]): Counts {
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))].toSorted();
  return Object.fromEntries(names.map((name) => [name, Math.max(...all.map((one) => one[name] ?? 0))]));
}

function endOfAll(states: readonly Dump[]): End {
  const [state = {}] = states;
  return { state, masked: new Set(states.flatMap((other) => differing(state, other))) };
}

/** Differences between a state and the nearest good end, one line for each path. */
export function stateDiff({ ends }: Reference, end: Dump): string[] {
  const [nearest = []] = ends
    .map(({ state, masked }) =>
      differing(state, end)
        .filter((path) => !masked.has(path))
        .map((path) => `${path}: ${JSON.stringify(end[path])} instead of ${JSON.stringify(state[path])}`),
    )
    .toSorted((a, b) => a.length - b.length);
  return nearest;
}

/** Creation of the record of kept names: whether a name is free for long enough to get into it depends on timing. */
const RECORD_CREATED = `created configmaps ${NAMES_RECORD}`;

/**
 * Excessive effects of a run: more creates or deletes of an object than in any run without faults. A route that another
 * process removed, as the garbage collector does after its rule, may be created again for each removal, but not for a
 * deleted rule. Objects of the run itself may be deleted, if the end does not contain them.
 */
export function excess({ most }: Reference, { counts: done, removed, orphans }: RunCounts): string[] {
  const tooMany = Object.entries(done).flatMap(([what, times]) => {
    const [, effect, route = ''] = /^(\w+) (.*)$/s.exec(what) ?? [];
    const renewed = (of: Counts) => (effect === 'created' ? (of[route] ?? 0) : 0);
    const spare = Math.max(0, renewed(removed) - renewed(most.removed));
    const own = effect?.startsWith('deleted') ? (done[what.replace('deleted', 'created')] ?? 0) : 0;
    const record = what === RECORD_CREATED ? 1 : 0;
    const allowed = Math.max(own, record, (most.counts[what] ?? 0) + spare);
    return what.startsWith('updated') || times <= allowed
      ? []
      : [`${what} ${times} times instead of ${allowed}`];
  });
  return orphans > most.orphans ? [...tooMany, `made ${orphans} objects of deleted owners`] : tooMany;
}

/** Run in which the API server rejects a write: what the operator has withdrawn itself, it may create again, too. */
export function withWithdrawals<T extends RunCounts>(run: T): T {
  const withdrawn = Object.entries(run.counts).flatMap(([what, times]) => {
    const [, object] = /^deleted (.*)$/s.exec(what) ?? [];
    return object === undefined ? [] : [[object, (run.removed[object] ?? 0) + times] as const];
  });
  return { ...run, removed: { ...run.removed, ...Object.fromEntries(withdrawn) } };
}
