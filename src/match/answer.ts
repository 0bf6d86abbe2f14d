import type { Behavior } from './behavior.ts';
import type { Entry } from './entry.ts';
import { byHost, coversHost } from './host.ts';
import type { Listener } from './listener.ts';
import { meets } from './meets.ts';
import { type Criterion, decide, existing } from './order.ts';
import type { AskedRequest } from './request.ts';
import type { RouteIndex } from './routeindex.ts';

/** Routes that a request is looked up in. */
export interface Routes {
  readonly listeners: readonly Listener[];
  readonly index: Pick<RouteIndex, 'candidates'>;
}

/** Answer to the question who answers a request. */
export type Answer =
  /** No listener has the port and the scheme, or none of those the host. */
  { readonly type: 'no-listener' } | { readonly type: 'no-route'; readonly listener: Listener } | Chosen;

/** The rule of a route that answers. */
export interface Chosen {
  readonly type: 'route';
  readonly winner: Entry;
  /** The first one of another rule that would answer without the winner. */
  readonly runnerUp?: Entry;
  /** Criterion between the two; undefined where there is no other, or the engine takes either. */
  readonly by?: Criterion;
  /** Entries before the winner of whose conditions only the engine can tell whether the request meets them. */
  readonly untold: readonly Entry[];
}

/** Answer to a request on an engine. Pure. */
export function answerTo(request: AskedRequest, { listeners, index }: Routes, behavior: Behavior): Answer {
  const open = listeners
    .filter(
      ({ scheme, port, host }) =>
        scheme === request.scheme && port === request.port && coversHost(host, request.host),
    )
    .toSorted((one, other) => byHost(one.host, other.host));
  const [listener] = open;
  if (listener === undefined) {
    return { type: 'no-listener' };
  }
  const scope = {
    hosts: behavior.hosts,
    listener: behavior.listeners === 'isolated' ? listener : undefined,
  };
  const found = index.candidates(request, scope).flatMap((entry) => {
    const met = meets(request, entry.conditions, behavior);
    return met === false ? [] : [{ entry, met }];
  });
  return chosen(found, behavior) ?? { type: 'no-route', listener };
}

/** The entry that goes first, and the next one of another rule; undefined where none is met for sure. */
function chosen(
  found: readonly { readonly entry: Entry; readonly met: true | undefined }[],
  behavior: Behavior,
): Chosen | undefined {
  const entries = found.filter(({ met }) => met === true).map(({ entry }) => entry);
  const winner = first(existing(entries, behavior), behavior);
  if (winner === undefined) {
    return undefined;
  }
  const others = entries.filter((entry) => !isOneRule(entry, winner));
  const runnerUp = first(existing(others, behavior), behavior);
  const decision = runnerUp && decide(winner, runnerUp, behavior);
  const unknown = found.filter(({ met }) => met === undefined).map(({ entry }) => entry);
  return {
    type: 'route',
    winner,
    ...(runnerUp === undefined ? {} : { runnerUp }),
    ...(decision === undefined ? {} : { by: decision.by }),
    untold: unknown.filter((entry) => (decide(entry, winner, behavior)?.order ?? -1) < 0),
  };
}

function first(entries: readonly Entry[], behavior: Behavior): Entry | undefined {
  const [head, ...rest] = entries;
  return rest.reduce(
    (best, entry) => (best !== undefined && (decide(entry, best, behavior)?.order ?? 0) < 0 ? entry : best),
    head,
  );
}

/** Whether two entries are of one rule of one route. */
export function isOneRule(one: Entry, other: Entry): boolean {
  return (
    one.rule === other.rule && one.kind === other.kind && one.route.metadata.uid === other.route.metadata.uid
  );
}
