import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLiveMetrics } from '../../../src/controller/livemetrics.ts';
import { CERTIFICATE_EXPIRY, CERTIFICATE_RENEWAL, RULE_LOSSES } from '../../../src/gateway/metrics.ts';
import { certificateGroup } from '../../../src/rule/groupname.ts';
import { openServiceOf, ruleOf, secretOf } from '../../support/rules.ts';
import { Simulation, WITH_SETS } from '../../support/simulation.ts';

const EXPIRES = new Date('2026-12-24T18:00:00Z');

/** The lines of the metric, without what explains it. */
async function lines(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

it('tells when the certificates end that listeners present', async () => {
  const registry = new Registry();
  const world = new Simulation();
  createLiveMetrics(registry)(CERTIFICATE_EXPIRY, world.caches);
  world.secret(
    secretOf(1, ['shop.example.com'], { expires: EXPIRES }),
    secretOf(2, ['nobody.example.com'], { expires: EXPIRES }),
    { ...secretOf(3, []), tls: { type: 'unusable', part: 'tls.crt', why: 'it is broken' } },
  );
  world.service(openServiceOf('web'));
  world.rule(
    ruleOf({ certificateId: 1 }),
    ruleOf({ domainName: 'broken.example.com', certificateId: 3 }, { name: 'broken' }),
  );
  world.settle();
  const seconds = EXPIRES.getTime() / 1000;
  expect(await lines(registry)).toEqual([
    `stoa_certificate_expiry_timestamp_seconds{secret="team/cert-1"} ${seconds}`,
  ]);
  world.caches.secrets.store.remove('team/cert-1', '1000');
  expect(await lines(registry)).toEqual([]);
});

it('tells it of the certificates in ListenerSets too', async () => {
  const registry = new Registry();
  const world = new Simulation({ served: WITH_SETS });
  world.engine('gateway.envoyproxy.io/gatewayclass-controller');
  createLiveMetrics(registry)(CERTIFICATE_EXPIRY, world.caches);
  world.secret(secretOf(1, ['shop.example.com'], { expires: EXPIRES }));
  world.service(openServiceOf('web'));
  world.rule(ruleOf({ certificateId: 1 }));
  world.settle();
  expect(world.caches.sets?.store.size).toBe(1);
  expect(await lines(registry)).toEqual([
    `stoa_certificate_expiry_timestamp_seconds{secret="team/cert-1"} ${EXPIRES.getTime() / 1000}`,
  ]);
});

it('tells it of a certificate that was obtained for a host too, while a rule wishes one', async () => {
  const registry = new Registry();
  const world = new Simulation();
  createLiveMetrics(registry)(CERTIFICATE_EXPIRY, world.caches);
  const { name } = certificateGroup('shop.example.com');
  world.secret(secretOf('issued', ['shop.example.com'], { name, expires: EXPIRES }));
  world.service(openServiceOf('web'));
  expect(await lines(registry)).toEqual([]);
  world.rule(ruleOf({ domainName: 'shop.example.com', autoSsl: true }));
  world.settle();
  const seconds = EXPIRES.getTime() / 1000;
  expect(await lines(registry)).toEqual([
    `stoa_certificate_expiry_timestamp_seconds{secret="team/${name}"} ${seconds}`,
  ]);
});

it('tells from when on a certificate is about to expire, by its life', async () => {
  const registry = new Registry();
  const world = new Simulation();
  createLiveMetrics(registry)(CERTIFICATE_RENEWAL, world.caches);
  const starts = new Date(EXPIRES.getTime() - 8 * 86_400_000);
  world.secret(secretOf(1, ['shop.example.com'], { expires: EXPIRES, certificate: { starts } }));
  world.service(openServiceOf('web'));
  world.rule(ruleOf({ certificateId: 1 }));
  world.settle();
  expect(await lines(registry)).toEqual([
    `stoa_certificate_renewal_due_timestamp_seconds{secret="team/cert-1"} ${EXPIRES.getTime() / 1000 - 2 * 86_400}`,
  ]);
});

it('has nothing to tell before the operator works', async () => {
  const registry = new Registry();
  createLiveMetrics(registry);
  expect(await lines(registry)).toEqual([]);
});

it('counts the rules with a field that is not in effect, by engine and field', async () => {
  const registry = new Registry();
  const world = new Simulation();
  createLiveMetrics(registry)(RULE_LOSSES, world.from);
  world.engine('example.com/engine');
  world.service(openServiceOf('web'));
  world.rule(ruleOf({}));
  world.settle();
  expect(await lines(registry)).toEqual(['stoa_rule_losses{engine="example.com/engine"} 0']);
  const unknown = (key: string) => ({ ruleExtensions: [{ key, value: 'x' }] });
  world.rule(
    ruleOf({ domainName: 'a.example.com', ...unknown('a-team-s') }, { name: 'a' }),
    ruleOf({ domainName: 'b.example.com', ...unknown('another') }, { name: 'b' }),
    ruleOf({ domainName: 'c.example.com', configuration: { proxyConnectTimeout: 5 } }, { name: 'c' }),
  );
  world.settle();
  expect((await lines(registry)).toSorted()).toEqual([
    'stoa_rule_losses{engine="example.com/engine",field="http.configuration.proxyConnectTimeout"} 1',
    'stoa_rule_losses{engine="example.com/engine",field="http.ruleExtensions"} 2',
  ]);
});

it('counts a loss for which the condition names no field', () => {
  const world = new Simulation();
  const condition = (status: 'True' | 'False' | 'Unknown', message: string) => {
    const lastTransitionTime = '2026-01-01T00:00:00Z';
    const conditions = [
      { type: 'FullyExpressed', status, reason: 'RoutesOverlap', message, lastTransitionTime },
    ];
    return { status: { conditions } };
  };
  for (const [name, status] of [
    ['a', condition('False', 'the engine says: overlaps')],
    ['b', condition('Unknown', 'waits')],
    ['c', condition('True', 'all')],
  ] as const) {
    world.rule({ ...ruleOf({ domainName: `${name}.example.com` }, { name }), ...status });
  }
  expect(RULE_LOSSES.valuesOf(world.from).map(({ labels, value }) => [labels.field, value])).toEqual([
    ['Other', 1],
  ]);
});
