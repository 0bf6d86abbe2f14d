import { expect, it } from 'vitest';
import type { ValuesSource } from '../../../../src/api/marketinstall.ts';
import { valuesTexts, valuesVersions } from '../../../../src/install/plan/valuesfrom.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { CONFIG_MAPS, namesOnly } from '../../../../src/objects/core.ts';
import { marketCaches } from '../../../support/marketcaches.ts';
import { installOf } from '../../../support/plans.ts';

function objectOf(kind: 'ConfigMap' | 'Secret', content: object, name = 'values'): KubeObject {
  const metadata = { name, namespace: 'team', uid: name, resourceVersion: '7', creationTimestamp: 't' };
  return { apiVersion: 'v1', kind, metadata, ...content } as KubeObject;
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

const SOURCES: readonly ValuesSource[] = [
  { kind: 'ConfigMap', name: 'values' },
  { kind: 'Secret', name: 'values', key: 'prod' },
];

it('takes the texts of keys, of ConfigMaps in either form', () => {
  const secret = objectOf('Secret', { data: { prod: encoded('b: 2') } });
  for (const content of [
    { data: { 'values.yaml': 'a: 1' } },
    { binaryData: { 'values.yaml': encoded('a: 1') } },
  ]) {
    expect(valuesTexts(SOURCES, [objectOf('ConfigMap', content), secret])).toEqual({
      type: 'found',
      texts: [
        { type: 'text', path: 'spec.valuesFrom[0]', text: 'a: 1', isSecret: false },
        { type: 'text', path: 'spec.valuesFrom[1]', text: 'b: 2', isSecret: true },
      ],
      versions: ['7', '7'],
    });
  }
});

it('waits for an object or a key, unless it is optional', () => {
  const map = objectOf('ConfigMap', { data: { 'values.yaml': '' } });
  const secret = objectOf('Secret', { data: { other: '' } });
  expect(valuesTexts(SOURCES, [map, undefined])).toEqual({
    type: 'values-missing',
    message: 'spec.valuesFrom[1]: there is no Secret values',
  });
  expect(valuesTexts(SOURCES, [map, secret])).toEqual({
    type: 'values-missing',
    message: 'spec.valuesFrom[1]: the Secret values has no key prod',
  });
  const optional = SOURCES.map((each) => ({ ...each, optional: true }));
  expect(valuesTexts(optional, [map, undefined])).toMatchObject({
    texts: [{ path: 'spec.valuesFrom[0]', text: '' }],
    versions: ['7', undefined],
  });
});

it.each<[string, readonly number[], string | undefined]>([
  ['256 KiB in one key', [256], undefined],
  ['more in one key', [257], 'spec.valuesFrom[0]'],
  ['1 MiB in all', [256, 256, 256, 256], undefined],
  ['more in all', [256, 256, 256, 255, 2], 'spec.valuesFrom[4]'],
])('bounds values: %s', (_, kibibytes, path) => {
  const objects = kibibytes.map((size) =>
    objectOf('Secret', { data: { k: encoded('x'.repeat(size * 1024)) } }),
  );
  const result = valuesTexts(
    kibibytes.map(() => ({ kind: 'Secret', name: 'values', key: 'k' })),
    objects,
  );
  expect(result.type === 'refused' ? result.message.split(':')[0] : undefined).toBe(path);
});

it('knows the versions that the caches have', () => {
  const caches = marketCaches([]);
  caches.configMapNames.wrote(namesOnly(CONFIG_MAPS)(objectOf('ConfigMap', {})));
  expect(valuesVersions(caches, installOf({ valuesFrom: [...SOURCES] }))).toEqual(['7', undefined]);
});
