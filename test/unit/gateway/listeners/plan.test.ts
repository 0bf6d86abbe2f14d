import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveringName } from '../../../../src/content/certificate.ts';
import { RESERVED, withinLimit } from '../../../../src/gateway/listeners/limit.ts';
import { planListeners, routesOfTeams, type SecureHost } from '../../../../src/gateway/listeners/plan.ts';
import type { GatewayView } from '../../../../src/gateway/observed.ts';
import { BY_NAME, LABELLED } from '../../../support/names.ts';
import { ruleOf } from '../../../support/rules.ts';

const host = fc.constantFrom('*.a.test', 'x.a.test', 'y.a.test', 'a.test', '*.b.test', 'x.b.test');
const hosts = fc
  .uniqueArray(
    fc.record({
      host,
      secret: fc.constantFrom('one', 'two'),
      names: fc.uniqueArray(host, { maxLength: 3 }),
      age: fc.nat(3),
    }),
    { selector: (each) => each.host },
  )
  .map((entries) =>
    entries.map(({ age, ...each }, index): SecureHost => {
      const creationTimestamp = `202${age}-01-01T00:00:00Z`;
      const chosenBy = ruleOf({}, { name: `r${index}`, creationTimestamp });
      const servedAs = coveringName(each.names, each.host) ?? each.host;
      return { ...each, servedAs, namespace: 'team', uid: `uid-${each.secret}`, chosenBy };
    }),
  );

it.each([
  ['by their labels', LABELLED, { key: 'stoa.dev/team', operator: 'Exists' }],
  [
    'by their names',
    BY_NAME,
    { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system'] },
  ],
])('listeners take the routes of teams: %s', (_, teamPolicy, expression) => {
  const view = { config: { teamPolicy }, outsiders: ['kube-system'] } as unknown as GatewayView;
  expect(routesOfTeams(view)).toEqual({
    namespaces: { from: 'Selector', selector: { matchExpressions: [expression] } },
  });
});

describe('the plan', () => {
  it('serves every host with its own certificate, and no name twice', () => {
    fc.assert(
      fc.property(hosts, (wanted) => {
        const { listeners } = planListeners(wanted, [], 443, {});
        const names = listeners.map(({ hostname }) => hostname ?? '');
        expect(new Set(names).size).toBe(names.length);
        for (const { host: name, secret } of wanted) {
          // An exact name goes before a wildcard, in TLS as in the Gateway API.
          const serving = listeners.find(({ hostname }) => hostname === coveringName(names, name));
          expect(serving?.tls?.certificateRefs?.[0]?.name).toBe(secret);
        }
      }),
    );
  });

  it('does not depend on the order in which hosts are seen', () => {
    fc.assert(
      fc.property(hosts, (wanted) => {
        expect(planListeners(wanted.toReversed(), [], 443, {})).toEqual(planListeners(wanted, [], 443, {}));
      }),
    );
  });

  it('never takes the place of a listener that stands', () => {
    const listener = (name: string) => ({ name, port: 443, protocol: 'HTTPS' as const });
    const standing = ['http', 'stoa-https-b', 'stoa-https-c'].map(listener);
    const planned = ['stoa-https-a', 'stoa-https-b', 'stoa-https-c'].map(listener);
    expect(withinLimit({ listeners: planned, owners: new Map() }, standing, 3)).toEqual(planned.slice(1));
  });

  it('gives no team all listeners, and each its first ones before another its many', () => {
    const names = (team: string, count: number) =>
      Array.from({ length: count }, (_, index) => `stoa-https-${team}${index}`);
    const planned = [...names('greedy', 64), ...names('other', 2)];
    const listeners = planned.map((name) => ({ name, port: 443, protocol: 'HTTPS' as const }));
    const owners = new Map(planned.map((name) => [name, name.includes('greedy') ? 'greedy' : 'other']));
    const fitting = withinLimit({ listeners, owners }, [], 64);
    const ofTeam = (team: string, some: readonly { name: string }[]) =>
      some.filter(({ name }) => owners.get(name) === team).length;
    expect([ofTeam('greedy', fitting), ofTeam('other', fitting)]).toEqual([64 - RESERVED.listeners - 2, 2]);
    const alone = listeners.filter(({ name }) => owners.get(name) === 'greedy');
    const first = withinLimit({ listeners: alone, owners }, [], 64);
    expect(first).toHaveLength(64 - RESERVED.listeners);
    expect(ofTeam('other', withinLimit({ listeners, owners }, first, 64))).toBe(2);
    expect(ofTeam('greedy', withinLimit({ listeners, owners }, first, 64))).toBe(first.length);
  });
});
