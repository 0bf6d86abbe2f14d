import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createControllerMetrics } from '../../../../src/controller/metrics.ts';
import { memberOf } from '../../../../src/gateway/observe.ts';
import { createStreamController } from '../../../../src/gateway/probe/streamcontroller.ts';
import { streamQuestion } from '../../../../src/gateway/probe/streamquestion.ts';
import { gatewayView } from '../../../../src/gateway/sources.ts';
import { keyOf } from '../../../../src/kube/object.ts';
import type { EndpointSlice } from '../../../../src/objects/endpointslice.ts';
import type { Route } from '../../../../src/objects/gatewayapi.ts';
import type { GatewayRule } from '../../../../src/objects/stoa.ts';
import { eventually } from '../../../support/eventually.ts';
import { silent } from '../../../support/log.ts';
import { probedWorld } from '../../../support/probe.ts';
import { competing, openServiceOf, tcpRuleOf, tlsRuleOf } from '../../../support/rules.ts';
import type { Simulation } from '../../../support/simulation.ts';

/** A server on this machine in place of a gateway, which does so with connections, and counts them. */
class Replica {
  count = 0;
  act: (socket: Socket) => void = (socket) => socket.end();

  async listen(): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      this.count += 1;
      this.act(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }
}

/** A world with a rule for port 30000 of a gateway, of which the only replica listens at a port of this machine. */
function worldAt(port: number, rule: GatewayRule = tcpRuleOf()): Simulation {
  const world = probedWorld({ addresses: [{ value: '192.0.2.1' }] });
  const metadata = { namespace: 'stoa-system', uid: 'gw', resourceVersion: '1', creationTimestamp: 't' };
  world.caches.gatewayServices.store.put({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { ...metadata, name: 'gw' } },
    spec: { ports: [30_000, 443].map((each) => ({ name: `at-${each}`, port: each })) },
  });
  world.caches.gatewaySlices.store.put({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...metadata, name: 'gw', labels: { 'kubernetes.io/service-name': 'gw' } },
    endpoints: [{ addresses: ['127.0.0.1'] }],
    ports: [
      { name: 'at-30000', port },
      { name: 'at-443', port: 8443 },
    ],
  });
  world.service(openServiceOf('web'));
  world.rule(rule);
  world.settle();
  return world;
}

/** The key of the only route of a kind. */
function keyIn(world: Simulation, kind = 'TCPRoute'): string {
  const [route] = world.standing(kind);
  return route === undefined ? '' : keyOf(route);
}

/** Runs the controller until the test ends; returns its queue and the names of routes with news. */
function asking(world: Simulation) {
  const news: string[] = [];
  const controller = createStreamController(world.from, {
    log: silent,
    metrics: createControllerMetrics(new Registry()),
    onResult: ({ metadata }) => news.push(metadata.name),
  });
  const [stop, abandon] = [new AbortController(), new AbortController()];
  const ended = controller.run(stop.signal, abandon.signal);
  onTestFinished(async () => {
    stop.abort();
    abandon.abort();
    await ended;
  });
  return { queue: controller.queue, news };
}

const knownIn = ({ from }: Simulation, key: string) => from.streams.stateOf(key)?.seen.known;

it('learns that a component refuses connections, and that it is mended, and leaves it alone then', async () => {
  const replica = new Replica();
  const world = worldAt(await replica.listen());
  const { queue, news } = asking(world);
  const key = keyIn(world);
  queue.add(key);
  await eventually(() => expect(knownIn(world, key)).toBe('refused-or-reset'));
  expect(news).toEqual(['tcp-30000']);
  replica.act = (socket) => socket.end('220 ready');
  await eventually(() => expect(knownIn(world, key)).toBe('answered'));
  await eventually(() => expect(world.from.streams.stateOf(key)?.dueAt).toBeUndefined());
  expect(news).toHaveLength(2);
  const { count } = replica;
  // Nothing has changed: nobody is asked, whatever woke the route.
  queue.add(key);
  await eventually(() => expect([queue.depthOf('user'), queue.inFlight()]).toEqual([0, []]));
  expect(replica.count).toBe(count);
});

