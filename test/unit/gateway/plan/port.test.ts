import { beforeEach, describe, expect, it } from 'vitest';
import { openServiceOf, tcpRuleOf } from '../../../support/rules.ts';
import { NOW, Simulation } from '../../../support/simulation.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.team('other');
  for (const namespace of ['team', 'other']) {
    world.service(openServiceOf('web', namespace));
  }
});

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
