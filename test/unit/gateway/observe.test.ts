import { beforeEach, expect, it } from 'vitest';
import { observe } from '../../../src/gateway/observe.ts';
import type { PortStanding } from '../../../src/names/ports.ts';
import { openServiceOf, ruleOf, tcpRuleOf } from '../../support/rules.ts';
import { CONFIG, Simulation } from '../../support/simulation.ts';

let world: Simulation;

function rule(port: number, name: string, namespace = 'team') {
  return tcpRuleOf({ endPoint: { ip: '0.0.0.0', port } }, { name, namespace, uid: `${namespace}/${name}` });
}

beforeEach(() => {
  world = new Simulation({ config: { ...CONFIG, limits: { ports: 2 } } });
  world.team('other');
  world.service(openServiceOf('web'), openServiceOf('web', 'other'));
  world.rule(
    rule(30_000, 'mine'),
    rule(30_001, 'first', 'other'),
    rule(30_002, 'second', 'other'),
    rule(30_003, 'beyond', 'other'),
  );
  world.settle();
  world.rule(rule(30_004, 'waiting'));
});

it.each<[string, number, PortStanding]>([
  ['that a rule of the namespace has', 30_000, 'held'],
  ['that a rule of another team has', 30_001, 'refused'],
  ['that another team wants beyond its limits', 30_003, 'free'],
  ['that a rule of the namespace asks for', 30_004, 'wanted'],
  ['that nobody has', 30_009, 'free'],
])('the standing of a namespace to a port %s', (_, port, expected) => {
  expect(world.from.names.portStanding(port, 'team')).toBe(expected);
});

it('the ports left to a namespace are those of its limits without those that it has', () => {
  expect(['team', 'other'].map((namespace) => world.from.names.left('ports', namespace))).toEqual([1, 0]);
  expect(new Simulation().from.names.left('ports', 'team')).toBe(Number.POSITIVE_INFINITY);
});

it('an observation tells the claims that are granted, and leaves the index of names as it was', () => {
  const { claims } = world.from.names;
  const waiting = claims.get('team/waiting');
  expect(waiting).toMatchObject({ standing: false });
  expect(observe(world.from, 'team/waiting').granted).toEqual([waiting]);
  expect(claims.get('team/waiting')).toBe(waiting);
});

it('of more rules for one host and path than there is room for, the youngest are refused unseen', () => {
  const crowd = new Simulation();
  crowd.service(openServiceOf('web'));
  const names = Array.from({ length: 600 }, (_, index) => `r${String(index).padStart(3, '0')}`);
  crowd.rule(...names.toReversed().map((name) => ruleOf({ domainPath: '/a' }, { name })));
  const [group] = observe(crowd.from, 'team/r599').groups;
  expect(group).toMatchObject({ type: 'path', members: { length: 512 }, beyond: { length: 88 } });
  crowd.reconcile('team/r599');
  expect(crowd.conditions('r599')).toMatchObject({ Accepted: 'False NoRoom' });
  crowd.reconcile('team/r000');
  expect(crowd.conditions('r000')).toMatchObject({ Accepted: 'True Accepted' });
});
