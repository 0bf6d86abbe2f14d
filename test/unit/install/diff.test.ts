import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/base/fields.ts';
import { appliedForm, recreatedForm, requiredWrite } from '../../../src/install/diff.ts';
import { FIELD_MANAGER } from '../../../src/install/owned.ts';
import { withDigests } from '../../../src/install/stored.ts';
import type { KubeObject, ObjectDraft } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { AppliedObjects } from '../../../src/objects/applies.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, type Secret } from '../../../src/objects/core.ts';
import { DEPLOYMENTS, JOBS } from '../../../src/objects/workload.ts';
import { appliedBy } from '../../support/managedfields.ts';
import { plannedObject } from '../../support/plans.ts';

/** Stored form of a planned object that was applied, with the fields that the API server adds. */
function stored(resource: Resource, content: object, metadata: object = {}): KubeObject {
  const draft = appliedForm(plannedObject(resource, 'x', content), undefined);
  const managedFields = [appliedBy(FIELD_MANAGER, draft)];
  const server = { uid: 'u', resourceVersion: '1', creationTimestamp: '2026-06-01T12:00:00Z', managedFields };
  return { ...draft, metadata: { ...draft.metadata, ...server, ...metadata }, status: {} } as KubeObject;
}

/** Stored form of an object that a release applied which recorded no digest. */
function withoutDigest({
  metadata: { annotations: _annotations, ...metadata },
  ...rest
}: KubeObject): KubeObject {
  return { ...rest, metadata };
}

/** Memory of a controller that has just started. */
function applies(): AppliedObjects {
  return new AppliedObjects(FIELD_MANAGER);
}

function pods(image: string, more: object = {}) {
  return { spec: { template: { spec: { containers: [{ name: 'main', image }] } }, ...more } };
}

/** Pods with a restriction that earlier releases did not make. */
function restricted(image: string) {
  const { spec } = pods(image).spec.template;
  return { spec: { template: { spec: { ...spec, automountServiceAccountToken: 'no' } } } };
}

const OF_COMPONENT = { labels: { 'stoa.dev/install-uid': 'install-uid', 'stoa.dev/component-id': 'c' } };

const LABELLED = { labels: { 'stoa.dev/install-uid': 'install-uid', mine: 'yes' } };

/** Pods of a Job of a component whose container has envs. */
function withEnvs(image: string, names: readonly string[], runs: 'main' | 'other' = 'main') {
  const env = names.map((name) => ({ name, value: '1' }));
  return { spec: { template: { spec: { containers: [{ name: runs, image, env }] } } } };
}

/** The same with a plugin that has the envs too. */
function withPlugin(image: string, names: readonly string[]) {
  const { containers } = withEnvs('a:1', names).spec.template.spec;
  const initContainers = withEnvs(image, names, 'other').spec.template.spec.containers;
  return { spec: { template: { spec: { initContainers, containers } } } };
}

describe('the Job of a component', () => {
  it.each<[string, object, object, string]>([
    ['that only lacks envs does not run again', withEnvs('a:1', ['A', 'B']), withEnvs('a:1', ['A']), 'none'],
    ['that had no envs does not run again', withEnvs('a:1', ['A']), withEnvs('a:1', []), 'none'],
    ['that also differs runs again', withEnvs('a:2', ['A', 'B']), withEnvs('a:1', ['A']), 'recreate'],
    ['that has more envs runs again', withEnvs('a:1', ['A']), withEnvs('a:1', ['A', 'B']), 'recreate'],
    [
      'whose plugin lacks envs too does not run again',
      withPlugin('p:1', ['A', 'B']),
      withPlugin('p:1', ['A']),
      'none',
    ],
    ['whose plugin differs runs again', withPlugin('p:2', ['A', 'B']), withPlugin('p:1', ['A']), 'recreate'],
    ['that gets a plugin runs again', withPlugin('p:1', ['A']), withEnvs('a:1', ['A']), 'recreate'],
    ['of other containers runs again', withEnvs('a:1', ['A']), withEnvs('a:1', ['A'], 'other'), 'recreate'],
  ])('%s', (_, wanted, before, write) => {
    const { resource, draft } = plannedObject(JOBS, 'x', wanted);
    expect(requiredWrite({ resource, draft }, stored(JOBS, before, OF_COMPONENT), applies())).toBe(write);
  });
});

