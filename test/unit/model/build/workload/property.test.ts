import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asStopped } from '../../../../../src/install/rollout/rollout.ts';
import { isSubset } from '../../../../../src/kube/subset.ts';
import { makeComponent } from '../../../../../src/model/build/workload/component.ts';
import type { PlannedObject } from '../../../../../src/objects/planned.ts';
import { anyApps } from '../../../../support/apps.ts';
import { hostileAttributes, hostilePods } from '../../../../support/hostilepods.ts';
import { broughtBy, contextOf, partOf, podTemplateOf, specOf } from '../../../../support/parts.ts';
import { violationsOf } from '../../../../support/podsecurity.ts';
import { modelOf } from '../../../../support/template.ts';

const LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

function hasNoDoubles(names: readonly string[] = []): void {
  expect(new Set(names).size).toBe(names.length);
}

function staysInside({ draft, resource }: PlannedObject): void {
  expect(draft.metadata.namespace).toBe('team');
  expect(draft.metadata.name).toMatch(LABEL);
  expect(resource.namespaced).toBe(true);
  expect(JSON.stringify(draft)).not.toMatch(/"(hostPath|hostNetwork|hostIPC)"/);
}

/** Whether something is in it that the API server would not store. */
function hasNothing(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.length === 0 || value.some(hasNothing);
  }
  return value === null || (typeof value === 'object' && Object.values(value).some(hasNothing));
}

it('whatever a model says, its workloads are whole and stay in the namespace', () => {
  fc.assert(
    fc.property(anyApps, fc.boolean(), (apps, serviceMonitors) => {
      const parts = modelOf(apps).components.map((component) => partOf(component));
      const context = contextOf(parts, { serviceMonitors });
      const made = parts.map((part) => makeComponent(part, context));
      const wanted = made.flatMap(({ workload, objects }) => [workload, ...objects]);
      wanted.forEach(staysInside);
      hasNoDoubles(wanted.map(({ draft }) => `${draft.kind}/${draft.metadata.name}`));
      for (const each of made) {
        const { metadata, spec } = podTemplateOf(each);
        const [{ ports, env, volumeMounts }] = spec.containers;
        const { selector, volumeClaimTemplates } = specOf(each);
        expect(isSubset(selector?.matchLabels ?? {}, metadata.labels)).toBe(true);
        hasNoDoubles(ports?.map(({ name }) => name));
        hasNoDoubles(env?.map(({ name }) => name));
        hasNoDoubles(volumeMounts?.map(({ mountPath }) => mountPath));
        const volumes = [
          ...(spec.volumes ?? []).map(({ name }) => name),
          ...(volumeClaimTemplates ?? []).map((template) => template.metadata.name),
        ];
        hasNoDoubles(volumes);
        expect((volumeMounts ?? []).filter(({ name }) => !volumes.includes(name))).toEqual([]);
        expect(hasNothing(each.workload.draft)).toBe(false);
        expect(asStopped(each.workload).draft.metadata).toEqual(each.workload.draft.metadata);
      }
    }),
    { numRuns: 500 },
  );
});

const SOME_YAML = [
  '{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: kube-system}, data: {a: b}}',
  '{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {template: {spec: {hostNetwork: true}}}}',
  '---\n',
  '{apiVersion: v1, kind: Namespace, metadata: {name: x}}',
];

it('whatever a model brings along, nothing of it leaves the namespace', () => {
  const text = fc.oneof(
    fc.constantFrom(...SOME_YAML),
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc
      .tuple(
        fc.constantFrom('ConfigMap', 'Deployment', 'Service', 'CronJob', 'Job'),
        fc.jsonValue(),
        fc.jsonValue(),
      )
      .map(([kind, metadata, spec]) => JSON.stringify({ apiVersion: 'v1', kind, metadata, spec })),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const resources = [{ path: 'r', name: 'given', kind: '', content: texts.join('\n---\n') }];
      const { objects } = broughtBy(resources);
      for (const { draft, resource } of objects) {
        expect(draft.metadata.namespace).toBe('team');
        expect(draft.metadata.labels).toMatchObject({ 'stoa.dev/install-uid': 'u1' });
        expect(['Namespace', 'GatewayRule', 'Ingress']).not.toContain(resource.kind);
      }
    }),
    { numRuns: 500 },
  );
});

const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

/** Objects that a hostile model brings along, and to which its pods may refer. */
const OWN = [
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'own' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' } },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'own' } },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'own' }, spec: CLAIM },
];

/** Objects with a pod in each place where one can stand. */
function workloadsWith(spec: unknown): readonly object[] {
  const labels = { app: 'x', 'stoa.dev/component-id': 'other' };
  const template = { metadata: { labels }, spec };
  const selector = { matchLabels: { app: 'x' } };
  const of = (apiVersion: string, kind: string, more: object) => ({
    apiVersion,
    kind,
    metadata: { name: 'x' },
    spec: more,
  });
  return [
    ...['Deployment', 'StatefulSet', 'DaemonSet'].map((kind) => of('apps/v1', kind, { selector, template })),
    of('batch/v1', 'Job', { template }),
    of('batch/v1', 'CronJob', { schedule: '0 0 * * *', jobTemplate: { spec: { template } } }),
  ];
}

it('whatever pods a model wants, they have nothing beyond the list, wherever they stand', () => {
  let count = 0;
  fc.assert(
    fc.property(hostilePods, fc.nat(4), (pod, at) => {
      const documents = [...OWN, ...workloadsWith(pod).slice(at, at + 1)];
      const resources = documents.map((document) => ({
        path: 'r',
        name: '',
        kind: '',
        content: JSON.stringify(document),
      }));
      const { objects } = broughtBy(resources);
      count += objects.length - OWN.length;
      for (const { draft } of objects) {
        expect(violationsOf(draft, ['own'])).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
  // Some pods are refused as a whole; the others show that the list is not empty.
  expect(count).toBeGreaterThan(50);
});

it('whatever attributes a component has, its pods have nothing beyond the list', () => {
  fc.assert(
    fc.property(hostileAttributes, (wanted) => {
      const attributes = Object.entries(wanted).map(([name, value]) => ({
        path: name,
        name,
        format: 'json' as const,
        value: JSON.stringify(value),
      }));
      const part = partOf({ attributes });
      const { workload } = makeComponent(part, contextOf([part]));
      expect(violationsOf(workload.draft)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
