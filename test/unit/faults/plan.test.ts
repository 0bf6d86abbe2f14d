import { describe, expect, it } from 'vitest';
import { parseCall } from '../../faults/call.ts';
import { enumerate } from '../../faults/enumerate.ts';
import { Ledger } from '../../faults/ledger.ts';
import { CALL_FAULTS, type CallFaultName, EVENT_FAULTS, parsePlan, planId } from '../../faults/plan.ts';
import { workloadOf } from '../../faults/workloads.ts';

const PATCH = parseCall('PATCH', '/apis/gateway.networking.k8s.io/v1/namespaces/a/httproutes/r');
const LIST = parseCall('GET', '/apis/gateway.networking.k8s.io/v1/httproutes');
const WATCH = parseCall('GET', '/apis/gateway.networking.k8s.io/v1/httproutes?watch=1');

describe('the id of a plan', () => {
  it.each([
    ...Object.keys(CALL_FAULTS).map((fault) => `edit/patch.gatewayrules.status/2/${fault}`),
    ...Object.keys(EVENT_FAULTS).map((fault) => `edit/event.httproutes/3/${fault}`),
  ])('%s names it', (id) => {
    expect(planId(parsePlan(id))).toBe(id);
  });

  it.each([
    '',
    'edit',
    'edit/patch.x/0/error',
    'edit/patch.x/1/cut',
    'edit/event.x/1/error',
    'a/b/1/error/x',
  ])('%j names none', (id) => {
    expect(() => parsePlan(id)).toThrow('is not a plan');
  });
});

describe('a strike', () => {
  it('hits the call of its class and number, and no other', () => {
    const ledger = new Ledger(parsePlan('w/patch.httproutes/2/unavailable').strike);
    expect(ledger.called(LIST)).toBeUndefined();
    expect(ledger.called(PATCH)).toBeUndefined();
    expect(ledger.hit).toBeUndefined();
    expect(ledger.called(PATCH)).toEqual(CALL_FAULTS.unavailable);
    expect(ledger.called(PATCH)).toBeUndefined();
    expect(ledger.hit).toEqual({ type: 'other' });
  });

  it('covers two calls if a verb is forbidden', () => {
    const ledger = new Ledger(parsePlan('w/patch.httproutes/1/forbid').strike);
    expect([1, 2, 3].map(() => ledger.called(PATCH)?.type)).toEqual(['answer', 'answer', undefined]);
  });

  it('hits the event with its number, over all watches of the resource', () => {
    const ledger = new Ledger(parsePlan('w/event.httproutes/2/cut').strike);
    ledger.called(WATCH);
    expect(ledger.event('httproutes')).toBeUndefined();
    expect(ledger.event('services')).toBeUndefined();
    expect(ledger.event('httproutes')).toEqual(EVENT_FAULTS.cut);
    expect(ledger.event('httproutes')).toBeUndefined();
  });

  it('that breaks a watch is over when the operator has started a new one', () => {
    const ledger = new Ledger(parsePlan('w/event.httproutes/1/cut').strike);
    ledger.called(WATCH);
    ledger.event('httproutes');
    expect(ledger.resumed).toBe(false);
    ledger.called(WATCH);
    expect(ledger.resumed).toBe(true);
  });
});

describe('enumerate', () => {
  const EDIT = workloadOf('edit');
  const traffic = (calls: Record<string, number>, events: Record<string, number> = {}) => ({
    calls: new Map(Object.entries(calls)),
    events: new Map(Object.entries(events)),
  });

  it('drops every call before and after its effect, and kills before and after every write', () => {
    const ids = enumerate(EDIT, [traffic({ 'patch.httproutes': 2, 'list.services': 1 })]).map(planId);
    expect(ids).toEqual(
      expect.arrayContaining([
        ...[1, 2].flatMap((n) =>
          ['drop-before', 'drop-after', 'kill-before', 'kill-after'].map(
            (fault) => `edit/patch.httproutes/${n}/${fault}`,
          ),
        ),
        'edit/list.services/1/drop-after',
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('edit/list') && id.includes('kill'))).toEqual([]);
  });

  it('distributes every other fault among the calls of a class, and the events of a resource', () => {
    const runs = [traffic({ 'patch.httproutes': 2 }, { httproutes: 2 })];
    const of = (at: string) =>
      enumerate(EDIT, runs).flatMap(({ strike }) => (strike.at === at ? [strike.fault] : []));
    const notOfWrites: readonly CallFaultName[] = ['gone', 'stall'];
    const written = Object.keys(CALL_FAULTS).filter((fault) => !notOfWrites.some((name) => name === fault));
    expect(new Set(of('call'))).toEqual(new Set(written));
    expect(new Set(of('event'))).toEqual(new Set(Object.keys(EVENT_FAULTS)));
    expect(of('call').filter((fault) => fault === 'conflict')).toHaveLength(1);
  });

  it('uses the common part of all runs', () => {
    const runs = [traffic({}, { httproutes: 3 }), traffic({}, { httproutes: 2, services: 1 })];
    const places = enumerate(EDIT, runs).map(({ strike }) => strike.ordinal);
    expect(Math.max(...places)).toBe(2);
    expect(places.filter((place) => place === 2)).not.toHaveLength(0);
  });

  it('strikes each read class of installs once, and distributes faults among dry runs', () => {
    const runs = [traffic({ 'list.configmaps': 1, 'get.secrets': 1, 'rehearse.deployments': 3 })];
    const faultsOf = (name: string) =>
      enumerate(workloadOf(name), runs).flatMap(({ strike }) =>
        strike.at === 'call' ? [`${strike.class} ${strike.fault}`] : [],
      );
    expect(faultsOf('install')).toContain('list.configmaps gone');
    expect(faultsOf('upgrade').filter((fault) => fault.startsWith('list'))).toEqual([]);
    expect(faultsOf('upgrade')).toContain('get.secrets drop-after');
    expect(faultsOf('upgrade').filter((fault) => fault === 'rehearse.deployments kill-after')).toHaveLength(
      1,
    );
  });

  it.each(['overrides', 'rollback', 'values', 'registry'])('kills after every write of %s', (name) => {
    const ids = enumerate(workloadOf(name), [traffic({ 'patch.deployments': 6 })]).map(planId);
    const killed = [1, 2, 3, 4, 5, 6].map((ordinal) => `${name}/patch.deployments/${ordinal}/kill-after`);
    expect(ids.filter((id) => id.endsWith('kill-after'))).toEqual(killed);
    expect(ids).toHaveLength(10);
  });

  it('excludes calls that depend on time', () => {
    const runs = [traffic({ 'update.leases': 3, 'create.events': 2 }, { gateways: 4 })];
    expect(enumerate(EDIT, runs)).toEqual([]);
  });
});
