import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../../../deploy/local/repository.ts';
import { changedAt, type Fields } from '../../../src/base/fields.ts';
import { partsLackingIn } from '../../../src/engines/schema.ts';

const file = join(repository.gatewayApiCrds, 'gateway.networking.k8s.io_httproutes.yaml');
const crd = parse(await readFile(file, 'utf8')) as {
  readonly spec: {
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: Fields } }[];
  };
};
const schema = crd.spec.versions[0]?.schema.openAPIV3Schema ?? {};

const RULE = ['properties', 'spec', 'properties', 'rules', 'items', 'properties'];
const FILTER = [...RULE, 'filters', 'items', 'properties'];

/** The schema without a member of the fields at a path. */
function without(path: readonly string[], name: string): Fields {
  return changedAt(schema, path, ({ [name]: _, ...fields }) => fields);
}

describe('the parts that HTTPRoutes of a cluster lack', () => {
  it('are none in the newest release', () => {
    expect(Object.keys(schema)).toContain('properties');
    expect(partsLackingIn(schema)).toEqual([]);
  });

  it.each([
    [FILTER, 'cors', 'cors'],
    [RULE, 'retry', 'retry'],
    [[...FILTER, 'requestMirror', 'properties'], 'percent', 'percent'],
  ])('are those that the schema does not have: %j %s', (path, name, part) => {
    expect(partsLackingIn(without(path, name))).toEqual([part]);
  });

  it('are not known without a schema', () => {
    expect([undefined, {}, { properties: {} }].map(partsLackingIn)).toEqual([[], [], []]);
  });
});
