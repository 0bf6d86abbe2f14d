import { beforeEach, expect, it } from 'vitest';
import type { ConfigMap } from '../../../../src/objects/core.ts';
import type { GatewayRule } from '../../../../src/objects/stoa.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import { CONFIG, NOW, Simulation } from '../../../support/simulation.ts';

const HOUR_MS = 3_600_000;

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.team('other');
  world.service(openServiceOf('web'), openServiceOf('web', 'other'));
});

/** The content of the ConfigMap that an earlier process wrote. */
function earlier(data: Readonly<Record<string, string>>): void {
  const metadata = { ...CONFIG.ledger, uid: 'ledger', resourceVersion: '1', creationTimestamp: 't' };
  const ledger: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
  world.caches.ledgers.store.put(ledger);
}

const names = () => world.from.register.kept().map(({ namespace, name }) => `${namespace} ${name}`);

it('keeps the name of a rule that is renamed, from the moment on at which its spec is another', () => {
  world.rule(ruleOf());
  world.settle();
  const renamed: GatewayRule = {
    ...world.stored('rule'),
    spec: ruleOf({ domainName: 'new.example.com' }).spec,
  };
  world.rule(renamed, ruleOf({}, { name: 'waiting', namespace: 'other' }));
  expect(names()).toEqual(['team shop.example.com']);
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  expect(world.conditions('waiting', 'other')).toMatchObject({ Ready: 'False NameKept' });
});

it('keeps nothing that another rule of the team has, or that the team has again', () => {
  const second = ruleOf({ domainPath: '/api' }, { name: 'second' });
  world.rule(ruleOf(), second);
  world.settle();
  world.remove(world.stored('rule'));
  expect(names()).toEqual([]);
  world.remove(world.stored('second'));
  expect(names()).toEqual(['team shop.example.com']);
  world.rule(ruleOf({}, { name: 'restored' }));
  world.settle();
  expect(names()).toEqual([]);
});

it('keeps nothing of a rule that was never accepted', () => {
  world.rule(
    ruleOf(),
    ruleOf({}, { name: 'late', namespace: 'other', creationTimestamp: '2026-02-01T00:00:00Z' }),
  );
  world.settle();
  world.remove(world.stored('late', 'other'));
  expect(names()).toEqual([]);
});

it('keeps nothing for a team whose Namespace is being deleted', () => {
  world.rule(ruleOf(), ruleOf({ domainName: 'old.example.com' }, { name: 'old' }));
  world.settle();
  world.remove(world.stored('old'));
  expect(names()).toEqual(['team old.example.com']);
  world.team('team', { deletionTimestamp: '2026-06-01T12:00:00Z' });
  expect(names()).toEqual([]);
  world.remove(world.stored('rule'));
  expect(names()).toEqual([]);
});

it('keeps what an earlier process kept, until its time is over', () => {
  earlier({ other: `shop.example.com ${new Date(NOW.getTime() + HOUR_MS).toISOString()}` });
  world.rule(ruleOf());
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ Accepted: 'False NameKept' });
  world.now = new Date(NOW.getTime() + HOUR_MS);
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  expect(names()).toEqual([]);
});

it('keeps the old name of a rule that was renamed while no process ran', () => {
  world.rule({ ...ruleOf({ domainName: 'new.example.com' }), status: { name: 'shop.example.com' } });
  expect(names()).toEqual(['team shop.example.com']);
});

const DELETED = { deletionTimestamp: '2026-06-01T11:00:00Z' };

/** A rule that is being deleted, and that its owner keeps and points at a host. */
function inDeletion(domainName: string): GatewayRule {
  const rule = ruleOf({ domainName });
  return { ...rule, metadata: { ...rule.metadata, ...DELETED } };
}

it('keeps nothing for a rule in deletion that its owner points at another host', () => {
  world.rule(ruleOf());
  world.settle();
  const stored = world.stored('rule');
  world.rule({ ...stored, metadata: { ...stored.metadata, ...DELETED } });
  world.settle();
  expect(names()).toEqual(['team shop.example.com']);
  world.rule({ ...world.stored('rule'), spec: ruleOf({ domainName: '*.com' }).spec });
  world.settle();
  expect(world.conditions('rule')).toMatchObject({
    Accepted: 'False BeingDeleted',
    Ready: 'False BeingDeleted',
  });
  expect(world.stored('rule').status).not.toHaveProperty('name');
  world.remove(world.stored('rule'));
  expect(names()).toEqual(['team shop.example.com']);
});

