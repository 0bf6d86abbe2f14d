import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldClaim } from '../../../../src/engines/claims.ts';
import { API_USES, type ClaimedField } from '../../../../src/engines/fields.ts';
import type { RuleField } from '../../../../src/gateway/status/expressed.ts';
import { expressedVerdict, lostFields } from '../../../../src/gateway/status/fullyexpressed.ts';

const CLAIMED = Object.keys(API_USES) as ClaimedField[];

/** Fields and their names in metrics. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CLAIMED.map((field) => [field, field])),
  'http.configuration': 'http.configuration',
  'http.policy': 'http.policy',
  'http.certificateId': 'http.certificateId',
  'http.autoSsl': 'http.autoSsl',
  'http.autoSslConfig': 'http.autoSslConfig',
  'tcp.endPoint.ip': 'tcp.endPoint.ip',
  'http.ruleExtensions[lb-type]': 'http.ruleExtensions',
  'http.ruleExtensions[any key]': 'http.ruleExtensions',
  'tcp.ruleExtensions[any key]': 'tcp.ruleExtensions',
};

const fields = fc.array(
  fc.record({ field: fc.constantFrom(...(Object.keys(NAMES) as RuleField[])), why: fc.lorem() }),
);

const claims: fc.Arbitrary<FieldClaim[]> = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constantFrom('claimed', 'not-claimed'),
      field: fc.constantFrom(...CLAIMED),
      engine: fc.lorem(),
      feature: fc.lorem(),
    }),
    fc.record({ type: fc.constant('not-told'), field: fc.constantFrom(...CLAIMED), why: fc.lorem() }),
  ),
);

const sentences = fc.array(fc.lorem(), { maxLength: 2 });
const routes = fc.record({ ignored: sentences, overlaps: sentences });
const policies = fc.record({ refused: fields, pending: fields });

it('names lost fields beside its message, and no others', () => {
  fc.assert(
    fc.property(fields, claims, routes, policies, (lost, claimed, told, carried) => {
      const notClaimed = claimed.filter(({ type }) => type === 'not-claimed');
      const verdict = expressedVerdict({ fields: lost, routes: told, policies: carried, claims: claimed });
      expect([...lostFields(verdict)].toSorted()).toEqual(
        [
          ...new Set([...lost, ...carried.refused, ...notClaimed].map(({ field }) => NAMES[field])),
        ].toSorted(),
      );
    }),
  );
});

it.each([
  ['another status', { status: 'Unknown', fields: ['http.autoSsl'] }, []],
  ['an unknown field', { status: 'False', fields: ['a-team-s', 'http.autoSsl'] }, ['http.autoSsl']],
  ['no field', { status: 'False' }, []],
] as const)('has no lost field of %s', (_, condition, expected) => {
  expect([...lostFields(condition)]).toEqual(expected);
});
