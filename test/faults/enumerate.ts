import type { Verb } from './call.ts';
import type { CallFaultName, EventFaultName, Plan } from './plan.ts';

/** How often something came in a run without faults: calls by class, events by resource. */
export interface Traffic {
  readonly calls: ReadonlyMap<string, number>;
  readonly events: ReadonlyMap<string, number>;
}

/** Reading begins the same way in every workload: one of them gets all faults, the others those that differ most. */
const ON_READ: readonly CallFaultName[] = ['drop-before', 'drop-after'];
const ON_READ_ONCE: readonly CallFaultName[] = [
  ...ON_READ,
  ...(['gone', 'throttle', 'error', 'unavailable', 'hang-after'] as const),
];
const FULLY_READ = 'create';

const ON_WRITE: readonly CallFaultName[] = [
  ...(['drop-before', 'conflict', 'throttle', 'error', 'unavailable', 'timeout', 'forbid', 'delay'] as const),
  ...(['drop-after', 'hang-after'] as const),
  ...(['kill-before', 'kill-after', 'stop'] as const),
];

const ON_EVENT: readonly EventFaultName[] = ['cut', 'hold', 'duplicate', 'expire'];

/** What the campaign is about; leases, reviews and events of the recorder come and go by the clock. */
const RESOURCES = [
  ...['gatewayrules', 'services', 'secrets', 'namespaces', 'gateways'],
  ...['httproutes', 'tcproutes', 'referencegrants'],
];

/** Faults that apply to a class of calls; none where it is outside the campaign. */
function applicable(workload: string, callClass: string): readonly CallFaultName[] {
  const [verb, resource = ''] = callClass.split('.') as [Verb, string?];
  if (!RESOURCES.includes(resource)) {
    return [];
  }
  if (!['list', 'watch', 'get'].includes(verb)) {
    return ON_WRITE;
  }
  return workload === FULLY_READ ? ON_READ_ONCE : ON_READ;
}

/**
 * Every plan for a workload: each call of its runs without faults with each fault that applies to it, and
 * each event of a watch. Where the runs differ, what is common to all; a Gateway's events depend on what
 * else runs in the cluster.
 */
export function enumerate(workload: string, runs: readonly Traffic[]): Plan[] {
  const calls = [...common(runs.map((run) => run.calls))].flatMap(([callClass, count]) =>
    upTo(count).flatMap((ordinal) =>
      applicable(workload, callClass).map((fault): Plan => {
        return { workload, strike: { at: 'call', class: callClass, ordinal, fault } };
      }),
    ),
  );
  const events = [...common(runs.map((run) => run.events))]
    .filter(([resource]) => resource !== 'gateways')
    .flatMap(([resource, count]) =>
      upTo(count).flatMap((ordinal) =>
        ON_EVENT.map((fault): Plan => ({ workload, strike: { at: 'event', resource, ordinal, fault } })),
      ),
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

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