it.each(['*.com', 'brand-new.com'])('keeps nothing that a rule in deletion had: %s', (host) => {
  world.rule({ ...inDeletion(host), status: { name: host } });
  world.rule(ruleOf({ domainName: 'brand-new.com' }, { name: 'late', namespace: 'other' }));
  world.settle();
  expect(names()).toEqual([]);
  expect(world.conditions('late', 'other')).toMatchObject({ Ready: 'True Ready' });
});

it('tells of changes of what is kept', () => {
  let told = 0;
  world.from.register.onReleased(() => {
    told += 1;
  });
  world.rule(ruleOf());
  world.settle();
  expect(told).toBe(0);
  world.remove(world.stored('rule'));
  expect(told).toBe(1);
});

it('grants no name twice, and no more names than a limit allows, before a status says so', () => {
  const named = (name: string) => ruleOf({ domainName: `${name}.example.com` }, { name });
  const limited = new Simulation({ config: { ...CONFIG, limits: { hosts: 1 } } });
  limited.team('other');
  const first = named('seen-first');
  const older = named('older');
  const thief = ruleOf({ domainName: 'seen-first.example.com' }, { name: 'a-thief', namespace: 'other' });
  limited.rule(first);
  const { names: state } = limited.from;
  const decisions = state.decisions();
  expect(decisions.decide(first)).toEqual({ type: 'granted' });
  state.grant(decisions.granted);
  limited.rule(older, thief);
  expect(state.decisions().decide(thief)).toMatchObject({ refusal: { type: 'held' } });
  expect(state.decisions().decide(older)).toMatchObject({ refusal: { type: 'limit' } });
});

it('grants nothing before a decision has ended, but counts it in the rest of the decision', () => {
  const limited = new Simulation({ config: { ...CONFIG, limits: { hosts: 1 } } });
  const [one, two] = ['one', 'two'].map((name) => ruleOf({ domainName: `${name}.example.com` }, { name }));
  limited.rule(one ?? ruleOf(), two ?? ruleOf());
  const { names: state } = limited.from;
  const decisions = state.decisions();
  expect(decisions.decide(one ?? ruleOf())).toEqual({ type: 'granted' });
  expect(decisions.decide(two ?? ruleOf())).toMatchObject({ refusal: { type: 'limit' } });
  expect(state.claims.holdingsOf('team')).toMatchObject({ hosts: 0 });
  state.grant(decisions.granted);
  expect(state.claims.holdingsOf('team')).toMatchObject({ hosts: 1 });
});

it('grants nothing to a rule that has changed since it was decided on', () => {
  world.rule(ruleOf());
  const { names: state } = world.from;
  const decisions = state.decisions();
  decisions.decide(world.stored('rule'));
  world.rule({ ...world.stored('rule'), spec: ruleOf({ domainName: 'new.example.com' }).spec });
  state.grant(decisions.granted);
  expect(state.claims.get('team/rule')).toMatchObject({ name: 'new.example.com', standing: false });
});

it('keeps no more for a team than its limits leave, the latest first', () => {
  const limited = new Simulation({ config: { ...CONFIG, limits: { hosts: 2 } } });
  limited.service(openServiceOf('web'));
  const hosts = ['one', 'two', 'three'].map((name) =>
    ruleOf({ domainName: `${name}.example.com` }, { name }),
  );
  for (const [minute, rule] of hosts.entries()) {
    limited.now = new Date(NOW.getTime() + minute * 60_000);
    limited.rule(rule);
    limited.settle();
    expect(limited.conditions(rule.metadata.name)).toMatchObject({ Ready: 'True Ready' });
    limited.remove(limited.stored(rule.metadata.name));
  }
  const kept = () => limited.from.register.kept().map(({ name }) => name);
  expect(kept()).toEqual(['three.example.com', 'two.example.com']);
  limited.rule(ruleOf({ domainName: 'four.example.com' }, { name: 'four' }));
  limited.settle();
  expect(kept()).toEqual(['three.example.com']);
});
