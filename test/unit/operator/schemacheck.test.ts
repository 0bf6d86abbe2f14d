import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { objectSchema } from '../../../src/api/crd.ts';
import { kinds } from '../../../src/api/kinds.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import { createSchemaCheck } from '../../../src/operator/schemacheck.ts';

/** API server that publishes the schemas of some kinds. */
function serverOf(published: readonly string[]): Pick<KubeClient, 'read'> {
  const schemas = kinds
    .filter(({ kind }) => published.includes(kind))
    .map((definition) => [
      `dev.stoa.v1alpha1.${definition.kind}`,
      {
        ...objectSchema(definition),
        'x-kubernetes-group-version-kind': [
          { group: 'stoa.dev', version: 'v1alpha1', kind: definition.kind },
        ],
      },
    ]);
  const url = '/openapi/v3/apis/stoa.dev/v1alpha1?hash=x';
  const answers: Readonly<Record<string, unknown>> = {
    '/openapi/v3': {
      paths: published.length === 0 ? {} : { 'apis/stoa.dev/v1alpha1': { serverRelativeURL: url } },
    },
    [url]: { components: { schemas: Object.fromEntries(schemas) } },
  };
  return { read: async (path: string) => answers[path] } as unknown as Pick<KubeClient, 'read'>;
}

function checked() {
  const registry = new Registry();
  const warnings: unknown[] = [];
  const check = createSchemaCheck(registry, {
    warn: (_: unknown, text: unknown) => warnings.push(text),
  } as never);
  return {
    ...check,
    warnings,
    values: async () => {
      const { values = [] } = (await registry.getSingleMetric('stoa_schema_skew')?.get()) ?? {};
      return values.map(({ labels, value }) => [labels.resource, labels.state, value]);
    },
  };
}

const ALL = kinds.map(({ kind }) => kind);

it('shows a CRD that is missing until it is there again, and logs it once', async () => {
  const { run, skews, values, warnings } = checked();
  const digest = await run(serverOf(ALL));
  expect([await values(), skews()]).toEqual([[['', '', 0]], []]);
  await run(serverOf(ALL.slice(1)));
  expect(await run(serverOf(ALL.slice(1)))).not.toBe(digest);
  expect(await values()).toEqual([['applications.stoa.dev', 'missing', 1]]);
  expect(warnings).toHaveLength(1);
  expect(await run(serverOf(ALL))).toBe(digest);
  expect(await values()).toEqual([['', '', 0]]);
  await run(serverOf([]));
  expect(skews().map(({ is }) => is)).toEqual(['missing', 'missing', 'missing']);
});

it('says nothing where the schemas cannot be read', async () => {
  const { run, skews } = checked();
  const denied = () => Promise.reject(new KubeError({ type: 'forbidden' }, 'no'));
  expect(await run({ read: denied } as unknown as Pick<KubeClient, 'read'>)).toBe('');
  expect(await run({ read: async () => ({}) } as unknown as Pick<KubeClient, 'read'>)).toBe('');
  expect(skews()).toEqual([]);
});

it('fails with an API server that does not answer', async () => {
  const away = () => Promise.reject(new KubeError({ type: 'unreachable' }, 'no'));
  await expect(checked().run({ read: away } as unknown as Pick<KubeClient, 'read'>)).rejects.toThrow('no');
});
