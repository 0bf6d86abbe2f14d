import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { request as send } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { inParallel } from '../../src/base/parallel.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { answerTo, type Routes } from '../../src/match/answer.ts';
import { entriesOf } from '../../src/match/attach.ts';
import { type Behavior, behaviorOf, GATEWAY_API } from '../../src/match/behavior.ts';
import { type Listener, listenersOf } from '../../src/match/listener.ts';
import { decide, existing } from '../../src/match/order.ts';
import { type AskedRequest, askedRequest } from '../../src/match/request.ts';
import { RouteIndex } from '../../src/match/routeindex.ts';
import { type AnyRoute, HOST_ROUTES } from '../../src/objects/anyroute.ts';
import { GATEWAYS } from '../../src/objects/gatewayapi.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { type RouteSet, routeSet, type Surroundings } from '../support/routesets.ts';
import { connect, TESTER } from './support/world.ts';

/** Sets of routes that the engine serves at the same time; more of them, and others, by hand. */
const DEFAULT_SETS = 300;
const SETS = Number(process.env.STOA_ROUTE_SETS ?? DEFAULT_SETS);

const DEFAULT_SEED = 11;
const SEED = Number(process.env.STOA_SEED ?? DEFAULT_SEED);

const TRAEFIK = behaviorOf('traefik.io/gateway-controller');
const [HTTP_ROUTE] = HOST_ROUTES.HTTPRoute as readonly [Resource<AnyRoute>];
const NAMESPACE = 'stoa-system';
const GATEWAY = { namespace: NAMESPACE, name: 'asked' };

let folder: string;
let plane: GatewayPlane;
let client: KubeClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-who-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  client = await connect(plane.kubeconfig);
  const listener = { port: plane.ports.http, protocol: 'HTTP' };
  await client.apply(
    GATEWAYS,
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: GATEWAY,
      spec: {
        gatewayClassName: 'traefik',
        listeners: [
          { name: 'all', ...listener },
          { name: 'wide', hostname: '*.wide.example', ...listener },
          { name: 'deep', hostname: '*.deep.wide.example', ...listener },
        ],
      },
    },
    TESTER,
  );
});

