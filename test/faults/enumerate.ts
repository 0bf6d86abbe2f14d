import type { Verb } from './call.ts';
import type { CallFaultName, EventFaultName, Plan } from './plan.ts';

/** How often something came in a run without faults: calls by class, events by resource. */
export interface Traffic {
  readonly calls: ReadonlyMap<string, number>;
  readonly events: ReadonlyMap<string, number>;
}

/** Faults of one class of calls or events: `each` strike every one, `inTurn` are dealt out among them. */
interface Faults<Name> {
  readonly each: readonly Name[];
  readonly inTurn: readonly Name[];
}

const NONE: Faults<CallFaultName> = { each: [], inTurn: [] };

/** Reading begins the same way in every workload, and has no effect to lose: only one of them gets all faults. */
const ON_READ: Faults<CallFaultName> = { each: ['drop-after'], inTurn: [] };
const ON_READ_ONCE: Faults<CallFaultName> = {
  each: ['drop-before', 'drop-after'],
  inTurn: ['gone', 'throttle', 'error', 'unavailable', 'hang-after'],
};
const FULLY_READ = 'create';

const ON_WRITE: Faults<CallFaultName> = {
  each: ['drop-before', 'drop-after', 'kill-before', 'kill-after'],
  inTurn: [
    ...(['conflict', 'throttle', 'error', 'unavailable', 'timeout', 'forbid', 'delay'] as const),
    ...(['hang-after', 'stop'] as const),
  ],
};

const ON_EVENT: Faults<EventFaultName> = { each: ['cut'], inTurn: ['hold', 'duplicate', 'expire'] };

/** What the campaign is about; leases, reviews and events of the recorder come and go by the clock. */
const RESOURCES = [
  ...['gatewayrules', 'services', 'secrets', 'namespaces', 'gateways'],
  ...['httproutes', 'tcproutes', 'referencegrants'],
];

/** Faults that apply to a class of calls; none where it is outside the campaign. */
function applicable(workload: string, callClass: string): Faults<CallFaultName> {
  const [verb, resource = ''] = callClass.split('.') as [Verb, string?];
  if (!RESOURCES.includes(resource)) {
    return NONE;
  }
  if (!['list', 'watch', 'get'].includes(verb)) {
    return ON_WRITE;
  }
  return workload === FULLY_READ ? ON_READ_ONCE : ON_READ;
}

/**
 * Every plan for a workload: each call of its runs without faults lost and the operator killed before it and
 * after it, each class of calls with each fault that applies to it, and the same for the events of watches.
 * Where the runs differ, what is common to all; a Gateway's events depend on what else runs in the cluster.
 */
export function enumerate(workload: string, runs: readonly Traffic[]): Plan[] {
  const calls = [...common(runs.map((run) => run.calls))].flatMap(([callClass, count]) =>
    dealt(applicable(workload, callClass), count).map(({ ordinal, fault }): Plan => {
      return { workload, strike: { at: 'call', class: callClass, ordinal, fault } };
    }),
  );
  const events = [...common(runs.map((run) => run.events))]
    .filter(([resource]) => resource !== 'gateways')
    .flatMap(([resource, count]) =>
      dealt(ON_EVENT, count).map(({ ordinal, fault }): Plan => {
        return { workload, strike: { at: 'event', resource, ordinal, fault } };
      }),
    );
  return [...calls, ...events];
}

/** For each key the least count of all. */
function common(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const keys = new Set(counts.flatMap((count) => [...count.keys()].toSorted()));
  return new Map(
    [...keys].map((key) => [key, Math.min(...counts.map((count) => count.get(key) ?? 0))] as const),
  );
}

/** Which of `count` calls or events, numbered from 1, gets which faults: every fault comes at least once. */
function dealt<Name>({ each, inTurn }: Faults<Name>, count: number): { ordinal: number; fault: Name }[] {
  const always = Array.from({ length: count }, (_, index) =>
    each.map((fault) => ({ ordinal: index + 1, fault })),
  ).flat();
  const turns = count === 0 ? [] : inTurn.map((fault, index) => ({ ordinal: (index % count) + 1, fault }));
  return [...always, ...turns];
}
