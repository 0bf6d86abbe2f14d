import { API_VERSION, LABELS } from '../../src/api/group.ts';
import type { Pinned } from '../../src/api/marketinstall.ts';
import { appliedForm } from '../../src/install/diff.ts';
import { FIELD_MANAGER } from '../../src/install/owned.ts';
import { type Plan, plannedObjects } from '../../src/install/plan/plan.ts';
import { powersOf } from '../../src/install/powers/powers.ts';
import { withDigests } from '../../src/install/stored.ts';
import { type StoredObjects, storedObjects } from '../../src/install/storedobjects.ts';
import type { KubeObject, ObjectDraft } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { AppliedObjects } from '../../src/objects/applies.ts';
import { CONFIG_MAPS, SERVICES, type Secret } from '../../src/objects/core.ts';
import type { PlannedObject } from '../../src/objects/planned.ts';
import { GATEWAY_RULES, type MarketInstall } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS, type Workload } from '../../src/objects/workload.ts';
import type { PlannedComponent } from '../../src/source/content.ts';
import { appliedBy } from './managedfields.ts';

export const PINNED: Pinned = { version: '1.0', digest: 'sha256:1', size: 10, secretName: 'shop-template-1' };

/** An install of version 1.0, with the fields of a test. */
export function installOf(
  spec: Partial<MarketInstall['spec']> = {},
  status?: MarketInstall['status'],
): MarketInstall {
  return {
    apiVersion: API_VERSION,
    kind: 'MarketInstall',
    metadata: {
      name: 'shop',
      namespace: 'team',
      uid: 'install-uid',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-06-01T12:00:00Z',
    },
    spec: {
      appId: 1,
      market: { url: 'https://hub.example.com', domain: 'here' },
      appModelId: 'shop',
      appModelVersion: '1.0',
      deploy: true,
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}

/** Stored form of a Secret; `data` overrides its own. */
export function storedSecret(draft: ObjectDraft, data: object = {}): Secret {
  const before = draft.data as Readonly<Record<string, string>>;
  return { ...draft, data: { ...before, ...data } } as unknown as Secret;
}

/** Planned object in the namespace of the install. */
export function plannedObject(resource: Resource, name: string, content: object): PlannedObject {
  const { group, version, kind } = resource;
  const metadata = { name, namespace: 'team', labels: { [LABELS.install]: 'install-uid' } };
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { resource, draft: { apiVersion, kind, metadata, ...content } };
}

/** A component of one Deployment and one Service. */
export function component(
  key: string,
  dependsOn: readonly string[] = [],
  image = `${key}:1`,
): PlannedComponent {
  const template = { spec: { containers: [{ name: 'main', image }] } };
  return {
    path: `apps[${key}]`,
    key,
    id: `${key}-id`,
    name: key,
    dependsOn,
    workload: plannedObject(DEPLOYMENTS, key, { spec: { replicas: 1, template } }),
    objects: [plannedObject(SERVICES, key, { spec: { ports: [{ port: 80 }] } })],
  };
}

/** A plan of components in waves; each has a rule if `rules` says so. */
export function planOf(
  waves: readonly (readonly PlannedComponent[])[],
  { rules = [], template = PINNED }: { rules?: readonly string[]; template?: Pinned } = {},
): Plan {
  const objects = {
    shared: [],
    waves,
    rules: rules.map((name) => plannedObject(GATEWAY_RULES, name, { spec: { appId: 1 } })),
  };
  return {
    template,
    ...objects,
    withheld: [],
    notApplied: [],
    confidential: [],
    fromSecrets: false,
    powers: powersOf(plannedObjects(objects)),
  };
}

/** In-memory API server: stores applied objects, and Deployments that become ready on command. */
export class Cluster {
  readonly objects = new Map<string, KubeObject>();
  readonly applies = new AppliedObjects(FIELD_MANAGER);

  find = ({ resource, draft }: PlannedObject): KubeObject | undefined =>
    this.objects.get(`${resource.kind}/${draft.metadata.name}`);

  /** Objects that an install finds in the cluster, with an inventory that remembers no Jobs. */
  get stored(): StoredObjects {
    return storedObjects(this.find, [], this.applies);
  }

  apply(each: PlannedObject): void {
    const key = `${each.resource.kind}/${each.draft.metadata.name}`;
    const before = this.objects.get(key);
    if (before !== undefined && this.stored.writeOf(each) === 'none') {
      return;
    }
    const generation = (before?.metadata.generation ?? 0) + 1;
    const applied = appliedForm(each, before);
    const metadata = {
      ...applied.metadata,
      managedFields: [appliedBy(FIELD_MANAGER, applied)],
      uid: before?.metadata.uid ?? `uid-of-${key}`,
      resourceVersion: '1',
      creationTimestamp: '2026-06-01T12:00:00Z',
      generation,
    };
    const status = (before as Workload | undefined)?.status;
    const object: KubeObject = { ...applied, metadata };
    // As the cache has ConfigMaps.
    const stored = each.resource.kind === CONFIG_MAPS.kind ? withDigests(object as Secret) : object;
    this.objects.set(key, status === undefined ? stored : ({ ...stored, status } as Workload));
  }

  /** Makes a Deployment ready for its current spec. */
  ready(name: string): void {
    const stored = this.objects.get(`Deployment/${name}`) as Workload;
    const replicas = stored.spec.replicas ?? 1;
    const status = {
      observedGeneration: stored.metadata.generation ?? 1,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
    };
    this.objects.set(`Deployment/${name}`, { ...stored, status } as Workload);
  }

  /** Images of running Deployments, by name; empty if stopped. */
  running(): Record<string, string> {
    const workloads = [...this.objects.values()].filter(({ kind }) => kind === 'Deployment') as Workload[];
    const on = workloads.filter(({ spec }) => spec.replicas !== 0);
    return Object.fromEntries(
      on.map(({ metadata, spec }) => [metadata.name, spec.template?.spec.containers[0]?.image ?? '']),
    );
  }

  has(plan: Plan): boolean {
    return plannedObjects(plan).every((each) => this.find(each) !== undefined);
  }
}
