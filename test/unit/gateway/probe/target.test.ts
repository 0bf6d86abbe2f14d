import { expect, it } from 'vitest';
import { httpsListenerName } from '../../../../src/gateway/listeners/name.ts';
import { targetsOf } from '../../../../src/gateway/probe/target.ts';
import { gatewayView } from '../../../../src/gateway/sources.ts';
import type { Service, ServicePort } from '../../../../src/objects/core.ts';
import type { EndpointSlice } from '../../../../src/objects/endpointslice.ts';
import type { Gateway } from '../../../../src/objects/gatewayapi.ts';
import { probedWorld } from '../../../support/probe.ts';
import { openServiceOf, ruleOf, secretOf } from '../../../support/rules.ts';
import { CONFIG, Simulation, WITH_SETS } from '../../../support/simulation.ts';

/** Places of the gateway, by all that may say so. */
interface Places {
  readonly configured?: string;
  readonly services?: readonly Service[];
  readonly slices?: readonly EndpointSlice[];
  readonly reported?: readonly string[];
}

function targets({ configured, services = [], slices = [], reported = [] }: Places, listener = 'http') {
  const world = probedWorld();
  const listeners: Gateway['spec']['listeners'] = [
    { name: 'http', port: 80, protocol: 'HTTP' },
    { name: 'secure', port: 8443, protocol: 'HTTPS' },
  ];
  const status = { addresses: reported.map((value) => ({ value })) };
  world.gateway({ spec: { gatewayClassName: 'engine', listeners }, status });
  const view = gatewayView(world.from);
  const config = { ...view.config, probe: { mode: 'auto', address: configured } as const };
  return targetsOf({ ...view, services, slices, config }, listener)?.map(
    ({ address, port, secure }) => `${secure ? 'https' : 'http'} ${address} ${port}`,
  );
}

function metadata(name: string, labels = {}) {
  return { name, namespace: 'stoa-system', uid: name, resourceVersion: '1', creationTimestamp: 't', labels };
}

function serviceOf(...ports: readonly ServicePort[]): Service {
  return { apiVersion: 'v1', kind: 'Service', metadata: metadata('gw'), spec: { ports } };
}

function sliceOf(
  addresses: readonly string[],
  ports: EndpointSlice['ports'],
  { ready, service = 'gw' }: { readonly ready?: boolean; readonly service?: string } = {},
): EndpointSlice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: metadata('slice', { 'kubernetes.io/service-name': service }),
    endpoints: addresses.map((address) => ({
      addresses: [address],
      conditions: ready === undefined ? {} : { ready },
    })),
    ports: ports ?? null,
  };
}

const named = { services: [serviceOf({ name: 'web', port: 80 })] };
const WEB = [{ name: 'web', port: 10_080 }];

it.each<[string, Places, readonly string[]]>([
  [
    'the addresses that the engine reports',
    { reported: ['192.0.2.1', 'gw.example.com'] },
    ['http 192.0.2.1 80', 'http gw.example.com 80'],
  ],
  ['nobody where nothing says where the gateway is', {}, []],
  ['nobody for an address without a value', { reported: [''] }, []],
  [
    'the replicas behind the port of the Service, in order',
    { ...named, slices: [sliceOf(['10.0.0.2', '10.0.0.1'], WEB)], reported: ['192.0.2.1'] },
    ['http 10.0.0.1 10080', 'http 10.0.0.2 10080'],
  ],
  [
    'the replicas behind the only port without a name',
    { services: [serviceOf({ port: 80 })], slices: [sliceOf(['10.0.0.1'], [{ name: '', port: 8080 }])] },
    ['http 10.0.0.1 8080'],
  ],
  [
    'the replicas at the same port where the Service has another',
    {
      services: [serviceOf({ name: 'web', port: 8000 })],
      slices: [sliceOf(['10.0.0.1'], [{ name: 'web', port: 80 }])],
    },
    ['http 10.0.0.1 80'],
  ],
  [
    'what the engine reports where no replica is ready',
    { ...named, slices: [sliceOf(['10.0.0.1'], WEB, { ready: false })], reported: ['192.0.2.1'] },
    ['http 192.0.2.1 80'],
  ],
  [
    'what the engine reports where the replicas are those of another Service',
    { ...named, slices: [sliceOf(['10.0.0.1'], WEB, { service: 'other' })], reported: ['192.0.2.1'] },
    ['http 192.0.2.1 80'],
  ],
  [
    'the address of the configuration instead of all',
    { configured: '10.9.9.9', ...named, slices: [sliceOf(['10.0.0.1'], WEB)], reported: ['192.0.2.1'] },
    ['http 10.9.9.9 80'],
  ],
])('asks %s', (_, places, expected) => {
  expect(targets(places)).toEqual(expected);
});

it('asks at the port of the listener, by TLS where it does', () => {
  expect(targets({ reported: ['192.0.2.1'] }, 'secure')).toEqual(['https 192.0.2.1 8443']);
});

it('asks at the port of a listener in a ListenerSet', () => {
  const world = new Simulation({ config: { ...CONFIG, probe: { mode: 'auto' } }, served: WITH_SETS });
  world.engine('gateway.envoyproxy.io/gatewayclass-controller');
  world.service(openServiceOf('web'));
  world.secret(secretOf(1, ['shop.example.com']));
  world.rule(ruleOf({ certificateId: 1 }));
  world.settle();
  const view = gatewayView(world.from);
  expect(view.sets.use).toBe('used');
  const config = { ...view.config, probe: { mode: 'auto', address: '192.0.2.1' } as const };
  expect(targetsOf({ ...view, config }, httpsListenerName('shop.example.com'))).toEqual([
    { address: '192.0.2.1', port: 443, secure: true },
  ]);
});

it('waits where the gateway has a Service, and no replica has the port of a new listener yet', () => {
  const slices = [sliceOf(['10.0.0.1'], WEB)];
  expect(targets({ ...named, slices }, 'secure')).toBeUndefined();
  expect(targets({ ...named, slices, reported: ['192.0.2.1'] }, 'secure')).toEqual(['https 192.0.2.1 8443']);
});

it('asks nobody for a listener that does not exist, and at most 16 addresses', () => {
  expect(targets({ reported: ['192.0.2.1'] }, 'other')).toBeUndefined();
  const many = Array.from({ length: 40 }, (_, index) => `192.0.2.${index}`);
  expect(targets({ reported: many })).toHaveLength(16);
});
