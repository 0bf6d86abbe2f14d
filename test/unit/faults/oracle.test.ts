import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import { parseCall } from '../../faults/call.ts';
import { effectOf } from '../../faults/effect.ts';
import { counts, differing, dump } from '../../faults/endstate.ts';
import type { Entry } from '../../faults/ledger.ts';
import { excess, lessonOf, type Observation, stateDiff, withWithdrawals } from '../../faults/oracle.ts';
import { View } from '../../faults/view.ts';
import { ruleOf } from '../../support/rules.ts';

function routeOf(team: string, owner: string): HttpRoute {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: {
      name: `${team}-example-com-hash`,
      namespace: `team-${team}`,
      uid: `uid-${team}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      ownerReferences: [{ apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', name: 'r', uid: owner }],
    },
    spec: {
      parentRefs: [{ name: 'stoa', sectionName: 'http' }],
      hostnames: [`${team}.example.com`],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/' } }],
          backendRefs: [{ name: 'web', port: 80, weight: 1 }],
        },
      ],
    },
  };
}

function dumpOf(team: string, http: Parameters<typeof ruleOf>[0] = {}, owner = 'now') {
  const rule = ruleOf({ domainName: `${team}.example.com`, ...http }, { name: 'r', uid: 'now' });
  return dump({ team, view: viewOf(rule, routeOf(team, owner)) });
}

function viewOf(...objects: readonly KubeObject[]): View {
  const view = new View();
  for (const object of objects) {
    view.take('ADDED', object);
  }
  return view;
}

describe('an end state', () => {
  it('is the same for two teams with the same actions', () => {
    expect(differing(dumpOf('a1b2'), dumpOf('c3d4'))).toEqual([]);
  });

  it('differs at the path of a different spec', () => {
    expect(differing(dumpOf('a1b2'), dumpOf('c3d4', { theWeight: 3 }))).toEqual([
      'rule r.spec.http.theWeight',
    ]);
  });

  it('distinguishes the current owner from an earlier one of the same name', () => {
    expect(dumpOf('a1b2')['route *.example.com/.owners.0']).toBe('r');
    expect(dumpOf('a1b2', {}, 'before')['route *.example.com/.owners.0']).toBe('late r');
  });
});

const ROUTE = '/apis/gateway.networking.k8s.io/v1/namespaces/team-a1b2/httproutes/a1b2-example-com-hash';
const stored = (version: string) => JSON.stringify({ metadata: { resourceVersion: version } });

it.each([
  ['PATCH', 201, undefined, 'created'],
  ['PATCH', 200, '6', 'updated'],
  ['PATCH', 200, '7', 'unchanged'],
  ['PATCH', 409, '6', 'none'],
  ['DELETE', 200, undefined, 'deleted'],
  ['DELETE', 404, undefined, 'none'],
])('%s with response %i at version %s has the effect %s', (method, status, before, effect) => {
  expect(effectOf(parseCall(method, ROUTE), status, stored('7'), before)).toBe(effect);
});

function entry(effect: Entry['effect']): Entry {
  const call = parseCall('PATCH', ROUTE);
  return { call, class: 'patch.httproutes', at: 0, effect, name: call.name ?? '', owners: [] };
}

it('counts the effects of calls on an object, not the attempts', () => {
  const holding = { team: 'a1b2', view: viewOf(routeOf('a1b2', 'now')) };
  const done = (['created', 'unchanged', 'none', 'updated', 'updated'] as const).map(entry);
  expect(counts(done, holding)).toEqual({
    'created route *.example.com/': 1,
    'updated route *.example.com/': 2,
  });
});

describe('a run compared with runs without faults', () => {
  const run = (some: Partial<Observation> = {}): Observation => ({
    end: { x: 1 },
    counts: { 'created route R': 1 },
    removed: {},
    orphans: 0,
    violations: [],
    ...some,
  });
  const traffic = { calls: new Map(), events: new Map() };
  const ways = [
    [
      { x: 1, y: 1 },
      { x: 1, y: 2 },
    ],
    [{ z: 1 }],
  ];
  const reference = lessonOf(ways.map((ends) => ends.map((end) => ({ observation: run({ end }), traffic }))));

  it('may differ at paths where those differ', () => {
    expect(stateDiff(reference, { x: 1, y: 3 })).toEqual([]);
    expect(stateDiff(reference, { x: 2, y: 3 })).toEqual(['x: 2 instead of 1']);
  });

  it('may reach any good end, but no mixture of them', () => {
    expect(stateDiff(reference, { z: 1 })).toEqual([]);
    expect(stateDiff(reference, { x: 1, y: 1, z: 1 })).toEqual(['z: 1 instead of undefined']);
  });

  it('may update more often, but neither create nor delete', () => {
    expect(excess(reference, run({ counts: { 'created route R': 1, 'updated route R': 9 } }))).toEqual([]);
    expect(excess(reference, run({ counts: { 'created route R': 2 } }))).toHaveLength(1);
    expect(excess(reference, run({ counts: { 'deleted route R': 1 } }))).toHaveLength(1);
  });

  it('may create the record of kept names once, which depends on timing', () => {
    const recorded = { 'created configmaps stoa-operator-names': 1 };
    expect(excess(reference, run({ counts: recorded }))).toEqual([]);
    const twice = { 'created configmaps stoa-operator-names': 2 };
    expect(excess(reference, run({ counts: twice }))).toHaveLength(1);
    expect(excess(reference, run({ counts: { 'created configmaps other': 1 } }))).toHaveLength(1);
  });

  it('may delete its own objects; the end state shows whether that was right', () => {
    const left = { 'created route R': 1, 'deleted route R': 1 };
    expect(excess(reference, run({ counts: left }))).toEqual([]);
    expect(excess(reference, run({ counts: { ...left, 'deleted route R': 2 } }))).toHaveLength(1);
  });

  it('may create again what it has withdrawn, if the API server rejected a write', () => {
    const again = run({ counts: { 'created route R': 2, 'deleted route R': 1 } });
    expect(excess(reference, withWithdrawals(again))).toEqual([]);
    expect(excess(reference, again)).toHaveLength(1);
    expect(
      excess(reference, withWithdrawals(run({ counts: { 'created route R': 3, 'deleted route R': 1 } }))),
    ).toHaveLength(1);
    expect(
      excess(reference, withWithdrawals(run({ counts: { 'created route R': 2, 'deleted route R': 3 } }))),
    ).toHaveLength(1);
  });

  it('may create again what another process removed, but not for a deleted rule', () => {
    const twice = { counts: { 'created route R': 2 }, removed: { 'route R': 1 } };
    expect(excess(reference, run(twice))).toEqual([]);
    expect(excess(reference, run({ ...twice, removed: { 'tcproutes R': 1 } }))).toHaveLength(1);
    expect(excess(reference, run({ ...twice, orphans: 1 }))).toEqual(['made 1 objects of deleted owners']);
  });
});
