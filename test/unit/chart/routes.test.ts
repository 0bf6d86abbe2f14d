import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { fieldAt } from '../../../src/base/fields.ts';
import { contentOf } from '../../../src/chart/content.ts';
import type { ChartObject } from '../../../src/chart/rendering.ts';
import type { Surroundings } from '../../../src/source/surroundings.ts';
import { atOnce } from '../../support/gradual.ts';
import { surroundings } from '../../support/install.ts';
import { renderedChart, secret, service, sourced } from '../../support/rendered.ts';

const ROOT = new URL('../../golden/chart/', import.meta.url);

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

const RELEASE = { revision: 1, id: 'first', runsHooks: true };

const names = readdirSync(ROOT)
  .filter((file) => file.endsWith('.in.yaml'))
  .map((file) => file.slice(0, -'.in.yaml'.length));

function contentWith(objects: readonly ChartObject[], fields: Partial<Surroundings> = {}) {
  const chart = renderedChart({ objects: objects.map(sourced) });
  return atOnce(contentOf(chart, surroundings(fields), { release: RELEASE, fromSecrets: false }));
}

it.each(names)('makes rules of %s as its golden file says', async (name) => {
  const objects = parse(await readFile(new URL(`${name}.in.yaml`, ROOT), 'utf8')) as ChartObject[];
  const result = contentWith(objects, { grants: { secrets: ['shop-tls'] } });
  const output =
    result.type === 'refused'
      ? { refused: result.problems }
      : { rules: result.content.rules.map(({ draft }) => draft) };
  const text = stringify(output, { lineWidth: 0, aliasDuplicateObjects: false });
  const file = new URL(`${name}.out.yaml`, ROOT);
  if (WRITE) {
    await writeFile(file, text);
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});

describe('the certificate of an Ingress', () => {
  const rule = (host: string) => ({
    host,
    http: {
      paths: [
        { path: '/', pathType: 'Prefix', backend: { service: { name: 'shop', port: { number: 80 } } } },
      ],
    },
  });
  const ingress = (secretName: string, annotations = {}) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'shop', annotations },
    spec: {
      rules: [rule('a.example.com'), rule('b.example.com')],
      tls: [{ hosts: ['a.example.com', 'b.example.com'], secretName }],
    },
  });
  const certificatesIn = (
    objects: readonly ChartObject[],
    fields: Partial<Surroundings> = {},
  ): readonly unknown[] => {
    const result = contentWith([...objects, service('shop', { app: 'shop' })], fields);
    return result.type === 'refused'
      ? result.problems
      : result.content.rules.map(({ draft }) => fieldAt(draft.spec, ['http', 'certificateName']));
  };
  const own = secret('own', { 'tls.crt': 'x', 'tls.key': 'y' });
  const two = (name: string) => [name, name];
  const refused = (name: string) => [
    `Ingress shop: spec.tls names a certificate: Secret ${name} is not the install's own; spec.grants.secrets: [${name}] allows it; spec.routes: ignore leaves it out (shop/templates/ingress.yaml)`,
  ];

  it.each<[string, readonly ChartObject[], Partial<Surroundings>, readonly unknown[]]>([
    ['is one that the chart brings along', [ingress('own'), own], {}, two('own')],
    ['is not one of the namespace', [ingress('precious'), own], {}, refused('precious')],
    [
      'is not one of the namespace, whatever kind of the chart has its name',
      [ingress('shop')],
      {},
      refused('shop'),
    ],
    [
      'is one of the namespace that is granted',
      [ingress('precious')],
      { grants: { secrets: ['precious'] } },
      two('precious'),
    ],
    [
      'is none beside the one that is granted',
      [ingress('other')],
      { grants: { secrets: ['precious'] } },
      refused('other'),
    ],
    [
      'is one of an issuer, in a Secret of the rule',
      [ingress('precious', { 'cert-manager.io/issuer': 'team' })],
      {},
      [undefined, undefined],
    ],
  ])('%s', (_, objects, fields, certificates) => {
    expect(certificatesIn(objects, fields)).toEqual(certificates);
  });
});

it('leaves routes out by choice of the user', () => {
  const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'shop' } };
  const result = contentWith([ingress, service('shop', {})], { routes: 'ignore' });
  expect(result).toMatchObject({
    type: 'content',
    content: {
      rules: [],
      notApplied: [
        { path: 'shop/templates/ingress.yaml', why: 'Ingress shop is left out, as spec.routes says' },
      ],
    },
  });
});