describe('the number of replicas of a draft that names none', () => {
  const numbered = (replicas: number) => stored(DEPLOYMENTS, pods('a:1', { replicas }));
  const formOf = (before: KubeObject | undefined, more: object = {}) =>
    fieldsOf(appliedForm(plannedObject(DEPLOYMENTS, 'x', pods('a:2', more)), before).spec).replicas;

  it('is the one that it has had', () => {
    expect([formOf(numbered(4)), formOf(numbered(4), { replicas: 2 })]).toEqual([4, 2]);
    expect([formOf(numbered(0)), formOf(undefined)]).toEqual([undefined, undefined]);
  });

  it('stays with whoever scales the workload', () => {
    const scaled = {
      ...stored(DEPLOYMENTS, pods('a:1')),
      ...pods('a:1', { replicas: 6 }),
    };
    expect(formOf(scaled)).toBeUndefined();
  });

  it('is kept where the workload is created again, also that of an autoscaler', () => {
    const planned = (more: object = {}) => plannedObject(DEPLOYMENTS, 'x', pods('a:2', more));
    const own = stored(DEPLOYMENTS, pods('a:1'));
    const scaler = {
      manager: 'kube-controller-manager',
      operation: 'Update',
      subresource: 'scale',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
    } as const;
    const managedFields = [...(own.metadata.managedFields ?? []), scaler];
    const scaled = { ...own, ...pods('a:1', { replicas: 6 }), metadata: { ...own.metadata, managedFields } };
    const numberOf = (form: ObjectDraft) => fieldsOf(form.spec).replicas;
    expect(numberOf(recreatedForm(planned(), numbered(4)))).toBe(4);
    expect(numberOf(recreatedForm(planned(), scaled))).toBe(6);
    expect(numberOf(recreatedForm(planned({ replicas: 2 }), scaled))).toBe(6);
    expect(numberOf(recreatedForm(planned({ replicas: 2 }), numbered(4)))).toBe(2);
  });
});

/** More values than have digests of their own. */
function many(): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`k${at}`, 'x']));
}

