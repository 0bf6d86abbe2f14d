import { expect, it } from 'vitest';
import { objectSchema } from '../../../../src/api/crd.ts';
import { kinds } from '../../../../src/api/kinds.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { comparedCrds, crdNames, inWords } from '../../../../src/plugin/version/compare.ts';
import { crdOf } from '../../../support/newercrd.ts';

const PUBLISHED = new Map(kinds.map((definition) => [definition.kind, objectSchema(definition)]));

async function stored(): Promise<readonly KubeObject[]> {
  const crds = await Promise.all(kinds.map(({ plural }) => crdOf(plural)));
  return crds as unknown as readonly KubeObject[];
}

it('CRDs of this version carry its digests', async () => {
  const compared = comparedCrds(PUBLISHED, await stored());
  expect(compared.map(({ crd }) => crd)).toEqual(crdNames());
  expect(compared.every(({ own, carried, skews }) => own === carried && skews.length === 0)).toBe(true);
  expect(compared.flatMap(inWords)).toEqual(
    crdNames().map((name) =>
      expect.stringMatching(`^${name}: schema [0-9a-f]{16}, and the CRD has all fields of it and no other$`),
    ),
  );
});

it('a CRD that is missing, and a digest of another schema are told', async () => {
  const others = new Map([...PUBLISHED].filter(([kind]) => kind !== 'Application'));
  const crds = (await stored()).map((crd) => ({
    ...crd,
    metadata: { ...crd.metadata, annotations: { 'stoa.dev/schema-digest': 'other' } },
  }));
  expect(comparedCrds(others, crds).flatMap(inWords)).toEqual([
    'the CRD applications.stoa.dev is missing: apply the CRDs of this version of Stoa',
    expect.stringContaining('though its schema is other'),
    expect.stringContaining('though its schema is other'),
  ]);
});
