import { expect, it } from 'vitest';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { falseClaims, writtenSince } from '../../faults/claims.ts';
import { ruleOf } from '../../support/rules.ts';

/** Published version of a rule with one condition that is True for a generation. */
function version(
  resourceVersion: string,
  generation: number,
  type = 'Reconciling',
  of = generation,
): GatewayRule {
  const rule = ruleOf({}, { name: 'r', uid: 'r', generation, resourceVersion });
  const condition = { type, status: 'True' as const, reason: 'Any', message: 'any', observedGeneration: of };
  return { ...rule, status: { conditions: [{ ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' }] } };
}

/** Claims where generation 2 was written, and the last version before the gateway went on has the number 100. */
function claims(...published: readonly GatewayRule[]): readonly string[] {
  return falseClaims(published, writtenSince([version('9', 1)], [version('100', 2)]));
}

it.each([
  ['Ready for the new generation', version('99', 2, 'Ready')],
  ['Serving for the new generation, at the last moment', version('100', 2, 'Serving')],
])('%s is a false claim', (_, published) => {
  expect(claims(version('20', 2), published)).toHaveLength(1);
});

it.each([
  ['Ready for the generation before', version('30', 2, 'Ready', 1)],
  ['Ready before the edit', version('9', 1, 'Ready')],
  ['Ready after the gateway went on, with more digits', version('101', 2, 'Ready')],
  ['Programmed, which is up to the engine', version('30', 2, 'Programmed')],
])('%s is none', (_, published) => {
  expect(claims(published)).toEqual([]);
});

it('counts a new rule, and leaves out one that was not written', () => {
  const rule = version('100', 1);
  expect(writtenSince([], [rule])).toEqual([{ uid: 'r', generation: 1, until: 100n }]);
  expect(writtenSince([rule], [version('101', 1)])).toEqual([]);
});
