import { beforeEach, describe, expect, it } from 'vitest';
import { portsOf } from '../../../src/component/exposure.ts';
import type { ServicePort } from '../../../src/objects/core.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { ruleOf, serviceOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';

it.each<[ServicePort, string | undefined]>([
  [{ port: 80 }, undefined],
  [{ port: 80, name: 'http' }, undefined],
  [{ port: 80, appProtocol: 'http' }, 'http'],
  [{ port: 443 }, undefined],
  [{ port: 8443, name: 'https-api' }, undefined],
  [{ port: 443, name: 'https', appProtocol: 'http' }, 'http'],
  [{ port: 443, appProtocol: 'kubernetes.io/h2c' }, 'h2c'],
  [{ port: 80, appProtocol: 'https' }, 'https'],
  [{ port: 80, appProtocol: 'kubernetes.io/wss' }, 'https'],
  [{ port: 80, appProtocol: 'kubernetes.io/ws' }, 'ws'],
  [{ port: 80, appProtocol: 'grpc' }, 'other'],
])('the port %j declares %s', (port, declared) => {
  const [found] = portsOf({ services: [serviceOf('web', [port])], workloads: [] });
  expect(found?.declares).toBe(declared);
});

const TRAEFIK = 'traefik.io/gateway-controller';
const ENVOY = 'gateway.envoyproxy.io/gatewayclass-controller';
const NGINX = 'gateway.nginx.org/nginx-gateway-controller';
const OTHER = 'example.com/other';
const TIMEOUT = { configuration: { proxyConnectTimeout: 5 } };

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
});

function settle(port: Partial<ServicePort>, ...rules: readonly GatewayRule[]): void {
  world.service(serviceOf('web', [{ port: 8080, ...port }]));
  world.rule(...rules);
  world.settle();
}

describe('a protocol that the engine does not keep is named by the rule', () => {
  it.each<[string, string, string, Parameters<typeof ruleOf>[0], string]>([
    ['TLS on Envoy Gateway', ENVOY, 'https', {}, 'https'],
    ['TLS on NGINX Gateway Fabric', NGINX, 'kubernetes.io/wss', {}, 'https'],
    ['TLS with a timeout on Traefik', TRAEFIK, 'https', TIMEOUT, 'https'],
    ['TLS on another engine', OTHER, 'https', {}, 'https'],
    ['one of its own on Traefik', TRAEFIK, 'example.com/own', {}, 'other'],
    ['one of its own on Envoy Gateway', ENVOY, 'example.com/own', {}, 'other'],
  ])('%s', (_, engine, appProtocol, http, named) => {
    world.engine(engine, ['HTTPRouteBackendProtocolH2C']);
    settle({ appProtocol }, ruleOf({ whetherOpen: true, ...http }));
    expect(world.conditions('rule')).toMatchObject({ FullyExpressed: 'False FieldsNotExpressed' });
    expect(world.message('rule', 'FullyExpressed')).toContain(
      `spec.http.containerPort[appProtocol: ${named}]: `,
    );
  });
});

describe('a protocol that the engine keeps is not', () => {
  it.each<[string, string, string | undefined, Parameters<typeof ruleOf>[0]]>([
    ['HTTP/2 with a timeout on Traefik', TRAEFIK, 'kubernetes.io/h2c', TIMEOUT],
    ['TLS without one on Traefik', TRAEFIK, 'https', {}],
    ['HTTP/2 with a timeout on Envoy Gateway', ENVOY, 'kubernetes.io/h2c', TIMEOUT],
    ['HTTP/2 on NGINX Gateway Fabric', NGINX, 'kubernetes.io/h2c', TIMEOUT],
    ['WebSocket on Envoy Gateway', ENVOY, 'kubernetes.io/ws', {}],
    ['none on another engine', OTHER, undefined, {}],
  ])('%s', (_, engine, appProtocol, http) => {
    world.engine(engine);
    settle(appProtocol === undefined ? {} : { appProtocol }, ruleOf({ whetherOpen: true, ...http }));
    expect(world.message('rule', 'FullyExpressed')).not.toContain('containerPort');
  });
});

