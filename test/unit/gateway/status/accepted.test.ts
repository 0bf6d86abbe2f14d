import { beforeEach, describe, expect, it } from 'vitest';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
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
const httptohttps = [{ key: 'httptohttps', value: 'true' }];

describe('of two HTTP rules in conflict', () => {
  const old = ruleOf({}, { name: 'old', creationTimestamp: OLD });

  it.each([
    ['the same target', old, ruleOf({ theWeight: 1 }), 'Duplicate', 'team/old sends'],
    [
      'a host of another team',
      old,
      ruleOf({ domainPath: '/elsewhere' }, { namespace: 'other' }),
      'HostTaken',
      'shop.example.com is, or overlaps, a name that another team has',
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
  ])('%s: the younger gives way and names the older', (_, older, younger, reason, text) => {
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

  it('the younger takes over by itself when the older has been gone for a while', () => {
    const younger = ruleOf({}, { namespace: 'other' });
    world.rule(younger, old);
    world.settle();
    world.remove(old);
    world.settle();
    expect(world.conditions('rule', 'other')).toMatchObject({ Ready: 'False NameKept' });
    world.now = new Date(NOW.getTime() + 3_600_000);
    world.settle();
    expect(world.conditions('rule', 'other')).toMatchObject({ Ready: 'True Ready' });
  });

  it('made in the same second have one winner, whichever is reconciled first', () => {
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
