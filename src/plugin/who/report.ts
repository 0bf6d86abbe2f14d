import { keyOf } from '../../kube/object.ts';
import { type Answer, answerTo, type Chosen, type Routes } from '../../match/answer.ts';
import { entriesOf } from '../../match/attach.ts';
import { type Behavior, behaviorOf, GATEWAY_API } from '../../match/behavior.ts';
import type { Entry } from '../../match/entry.ts';
import { type Listener, listenersOf } from '../../match/listener.ts';
import type { AskedRequest } from '../../match/request.ts';
import { RouteIndex } from '../../match/routeindex.ts';
import { placeText } from '../../match/shadow.ts';
import type { AnyBackend, ReferenceGrant } from '../../objects/anyroute.ts';
import type { Gateway } from '../../objects/gatewayapi.ts';
import { ruleOwners } from '../../objects/stoa.ts';
import { Refused } from '../failure.ts';
import type { ObservedGateways } from './observe.ts';
import { departureText, reasonText } from './reason.ts';

/** Report on who answers a request, and why; also the form of `-o json`. */
export interface WhoReport {
  /** Method and address, with the port of the Gateway. */
  readonly request: string;
  readonly answers: 'backend' | 'redirect' | 'error' | 'nobody';
  /** Name of the Gateway, and of its engine as far as it is known. */
  readonly gateway: string;
  readonly engine: string;
  readonly listener?: string;
  readonly route?: RoutePlace;
  readonly filters: readonly string[];
  readonly backends: readonly BackendShare[];
  readonly runnerUp?: RoutePlace;
  readonly why: string;
  readonly notes: readonly string[];
}

/** A rule of a route. */
export interface RoutePlace {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Place of the rule in the route, from 0. */
  readonly rule: number;
  /** GatewayRules that the route is made for; empty for a route that Stoa did not write. */
  readonly gatewayRules: readonly string[];
}

/** A backend with its share of the requests, in percent. */
interface BackendShare {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly port?: number;
  readonly percent: number;
  /** Reason for which its requests get an error. */
  readonly problem?: string;
}

/** A Gateway with the routes that are attached to it. */
interface Candidate {
  readonly gateway: Gateway;
  readonly behavior: Behavior;
  readonly routes: Routes;
  readonly answer: Answer;
}

/** Report on a request; `named` is the Gateway to look at. Throws Refused. Pure. */
export function reportOn(
  request: AskedRequest,
  observed: ObservedGateways,
  named: string | undefined,
): WhoReport {
  const gateways = observed.gateways.filter((each) => named === undefined || keyOf(each) === named);
  if (gateways.length === 0) {
    throw new Refused(
      named === undefined
        ? 'there is no Gateway'
        : `there is no Gateway ${named}, or you may not read it; there are ${observed.gateways.map(keyOf).join(', ')}`,
    );
  }
  const candidates = gateways.map((gateway) => candidateOf(request, observed, gateway));
  const listening = candidates.filter(({ answer }) => answer.type !== 'no-listener');
  const [one, another] = listening;
  if (one !== undefined && another !== undefined) {
    const names = listening.map(({ gateway }) => keyOf(gateway)).join(', ');
    throw new Refused(`several Gateways have a listener for the request: name one by --gateway: ${names}`);
  }
  return one === undefined ? nobodyListens(request, candidates) : reportOf(request, one, observed);
}

function candidateOf(request: AskedRequest, observed: ObservedGateways, gateway: Gateway): Candidate {
  const engine = observed.classes.find(({ metadata }) => metadata.name === gateway.spec.gatewayClassName);
  const behavior = behaviorOf(engine?.spec.controllerName);
  const listeners = listenersOf(gateway, observed.sets);
  const labels = new Map(observed.namespaces.map(({ metadata }) => [metadata.name, metadata.labels ?? {}]));
  const entries = observed.routes.flatMap((each) =>
    entriesOf(each, listeners, (namespace) => labels.get(namespace)),
  );
  const routes = { listeners, index: new RouteIndex(entries) };
  return { gateway, behavior, routes, answer: answerTo(request, routes, behavior) };
}

function nobodyListens(request: AskedRequest, candidates: readonly Candidate[]): WhoReport {
  const listeners = candidates.flatMap(({ routes }) => routes.listeners);
  const ofPort = listeners.filter(({ scheme, port }) => scheme === request.scheme && port === request.port);
  const ports = [...new Set(listeners.map(({ scheme, port }) => `${scheme} on port ${port}`))];
  const why =
    ofPort.length > 0
      ? `no listener on port ${request.port} is for the host ${request.host}`
      : `no listener is for ${request.scheme} on port ${request.port}; there are ${ports.join(', ') || 'none'}`;
  return {
    ...headOf(request, candidates[0]),
    answers: 'nobody',
    gateway: candidates.map(({ gateway }) => keyOf(gateway)).join(', '),
    why,
  };
}

