import { LABELS } from '../../api/group.ts';
import type { Pinned } from '../../api/marketinstall.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { Kept } from '../../model/build/expansion.ts';
import { SERVICES } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { WORKLOADS } from '../../objects/workload.ts';
import { findOwned } from '../lookup.ts';
import { isRecorded } from '../state.ts';
import type { Writer } from '../writer.ts';

/** Names in a namespace of objects that no install has made. */
export interface ForeignNames {
  readonly services: readonly string[];
  readonly workloads: readonly string[];
}

/** No foreign names. */
export const NO_FOREIGN_NAMES: ForeignNames = { services: [], workloads: [] };

/** Foreign names as the API server has them: the caches hold only objects of installs. Throws KubeError. */
export async function listForeignNames(writer: Writer, install: MarketInstall): Promise<ForeignNames> {
  const [services = [], ...workloads] = await Promise.all(
    [SERVICES, ...WORKLOADS].map((resource) => listOfKind(writer, install, resource)),
  );
  return { services, workloads: workloads.flat() };
}

/** Whether all allocated Services exist: an install that needs no more of them need not know foreign names. */
export function hasAllServices(
  { caches }: Writer,
  install: MarketInstall,
  template: Pinned,
  { services }: Kept,
): boolean {
  const exists = (name: string) => findOwned(caches, install, SERVICES, name) !== undefined;
  return isRecorded(install, template) && Object.values(services).every(exists);
}

async function listOfKind(
  { client, signal }: Writer,
  { metadata: { namespace, uid } }: MarketInstall,
  resource: Resource,
): Promise<string[]> {
  const labelSelector = `!${LABELS.install}`;
  const found = await client.listMetadata(resource, { namespace, labelSelector, signal });
  // The owner reference remains where somebody has removed the label of an own object.
  const isOwn = ({ metadata }: KubeObject) => metadata.ownerReferences?.some((owner) => owner.uid === uid);
  return found.filter((object) => !isOwn(object)).map(({ metadata }) => metadata.name);
}
