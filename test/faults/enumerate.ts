import type { Verb } from './call.ts';
import type { CallFaultName, EventFaultName, Plan } from './plan.ts';
import type { Subject } from './subject.ts';
import type { Traffic } from './traffic.ts';
import type { Workload } from './workload.ts';

/** Faults of one class of calls or events: `each` strike every one, `inTurn` are distributed among them. */
interface Faults<Name> {
  readonly each: readonly Name[];
  readonly inTurn: readonly Name[];
}

const NONE: Faults<never> = { each: [], inTurn: [] };

/**
 * Faults of reads. All workloads begin with the same reads, which have no effect to lose: only one of them gets all
 * faults.
 */
const ON_READ: Faults<CallFaultName> = { each: ['drop-after'], inTurn: [] };
const ON_READ_ONCE: Faults<CallFaultName> = {
  each: ['drop-before', 'drop-after'],
  inTurn: ['gone', 'throttle', 'error', 'unavailable', 'hang-after'],
};

/** Faults of dry runs, which have no effect either; but after a failed one, nothing is written. */
const ON_REHEARSAL: Faults<CallFaultName> = {
  each: [],
  inTurn: ['drop-after', 'kill-after', 'throttle', 'unavailable', 'stop'],
};

const ON_WRITE: Faults<CallFaultName> = {
  each: ['drop-before', 'drop-after', 'kill-before', 'kill-after'],
  inTurn: [
    ...(['conflict', 'throttle', 'error', 'unavailable', 'timeout', 'forbid', 'delay'] as const),
    ...(['hang-after', 'stop'] as const),
  ],
};

/**
 * Faults of writes in workloads whose installs create dozens of similar objects: loss before and after the effect
 * leaves the same state as a killed operator.
 */
const ON_WRITE_OF_MANY: Faults<CallFaultName> = {
  each: ['kill-before', 'kill-after'],
  inTurn: ['drop-before', 'drop-after', ...ON_WRITE.inTurn],
};

/** Faults of writes in workloads that end in a state of their own, after writes that occur in others. */
const ON_LATE_WRITE: Faults<CallFaultName> = {
  each: ['kill-after'],
  inTurn: ['kill-before', 'drop-after', 'conflict', 'hang-after'],
};

/** Faults of writes in workloads whose writes occur in others with all faults. */
const ON_WRITE_AGAIN: Faults<CallFaultName> = {
  each: [],
  inTurn: ['kill-after', 'kill-before', 'drop-after', 'conflict', 'hang-after'],
};

const ON_EVENT: Faults<EventFaultName> = { each: ['cut'], inTurn: ['hold', 'duplicate', 'expire'] };

/** Faults of the workloads of one kind. */
interface Scope {
  /** Resources whose calls are struck. Leases, reviews and Events depend on time, so they are excluded. */
  readonly resources: readonly string[];
  /** The workload whose reads get all faults; those of the others get `read`. */
  readonly fullyRead: string;
  readonly read: Faults<CallFaultName>;
  /** The workloads whose writes get `write` and whose dry runs are struck; writes of the others get fewer faults. */
  readonly fullyWritten: readonly string[] | 'all';
  readonly write: Faults<CallFaultName>;
  /** Workloads in which every write kills the operator once. */
  readonly lateWritten: readonly string[];
  /** Workloads whose events are all struck; in the others, one event of each kind. */
  readonly events: readonly string[] | 'all';
}

