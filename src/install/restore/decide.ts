import { ANNOTATIONS } from '../../api/group.ts';
import type { InventoryItem, Pinned } from '../../api/marketinstall.ts';
import { filled } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import { FINALIZER_MANAGER, installId, type MarketInstall } from '../../objects/stoa.ts';
import { installOf } from '../caches.ts';
import { ANY_TEMPLATE, itemKeyOf } from '../inventory.ts';
import { isRecorded } from '../state.ts';
import type { StatusFields } from '../status/status.ts';
import type { InstallRecord } from './record.ts';

/** Install beside the Secret by which a restored one is known. */
export interface ObservedIdentity {
  readonly install: MarketInstall;
  /** Secret with the allocations of an install of this name, where there is one. */
  readonly kept: KubeObject | undefined;
  /** Whether another install of the namespace has the identity that the Secret names. */
  readonly isTaken: boolean;
  readonly hasFinalizer: boolean;
}

/** Decision on the identity of an install. */
export type IdentityDecision =
  /** It has an identity of its own, or has found the one of before already. */
  | { readonly type: 'own' }
  /** It comes from a backup, and its Secret may follow. */
  | { readonly type: 'awaited'; readonly leftMs: number }
  /** It continues the install with the identity, which the backup is of. */
  | { readonly type: 'before'; readonly id: string };

/** Milliseconds for which an install from a backup waits for its Secret, from its creation on. */
const AWAIT_MS = 30_000;

/**
 * Decides on the identity of an install. A backup carries it in the label of the Secret with the allocations, whose name
 * follows from that of the install; what belongs to another install that lives is not taken over, and neither is what
 * a deleted one has left on purpose. Pure.
 */
export function decideIdentity(observed: ObservedIdentity, now: Date): IdentityDecision {
  const { install, kept, isTaken } = observed;
  if (kept === undefined) {
    const leftMs = Date.parse(install.metadata.creationTimestamp) + AWAIT_MS - now.getTime();
    return isCopy(observed) && leftMs > 0 ? { type: 'awaited', leftMs } : { type: 'own' };
  }
  const [id] = installOf(kept);
  const isLeft = kept.metadata.annotations?.[ANNOTATIONS.valuesLeft] !== undefined;
  return id === undefined || id === installId(install) || isLeft || isTaken
    ? { type: 'own' }
    : { type: 'before', id };
}

/** Whether an install was written with its finalizer, which only Stoa adds, and has made nothing yet. */
function isCopy({ install: { metadata, status }, hasFinalizer }: ObservedIdentity): boolean {
  const isOwn = metadata.managedFields?.some(({ manager }) => manager === FINALIZER_MANAGER) ?? false;
  return hasFinalizer && !isOwn && status?.template === undefined && status?.recorded === undefined;
}

/** Backup of an install: its identity, what was recorded of it, and its objects that exist. */
export interface Backup {
  readonly id: string;
  readonly record: InstallRecord | undefined;
  readonly found: readonly InventoryItem[];
}

/** Start of the addresses of registries, whose models and charts may have to be signed. */
const REGISTRY = 'oci://';

/**
 * Fields of the status of a restored install: as if it had made the objects itself. Who writes Secrets can write the
 * record too, so that what may have to be signed is fetched and verified again. Pure.
 */
export function restoredFields(install: MarketInstall, { id, record, found }: Backup): StatusFields {
  const { metadata, spec } = install;
  const isVerified = spec.market.url.startsWith(REGISTRY);
  const pinOf = <P extends Pinned>({ secretUid: _, ...pinned }: P) =>
    isVerified ? { ...pinned, secretUid: UNVERIFIED } : pinned;
  const { template, serving, upgrade, history, recorded = null } = record ?? {};
  const keys = new Set(found.map(itemKeyOf));
  const runs = (record?.jobs ?? []).filter((item) => !keys.has(itemKeyOf(item)));
  return {
    identity: { id, uid: metadata.uid },
    template: template === undefined ? null : pinOf(template),
    serving: serving === undefined ? null : pinOf(serving),
    history: (history ?? []).map(pinOf) as StatusFields['history'] & object,
    upgrade: upgrade === undefined ? null : { ...upgrade, generation: metadata.generation ?? 1 },
    recorded,
    recordedValues: record?.recordedValues ?? null,
    powers: record?.powers ?? null,
    ...filled({ powersForm: record?.powersForm }),
    inventory: [...found, ...runs.map((item) => inNamespace(install, item, record))],
  };
}

/** Uid in place of that of the Secret of a pin that is not verified. */
const UNVERIFIED = 'unverified';

/** Run of a Job; in another namespace than before, the same version of it has another pod template. */
function inNamespace(
  install: MarketInstall,
  item: InventoryItem,
  record: InstallRecord | undefined,
): InventoryItem {
  const { template, recorded, namespace } = record ?? {};
  const isSame =
    template !== undefined &&
    recorded !== undefined &&
    isRecorded({ ...install, status: { recorded } }, template);
  return isSame && namespace !== install.metadata.namespace ? { ...item, template: ANY_TEMPLATE } : item;
}