afterAll(async () => {
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Random sets, each for a domain of its own, at listeners that overlap. */
function randomSets(): readonly RouteSet[] {
  const around: Surroundings = {
    namespace: NAMESPACE,
    gateway: GATEWAY.name,
    listeners: ['all', 'wide', 'deep'],
    port: plane.ports.http,
    wild: false,
  };
  return Array.from({ length: SETS }, (_, index) => {
    const domain = `s${index}.${['other', 'wide', 'deep.wide'][index % 3]}.example`;
    return fc.sample(routeSet(domain, around), { seed: SEED + index, numRuns: 1 })[0] as RouteSet;
  });
}

function create({ metadata: { namespace = '', name }, apiVersion, kind, spec }: AnyRoute) {
  return client.apply(HTTP_ROUTE, { apiVersion, kind, metadata: { namespace, name }, spec }, TESTER);
}

/** Route and rule to which the gateway sends a request; `none` for a 404. */
async function seenOf({ method, host, path, query, headers }: AskedRequest): Promise<string> {
  const search = query.map(({ name, value }) => `${name}=${value}`).join('&');
  const { hostname } = new URL(plane.access.server);
  const answer = await send(`http://${hostname}:${plane.ports.http}${path}?${search}`, {
    method: method as 'GET',
    headers: { host, ...Object.fromEntries(headers.map(({ name, value }) => [name, value])) },
  });
  await answer.body.dump();
  const { location } = answer.headers;
  return answer.statusCode === 404 ? 'none' : new URL(String(location), 'http://none').pathname;
}

/** Every rule that may answer on an engine: several where it takes either. */
function expectedOf(request: AskedRequest, routes: Routes, behavior: Behavior): readonly string[] {
  const answer = answerTo(request, routes, behavior);
  if (answer.type !== 'route') {
    return ['none'];
  }
  const { winner } = answer;
  const rivals = existing(
    routes.index.candidates(request, { hosts: behavior.hosts, listener: undefined }),
    behavior,
  ).filter(
    (entry) =>
      decide(entry, winner, behavior) === undefined &&
      answerTo(request, { ...routes, index: new RouteIndex([entry]) }, behavior).type === 'route',
  );
  return [...new Set([winner, ...rivals].map(({ route, rule }) => `/${route.metadata.name}/${rule}`))];
}

/** A request, what the gateway did with it, and what it should. */
interface Comparison {
  readonly request: AskedRequest;
  readonly seen: string;
  readonly expected: readonly string[];
  /** Whether the Gateway API would have another rule answer. */
  readonly departs: boolean;
  readonly routes: readonly AnyRoute[];
}

/** Compares the requests of a set with the gateway, by the routes of the set as stored. */
async function compare(
  requests: readonly AskedRequest[],
  routes: readonly AnyRoute[],
  listeners: readonly Listener[],
): Promise<readonly Comparison[]> {
  const entries = routes.flatMap((route) => entriesOf({ kind: 'HTTPRoute', route }, listeners, () => ({})));
  const known = { listeners, index: new RouteIndex(entries) };
  return await inParallel(requests, async (request) => {
    const seen = await seenOf(request);
    const expected = expectedOf(request, known, TRAEFIK);
    const departs = !expectedOf(request, known, GATEWAY_API).includes(seen);
    return { request, seen, expected, departs, routes };
  });
}

/** A route for every request of a host, whose rule tells its name. */
function lastRoute(): AnyRoute {
  const [first] = randomSets()[0]?.routes ?? [];
  const [rule] = first?.spec.rules ?? [];
  if (first === undefined || rule === undefined) {
    throw new Error('a set has no route');
  }
  const { parentRefs = [] } = first.spec;
  return {
    ...first,
    metadata: { ...first.metadata, name: 'last' },
    spec: {
      parentRefs: parentRefs.map(({ namespace, name }) => ({ ...(namespace && { namespace }), name })),
      hostnames: ['last.example'],
      rules: [{ ...rule, matches: [{ path: { type: 'PathPrefix', value: '/' } }] }],
    },
  };
}

it('agrees with the gateway on random routes, but for what the behavior of its engine tells', async () => {
  const sets = randomSets();
  await inParallel(
    sets.flatMap(({ routes }) => routes),
    create,
  );
  await create(lastRoute());
  const asked = askedRequest({ method: 'GET', url: new URL('http://last.example'), headers: [] });
  await eventually(async () => expect(await seenOf(asked)).not.toBe('none'), 120_000);
  const [gateway, stored] = await Promise.all([
    client.get(GATEWAYS, GATEWAY),
    client.list(HTTP_ROUTE, { namespace: NAMESPACE }),
  ]);
  const bySet = Map.groupBy(stored, ({ metadata }) => metadata.name.replace(/-\d+$/, ''));
  const listeners = listenersOf(gateway, []);
  const compared = await inParallel(sets, ({ domain, requests }) =>
    compare(requests, bySet.get(domain.replaceAll('.', '-')) ?? [], listeners),
  );
  const all = compared.flat();
  report(all);
  const differing = all.filter(({ seen, expected }) => !expected.includes(seen));
  expect({ seed: SEED, differing: differing.slice(0, 3) }).toEqual({ seed: SEED, differing: [] });
  expect(all.filter(({ seen }) => seen !== 'none').length).toBeGreaterThan(SETS);
  // What is told beside the Gateway API occurs: another order, and equal weights, of which the engine takes either.
  expect(all.filter(({ departs }) => departs).length).toBeGreaterThan(0);
  expect(all.filter(({ expected }) => expected.length > 1).length).toBeGreaterThan(0);
});

/** Writes the figures of a run with another number of sets. */
function report(all: readonly Comparison[]): void {
  if (SETS !== DEFAULT_SETS) {
    const count = (counts: (each: Comparison) => boolean) => all.filter(counts).length;
    const figures = {
      requests: all.length,
      none: count(({ seen }) => seen === 'none'),
      either: count(({ expected }) => expected.length > 1),
      departures: count(({ departs }) => departs),
      differing: count(({ seen, expected }) => !expected.includes(seen)),
    };
    process.stdout.write(`${JSON.stringify({ seed: SEED, sets: SETS, ...figures })}\n`);
  }
}
