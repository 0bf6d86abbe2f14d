import { describe, expect, it } from 'vitest';
import type { GatewayListener } from '../../../../src/objects/gatewayapi.ts';
import { openServiceOf, ruleOf, secretOf } from '../../../support/rules.ts';
import { CONFIG, Simulation } from '../../../support/simulation.ts';

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

  it('is not made where no class is configured', () => {
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

  it('loses no listener while there may be rules that are not watched', () => {
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
    expect(world.listen()).toEqual([]);
    world.reconcile('team/rule');
    expect(world.listen().map(({ type }) => type)).toEqual(['apply-grant']);
    expect(world.listen().map(({ type }) => type)).toEqual(['apply-gateway']);
    expect(world.listen()).toEqual([]);
  });
});
