import { expect, it } from 'vitest';
import { offeredPorts } from '../../../src/gateway/offeredports.ts';
import { gatewayView } from '../../../src/gateway/sources.ts';
import { DEFAULT_PORTS, isOffered } from '../../../src/names/ports.ts';
import { serviceOf, tcpRuleOf } from '../../support/rules.ts';
import { CONFIG, Simulation } from '../../support/simulation.ts';

const UNSET = { ...CONFIG, tcp: {} };
const ENVOY = 'gateway.envoyproxy.io/gatewayclass-controller';
const NGINX = 'gateway.nginx.org/nginx-gateway-controller';
const TRAEFIK = 'traefik.io/gateway-controller';

/** A gateway of an engine with a rule for a port. */
function serving(engine: string, port: number, config = UNSET): Simulation {
  const world = new Simulation({ config });
  world.engine(engine);
  world.service(serviceOf('web', [{ port: 8080 }]));
  world.rule(tcpRuleOf({ endPoint: { ip: '0.0.0.0', port } }));
  world.settle();
  return world;
}

it.each([
  [ENVOY, 20_000],
  [ENVOY, 20_999],
  [NGINX, 20_500],
])('without a setting, %s offers port %i', (engine, port) => {
  expect(serving(engine, port).conditions('rule')).toMatchObject({ Ready: 'True Ready' });
});

it.each([
  [
    'another port of an engine that opens ports',
    ENVOY,
    30_000,
    'offers by default: 20000-20999; gateway.tcp.ports',
  ],
  [
    'a port of Traefik',
    TRAEFIK,
    20_000,
    'Traefik listens at its entry points only: it needs one for each port',
  ],
  [
    'a port of an engine that Stoa does not know',
    'example.com/engine',
    20_000,
    'list them in gateway.tcp.ports',
  ],
])('without a setting, %s is refused with the way out', (_, engine, port, text) => {
  const world = serving(engine, port);
  expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotOffered' });
  expect(world.message('rule', 'Accepted')).toContain(text);
  expect(world.standing('TCPRoute')).toEqual([]);
});

it.each([ENVOY, TRAEFIK])('a setting counts before what %s offers by default', (engine) => {
  const configured = { ...CONFIG, tcp: { ports: [{ from: 30_000, to: 30_000 }] } };
  expect(serving(engine, 30_000, configured).conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  expect(serving(engine, 20_000, configured).conditions('rule')).toMatchObject({
    Ready: 'False PortNotOffered',
  });
  expect(serving(engine, 20_000, { ...CONFIG, tcp: { ports: [] } }).message('rule', 'Accepted')).toContain(
    ': none',
  );
});

it.each([
  [ENVOY, [10_080, 10_443, 19_000, 19_001, 19_002, 19_003], '10080, 10443, 19000-19003'],
  [NGINX, [8081, 9113], '8081, 9113'],
  [TRAEFIK, [8080, 9100], '8080, 9100'],
])('no setting offers the ports that %s has for itself', (engine, ports, text) => {
  const wide = { ...CONFIG, tcp: { ports: [{ from: 1, to: 65_535 }] } };
  for (const port of ports) {
    const world = serving(engine, port, wide);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotOffered' });
    expect(world.message('rule', 'Accepted')).toContain(`; its engine has ${text} for itself`);
    expect(world.standing('TCPRoute')).toEqual([]);
  }
  expect(serving(engine, 9000, wide).conditions('rule')).toMatchObject({ Ready: 'True Ready' });
});

it('a rule keeps its port while there is no Gateway', () => {
  const view = { ...gatewayView(new Simulation({ config: UNSET, bare: true }).from) };
  expect(offeredPorts(view)).toEqual(DEFAULT_PORTS);
});

it('the default ports are none that nodes, NodePorts, clients or the engines use', () => {
  const nodes = [22, 53, 80, 443, 2379, 2380, 6443, 10_250, 10_256, 10_257, 10_259];
  const engines = [8081, 9113, 10_080, 10_443, 19_000, 19_001, 19_002, 19_003];
  const nodePorts = Array.from({ length: 2_768 }, (_, index) => 30_000 + index);
  const ephemeral = [32_768, 60_999];
  const used = [...nodes, ...engines, ...nodePorts, ...ephemeral];
  expect(used.filter((port) => isOffered(port, DEFAULT_PORTS))).toEqual([]);
});