const SCOPES: Readonly<Record<Subject, Scope>> = {
  rules: {
    resources: [
      ...['gatewayrules', 'services', 'secrets', 'namespaces', 'gateways'],
      ...['httproutes', 'tcproutes', 'referencegrants'],
    ],
    fullyRead: 'create',
    read: ON_READ,
    fullyWritten: 'all',
    write: ON_WRITE,
    lateWritten: [],
    events: 'all',
  },
  serving: {
    resources: ['gatewayrules', 'httproutes'],
    fullyRead: 'none',
    read: NONE,
    fullyWritten: [],
    write: ON_WRITE,
    lateWritten: ['frozen'],
    events: [],
  },
  installs: {
    resources: [
      ...['marketinstalls', 'applications', 'secrets', 'configmaps', 'persistentvolumeclaims'],
      ...['services', 'deployments', 'jobs', 'endpointslices', 'gatewayrules'],
    ],
    fullyRead: 'install',
    read: NONE,
    fullyWritten: ['install', 'upgrade', 'uninstall', 'chart', 'chartupgrade'],
    write: ON_WRITE_OF_MANY,
    lateWritten: ['overrides', 'rollback', 'thirdparty', 'values', 'registry'],
    events: [],
  },
};

/** Faults for a class of calls; undefined if it is outside the campaign. */
function onCall({ name, about }: Workload, callClass: string): Faults<CallFaultName> {
  const [verb, resource = ''] = callClass.split('.') as [Verb, string?];
  const scope = SCOPES[about];
  const { resources, fullyRead, read } = scope;
  if (!resources.includes(resource)) {
    return NONE;
  }
  switch (verb) {
    case 'list':
    case 'watch':
      return name === fullyRead ? ON_READ_ONCE : read;
    case 'get':
      return name === fullyRead ? ON_READ_ONCE : ON_READ;
    case 'rehearse':
      return isFullyWritten(scope, name) ? ON_REHEARSAL : NONE;
    default:
      return onWrite(scope, name);
  }
}

function onWrite(scope: Scope, name: string): Faults<CallFaultName> {
  if (isFullyWritten(scope, name)) {
    return scope.write;
  }
  return scope.lateWritten.includes(name) ? ON_LATE_WRITE : ON_WRITE_AGAIN;
}

function isFullyWritten({ fullyWritten }: Scope, name: string): boolean {
  return fullyWritten === 'all' || fullyWritten.includes(name);
}

/** Faults for the events of a resource; a Gateway's events depend on other plans in the cluster. */
function onEvent({ name, about }: Workload, resource: string): Faults<EventFaultName> {
  const { resources, events } = SCOPES[about];
  if (!resources.includes(resource) || resource === 'gateways') {
    return NONE;
  }
  const all = events === 'all' || events.includes(name);
  return all ? ON_EVENT : { each: [], inTurn: [...ON_EVENT.each, ...ON_EVENT.inTurn] };
}

/**
 * All plans for a workload: each call of its runs without faults is lost once and kills the operator once, each class
 * of calls has each applicable fault, and the same for watch events. If the runs differ, their common part counts.
 */
export function enumerate(workload: Workload, runs: readonly Traffic[]): Plan[] {
  const { name } = workload;
  const calls = [...common(runs.map((run) => run.calls))].flatMap(([callClass, count]) =>
    dealt(onCall(workload, callClass), count).map(({ ordinal, fault }): Plan => {
      return { workload: name, strike: { at: 'call', class: callClass, ordinal, fault } };
    }),
  );
  const events = [...common(runs.map((run) => run.events))].flatMap(([resource, count]) =>
    dealt(onEvent(workload, resource), count).map(({ ordinal, fault }): Plan => {
      return { workload: name, strike: { at: 'event', resource, ordinal, fault } };
    }),
  );
  return [...calls, ...events];
}

/** Minimum of all counts by key. */
function common(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const keys = new Set(counts.flatMap((count) => [...count.keys()].toSorted()));
  return new Map(
    [...keys].map((key) => [key, Math.min(...counts.map((count) => count.get(key) ?? 0))] as const),
  );
}

/** Faults by ordinal for `count` calls or events, numbered from 1: every fault occurs at least once. */
function dealt<Name>({ each, inTurn }: Faults<Name>, count: number): { ordinal: number; fault: Name }[] {
  const always = Array.from({ length: count }, (_, index) =>
    each.map((fault) => ({ ordinal: index + 1, fault })),
  ).flat();
  const turns = count === 0 ? [] : inTurn.map((fault, index) => ({ ordinal: (index % count) + 1, fault }));
  return [...always, ...turns];
}