it('is woken by new endpoints, and by a rule that may be without pods no more', async () => {
  const replica = new Replica();
  replica.act = (socket) => socket.end('220 ready');
  const world = worldAt(await replica.listen());
  asking(world);
  const key = keyIn(world);
  world.endpoints('web', 2);
  await eventually(() => expect(world.from.streams.stateOf(key)).toBeDefined());
  const stored = world.stored('rule');
  const { rules } = world.caches;
  const write = (scalesToZero: boolean, resourceVersion: string) =>
    rules.wrote({
      ...stored,
      metadata: { ...stored.metadata, resourceVersion },
      spec: { ...stored.spec, scalesToZero },
    });
  write(true, '999998');
  await eventually(() => expect(world.from.streams.stateOf(key)).toBeUndefined());
  write(false, '999999');
  await eventually(() => expect(knownIn(world, key)).toBe('answered'));
});

it('asks nobody while something else answers in place of the gateway', async () => {
  const replica = new Replica();
  const world = worldAt(await replica.listen());
  world.from.probes.record('team/other', { hash: 'h', result: 'foreign' }, 0);
  expect(world.from.probes.isKeptOut()).toBe(true);
  const { queue } = asking(world);
  const key = keyIn(world);
  queue.add(key);
  await eventually(() => expect(knownIn(world, key)).toBe('untold'));
  expect(replica.count).toBe(0);
  world.from.probes.record('team/another', { hash: 'h', result: 'served' }, 0);
  expect(world.from.probes.isKeptOut()).toBe(false);
});

/** The question for the only rule of a world. */
function questionIn(world: Simulation, kind: string) {
  const [candidate] = competing([world.stored('rule')]);
  const [route] = world.standing(kind) as Route[];
  const gateway = gatewayView(world.from);
  return candidate && route && streamQuestion(memberOf(world.from, gateway, candidate), route, gateway);
}

it('asks a TLS rule at its listener by its host, and where Traefik has none, at the port for HTTPS', () => {
  const world = worldAt(0, tlsRuleOf());
  const places = [{ address: '127.0.0.1', port: 8443 }];
  expect(questionIn(world, 'TLSRoute')).toMatchObject({
    places,
    host: 'shop.example.com',
    backend: 'web:8080',
  });
  const traefik = probedWorld();
  Object.assign(traefik.from, {
    config: { ...traefik.from.config, https: { port: 9443, entryPoint: 'websecure' } },
  });
  traefik.engine('traefik.io/gateway-controller');
  traefik.service(openServiceOf('web'));
  traefik.rule(tlsRuleOf());
  traefik.settle();
  expect(questionIn(traefik, 'IngressRouteTCP')).toMatchObject({
    places: [{ address: '192.0.2.1', port: 9443 }],
    host: 'shop.example.com',
  });
});

it('sees a change in endpoints, the route, what the engine says of it, and the place of the gateway', () => {
  const world = worldAt(30_000);
  const seen = new Set<string | undefined>();
  const circumstances = () => questionIn(world, 'TCPRoute')?.circumstances;
  const look = () => seen.add(circumstances()).size;
  expect(look()).toBe(1);
  expect(look()).toBe(1);
  world.endpoints('web', 2);
  expect(look()).toBe(2);
  const { gatewaySlices, owned } = world.caches;
  const [slice] = gatewaySlices.store.list() as [EndpointSlice];
  const newer = (resourceVersion: string) => ({ ...slice.metadata, resourceVersion });
  gatewaySlices.store.put({ ...slice, metadata: newer('2'), endpoints: [{ addresses: ['127.0.0.2'] }] });
  expect(look()).toBe(3);
  const routes = owned.find(({ resource }) => resource.kind === 'TCPRoute')?.cache.store;
  const [route] = (routes?.list() ?? []) as [Route];
  const later = { ...route.metadata, resourceVersion: '999998', generation: 7 };
  routes?.put({ ...route, metadata: later });
  expect(look()).toBe(4);
  routes?.put({ ...route, metadata: { ...later, resourceVersion: '999999' }, status: {} } as Route);
  expect(look()).toBe(5);
  expect(seen).not.toContain(undefined);
  world.endpoints('web', 0);
  expect(circumstances()).toBeUndefined();
});
