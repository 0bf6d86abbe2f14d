import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf, type ObjectMeta } from '../../../../src/kube/object.ts';
import type { GatewayListener } from '../../../../src/objects/gatewayapi.ts';
import type { GatewayRule } from '../../../../src/objects/stoa.ts';
import { openServiceOf, serviceOf, tcpRuleOf } from '../../../support/rules.ts';
import { NOW, Simulation } from '../../../support/simulation.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.team('other');
  for (const namespace of ['team', 'other']) {
    world.service(openServiceOf('web', namespace));
  }
});

const TRANSPORTS = ['TCP', 'UDP'] as const;

function ownersOf({ ownerReferences = [] }: ObjectMeta): readonly string[] {
  return ownerReferences.map(({ name }) => name);
}

const OLD = '2025-01-01T00:00:00Z';

describe('a TCP rule', () => {
  const old = tcpRuleOf(
    { endPoint: { ip: '0.0.0.0', port: 30001 } },
    { name: 'old', creationTimestamp: OLD },
  );

  it('has a listener and a route for its port', () => {
    world.rule(tcpRuleOf());
    world.settle();
    expect(world.conditions('rule')).toMatchObject({
      Ready: 'True Ready',
      FullyExpressed: 'True FullyExpressed',
    });
    expect(world.standing('TCPRoute')).toMatchObject([
      {
        metadata: { name: 'tcp-30000', ownerReferences: [{ name: 'rule' }] },
        spec: {
          parentRefs: [{ sectionName: 'stoa-tcp-30000' }],
          rules: [{ backendRefs: [{ name: 'web', port: 8080 }] }],
        },
      },
    ]);
    expect(world.caches.gateways.store.list()[0]?.spec.listeners).toMatchObject([
      { name: 'http' },
      { name: 'stoa-tcp-30000', port: 30000, protocol: 'TCP' },
    ]);
  });

  it.each([
    [
      'that another has',
      { ip: '0.0.0.0', port: 30001 },
      'AddressTaken',
      'a name that another team has: use another name, or ask the platform team; port 30002 is free',
    ],
    [
      'that another has at another address',
      { ip: '10.0.0.1', port: 30001 },
      'AddressTaken',
      'another team has',
    ],
    ['of the Gateway itself', { ip: '0.0.0.0', port: 80 }, 'AddressTaken', "the Gateway's listener http"],
    ['that is not offered', { ip: '0.0.0.0', port: 4000 }, 'PortNotOffered', ': 30000-30009'],
  ])('for a port %s is refused before the engine sees it', (_, endPoint, reason, text) => {
    world.rule(old, tcpRuleOf({ endPoint }, { namespace: 'other' }));
    world.settle();
    expect(world.conditions('rule', 'other')).toMatchObject({ Ready: `False ${reason}` });
    expect(world.message('rule', 'Accepted', 'other')).toContain(text);
    expect(world.standing('TCPRoute')).toHaveLength(1);
    expect(world.conditions('old')).toMatchObject({ Ready: 'True Ready' });
  });

  it('takes a port over when the older rule has been gone for a while', () => {
    const younger = tcpRuleOf({ endPoint: { ip: '0.0.0.0', port: 30001 } }, { namespace: 'other' });
    world.rule(old, younger);
    world.settle();
    world.remove(old);
    world.settle();
    expect(world.message('rule', 'Accepted', 'other')).toContain('stays with the team that had it until');
    world.now = new Date(NOW.getTime() + 3_600_000);
    world.settle();
    expect(world.conditions('rule', 'other')).toMatchObject({ Ready: 'True Ready' });
  });

  it('leaves neither route nor listener when it goes elsewhere', () => {
    world.rule(tcpRuleOf());
    world.settle();
    world.rule(tcpRuleOf({ endPoint: { ip: '0.0.0.0', port: 30005 } }, { generation: 2 }));
    world.settle();
    expect(world.standing('TCPRoute').map(({ metadata }) => metadata.name)).toEqual(['tcp-30005']);
    const listeners = world.caches.gateways.store.list()[0]?.spec.listeners ?? [];
    expect(listeners.map(({ name }) => name)).toEqual(['http', 'stoa-tcp-30005']);
  });

  it('for a UDP port has a UDP listener and route where the engine supports UDP, and none where it does not', () => {
    const web = openServiceOf('web');
    world.service({ ...web, spec: { ports: [{ port: 8080, protocol: 'UDP' }] } });
    world.rule(tcpRuleOf());
    world.settle();
    expect(world.standing('UDPRoute')).toMatchObject([
      { spec: { parentRefs: [{ sectionName: 'stoa-udp-30000' }] } },
    ]);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    world.engine('traefik.io/gateway-controller');
    world.settle();
    expect(world.standing('UDPRoute')).toEqual([]);
    expect(world.caches.gateways.store.list()[0]?.spec.listeners).toHaveLength(1);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False NotSupported' });
  });

  describe('beside one for the other transport of its port', () => {
    const dns = [
      { port: 53, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
    ];
    const both = TRANSPORTS.map((transport, index) =>
      tcpRuleOf(
        { serviceId: 'dns', containerPort: 53, transport },
        { name: transport.toLowerCase(), creationTimestamp: `2026-01-0${index + 1}T00:00:00Z` },
      ),
    );

    const served = () => [
      ...world.standing('TCPRoute').map(({ kind, metadata }) => [kind, ownersOf(metadata)]),
      ...world.standing('UDPRoute').map(({ kind, metadata }) => [kind, ownersOf(metadata)]),
    ];
    const listeners = () =>
      world.caches.gateways.store.list()[0]?.spec.listeners.map(({ protocol, port }) => [protocol, port]);

    it('has a route and a listener of its own', () => {
      world.service(serviceOf('dns', dns));
      world.rule(...both);
      world.settle();
      for (const name of ['tcp', 'udp']) {
        expect(world.conditions(name)).toMatchObject({ Ready: 'True Ready' });
      }
      expect(served()).toEqual([
        ['TCPRoute', ['tcp']],
        ['UDPRoute', ['udp']],
      ]);
      expect(listeners()).toEqual([
        ['HTTP', 80],
        ['TCP', 30000],
        ['UDP', 30000],
      ]);
    });

    it('keeps its own when the other one goes', () => {
      world.service(serviceOf('dns', dns));
      world.rule(...both);
      world.settle();
      world.remove(both[0] as GatewayRule);
      world.settle();
      expect(served()).toEqual([['UDPRoute', ['udp']]]);
      expect(listeners()).toEqual([
        ['HTTP', 80],
        ['UDP', 30000],
      ]);
    });

    it('is ready where the engine serves no UDP, while the other says so', () => {
      world.engine('traefik.io/gateway-controller');
      world.service(serviceOf('dns', dns));
      world.rule(...both);
      world.settle();
      expect(world.conditions('tcp')).toMatchObject({ Ready: 'True Ready' });
      expect(world.conditions('udp')).toMatchObject({ Ready: 'False NotSupported' });
      expect(world.message('udp', 'Programmed')).toContain('Traefik serves no UDP');
      expect(served()).toEqual([['TCPRoute', ['tcp']]]);
    });

    it('has the transport of its component’s port where it states none', () => {
      world.service(
        serviceOf('a', [{ port: 8080 }]),
        serviceOf('b', [{ port: 8080, protocol: 'UDP' }]),
        serviceOf('c', [{ port: 8080, protocol: 'UDP' }]),
      );
      world.rule(
        ...['a', 'b', 'c'].map((name, index) =>
          tcpRuleOf({ serviceId: name }, { name, creationTimestamp: `2026-01-0${index + 1}T00:00:00Z` }),
        ),
      );
      world.settle();
      expect(served()).toEqual([
        ['TCPRoute', ['a']],
        ['UDPRoute', ['b']],
      ]);
      expect(world.conditions('c')).toMatchObject({ Ready: 'False AddressTaken' });
      expect(world.message('c', 'Accepted')).toContain('30000 is taken by the older rule team/b');
    });

    it('belongs to the same team: a port has one, whatever its transports', () => {
      world.service({
        ...serviceOf('dns', dns),
        metadata: { ...serviceOf('dns', dns).metadata, namespace: 'other' },
      });
      world.service(serviceOf('dns', dns));
      world.rule(...both.slice(0, 1));
      world.settle();
      const theirs = tcpRuleOf(
        { serviceId: 'dns', containerPort: 53, transport: 'UDP' },
        { name: 'udp', namespace: 'other' },
      );
      world.rule(theirs);
      world.settle();
      expect(world.conditions('udp', 'other')).toMatchObject({ Ready: 'False AddressTaken' });
      expect(served()).toEqual([['TCPRoute', ['tcp']]]);
    });
  });

  it('that states a transport which its component’s port does not have says so', () => {
    world.rule(tcpRuleOf({ transport: 'UDP' }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotFound' });
    expect(world.message('rule', 'ResolvedRefs')).toContain('has no port 8080/UDP; it has 8080');
  });

  it('names an address that a Gateway cannot listen at alone, and extensions', () => {
    const ruleExtensions = [{ key: 'any', value: 'thing' }];
    world.rule(tcpRuleOf({ endPoint: { ip: '10.0.0.1', port: 30000 }, ruleExtensions }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({
      Ready: 'True Ready',
      FullyExpressed: 'False FieldsNotExpressed',
    });
    const message = world.message('rule', 'FullyExpressed');
    expect(message).toContain('spec.tcp.endPoint.ip');
    expect(message).toContain('spec.tcp.ruleExtensions[any]');
  });
});

describe('TCP rules of two teams', () => {
  const SERVICES = {
    tcp: [{ port: 8080 }],
    udp: [{ port: 8080, protocol: 'UDP' }],
    both: [
      { port: 8080, protocol: 'UDP' },
      { port: 8080, protocol: 'TCP' },
    ],
  } as const;

  const rules = fc
    .array(
      fc.record({
        serviceId: fc.constantFrom(...Object.keys(SERVICES)),
        transport: fc.option(fc.constantFrom(...TRANSPORTS), { nil: undefined }),
        port: fc.constantFrom(30000, 30001),
        namespace: fc.constantFrom('team', 'other'),
        age: fc.nat(3),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((entries) =>
      entries.map(({ serviceId, transport, port, namespace, age }, index) =>
        tcpRuleOf(
          {
            serviceId,
            endPoint: { ip: '0.0.0.0', port },
            ...(transport === undefined ? {} : { transport }),
          },
          { name: `r${index}`, namespace, creationTimestamp: `202${age}-01-01T00:00:00Z` },
        ),
      ),
    );

  function settled(list: readonly GatewayRule[], order: readonly string[]): Simulation {
    const simulation = new Simulation();
    simulation.team('other');
    for (const namespace of ['team', 'other']) {
      for (const [name, ports] of Object.entries(SERVICES)) {
        const service = serviceOf(name, ports);
        simulation.service({ ...service, metadata: { ...service.metadata, namespace } });
      }
    }
    simulation.rule(...list);
    simulation.settle(order);
    return simulation;
  }

  function ready(simulation: Simulation): readonly GatewayRule[] {
    return simulation.caches.rules.store
      .list()
      .filter(({ metadata: { name, namespace } }) =>
        simulation.conditions(name, namespace).Ready?.startsWith('True'),
      );
  }

  const portOf = ({ spec }: GatewayRule) => spec.tcp?.endPoint.port;

  function transportIn({ spec: { tcp } }: GatewayRule): string | undefined {
    return tcp?.transport ?? (tcp?.serviceId === 'tcp' ? 'TCP' : 'UDP');
  }

  it('have one owner for each port and transport, and a port has one team', () => {
    fc.assert(
      fc.property(rules, fc.infiniteStream(fc.nat(1000)), (list, numbers) => {
        const keys = list.map(keyOf);
        const shuffled = keys
          .map((key) => ({ key, at: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ key }) => key);
        const simulation = settled(list, shuffled);
        const winners = ready(simulation);
        const places = winners.map((rule) => `${portOf(rule)}/${transportIn(rule)}`);
        expect(new Set(places).size).toBe(places.length);
        for (const [, ofPort] of Map.groupBy(winners, portOf)) {
          expect(new Set(ofPort.map(({ metadata }) => metadata.namespace)).size).toBe(1);
        }
        const listeners: readonly GatewayListener[] =
          simulation.caches.gateways.store.list()[0]?.spec.listeners ?? [];
        expect(
          listeners.flatMap(({ port, protocol }) => (port === 80 ? [] : [`${port}/${protocol}`])).toSorted(),
        ).toEqual(places.toSorted());
        simulation.writes.length = 0;
        simulation.settle();
        expect(simulation.writes).toEqual([]);
      }),
    );
  });

  it('of one team for both transports of a port are both ready', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['team/r0', 'team/r1'], { minLength: 2 }), fc.nat(3), (order, age) => {
        const pair = TRANSPORTS.map((transport, index) =>
          tcpRuleOf(
            { serviceId: 'both', transport },
            { name: `r${index}`, creationTimestamp: `202${index === 0 ? age : 1}-01-01T00:00:00Z` },
          ),
        );
        expect(ready(settled(pair, order))).toHaveLength(2);
      }),
    );
  });
});