describe('the write that a planned object requires', () => {
  it.each<[string, Resource, object, KubeObject | undefined, string]>([
    ['it is missing', DEPLOYMENTS, pods('a:1'), undefined, 'apply'],
    ['it is the same', DEPLOYMENTS, pods('a:1'), stored(DEPLOYMENTS, pods('a:1')), 'none'],
    [
      'others have added to it',
      DEPLOYMENTS,
      pods('a:1'),
      { ...stored(DEPLOYMENTS, pods('a:1'), LABELLED), ...pods('a:1', { replicas: 3 }) },
      'none',
    ],
    ['it differs', DEPLOYMENTS, pods('a:2'), stored(DEPLOYMENTS, pods('a:1')), 'apply'],
    [
      'it lost its label',
      DEPLOYMENTS,
      pods('a:1'),
      stored(DEPLOYMENTS, pods('a:1'), { labels: {} }),
      'confirm',
    ],
    [
      'an earlier version had more',
      DEPLOYMENTS,
      pods('a:1'),
      stored(DEPLOYMENTS, pods('a:1', { paused: true })),
      'apply',
    ],
    [
      'a release without digests applied it',
      DEPLOYMENTS,
      pods('a:1'),
      withoutDigest(stored(DEPLOYMENTS, pods('a:1'))),
      'apply',
    ],
    [
      'the pods of a Job had more',
      JOBS,
      pods('a:1'),
      stored(JOBS, {
        spec: { template: { spec: { hostNetwork: true, ...pods('a:1').spec.template.spec } } },
      }),
      'recreate',
    ],
    [
      'a release without digests applied a Job',
      JOBS,
      pods('a:1'),
      withoutDigest(stored(JOBS, pods('a:1'))),
      'none',
    ],
    [
      'a release without digests applied the Job of a component',
      JOBS,
      restricted('a:1'),
      withoutDigest(stored(JOBS, pods('a:1'), OF_COMPONENT)),
      'none',
    ],
    [
      'a release without digests applied another Job',
      JOBS,
      restricted('a:1'),
      withoutDigest(stored(JOBS, pods('a:1'))),
      'recreate',
    ],
    [
      'a release with digests applied the Job of a component',
      JOBS,
      restricted('a:1'),
      stored(JOBS, pods('a:1'), OF_COMPONENT),
      'recreate',
    ],
    [
      'the selector differs',
      DEPLOYMENTS,
      pods('a:1', { selector: { matchLabels: { own: 'x' } } }),
      stored(DEPLOYMENTS, pods('a:1', { selector: { matchLabels: { app: 'x' } } })),
      'recreate',
    ],
    [
      'a ConfigMap had one value more',
      CONFIG_MAPS,
      { data: { a: 'x' } },
      withDigests(stored(CONFIG_MAPS, { data: { a: 'x', b: 'y' } })),
      'apply',
    ],
    ['a volume exists', CLAIMS, { spec: { size: 2 } }, stored(CLAIMS, { spec: { size: 1 } }), 'none'],
    ['a volume is missing', CLAIMS, { spec: { size: 2 } }, undefined, 'apply'],
    ['the pods of a Job differ', JOBS, pods('a:2'), stored(JOBS, pods('a:1')), 'recreate'],
    ['a Job is suspended', JOBS, pods('a:1', { suspend: true }), stored(JOBS, pods('a:1')), 'apply'],
    [
      'a Secret is the same',
      SECRETS,
      { data: { a: 'YQ==' } },
      withDigests(stored(SECRETS, { data: { a: 'YQ==' } })),
      'none',
    ],
    [
      'a Secret differs',
      SECRETS,
      { data: { a: 'Yg==' } },
      withDigests(stored(SECRETS, { data: { a: 'YQ==' } })),
      'confirm',
    ],
    [
      'a Secret has lost a value',
      SECRETS,
      { data: { a: 'YQ==' } },
      withDigests(stored(SECRETS, {})),
      'apply',
    ],
    [
      'a ConfigMap is the same',
      CONFIG_MAPS,
      { data: { a: 'x' } },
      withDigests(stored(CONFIG_MAPS, { data: { a: 'x' } })),
      'none',
    ],
    [
      'the files of a ConfigMap are the same',
      CONFIG_MAPS,
      { binaryData: { a: 'YQ==' } },
      withDigests(stored(CONFIG_MAPS, { binaryData: { a: 'YQ==' } })),
      'none',
    ],
    [
      'a file of a ConfigMap differs',
      CONFIG_MAPS,
      { binaryData: { a: 'Yg==' } },
      withDigests(stored(CONFIG_MAPS, { binaryData: { a: 'YQ==' } })),
      'apply',
    ],
    [
      'many values are the same',
      CONFIG_MAPS,
      { data: many() },
      withDigests(stored(CONFIG_MAPS, { data: many() })),
      'none',
    ],
    [
      'one of many values differs',
      CONFIG_MAPS,
      { data: { ...many(), k7: 'other' } },
      withDigests(stored(CONFIG_MAPS, { data: many() })),
      'apply',
    ],
  ])('is as expected where %s', (_, resource, content, there, change) => {
    expect(requiredWrite(plannedObject(resource, 'x', content), there, applies())).toBe(change);
  });
});

describe('a cached Secret', () => {
  it('has digests in place of its values', () => {
    const secret: Secret = withDigests(stored(SECRETS, { data: { a: 'Y2FuYXJ5' } }));
    expect(JSON.stringify(secret)).not.toContain('Y2FuYXJ5');
    expect(Object.keys(secret.data ?? {})).toEqual(['a']);
  });
});

it.each<[string, object]>([
  ['large values', { data: { a: 'a'.repeat(1_000_000) } }],
  ['large files', { binaryData: { a: 'YQ=='.repeat(250_000) } }],
  ['many values', { data: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`key-${at}`, ''])) }],
  ['a large type', { type: 'a'.repeat(1_000_000) }],
  ['what no Secret has', { spec: ['a'.repeat(1_000_000)] }],
])('a cached Secret or ConfigMap is small with %s', (_, content) => {
  const cached = withDigests(stored(CONFIG_MAPS, content, { managedFields: undefined }));
  expect(JSON.stringify(cached).length).toBeLessThan(1_000);
});
