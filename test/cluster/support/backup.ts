import type { KubeClient } from '../../../src/kube/client.ts';
import { isFailure } from '../../../src/kube/error.ts';
import type { KubeObject, ObjectDraft } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICES } from '../../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import { DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../../src/objects/workload.ts';

/** Kinds of a backup in the order in which Velero restores them: volumes and Secrets first, custom resources last. */
const ORDER: readonly Resource[] = [
  ...[CLAIMS, SECRETS, CONFIG_MAPS, SERVICES, DEPLOYMENTS, STATEFUL_SETS, JOBS],
  ...[HTTP_ROUTES, APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS],
];

/** Object of a backup, with its resource. */
interface Saved {
  readonly resource: Resource;
  readonly object: KubeObject;
}

/** Objects of a namespace as they were at a moment. */
export type Saving = readonly Saved[];

/** Saves the objects of a namespace, without those that Kubernetes makes itself. */
export async function save(client: KubeClient, namespace: string): Promise<Saving> {
  const lists = await Promise.all(
    ORDER.map(async (resource) => {
      const objects = await client.list<KubeObject>(resource, { namespace });
      return objects.map((object) => ({ resource, object }));
    }),
  );
  return lists
    .flat()
    .filter(({ object }) => object.metadata.name !== 'kube-root-ca.crt' && !isCompleted(object));
}

/** Whether an object is a completed Job, which Velero does not restore: it would run again. */
export function isCompleted(object: KubeObject): boolean {
  const { kind, status } = object as KubeObject & { readonly status?: { readonly completionTime?: string } };
  return kind === JOBS.kind && status?.completionTime !== undefined;
}

/** Fate of saved objects when they are restored. */
export interface Restoring {
  readonly namespace: string;
  /** Whether the references to owners stay, as with kubectl, or go, as with Velero. */
  readonly owners: 'kept' | 'stripped';
  /** Texts that are others there, such as hosts. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly only?: (object: KubeObject) => boolean;
}

/** Restores saved objects, in the order of their kinds; those that exist stay. */
export async function restore(client: KubeClient, saving: Saving, how: Restoring): Promise<void> {
  const { only = () => true } = how;
  for (const { resource, object } of saving) {
    if (only(object)) {
      await client.create(resource, restored(object, how), 'velero').catch((error: unknown) => {
        if (!isFailure(error, 'already-exists')) {
          throw error;
        }
      });
    }
  }
}

/** Fields of metadata that belong to the object before. */
const OF_BEFORE = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields'];

function restored(object: KubeObject, { namespace, owners, texts = {} }: Restoring): ObjectDraft {
  const { metadata, status: _, ...content } = object as KubeObject & { readonly status?: unknown };
  const dropped = owners === 'kept' ? OF_BEFORE : [...OF_BEFORE, 'ownerReferences'];
  const kept = Object.entries(metadata).filter(([field]) => !dropped.includes(field));
  const draft = { ...content, metadata: { ...Object.fromEntries(kept), namespace } };
  const text = Object.entries(texts).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    JSON.stringify(withoutPlaces(draft as unknown as KubeObject)),
  );
  return JSON.parse(text) as ObjectDraft;
}

/** Object without what the cluster gave it: addresses, and the volume behind a claim. */
function withoutPlaces(object: KubeObject): object {
  const { spec, ...rest } = object as KubeObject & { readonly spec?: Readonly<Record<string, unknown>> };
  if (spec === undefined) {
    return object;
  }
  const { clusterIP, clusterIPs: _ips, volumeName: _volume, ...own } = spec;
  return { ...rest, spec: { ...own, ...(clusterIP === 'None' ? { clusterIP } : {}) } };
}
