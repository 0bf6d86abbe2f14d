import { beforeEach, describe, expect, it } from 'vitest';
import { openServiceOf, ruleOf, tcpRuleOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.team('other');
  for (const namespace of ['team', 'other']) {
    world.service(openServiceOf('web', namespace));
  }
});

const OLD = '2025-01-01T00:00:00Z';
const httptohttps = [{ key: 'httptohttps', value: 'true' }];

describe('of two http rules that cannot both be', () => {
  const old = ruleOf({}, { name: 'old', creationTimestamp: OLD });

  it.each([
    ['the same target', old, ruleOf({ domainHeader: { a: '1' } }), 'Duplicate', 'team/old sends'],
    [
      'a host of another team',
      old,
      ruleOf({ domainPath: '/elsewhere' }, { namespace: 'other' }),
      'HostTaken',
      'belongs to the team of the older rule team/old',
    ],
    [
      'a redirect beside plain traffic',
      old,
      ruleOf({ serviceId: 'api', certificateId: 1, ruleExtensions: httptohttps }),
      'RedirectConflict',
      'httptohttps needs shop.example.com/ for itself',
    ],
    [
      'anything beside a redirect',
      ruleOf({ certificateId: 1, ruleExtensions: httptohttps }, { name: 'old', creationTimestamp: OLD }),
      ruleOf({ serviceId: 'api' }),
      'RedirectConflict',
      'team/old has shop.example.com/ for itself',
    ],
  ])('%s: the younger gives way and is told to which', (_, older, younger, reason, text) => {
    world.rule(younger, older);
    world.settle();
    const { namespace } = younger.metadata;
    expect(world.conditions('rule', namespace)).toMatchObject({ Ready: `False ${reason}` });
    expect(world.message('rule', 'Accepted', namespace)).toContain(text);
    expect(world.conditions('old')).toMatchObject({ Accepted: 'True Accepted' });
  });

  it.each([
    ['another path', ruleOf({ domainPath: '/api' })],
    ['https beside http', ruleOf({ certificateId: 1 })],
    ['another port', ruleOf({ containerPort: 81 })],
    ['a subdomain for another team', ruleOf({ domainName: 'a.shop.example.com' }, { namespace: 'other' })],
  ])('%s is no conflict', (_, younger) => {
    world.rule(younger, old);
    world.settle();
    expect(world.conditions('rule', younger.metadata.namespace)).toMatchObject({ Accepted: 'True Accepted' });
  });

  it('the younger takes over by itself when the older goes', () => {
    const younger = ruleOf({}, { namespace: 'other' });
    world.rule(younger, old);
    world.settle();
    world.remove(old);
    world.settle();
    expect(world.conditions('rule', 'other')).toMatchObject({ Ready: 'True Ready' });
  });

  it('made in the same second have one winner, whoever is looked at first', () => {
    const names = ['a', 'b', 'c'];
    const rules = names.map((name) => ruleOf({}, { name, uid: `uid-${name}` }));
    const winners = [names, names.toReversed()].map((order) => {
      const simulation = new Simulation();
      simulation.service(openServiceOf('web'));
      simulation.rule(...rules);
      simulation.settle(order.map((name) => `team/${name}`));
      return names.filter((name) => simulation.conditions(name).Ready === 'True Ready');
    });
    expect(winners).toEqual([['a'], ['a']]);
  });
});

describe('a tcp rule', () => {
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
      'taken by the older rule team/old; port 30002 is free',
    ],
    ['that another has at another address', { ip: '10.0.0.1', port: 30001 }, 'AddressTaken', 'team/old'],
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

  it('takes a port over when the older rule goes', () => {
    const younger = tcpRuleOf({ endPoint: { ip: '0.0.0.0', port: 30001 } }, { namespace: 'other' });
    world.rule(old, younger);
    world.settle();
    world.remove(old);
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

  it('for a UDP port has a UDP listener and route where the engine knows UDP, and none where it does not', () => {
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