it.each([
  [['HTTPRouteBackendProtocolH2C'], 'True FieldsClaimed'],
  [['HTTPRouteMethodMatching'], 'False FieldsNotExpressed'],
  [undefined, 'Unknown FieldsNotTold'],
])('an engine without a dialect that claims %s has a port for HTTP/2 as %s', (claims, expected) => {
  world.engine(OTHER, claims);
  settle({ appProtocol: 'kubernetes.io/h2c' }, ruleOf({ whetherOpen: true }));
  expect(world.conditions('rule')).toMatchObject({ FullyExpressed: expected });
});

it('only the rule that leads to such a port is told, of those that share a host', () => {
  world.engine(ENVOY);
  world.service(serviceOf('other', [{ port: 8080 }]));
  const beside = { serviceId: 'other', whetherOpen: true, theWeight: 20 };
  settle({ appProtocol: 'https' }, ruleOf({ whetherOpen: true }), ruleOf(beside, { name: 'beside' }));
  expect(world.conditions('rule')).toMatchObject({ FullyExpressed: 'False FieldsNotExpressed' });
  expect(world.conditions('beside')).toMatchObject({ FullyExpressed: 'True FullyExpressed' });
});

it('a change of the protocol alone changes what Traefik is told', () => {
  world.engine(TRAEFIK);
  const schemes = () =>
    world
      .standing('TraefikService')
      .map((each) => (each as unknown as { spec: { weighted: { services: { scheme?: string }[] } } }).spec)
      .flatMap(({ weighted }) => weighted.services.map(({ scheme }) => scheme));
  settle({ appProtocol: 'kubernetes.io/h2c' }, ruleOf({ whetherOpen: true, ...TIMEOUT }));
  expect(schemes()).toEqual(['h2c']);
  settle({});
  expect(schemes()).toEqual(['http']);
  // Versions of Traefik guess TLS by these, in a TraefikService or in a route, too.
  settle({ port: 443, targetPort: 8080, name: 'https' });
  expect(schemes()).toEqual(['http']);
  world.rule(ruleOf({ whetherOpen: true }));
  world.settle();
  expect(schemes()).toEqual(['http']);
  settle({ port: 80, targetPort: 8080, name: 'http' });
  expect(schemes()).toEqual([]);
});

describe('a BackendTLSPolicy of another client', () => {
  /** The Services of the TraefikServices, and what their ServersTransports verify. */
  const told = () => ({
    services: world
      .standing('TraefikService')
      .map((each) => (each as unknown as { spec: { weighted: { services: object[] } } }).spec)
      .flatMap(({ weighted }) => weighted.services),
    verified: world.standing('ServersTransport').map((each) => (each as unknown as { spec: object }).spec),
  });

  it.each([
    ['for all ports', undefined, 'https'],
    ['for the port', 'main', 'https'],
    ['for another port', 'other', 'http'],
  ])('%s is in effect where a rule needs a TraefikService, too', (_, port, scheme) => {
    world.engine(TRAEFIK);
    world.foreignPolicy('web', 'internal-ca', port);
    settle({ name: 'main' }, ruleOf({ whetherOpen: true, ...TIMEOUT }));
    const { services, verified } = told();
    expect(services).toMatchObject([{ name: 'web', scheme }]);
    const verification = { serverName: 'web.internal', rootCAs: [{ configMap: 'internal-ca' }] };
    expect(verified).toMatchObject([scheme === 'https' ? verification : { forwardingTimeouts: {} }]);
  });

  it('leaves a rule without settings to the engine, and is not asked for by it', () => {
    world.engine(TRAEFIK);
    world.foreignPolicy('web', 'internal-ca');
    settle({ name: 'main' }, ruleOf({ whetherOpen: true }));
    expect(told()).toEqual({ services: [], verified: [] });
    expect(world.conditions('rule').FullyExpressed).toBe('True FullyExpressed');
  });

  it('gives way to the rule that states the protocol of the port', () => {
    world.engine(TRAEFIK);
    world.foreignPolicy('web', 'internal-ca');
    settle({}, ruleOf({ whetherOpen: true, ...TIMEOUT, policy: { backend: { protocol: 'h2c' } } }));
    expect(told().services).toMatchObject([{ scheme: 'h2c' }]);
  });
});
