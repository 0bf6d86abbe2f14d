import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planListeners, type SecureHost, withinLimit } from '../../../src/gateway/listeners/plan.ts';
import { coveringName } from '../../../src/objects/certificate.ts';
import type { GatewayListener } from '../../../src/objects/gatewayapi.ts';
import { openServiceOf, ruleOf, secretOf } from '../../support/rules.ts';
import { CONFIG, Simulation } from '../../support/simulation.ts';

function listenersIn(world: Simulation): readonly GatewayListener[] {
  return world.caches.gateways.store.list()[0]?.spec.listeners ?? [];
}

describe('the Gateway', () => {
  it('is made where there is none and a class is configured', () => {
    const world = new Simulation({ config: { ...CONFIG, className: 'engine' } });
    world.caches.gateways.store.remove('stoa-system/stoa', '1000');
    world.settle();
    expect(world.caches.gateways.store.list()).toMatchObject([
      {
        metadata: { name: 'stoa', labels: { 'app.kubernetes.io/managed-by': 'stoa' } },
        spec: { gatewayClassName: 'engine', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
      },
    ]);
    world.writes.length = 0;
    world.settle();
    expect(world.writes).toEqual([]);
  });

  it('is left alone where nobody has said what it should be', () => {
    const world = new Simulation();
    world.caches.gateways.store.remove('stoa-system/stoa', '1000');
    world.settle();
    expect(world.writes).toEqual([]);
  });

  it('keeps the listeners of others, whatever becomes of those of Stoa', () => {
    const world = new Simulation();
    const listeners = [
      { name: 'http', port: 80, protocol: 'HTTP' as const },
      { name: 'theirs', port: 9000, protocol: 'TCP' as const },
    ];
    world.gateway({ spec: { gatewayClassName: 'engine', listeners } });
    world.service(openServiceOf('web'));
    world.secret(secretOf(1, ['shop.example.com']));
    const rule = ruleOf({ certificateId: 1 });
    world.rule(rule);
    world.settle();
    expect(
      listenersIn(world)
        .map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(['http', 'theirs']);
    expect(listenersIn(world)).toHaveLength(3);
    world.remove(rule);
    world.settle();
    expect(listenersIn(world)).toEqual(listeners);
  });

  it('loses no listener while there may be rules that nobody sees', () => {
    const unseen = { name: 'stoa-tcp-30001', port: 30001, protocol: 'TCP' as const };
    const listeners = [{ name: 'http', port: 80, protocol: 'HTTP' as const }, unseen];
    const worlds = [true, false].map((partial) => {
      const world = new Simulation({ partial });
      world.gateway({ spec: { gatewayClassName: 'engine', listeners } });
      world.service(openServiceOf('web'));
      world.secret(secretOf(1, ['shop.example.com']));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      return listenersIn(world).map(({ name }) => name);
    });
    expect(worlds[0]).toEqual(expect.arrayContaining(['http', unseen.name]));
    expect(worlds[0]).toHaveLength(3);
    expect(worlds[1]).toHaveLength(2);
    expect(worlds[1]).not.toContain(unseen.name);
  });

  it('gets a listener only when its engine may read the Secret', () => {
    const world = new Simulation();
    world.service(openServiceOf('web'));
    world.secret(secretOf(1, ['shop.example.com']));
    world.rule(ruleOf({ certificateId: 1 }));
    expect(world.listen().map(({ type }) => type)).toEqual(['apply-grant']);
    expect(world.listen().map(({ type }) => type)).toEqual(['apply-gateway']);
    expect(world.listen()).toEqual([]);
  });
});

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
      return { ...each, namespace: 'team', uid: `uid-${each.secret}`, chosenBy };
    }),
  );

describe('the plan', () => {
  it('serves every host with its own certificate, and no name twice', () => {
    fc.assert(
      fc.property(hosts, (wanted) => {
        const { listeners } = planListeners(wanted, [], 443);
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
        expect(planListeners(wanted.toReversed(), [], 443)).toEqual(planListeners(wanted, [], 443));
      }),
    );
  });

  it('never takes the place of a listener that stands', () => {
    const listener = (name: string) => ({ name, port: 443, protocol: 'HTTPS' as const });
    const standing = ['http', 'stoa-https-b', 'stoa-https-c'].map(listener);
    const planned = ['stoa-https-a', 'stoa-https-b', 'stoa-https-c'].map(listener);
    expect(withinLimit(planned, standing, 3).map(({ name }) => name)).toEqual([
      'stoa-https-b',
      'stoa-https-c',
    ]);
  });
});
