import { describe, expect, it } from 'vitest';
import { fieldAt } from '../../../../src/base/fields.ts';
import { cacheOf, type MarketCaches } from '../../../../src/install/caches.ts';
import { readKept } from '../../../../src/install/plan/keptsecret.ts';
import { type MarketConfig, Planner } from '../../../../src/install/plan/planner.ts';
import { pinOf } from '../../../../src/install/template/pin.ts';
import type { Writer } from '../../../../src/install/writer.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeObject, ObjectDraft } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import { CONFIG_MAPS, SECRETS } from '../../../../src/objects/core.ts';
import type { PlannedObject } from '../../../../src/objects/planned.ts';
import type { MarketInstall } from '../../../../src/objects/stoa.ts';
import { STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import type { RenderedModel, Source, SourceContent } from '../../../../src/source/source.ts';
import { applicationOf } from '../../../support/applications.ts';
import { marketCaches } from '../../../support/marketcaches.ts';
import { installOf, plannedObject } from '../../../support/plans.ts';
import { MODELS } from '../../../support/source.ts';
import { app, templateOf } from '../../../support/template.ts';

const CONFIG: MarketConfig = {
  offeredPorts: () => [],
  portStanding: () => 'free',
  portsLeft: () => 0,
  domain: undefined,
  storage: { classes: {}, readWriteMany: [] },
  nodeLabels: {},
};

/** Account that stores Secrets, and a client that finds nothing foreign. */
function writerOf(caches: MarketCaches): Writer {
  const secrets = new Map<string, KubeObject>();
  const store = async (_: Resource, draft: ObjectDraft) => {
    const metadata = { ...draft.metadata, uid: draft.metadata.name, resourceVersion: `${secrets.size + 1}` };
    const stored = { ...draft, metadata: { ...metadata, creationTimestamp: 't' } } as KubeObject;
    secrets.set(draft.metadata.name, stored);
    return stored;
  };
  const get = async (_: Resource, { name }: { readonly name: string }) => {
    const found = secrets.get(name);
    if (found === undefined) {
      throw new KubeError({ type: 'not-found' }, name);
    }
    return found;
  };
  return {
    caches,
    account: { get, create: store, replace: store, apply: store },
    client: { listMetadata: async () => [] },
    charge: (work: () => unknown) => work(),
    signal: new AbortController().signal,
  } as unknown as Writer;
}

/** Caches of these kinds, without objects. */
function cachesOf(kinds: readonly Resource[]): MarketCaches {
  return marketCaches([SECRETS, ...kinds]);
}

/** Result of planning an install for a template, which is pinned before. */
function planned(planner: Planner, writer: Writer, install: MarketInstall, template: string) {
  return plannedOf(planner, writer, install, { template });
}

async function plannedOf(
  planner: Planner,
  writer: Writer,
  install: MarketInstall,
  content: SourceContent,
  isHeld = false,
) {
  const pin = await pinOf(install, content);
  writer.caches.installs.wrote(install);
  await writer.account.apply(SECRETS, pin.draft, 'test');
  const request = { install, application: applicationOf(), template: pin.pinned };
  return await planner.planFor(writer, request, () => isHeld);
}

/** A planned object as the API server stores it. */
function storedForm({ draft }: PlannedObject): KubeObject {
  const metadata = { ...draft.metadata, uid: 'set', resourceVersion: '1', creationTimestamp: 't' };
  return { ...draft, metadata };
}

it('a plan that waits does not outlive the StatefulSet whose Service it has', async () => {
  const planner = new Planner(CONFIG, MODELS);
  const writer = writerOf(cachesOf([STATEFUL_SETS]));
  const template = templateOf([app('db', { extend_method: 'state_multiple' })]);
  const set = plannedObject(STATEFUL_SETS, 'shop-db', { spec: { serviceName: 'gr123456-pods' } });
  const serviceName = async () => {
    const result = await planned(planner, writer, installOf(), template);
    expect(result.type).toBe('planned');
    const { waves, sets } = result.type === 'planned' ? result.plan : { waves: [] };
    const [workload] = waves.flat();
    return [fieldAt(workload?.workload.draft, ['spec', 'serviceName']), sets?.get('shop-db')];
  };
  cacheOf(writer.caches, STATEFUL_SETS)?.wrote(storedForm(set));
  expect(await serviceName()).toEqual(['gr123456-pods', 'set']);
  cacheOf(writer.caches, STATEFUL_SETS)?.deleted(storedForm(set));
  expect(await serviceName()).toEqual(['shop-db', undefined]);
});

it('a plan for a preview stores and reserves nothing, and another is free to have its names', async () => {
  const planner = new Planner(CONFIG, MODELS);
  const caches = cachesOf([STATEFUL_SETS]);
  const writer = writerOf(caches);
  const template = templateOf([app('db', { extend_method: 'state_multiple' })]);
  const pin = await pinOf(installOf(), { template });
  if (pin === undefined) {
    throw new Error('the template does not fit');
  }
  const request = { install: installOf(), application: applicationOf(), template: pin.pinned };
  const drafted = await planner.draft(writer, { ...request, content: { template } });
  expect(drafted).toMatchObject({ type: 'drafted', stored: { secret: undefined } });
  expect(cacheOf(caches, SECRETS)?.store.list()).toEqual([]);
  expect(drafted.type === 'drafted' && Object.values(drafted.kept.services)).not.toEqual([]);
  const other = { ...installOf(), metadata: { ...installOf().metadata, uid: 'other-uid' } };
  expect(await planned(planner, writer, other, template)).toMatchObject({ type: 'planned' });
});

describe('an object that two installs plan', () => {
  const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n';
  const k8s_resources = [{ name: 'settings', kind: 'ConfigMap', content: settings }];
  const template = templateOf([app('web')], { k8s_resources });
  const first = installOf();
  const second = { ...first, metadata: { ...first.metadata, name: 'other', uid: 'other-uid' } };
  const taken = { type: 'taken', object: 'ConfigMap settings' };

  /** The first install has planned it, and is settled. */
  async function afterFirst() {
    const planner = new Planner(CONFIG, MODELS);
    const writer = writerOf(cachesOf([CONFIG_MAPS]));
    const plan = (install: MarketInstall) => planned(planner, writer, install, template);
    expect(await plan(first)).toMatchObject({ type: 'planned' });
    return { planner, plan, caches: writer.caches };
  }

  it('is taken for the second while the first is not settled', async () => {
    const { planner, plan } = await afterFirst();
    expect(await plan(second)).toEqual(taken);
    planner.forget(first.metadata.uid);
    expect(await plan(second)).toMatchObject({ type: 'planned' });
  });

  it('is taken for the first where the second has reserved it before it was made', async () => {
    const { planner, plan } = await afterFirst();
    planner.forget(first.metadata.uid);
    await plan(second);
    expect(await plan(first)).toEqual(taken);
  });

  it('is never taken for the first once it has made it', async () => {
    const { planner, plan, caches } = await afterFirst();
    cacheOf(caches, CONFIG_MAPS)?.wrote(storedForm(plannedObject(CONFIG_MAPS, 'settings', {})));
    planner.forget(first.metadata.uid);
    expect(await plan(second)).toMatchObject({ type: 'planned' });
    expect(await plan(first)).toMatchObject({ type: 'planned' });
  });
});

const CHART = { name: 'web', version: '1.0.0' };

/** Source of a model whose templates are rendered. */
function sourceOf(model: RenderedModel): Source {
  return {
    fetch: async () => {
      throw new Error('nothing is fetched');
    },
    *read() {
      yield;
      return { type: 'read', model };
    },
  };
}

it('keeps the allocations of a version that is held, and what its rendering adds once it is made', async () => {
  const model: RenderedModel = {
    lacksPort: () => false,
    allocate: (kept) => ({ ...kept, secrets: { seed: 'first' } }),
    override: () => ({ model, problems: [] }),
    render: async (kept) => {
      const content = { shared: [], components: [], rules: [], notApplied: [], chart: CHART };
      return { type: 'rendered', content, kept: { ...kept, workloads: { web: 'rendered' } } };
    },
  };
  const planner = new Planner(CONFIG, sourceOf(model));
  const writer = writerOf(cachesOf([]));
  const keptAfter = async (isHeld: boolean) => {
    await plannedOf(planner, writer, installOf(), { archive: Buffer.from('small') }, isHeld);
    const stored = await readKept(writer, installOf());
    return stored.type === 'kept' ? stored.kept : stored;
  };
  expect(await keptAfter(true)).toMatchObject({ secrets: { seed: 'first' }, workloads: {} });
  expect(await keptAfter(false)).toMatchObject({
    secrets: { seed: 'first' },
    workloads: { web: 'rendered' },
  });
});

describe('plans of a chart whose small archive renders large objects', () => {
  /** Source of charts that render a ConfigMap of so many bytes, and the installs that they were rendered for. */
  function chartsOf(bytes: number) {
    const rendered: string[] = [];
    const model: RenderedModel = {
      lacksPort: () => false,
      allocate: (kept) => kept,
      override: () => ({ model, problems: [] }),
      render: async (kept, { install: { name } }) => {
        rendered.push(name);
        const shared = [plannedObject(CONFIG_MAPS, name, { data: { text: 'x'.repeat(bytes) } })];
        const content = { shared, components: [], rules: [], notApplied: [], chart: CHART };
        return { type: 'rendered', content, kept };
      },
    };
    return { source: sourceOf(model), rendered };
  }

  /** Names of the installs that are rendered where each of them is planned, and the first ones once more. */
  async function renderedFor(bytes: number, again: readonly string[]): Promise<readonly string[]> {
    const { source, rendered } = chartsOf(bytes);
    const planner = new Planner(CONFIG, source);
    const writer = writerOf(cachesOf([CONFIG_MAPS]));
    for (const name of ['a', 'b', 'c', 'd', ...again]) {
      const base = installOf();
      const install = { ...base, metadata: { ...base.metadata, name, uid: `uid-${name}` } };
      const archive = Buffer.from('small');
      expect(await plannedOf(planner, writer, install, { archive })).toMatchObject({ type: 'planned' });
    }
    return rendered.slice(4);
  }

  it('are kept while they are small', async () => {
    expect(await renderedFor(1_000, ['a', 'b', 'c', 'd'])).toEqual([]);
  });

  it('take the place of the oldest ones', async () => {
    expect(await renderedFor(4 * 2 ** 20, ['d', 'c', 'a'])).toEqual(['a']);
  });

  it('are made again each time where one alone is too large', async () => {
    expect(await renderedFor(13 * 2 ** 20, ['d'])).toEqual(['d']);
  });
});