function headOf(request: AskedRequest, candidate: Candidate | undefined) {
  const { method, scheme, host, port, path } = request;
  return {
    request: `${method} ${scheme}://${host}:${port}${path}`,
    engine: candidate === undefined || candidate.behavior === GATEWAY_API ? '' : candidate.behavior.engine,
    filters: [],
    backends: [],
    notes: [],
  };
}

function reportOf(request: AskedRequest, candidate: Candidate, observed: ObservedGateways): WhoReport {
  const { gateway, answer } = candidate;
  const head = { ...headOf(request, candidate), gateway: keyOf(gateway) };
  if (answer.type !== 'route') {
    const listener = answer.type === 'no-route' ? { listener: listenerText(answer.listener) } : {};
    return {
      ...head,
      ...listener,
      answers: 'nobody',
      why: 'no rule of a route at this listener is for the request, which gets the status 404',
      notes: observed.gaps,
    };
  }
  const { winner, runnerUp } = answer;
  const rule = winner.route.spec.rules?.[winner.rule];
  const filters = (rule?.filters ?? []).map(({ type }) => type);
  const backends = backendsOf(winner, rule?.backendRefs ?? [], observed.grants);
  return {
    ...head,
    answers: filters.includes('RequestRedirect')
      ? 'redirect'
      : backends.some(({ percent, problem }) => percent > 0 && problem === undefined)
        ? 'backend'
        : 'error',
    listener: listenerText(winner.listener),
    route: placeOf(winner),
    filters,
    backends: filters.includes('RequestRedirect') ? [] : backends,
    ...(runnerUp === undefined ? {} : { runnerUp: placeOf(runnerUp) }),
    why: reasonText(answer, candidate.behavior),
    notes: [...departures(request, candidate, answer), ...untold(answer), ...observed.gaps],
  };
}

/** Notes on what another engine would do. */
function departures(request: AskedRequest, { behavior, routes }: Candidate, chosen: Chosen): string[] {
  const text = departureText(chosen, answerTo(request, routes, GATEWAY_API), behavior);
  return text === undefined ? [] : [text];
}

function untold({ untold: entries }: Chosen): string[] {
  return [...new Set(entries.map(placeText))].map(
    (place) => `${place} answers if the request meets its regular expression, which cannot be told here`,
  );
}

function listenerText({ holder, name, port }: Listener): string {
  const of = holder.kind === 'ListenerSet' ? ` of ListenerSet ${holder.namespace}/${holder.name}` : '';
  return `${name}${of}, port ${port}`;
}

function placeOf({ kind, route, rule }: Entry): RoutePlace {
  const { metadata } = route;
  return {
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    rule,
    gatewayRules: ruleOwners(route).map(({ name }) => name),
  };
}

function backendsOf(
  entry: Entry,
  refs: readonly AnyBackend[],
  grants: readonly ReferenceGrant[],
): readonly BackendShare[] {
  const sum = refs.reduce((total, { weight = 1 }) => total + weight, 0);
  const own = entry.route.metadata.namespace ?? '';
  return refs.map(({ kind = 'Service', namespace = own, name, port, weight = 1, group = '' }) => ({
    kind,
    namespace,
    name,
    ...(port === undefined ? {} : { port }),
    percent: sum === 0 ? 0 : Math.round((weight / sum) * 1000) / 10,
    ...(namespace === own || isGranted(grants, { from: entry, to: { group, kind, namespace, name } })
      ? {}
      : { problem: `no ReferenceGrant of ${namespace} allows it: requests get an error` }),
  }));
}

function isGranted(
  grants: readonly ReferenceGrant[],
  {
    from,
    to,
  }: {
    readonly from: Entry;
    readonly to: Required<Pick<AnyBackend, 'group' | 'kind' | 'namespace' | 'name'>>;
  },
): boolean {
  return grants.some(
    ({ metadata, spec }) =>
      metadata.namespace === to.namespace &&
      spec.from.some(
        ({ kind, namespace }) => kind === from.kind && namespace === from.route.metadata.namespace,
      ) &&
      spec.to.some(
        ({ group, kind, name = to.name }) => group === to.group && kind === to.kind && name === to.name,
      ),
  );
}
