import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createControllerMetrics } from '../../../../src/controller/metrics.ts';
import { createProbeController } from '../../../../src/gateway/probe/controller.ts';
import { probeHash } from '../../../../src/gateway/probe/rule.ts';
import { keyOf } from '../../../../src/kube/object.ts';
import type { HttpRoute } from '../../../../src/objects/httproute.ts';
import { eventually } from '../../../support/eventually.ts';
import { silent } from '../../../support/log.ts';
import { probedWorld } from '../../../support/probe.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import type { Simulation } from '../../../support/simulation.ts';

/** A stand-in for one replica of a gateway, which serves routes once it has loaded them. */
class Replica {
  readonly #hashes = new Map<string, string>();
  readonly #server: Server;
  /** Questions that it answered at the same time at most. */
  most = 0;
  /** Whether it takes connections, and answers nothing. */
  stopped = false;
  /** Host for which it answers nothing. */
  slow: string | undefined;
  #running = 0;

  constructor() {
    this.#server = createServer(({ headers, url }, response) => {
      if (this.stopped || (this.slow !== undefined && headers.host === this.slow)) {
        return;
      }
      this.#running += 1;
      this.most = Math.max(this.most, this.#running);
      setImmediate(() => {
        this.#running -= 1;
        const hash = this.#hashes.get(headers.host ?? '');
        const location = `http://${hash}.probe.invalid${url}`;
        response.writeHead(hash === undefined ? 404 : 302, hash === undefined ? {} : { location }).end();
      });
    });
  }

  load(routes: readonly HttpRoute[]): void {
    for (const { spec } of routes) {
      this.#hashes.set(spec.hostnames[0] ?? '', probeHash(spec) ?? '');
    }
  }

  async listen(address: string, port = 0): Promise<number> {
    this.#server.listen(port, address);
    await once(this.#server, 'listening');
    onTestFinished(() => void this.#server.close());
    return (this.#server.address() as AddressInfo).port;
  }
}

const ADDRESSES = [{ value: '127.0.0.1' }];

/** Gives the gateway a listener at each of some ports of this machine. */
function listen(world: Simulation, ports: readonly number[], addresses = ADDRESSES): void {
  const listeners = ports.map((port) => ({ name: 'http', port, protocol: 'HTTP' as const }));
  world.gateway({
    spec: { gatewayClassName: 'engine', listeners },
    status: { addresses },
  });
}

/** A world with routes on a gateway at a port of this machine. */
function worldAt(port: number, rules: number): { readonly world: Simulation; readonly routes: HttpRoute[] } {
  const world = probedWorld();
  listen(world, [port]);
  world.service(openServiceOf('web'));
  for (let index = 0; index < rules; index += 1) {
    const name = `r${index}`;
    world.rule(ruleOf({ domainName: `${name}.example.com` }, { name }));
    world.reconcile(`team/${name}`);
  }
  return { world, routes: world.standing('HTTPRoute') as HttpRoute[] };
}

/** Runs the probe until the test ends; returns its queue and the names of routes with results. */
function probing(world: Simulation) {
  const results: string[] = [];
  const seconds: number[] = [];
  const priorities = new Set<string>();
  const { queue, ...controller } = startOf(world, results, seconds, priorities);
  const [stop, abandon] = [new AbortController(), new AbortController()];
  const ended = controller.run(stop.signal, abandon.signal);
  onTestFinished(async () => {
    stop.abort();
    abandon.abort();
    await ended;
  });
  return { queue, results, seconds, priorities };
}

function startOf(world: Simulation, results: string[], seconds: number[], priorities: Set<string>) {
  const controller = createProbeController(world.from, {
    log: silent,
    metrics: createControllerMetrics(new Registry()),
    onResult: ({ metadata }, priority) => {
      results.push(metadata.name);
      priorities.add(priority);
    },
    onServed: (each) => seconds.push(each),
  });
  return { queue: controller.queue, run: controller.run.bind(controller) };
}

function resultOf({ from }: Simulation, route: HttpRoute | undefined): string | undefined {
  return route && from.probes.stateOf(keyOf(route))?.result;
}

it('asks for many routes at once, again until they are served, and forgets those that are gone', async () => {
  const replica = new Replica();
  const { world, routes } = worldAt(await replica.listen('127.0.0.1'), 200);
  const { queue, results, seconds, priorities } = probing(world);
  const all = () => new Set(routes.map((route) => resultOf(world, route)));
  for (const route of routes) {
    world.from.probes.wrote(keyOf(route), performance.now());
    queue.add(keyOf(route));
  }
  await eventually(() => expect(all()).toEqual(new Set(['not-served'])));
  await eventually(() => expect(new Set(results).size).toBe(routes.length));
  expect([...priorities]).toEqual(['user']);
  replica.load(routes);
  await eventually(() => expect(all()).toEqual(new Set(['served'])));
  expect([...priorities]).toEqual(['user', 'report']);
  expect([new Set(results).size, seconds.length]).toEqual([routes.length, routes.length]);
  expect(replica.most).toBeLessThanOrEqual(15);
  const [first] = routes;
  const key = first === undefined ? '' : keyOf(first);
  world.caches.owned[0]?.cache.store.remove(key, '9999999');
  queue.add(key);
  await eventually(() => expect(resultOf(world, first)).toBeUndefined());
});

it('asks for routes that were written before one that is served', async () => {
  const replica = new Replica();
  const { world, routes } = worldAt(await replica.listen('127.0.0.1'), 10);
  replica.load(routes);
  const { queue, priorities } = probing(world);
  const keys = routes.map((route) => keyOf(route));
  for (const [index, key] of keys.entries()) {
    world.from.probes.wrote(key, index);
  }
  // Nothing else makes them due.
  queue.add(keys[8] ?? '');
  const results = () => routes.map((route) => resultOf(world, route));
  await eventually(() => expect(results()).toEqual([...Array<string>(9).fill('served'), undefined]));
  expect([...priorities]).toEqual(['report']);
});

it('asks for all routes when the gateway stops to answer for some', async () => {
  const replica = new Replica();
  const { world, routes } = worldAt(await replica.listen('127.0.0.1'), 20);
  const { queue } = probing(world);
  replica.load(routes);
  const failures = () => routes.map((route) => world.from.probes.stateOf(keyOf(route))?.failures);
  for (const route of routes) {
    queue.add(keyOf(route));
  }
  await eventually(() => expect(new Set(failures())).toEqual(new Set([0])));
  replica.stopped = true;
  for (const route of routes.slice(0, 3)) {
    queue.add(keyOf(route));
  }
  await eventually(() => expect(failures()).not.toContain(0));
});

it('learns of all routes of a namespace that the gateway stopped to answer, also without an allowance to ask', async () => {
  const replica = new Replica();
  // More than are asked for at once: the first ones use up the allowance of their namespace.
  const { world, routes } = worldAt(await replica.listen('127.0.0.1'), 40);
  replica.stopped = true;
  const { queue } = probing(world);
  for (const route of routes) {
    queue.add(keyOf(route));
  }
  await eventually(() => {
    const results = routes.map((route) => resultOf(world, route));
    expect(new Set(results)).toEqual(new Set(['silent']));
  });
});

it('counts what another process has seen: one answer that is late changes nothing', async () => {
  const replica = new Replica();
  const { world, routes } = worldAt(await replica.listen('127.0.0.1'), 40);
  for (const route of routes) {
    const asked = { hash: probeHash(route.spec) ?? '', result: 'served' } as const;
    world.from.probes.record(
      keyOf(route),
      { ...asked, backends: [{ backend: 'web:8080', answer: 'answered' }] },
      0,
    );
  }
  world.settle();
  for (const route of routes) {
    world.from.probes.forget(keyOf(route));
  }
  replica.load(routes);
  replica.stopped = true;
  const { queue } = probing(world);
  for (const route of routes) {
    queue.add(keyOf(route));
  }
  const states = () => routes.map((route) => world.from.probes.stateOf(keyOf(route)));
  await eventually(() => expect(states().every((state) => (state?.failures ?? 0) > 0)).toBe(true));
  expect(new Set(states().map((state) => state?.result))).toEqual(new Set(['served']));
  replica.stopped = false;
  await eventually(() => expect(states().every((state) => state?.failures === 0)).toBe(true));
  expect(new Set(states().map((state) => state?.result))).toEqual(new Set(['served']));
});

it('asks for the other routes of a namespace while slow ones have used up its allowance', async () => {
  const replica = new Replica();
  const { world, routes } = worldAt(await replica.listen('127.0.0.1'), 3);
  replica.load(routes);
  const [slow, ...others] = routes as [HttpRoute, ...HttpRoute[]];
  replica.slow = slow.spec.hostnames[0];
  const { queue } = probing(world);
  queue.add(keyOf(slow));
  await eventually(
    () => expect(world.from.probes.stateOf(keyOf(slow))?.failures).toBeGreaterThan(11),
    30_000,
  );
  for (const route of others) {
    queue.add(keyOf(route));
  }
  await eventually(() => expect(others.map((route) => resultOf(world, route))).toEqual(['served', 'served']));
});

it('asks for a route soon after its listener stands', async () => {
  const replica = new Replica();
  const port = await replica.listen('127.0.0.1');
  const { world, routes } = worldAt(port, 1);
  replica.load(routes);
  listen(world, []);
  const { queue } = probing(world);
  const [route] = routes;
  queue.add(route === undefined ? '' : keyOf(route));
  await eventually(() => expect(resultOf(world, route)).toBe('not-open'));
  listen(world, [port]);
  await eventually(() => expect(resultOf(world, route)).toBe('served'));
});

it('asks at once when the gateway gets its first address, since nothing was asked before', async () => {
  const replica = new Replica();
  const port = await replica.listen('127.0.0.1');
  const { world, routes } = worldAt(port, 1);
  replica.load(routes);
  listen(world, [port], []);
  const { queue } = probing(world);
  const [route] = routes;
  queue.add(route === undefined ? '' : keyOf(route));
  await eventually(() => expect(resultOf(world, route)).toBe('no-address'));
  await eventually(() => expect(queue.inFlight()).toEqual([]));
  const { gateways } = world.caches;
  for (const gateway of gateways.store.list()) {
    const metadata = { ...gateway.metadata, resourceVersion: '999999' };
    gateways.wrote({ ...gateway, metadata, status: { addresses: ADDRESSES } });
  }
  // A key that waits for its pace is not among those that are due.
  expect(queue.depthOf('background') + queue.inFlight().length).toBe(1);
  await eventually(() => expect(resultOf(world, route)).toBe('served'));
});

it('needs the answers of all replicas', async () => {
  const [one, other] = [new Replica(), new Replica()];
  const port = await one.listen('127.0.0.1');
  await other.listen('127.0.0.2', port);
  const { world, routes } = worldAt(80, 1);
  const metadata = { namespace: 'stoa-system', uid: 'gw', resourceVersion: '2', creationTimestamp: 't' };
  const ports = [{ name: 'web', port: 80 }];
  world.caches.gatewayServices.store.put({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { ...metadata, name: 'gw' }, spec: { ports } },
  });
  const labels = { 'kubernetes.io/service-name': 'gw' };
  world.caches.gatewaySlices.store.put({
    ...{
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, name: 'gw', labels },
    },
    endpoints: ['127.0.0.1', '127.0.0.2'].map((address) => ({ addresses: [address] })),
    ports: [{ name: 'web', port }],
  });
  one.load(routes);
  const { queue } = probing(world);
  const [route] = routes;
  queue.add(route === undefined ? '' : keyOf(route));
  await eventually(() => expect(resultOf(world, route)).toBe('not-served'));
  other.load(routes);
  await eventually(() => expect(resultOf(world, route)).toBe('served'));
});
