import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Answer, answerTo } from '../../../src/match/answer.ts';
import { entriesOf } from '../../../src/match/attach.ts';
import { type Behavior, behaviorOf, GATEWAY_API } from '../../../src/match/behavior.ts';
import { listenersOf } from '../../../src/match/listener.ts';
import { askedRequest } from '../../../src/match/request.ts';
import { RouteIndex } from '../../../src/match/routeindex.ts';
import type { AnyRoute } from '../../../src/objects/anyroute.ts';
import type { GatewayListener } from '../../../src/objects/gatewayapi.ts';
import { gatewayWith, routeNamed } from './scene.ts';

/**
 * A test of the conformance suite of the Gateway API for HTTPRoutes (sigs.k8s.io/gateway-api/conformance 1.6.3, under the
 * Apache License 2.0): its routes without what does not choose a backend, and the requests that it sends. Left out are
 * those of TLS itself, and those whose paths the suite builds as it runs.
 */
interface ConformanceTest {
  readonly test: string;
  readonly gateway: {
    readonly metadata: { readonly namespace: string; readonly name: string };
    readonly listeners: readonly GatewayListener[];
  };
  /** Labels of the namespaces of the routes. */
  readonly namespaces: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly routes: readonly Pick<AnyRoute, 'metadata' | 'spec'>[];
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** A backend as namespace/name, `redirect`, `any rule` where the suite names none, or `none`. */
    readonly answer: string;
  }[];
}

const TESTS = JSON.parse(
  readFileSync(new URL('conformance.json', import.meta.url), 'utf8'),
) as readonly ConformanceTest[];

const TRAEFIK = behaviorOf('traefik.io/gateway-controller');

/** Whether an answer is the one that the suite expects. */
function isExpected(answer: Answer, expected: string): boolean {
  if (answer.type !== 'route') {
    return expected === 'none';
  }
  const { route, rule } = answer.winner;
  const { filters = [], backendRefs = [] } = route.spec.rules?.[rule] ?? {};
  const backends = backendRefs
    .filter(({ weight = 1 }) => weight > 0)
    .map(({ namespace = route.metadata.namespace, name }) => `${namespace}/${name}`);
  return filters.some(({ type }) => type === 'RequestRedirect')
    ? expected === 'redirect'
    : ['any rule', ...backends].includes(expected);
}

function answersIn({ gateway, namespaces, routes, requests }: ConformanceTest, behavior: Behavior) {
  const head = gatewayWith([]);
  const stored = {
    ...head,
    metadata: { ...head.metadata, ...gateway.metadata },
    spec: { ...head.spec, listeners: gateway.listeners },
  };
  const listeners = listenersOf(stored, []);
  const entries = routes.flatMap(({ metadata, spec }) => {
    const { metadata: known, ...rest } = routeNamed(metadata.name, spec);
    const route = {
      ...rest,
      metadata: { ...known, ...metadata, uid: `${metadata.namespace}/${metadata.name}` },
    };
    return entriesOf({ kind: 'HTTPRoute', route }, listeners, (namespace) => namespaces[namespace]);
  });
  const known = { listeners, index: new RouteIndex(entries) };
  return requests.map(({ method, url, headers = {}, answer }) => {
    const pairs = Object.entries(headers).map(([name, value]) => ({ name, value }));
    const request = askedRequest({ method, url: new URL(url), headers: pairs });
    return { method, url, headers, isAsExpected: isExpected(answerTo(request, known, behavior), answer) };
  });
}

function wrongIn(test: ConformanceTest, behavior: Behavior): readonly unknown[] {
  return answersIn(test, behavior).filter(({ isAsExpected }) => !isAsExpected);
}

it.each(TESTS)('$test: $gateway.metadata.name', (test) => {
  expect(wrongIn(test, GATEWAY_API)).toEqual([]);
});

it('differs on Traefik only where that does not claim the feature', () => {
  const differing = TESTS.filter((test) => wrongIn(test, TRAEFIK).length > 0).map(({ test }) => test);
  expect([...new Set(differing)]).toEqual(['gateway-http-listener-isolation']);
});

it('has the requests of the suite, half of which tell which backend answers', () => {
  const requests = TESTS.flatMap((test) => test.requests);
  expect(requests.length).toBeGreaterThan(250);
  expect(requests.filter(({ answer }) => answer.includes('/')).length).toBeGreaterThan(120);
});
