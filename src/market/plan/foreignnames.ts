import { LABELS } from '../../api/group.ts';
import type { Pinned } from '../../api/marketinstall.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { WORKLOADS } from '../../objects/workload.ts';
import type { Kept } from '../expand/expansion.ts';
import { findOwned } from '../lookup.ts';
import { isRecorded } from '../owned.ts';
import type { Writer } from '../writer.ts';

/** Names in a namespace of objects that no install has made. */
export interface ForeignNames {
  readonly services: readonly string[];
  readonly workloads: readonly string[];
}

const NO_FOREIGN_NAMES: ForeignNames = { services: [], workloads: [] };

/**
 * Foreign names as the API server has them: the caches hold only objects of installs. An install whose Services all
 * exist needs none. Throws KubeError.
 */
export async function listForeignNames(
  writer: Writer,
  install: MarketInstall,
  template: Pinned,
  { services: allocated }: Kept,
): Promise<ForeignNames> {
  const exists = (name: string) => findOwned(writer.caches, install, SERVICES, name) !== undefined;
  if (isRecorded(install, template) && Object.values(allocated).every(exists)) {
    return NO_FOREIGN_NAMES;
  }
  const [services = [], ...workloads] = await Promise.all(
    [SERVICES, ...WORKLOADS].map((resource) => listOfKind(writer, install, resource)),
  );
  return { services, workloads: workloads.flat() };
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
