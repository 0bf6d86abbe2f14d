import { present } from '../../base/fields.ts';
import { answeringPart } from '../../component/endpoints.ts';
import type { Cache } from '../../controller/cache.ts';
import type { ControllerOptions } from '../../controller/controller.ts';
import { Controller } from '../../controller/controller.ts';
import { type Outcome, SETTLED } from '../../controller/outcome.ts';
import type { Priority } from '../../controller/priority.ts';
import {
  changed,
  eitherSide,
  sidesOf,
  specChanged,
  type Watch,
  type WatchRow,
  watch,
} from '../../controller/watches.ts';
import { type KubeObject, keyOf, splitKey } from '../../kube/object.ts';
import type { Service } from '../../objects/core.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../objects/httproute.ts';
import { ruleOwners } from '../../objects/stoa.ts';
import { routeCaches } from '../caches.ts';
import type { GatewayView } from '../observed.ts';
import { gatewayView, type Sources } from '../sources.ts';
import { Allowance } from './allowance.ts';
import { ask } from './ask.ts';
import { askBackend } from './askbackend.ts';
import { wasServed } from './earlier.ts';
import type { BackendAsked, Recorded } from './memory.ts';
import { Reach } from './reach.ts';
import { probeResult, type Result } from './result.ts';
import { backendsOf, type Question, questionsOf } from './rule.ts';
import { servedState } from './state.ts';
import { type Target, targetsOf } from './target.ts';
import { gatewayPlace, reportedStates, routesOfSlice } from './watched.ts';

/** Routes that are asked for at the same time, by all workers, and those of one namespace. */
const CONCURRENCY = 15;
const SHARE = 5;

/** Slow questions in a row after which a route is a slow one: on a busy machine, a single one tells nothing of the route. */
const SLOW_QUESTIONS = 3;

/** Milliseconds between two questions for a route because the gateway is somewhere else. */
const PACE_MS = 5_000;

/** Dependencies of the probe. */
interface ProbeDependencies extends Pick<ControllerOptions, 'log' | 'metrics'> {
  /** Called when something new is known of a route, with the priority to report it. */
  readonly onResult: (route: HttpRoute, priority: Priority) => void;
  /** Called with the seconds from the write of a version of a route until the gateway served it. */
  readonly onServed: (seconds: number) => void;
}

/** The controller that asks the gateway which version of each HTTPRoute it serves; its keys are the HTTPRoutes. */
export function createProbeController(
  from: Sources,
  { log, metrics, onResult, onServed }: ProbeDependencies,
): Controller {
  // What does not answer for one route serves none: the others need not wait for their turn to learn it.
  const reach = new Reach(ask, () => {
    for (const route of routesIn(from)) {
      controller.queue.add(keyOf(route), 'background');
    }
  });
  const allowance = new Allowance();
  const tell = (route: HttpRoute, { isNews, proof }: Recorded) => {
    if (proof !== undefined) {
      onServed(proof.afterMs / 1000);
      for (const next of proof.next) {
        controller.queue.add(next);
      }
    }
    if (isNews) {
      // Behind a thousand rules that are created, the news of the first one would come with that of the last one.
      onResult(route, proof === undefined ? 'user' : 'report');
    }
  };
  const asked = async (key: string, route: HttpRoute, signal: AbortSignal): Promise<Outcome> => {
    const gateway = gatewayView(from);
    const questions = questionsOf(route, gateway);
    const [question] = questions;
    if (question === undefined) {
      from.probes.forget(key);
      return SETTLED;
    }
    const { namespace } = splitKey(key);
    const askedAt = performance.now();
    const targets = targetsOf(gateway, question.listener);
    const before = from.probes.stateOf(key);
    const isSlow = (before?.slow ?? 0) >= SLOW_QUESTIONS;
    const pauseMs = isSlow ? allowance.pauseOf(namespace, askedAt) : 0;
    // What is known to be down costs no question, and no allowance.
    if (pauseMs > 0 && targets?.every((target) => reach.isDown(target)) !== true) {
      return { ...SETTLED, againInMs: pauseMs };
    }
    const answered = await answersFor(route, { gateway, questions, targets, reach }, signal);
    signal.throwIfAborted();
    const now = performance.now();
    const slow = allowance.charge(namespace, now - askedAt, now);
    const { hash } = question;
    // What another process has seen counts as if this one had.
    const earlier = before === undefined && wasRouteServed(from, route) ? servedState(hash, now) : undefined;
    const recorded = from.probes.record(key, { hash, slow, ...present({ earlier }), ...answered }, now);
    tell(route, recorded);
    return { ...SETTLED, againInMs: recorded.againInMs };
  };
  const reconcile = async (key: string, signal: AbortSignal): Promise<Outcome> => {
    const [route] = routeCaches(from.caches).flatMap(({ store }) => (store.get(key) as HttpRoute) ?? []);
    if (route === undefined) {
      from.probes.forget(key);
      return SETTLED;
    }
    return await asked(key, route, signal);
  };
  const controller = new Controller({
    name: 'probe',
    watches: probeWatches(from),
    log,
    metrics,
    concurrency: CONCURRENCY,
    share: SHARE,
    paceMs: PACE_MS,
    reconcile: (key, { signal }) => reconcile(key, signal),
  });
  return controller;
}

