import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../../src/api/gatewayrule.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import { Simulation } from '../../../support/simulation.ts';

const STICKY = 'cookie-session-affinity';
const HASH = 'upstream-hash-by:$http_x';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  for (const name of ['web', 'next']) {
    world.service(openServiceOf(name));
  }
});

/** The paths of the fields that a rule reports. */
function fieldsOf(name: string): string[] {
  return [...world.message(name, 'FullyExpressed').matchAll(/spec\.([^:]*(?:: [a-z-]+\])?):/g)].map(
    ([, field = '']) => field,
  );
}

function balancedBy(value: string): Partial<HttpRule> {
  return { ruleExtensions: [{ key: 'lb-type', value }] };
}

describe('a feature that the engine does not support', () => {
  it.each<[string, Partial<HttpRule>, readonly string[]]>([
    ['requests it too', balancedBy(STICKY), ['http.ruleExtensions[lb-type: cookie-session-affinity]']],
    ['requests none', {}, ['http.ruleExtensions[lb-type]']],
    ['requests another', balancedBy(HASH), ['http.ruleExtensions[lb-type]']],
  ])(
    'of the oldest rule, beside a younger rule that %s, is reported to the rules that request it',
    (_, younger, fields) => {
      world.rule(
        ruleOf(balancedBy(STICKY), { name: 'old', creationTimestamp: '2025-01-01T00:00:00Z' }),
        ruleOf({ serviceId: 'next', ...younger }, { name: 'young' }),
      );
      world.settle();
      expect(fieldsOf('old')).toEqual(['http.ruleExtensions[lb-type: cookie-session-affinity]']);
      expect(fieldsOf('young')).toEqual(fields);
    },
  );

  it('is reported for each setting of its own', () => {
    world.rule(ruleOf({ configuration: { proxyBodySize: 1, proxySendTimeout: 2 } }));
    world.settle();
    expect(fieldsOf('rule')).toEqual([
      'http.configuration.proxyBodySize',
      'http.configuration.proxySendTimeout',
    ]);
  });
});
