import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GatewayRuleSpec } from '../../../../src/api/gatewayrule.ts';
import { parseRule } from '../../../../src/rule/effective.ts';
import { restRefuses, schemaTakes } from '../../../support/doors.ts';
import { specimens } from '../../../support/specs.ts';
import { isNamed, wireOf } from '../../../support/wirespec.ts';

it('a body and a stored object are judged as the spec that they stand for', () => {
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(specimens(), ({ spec }) => {
      const takes = schemaTakes(spec);
      seen[takes ? 'taken' : 'refused'] += 1;
      const reading = parseRule({ spec: spec as GatewayRuleSpec });
      // A stored rule goes on without a setting whose value a later version may know.
      expect(reading.type === 'valid' && reading.unknown.length === 0).toBe(takes);
      const body = wireOf(spec);
      if (body !== undefined) {
        expect(restRefuses(body).length === 0).toBe(takes);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(150);
});

it('a refusal names the field at fault, in the spelling of the contract', () => {
  fc.assert(
    fc.property(specimens(), ({ spec, touched }) => {
      const [path = ''] = touched;
      const body = wireOf(spec);
      // A half or protocol that is wrong may be told of either half.
      fc.pre(touched.length === 1 && path.includes('.') && body !== undefined);
      for (const problem of restRefuses(body)) {
        expect(isNamed(problem.field, path)).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});

it.each(['allow', 'deny'])('ten thousand addresses in %s are refused with one error', (member) => {
  const blocks = Array.from({ length: 10_000 }, (_, index) => `10.${index >> 8}.${index & 255}.0/24`);
  const http = {
    serviceId: 'web',
    containerPort: 80,
    domainName: 'a.example.com',
    policy: { [member]: blocks },
  };
  const spec = { appId: 1, protocol: 'http', http } as const;
  expect(parseRule({ spec })).toEqual({
    type: 'invalid',
    message: expect.stringMatching(new RegExp(`^spec\\.http\\.policy\\.${member}: [^;]*64[^;]*$`)),
    fields: [`http.policy.${member}`],
  });
  expect(restRefuses(wireOf(spec) ?? {})).toEqual([
    { field: `http.policy.${member}`, message: expect.stringContaining('64') },
  ]);
});