/** Watches of the probe: new versions of routes, and all routes where the gateway is somewhere else. */
function probeWatches(from: Sources): readonly Watch[] {
  const routesThat = (wereAsked: boolean) => () =>
    routesIn(from).filter((route) => wereAsked === wasAsked(from, route));
  /** A question is repeated at a pace; one that could not be sent, because no address was known, is due at once. */
  const everyRoute = <T extends KubeObject>(cache: Cache<T>, when?: WatchRow<T>['when']) => {
    const row = { ...(when && { when }), priority: 'background' } as const;
    return [
      watch(cache, { ...row, wakes: routesThat(true), rate: 'paced' }),
      watch(cache, { ...row, wakes: routesThat(false) }),
    ];
  };
  return [
    ...routeCaches(from.caches).flatMap((routes) => [
      watch(routes, { when: specChanged, wakes: sidesOf }),
      // What the engine has accepted, it serves soon.
      watch(routes, { when: changed((route) => reportedStates(route as HttpRoute)), wakes: sidesOf }),
    ]),
    // New pods may answer otherwise, and an engine learns of them a moment later.
    watch(from.components.slices, {
      when: changed(answeringPart),
      wakes: eitherSide((slice) => routesOfSlice(from, routeCaches(from.caches), slice)),
    }),
    ...everyRoute(from.caches.gateways, changed(gatewayPlace)),
    ...everyRoute(
      from.caches.gatewayServices,
      changed(({ spec }: Service) => spec.ports),
    ),
    ...everyRoute(from.caches.gatewaySlices),
  ];
}

/** Circumstances of the questions for a route. */
interface Circumstances {
  readonly gateway: GatewayView;
  readonly questions: readonly Question[];
  readonly targets: readonly Target[] | undefined;
  readonly reach: Reach;
}

/** Asks all replicas for a version of a route, and one of them for its backends where all serve it. */
async function answersFor(route: HttpRoute, circumstances: Circumstances, signal: AbortSignal) {
  const { questions, targets, reach } = circumstances;
  const results = await Promise.all(
    questions.map(async (each) => {
      const asked = (targets ?? []).map((target) => reach.ask(target, each, signal));
      return { backend: each.backend, answers: await Promise.all(asked) };
    }),
  );
  const answers = results.flatMap((each) => each.answers);
  const result = targets === undefined ? 'not-open' : probeResult(answers);
  const asked = result === 'served' ? await backendsAsked(route, circumstances, signal) : undefined;
  return {
    result,
    lacking: results.flatMap(lackingIn),
    ...(asked === 'not-loaded' ? ({ result: 'not-served' } as const) : present({ backends: asked })),
  };
}

/** Answers of the backends of a route; undefined where none is asked, `not-loaded` where the gateway lacks a rule for one. */
async function backendsAsked(
  route: HttpRoute,
  { gateway: { dialect }, questions: [question], targets = [] }: Circumstances,
  signal: AbortSignal,
): Promise<readonly BackendAsked[] | 'not-loaded' | undefined> {
  const { failure } = dialect;
  const target = targets[Math.floor(Math.random() * targets.length)];
  if (
    failure === undefined ||
    target === undefined ||
    question === undefined ||
    route.kind !== HTTP_ROUTES.kind
  ) {
    return undefined;
  }
  const answers = await Promise.all(
    backendsOf(route).map(async ({ backend, ...asked }) => {
      const answer = await askBackend({ target, question: { ...question, ...asked } }, failure, signal);
      return answer === 'not-loaded' ? answer : { backend, answer };
    }),
  );
  const told = answers.filter((each) => each !== 'not-loaded');
  return told.length === answers.length ? told : 'not-loaded';
}

/** The backend that a question was for, where it answers no call. */
function lackingIn({ backend, answers }: AskedFor): readonly string[] {
  return backend !== undefined && probeResult(answers) === 'no-calls' ? [backend] : [];
}

/** Answers of all replicas to a question, and the backend that it was for. */
interface AskedFor {
  readonly backend: string | undefined;
  readonly answers: readonly Result[];
}

/** Routes of rules that stand. */
function routesIn({ caches }: Sources): readonly HttpRoute[] {
  return routeCaches(caches).flatMap(({ store }) => store.list() as HttpRoute[]);
}

/** Whether the status of a rule says that the gateway served its route. */
function wasRouteServed({ caches }: Sources, route: HttpRoute): boolean {
  const rules = ruleOwners(route).flatMap(
    ({ name }) => caches.rules.store.get(keyOf({ metadata: { ...route.metadata, name } })) ?? [],
  );
  return rules.some(wasServed);
}

/** Whether the last question for a route was sent to an address. */
function wasAsked(from: Sources, route: KubeObject): boolean {
  return from.probes.stateOf(keyOf(route))?.result !== 'no-address';
}
