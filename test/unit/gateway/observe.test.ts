import { beforeEach, expect, it } from 'vitest';
import { Budget, BudgetExceeded } from '../../../src/controller/budget.ts';
import { observe } from '../../../src/gateway/observe.ts';
import type { PortStanding } from '../../../src/names/ports.ts';
import { openServiceOf, tcpRuleOf } from '../../support/rules.ts';
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

it('an observation that is interrupted anywhere leaves the index of names as it was', () => {
  const many = Array.from({ length: 1_500 }, (_, index) => rule(30_005, `r${index}`));
  world.rule(...many);
  const { claims } = world.from.names;
  const before = many.map(({ metadata: { name } }) => claims.get(`team/${name}`));
  expect(before).not.toContain(undefined);
  let interrupted = 0;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      new Budget(1 + attempt / 4).run(() => observe(world.from, 'team/r0'));
    } catch (error) {
      expect(error).toBeInstanceOf(BudgetExceeded);
      interrupted += 1;
    }
  }
  expect(interrupted).toBeGreaterThan(0);
  expect(many.map(({ metadata: { name } }) => claims.get(`team/${name}`))).toEqual(before);
  for (const { metadata } of many) {
    claims.remove(`team/${metadata.name}`);
  }
  expect(claims.waitingIn('team').map(({ id }) => id)).toEqual(['team/waiting']);
});
