import { expect, it } from 'vitest';
import type { Fields } from '../../../../../src/base/fields.ts';
import { escapeOf } from '../../../../../src/market/expand/workload/escape.ts';
import { INSTALLABLE } from '../../../../../src/objects/installable.ts';
import { GATEWAY_RULES } from '../../../../../src/objects/stoa.ts';
import { WORKLOADS } from '../../../../../src/objects/workload.ts';
import { WORKLOAD_KINDS } from '../../../../../src/workload/kinds.ts';

it.each(INSTALLABLE.filter((resource) => resource !== GATEWAY_RULES).map(({ kind }) => kind))(
  'a %s without content may be made for a model',
  (kind) => {
    expect(escapeOf(kind, {})).toBeUndefined();
  },
);

it.each([GATEWAY_RULES.kind, 'Pod', 'ReplicaSet', 'toString'])('a %s is not made for a model', (kind) => {
  expect(escapeOf(kind, {})).toBe('an install does not make objects of this kind');
});

it.each(WORKLOADS.map(({ kind }) => kind))('a %s must not reach files of its node', (kind) => {
  const template = { spec: { volumes: [{ name: 'root', hostPath: { path: '/' } }] } };
  const spec = WORKLOAD_KINDS[kind].templatePath.reduceRight<Fields>(
    (inner, name) => ({ [name]: inner }),
    template,
  );
  expect(escapeOf(kind, { spec })).toBe('its pods would read files of their node');
});
