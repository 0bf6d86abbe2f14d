import { expect, it } from 'vitest';
import type { MarketInstallSpec } from '../../../src/api/marketinstall.ts';
import { applicationModels } from '../../../src/model/source.ts';
import { NOTHING_KEPT } from '../../../src/source/kept.ts';
import type { StoreClient } from '../../../src/store/client.ts';
import type { StoreRefusal } from '../../../src/store/refusal.ts';
import type { Fetched } from '../../../src/store/response.ts';
import { atOnce } from '../../support/gradual.ts';
import { allocationContext, surroundings } from '../../support/install.ts';
import { objectsOf } from '../../support/models.ts';
import { installOf } from '../../support/plans.ts';
import { MODELS } from '../../support/source.ts';
import { app, templateOf } from '../../support/template.ts';

const HUB = { url: 'registry.example.com' };

const found = <T>(value: T): Fetched<T> => ({ type: 'found', value });
const refused = (refusal: StoreRefusal): Fetched<never> => ({ type: 'refused', refusal });

/** Result of a fetch from a store that answers as given. */
function fetchFrom(answers: Partial<StoreClient>) {
  const spec: MarketInstallSpec = installOf().spec;
  const client: StoreClient = {
    fetchApp: async () => found({ name: 'shop' }),
    fetchVersion: async () => found({ template: '{}' }),
    fetchHub: async () => found(HUB),
    ...answers,
  };
  const signal = new AbortController().signal;
  return applicationModels(client, {} as Parameters<typeof applicationModels>[1]).fetch(spec.market, spec, {
    namespace: 'shop',
    name: 'shop',
    signal,
    again: () => undefined,
  });
}

const NO_VERSION: StoreRefusal = { type: 'version-not-found' };
const NO_APP: StoreRefusal = { type: 'app-not-found' };

it('fetches template and registry', async () => {
  const content = { template: '{}', hub: HUB };
  expect(await fetchFrom({})).toEqual({ type: 'fetched', content });
});

it('fetches the release that the model was published with', async () => {
  const version = { template: '{}', publishedWith: 'v5.17.1' };
  expect(await fetchFrom({ fetchVersion: async () => found(version) })).toEqual({
    type: 'fetched',
    content: { ...version, hub: HUB },
  });
});

it('does without a registry that the store does not have, and waits for one that it may name later', async () => {
  const without = { type: 'fetched', content: { template: '{}' } };
  expect(await fetchFrom({ fetchHub: async () => found(undefined) })).toEqual(without);
  expect(await fetchFrom({ fetchHub: async () => refused(NO_APP) })).toEqual(without);
  const failed: StoreRefusal = { type: 'failed', status: 503 };
  expect(await fetchFrom({ fetchHub: async () => refused(failed) })).toEqual(refused(failed));
});

it('tells a missing version from a missing model', async () => {
  const fetchVersion = async () => refused(NO_VERSION);
  expect(await fetchFrom({ fetchVersion })).toEqual(refused(NO_VERSION));
  expect(await fetchFrom({ fetchVersion, fetchApp: async () => refused(NO_APP) })).toEqual(refused(NO_APP));
});

it('reads, allocates and expands a template', () => {
  const read = atOnce(MODELS.read({ template: templateOf([app('web', { k8s_component_name: 'web' })]) }, []));
  if (read.type === 'refused') {
    throw new Error(read.message);
  }
  const kept = read.model.allocate(NOTHING_KEPT, allocationContext());
  const expansion = atOnce(read.model.expand(kept, surroundings()));
  expect(objectsOf(expansion).map(({ draft: { kind, metadata } }) => `${kind} ${metadata.name}`)).toEqual([
    'ConfigMap shop-platform',
    'Deployment shop-web',
  ]);
});

it('refuses what is no model', () => {
  expect(atOnce(MODELS.read({ template: '[]' }, []))).toEqual({
    type: 'refused',
    message: expect.stringContaining('must be a JSON object'),
  });
});
