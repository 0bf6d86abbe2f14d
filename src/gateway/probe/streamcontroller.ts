import { answeringPart } from '../../component/endpoints.ts';
import type { ControllerOptions } from '../../controller/controller.ts';
import { Controller } from '../../controller/controller.ts';
import { type Outcome, SETTLED } from '../../controller/outcome.ts';
import type { Priority } from '../../controller/priority.ts';
import { changed, eitherSide, sidesOf, type Watch, watch } from '../../controller/watches.ts';
import { keyOf } from '../../kube/object.ts';
import type { Service } from '../../objects/core.ts';
import type { Route } from '../../objects/gatewayapi.ts';
import { type GatewayRule, ruleOwners } from '../../objects/stoa.ts';
import { candidatesOf } from '../../rule/candidate.ts';
import { streamCaches } from '../caches.ts';
import { memberOf } from '../observe.ts';
import type { GatewayView } from '../observed.ts';
import { gatewayView, type Sources } from '../sources.ts';
import { askStream } from './askstream.ts';
import { type StreamQuestion, streamQuestion } from './streamquestion.ts';
import { type StreamAnswer, streamUnder } from './streamstate.ts';
import { gatewayPlace, routesOfSlice } from './watched.ts';

/** Components that are asked at the same time, and those of one namespace: most questions wait for half a second. */
const CONCURRENCY = 50;
const SHARE = 10;

/** Dependencies of the controller. */
interface StreamDependencies extends Pick<ControllerOptions, 'log' | 'metrics'> {
  /** Called when something new is known of the component behind a route. */
  readonly onResult: (route: Route, priority: Priority) => void;
}

/**
 * The controller that asks the components behind routes that pass connections on, after changes and while they fail; its keys
 * are these routes.
 */
export function createStreamController(
  from: Sources,
  { log, metrics, onResult }: StreamDependencies,
): Controller {
  return new Controller({
    name: 'stream',
    watches: streamWatches(from),
    log,
    metrics,
    concurrency: CONCURRENCY,
    share: SHARE,
    reconcile: async (key, { signal }) => {
      const gateway = gatewayView(from);
      const route = routeAt(from, gateway, key);
      const question = route && questionFor(from, gateway, route);
      if (route === undefined || question === undefined) {
        from.streams.put(key, undefined);
        return SETTLED;
      }
      return await asked(from, { key, question, signal }, () => onResult(route, 'user'));
    },
  });
}

/** Question of a route, when its turn has come. */
interface Turn {
  readonly key: string;
  readonly question: StreamQuestion;
  readonly signal: AbortSignal;
}

/** Asks for a route where that is due. */
async function asked(
  { streams, probes }: Sources,
  { key, question, signal }: Turn,
  onNews: () => void,
): Promise<Outcome> {
  const state = streamUnder(streams.stateOf(key), question, performance.now());
  streams.put(key, state);
  if (state.dueAt !== undefined && state.dueAt <= performance.now()) {
    const answer = probes.isKeptOut() ? 'untold' : await answerTo(question, signal);
    signal.throwIfAborted();
    if (streams.record(key, state, answer, performance.now())) {
      onNews();
    }
  }
  const dueAt = streams.stateOf(key)?.dueAt;
  return dueAt === undefined ? SETTLED : { ...SETTLED, againInMs: Math.max(dueAt - performance.now(), 1) };
}

/** Answer through one replica of the gateway. */
async function answerTo({ places, ...question }: StreamQuestion, signal: AbortSignal): Promise<StreamAnswer> {
  const target = places[Math.floor(Math.random() * places.length)];
  return target === undefined ? 'untold' : await askStream({ ...question, target }, signal);
}

/** The route with a key that carries connections on the gateway as it now is. */
function routeAt({ caches }: Sources, { served }: GatewayView, key: string): Route | undefined {
  const [route] = caches.owned
    .filter(({ resource }) => resource === served.TCP || resource === served.TLS)
    .flatMap(({ cache }) => cache.store.get(key) ?? []);
  return route;
}

/** The question for the rule of a route. */
function questionFor(from: Sources, gateway: GatewayView, route: Route): StreamQuestion | undefined {
  const { store } = from.caches.rules;
  const rules = ruleOwners(route).flatMap(
    ({ name }) => store.get(keyOf({ metadata: { ...route.metadata, name } })) ?? [],
  );
  const [candidate] = candidatesOf(rules, () => true);
  return candidate && streamQuestion(memberOf(from, gateway, candidate), route, gateway);
}

/** Watches of all that answers hang on; what has not changed for a route makes no question due. */
function streamWatches(from: Sources): readonly Watch[] {
  const { caches, components } = from;
  const routes = streamCaches(caches);
  const every = () => routes.flatMap(({ store }) => store.list());
  return [
    ...routes.map((cache) => watch(cache, { wakes: sidesOf })),
    watch(caches.rules, {
      when: changed(({ spec }: GatewayRule) => spec.scalesToZero),
      wakes: eitherSide((rule) => routes.flatMap(({ store }) => store.by('rule', keyOf(rule)))),
    }),
    watch(components.slices, {
      when: changed(answeringPart),
      wakes: eitherSide((slice) => routesOfSlice(from, routes, slice)),
    }),
    watch(caches.gateways, { when: changed(gatewayPlace), wakes: every, priority: 'background' }),
    watch(caches.gatewayServices, {
      when: changed(({ spec }: Service) => spec.ports),
      wakes: every,
      priority: 'background',
    }),
    watch(caches.gatewaySlices, { wakes: every, priority: 'background' }),
  ];
}
