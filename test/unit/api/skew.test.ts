import { expect, it } from 'vitest';
import { objectSchema, type SchemaNode } from '../../../src/api/crd.ts';
import { kinds } from '../../../src/api/kinds.ts';
import { type PublishedSchemas, publishedDigest, skewsOf } from '../../../src/api/skew.ts';
import { addField, type Crd, crdOf, removeField, schemaAt } from '../../support/newercrd.ts';

const OWN: PublishedSchemas = new Map(kinds.map((definition) => [definition.kind, objectSchema(definition)]));

/** Published schemas of which that of rules is changed. */
async function withRules(change: (crd: Crd) => void): Promise<PublishedSchemas> {
  const crd = await crdOf('gatewayrules');
  change(crd);
  return new Map([...OWN, ['GatewayRule', schemaAt(crd, '') as SchemaNode]]);
}

it('the CRDs of this version have no skew', async () => {
  expect(skewsOf(OWN)).toEqual([]);
  expect(publishedDigest(await withRules(() => undefined))).toBe(publishedDigest(OWN));
});

it.each<[string, (crd: Crd) => void, string]>([
  [
    'a field of the status',
    (crd) => removeField(crd, 'status.protocol'),
    'older than this version of Stoa: it lacks status.protocol;',
  ],
  [
    'a part of the spec as a whole',
    (crd) => removeField(crd, 'spec.http.policy'),
    'it lacks spec.http.policy;',
  ],
  ['a word', (crd) => schemaAt(crd, 'spec.protocol').enum?.pop(), 'it lacks spec.protocol=tls;'],
  [
    'more words',
    (crd) => schemaAt(crd, 'spec.protocol').enum?.push('quic'),
    'newer than this version of Stoa: only it has spec.protocol=quic;',
  ],
  [
    'a field more',
    (crd) => addField(crd, 'spec.http.policy.futureGuard', { type: 'object', properties: { a: {} } }),
    'only it has spec.http.policy.futureGuard;',
  ],
])('a CRD with %s less or more is told', async (_, change, text) => {
  const published = await withRules(change);
  expect(skewsOf(published).map((skew) => skew.text)).toEqual([expect.stringContaining(text)]);
  expect(publishedDigest(published)).not.toBe(publishedDigest(OWN));
});

it('one that is both is told as both, and one that is missing by its name', async () => {
  const both = await withRules((crd) => {
    removeField(crd, 'status.protocol');
    addField(crd, 'spec.audience', {});
  });
  expect(skewsOf(both).map(({ is }) => is)).toEqual(['older', 'newer']);
  expect(skewsOf(new Map([...OWN].filter(([kind]) => kind !== 'Application')))).toEqual([
    {
      crd: 'applications.stoa.dev',
      is: 'missing',
      text: 'the CRD applications.stoa.dev is missing: apply the CRDs of this version of Stoa',
    },
  ]);
});
