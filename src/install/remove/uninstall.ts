import type { InstalledComponent, InventoryItem } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { ignoreNotFound } from '../../kube/error.ts';
import { CLAIMS, NAMESPACES, SECRETS } from '../../objects/core.ts';
import { GATEWAY_RULE_TYPE, type MarketInstall } from '../../objects/stoa.ts';
import { isWorkloadKind } from '../../workload/kinds.ts';
import { hasAccount } from '../account/account.ts';
import { accountMissing, permitted } from '../account/permitted.ts';
import { allOwned, findOwned, type MarketCaches } from '../caches.ts';
import { isMeant, itemKeyOf } from '../inventory.ts';
import { isVolume } from '../owned.ts';
import { keptName, leaveValues } from '../plan/keptsecret.ts';
import { restore } from '../restore/restore.ts';
import { removalEventRecord } from '../status/report.ts';
import { type Halted, halted, waiting } from '../status/verdicts.ts';
import { halt, type Step } from '../steps.ts';
import { deleteItems, type Writer } from '../writer.ts';
import { hasFinalizer, removeFinalizer } from './finalizer.ts';

/**
 * Next step of the deletion of an install. It needs the inventory and nothing else: no store, no template, no
 * application. Without the account or its
 * rights it waits, unless the whole namespace is being deleted. Throws KubeError.
 */
export async function uninstall(writer: Writer, current: MarketInstall): Promise<Step> {
  if (!hasFinalizer(current)) {
    return { type: 'gone' };
  }
  const restored = await restore(writer, current);
  if (restored?.type === 'next') {
    return restored;
  }
  const { caches } = writer;
  const { inventory = [], components = [] } = current.status ?? {};
  const all = [...inventory, ...unplannedItems(caches, current, inventory)];
  const keepVolumes = current.spec.volumesOnDelete !== 'delete';
  const exists = (item: InventoryItem) => isStored(caches, current, item);
  const volumes = all.filter((item) => isVolume(item) && exists(item));
  const leavesVolumes = keepVolumes && volumes.length > 0;
  // What is in the volumes may need the generated values.
  const items = leavesVolumes ? all.filter((item) => !isKept(current, item)) : all;
  const { now, left } = nextRemovals(items, components, keepVolumes, exists);
  if (left === 0) {
    return await finish(writer, current, leavesVolumes ? volumes.map(({ name }) => name) : []);
  }
  const removal = await removeAsAccount(writer, current, now);
  if (removal !== undefined) {
    return (await isInTermination(writer, current)) ? release(writer, current) : halt(removal.draft);
  }
  if (!now.some(exists)) {
    return { type: 'again' };
  }
  const names = now.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const message = `${left} objects remain, among them ${names.join(', ')}`;
  return halt(waiting('Applied', REASONS.removing, message));
}

/** Lets an install go of which only volumes are left, with the generated values that their data may need. */
async function finish(writer: Writer, current: MarketInstall, volumes: readonly string[]): Promise<Step> {
  const left =
    volumes.length > 0 && hasAccount(writer.caches, current.metadata.namespace)
      ? await permitted(current, 'Applied', async () => ({
          type: 'left' as const,
          secret: await leaveValues(writer, current),
        }))
      : undefined;
  if (left?.type === 'halted') {
    return (await isInTermination(writer, current)) ? release(writer, current) : halt(left.draft);
  }
  await removeFinalizer(writer, current);
  writer.recorder.record(current, removalEventRecord(volumes, left?.secret));
  return { type: 'gone' };
}

/** Whether an item is the Secret with the allocations of an install. */
function isKept(current: MarketInstall, { kind, name }: InventoryItem): boolean {
  return kind === SECRETS.kind && name === keptName(current);
}

async function removeAsAccount(
  writer: Writer,
  current: MarketInstall,
  items: readonly InventoryItem[],
): Promise<Halted | undefined> {
  const { namespace } = current.metadata;
  return hasAccount(writer.caches, namespace)
    ? await permitted(current, 'Applied', async () => {
        await deleteItems(writer, current, items);
        return undefined;
      })
    : halted(accountMissing(namespace));
}

/** Whether the namespace of an install is being deleted: the account and its rights go with it, in any order. */
async function isInTermination({ client, signal }: Writer, { metadata }: MarketInstall): Promise<boolean> {
  const { namespace } = metadata;
  const found = await ignoreNotFound(client.get(NAMESPACES, { name: namespace }, { signal }));
  return found?.metadata.deletionTimestamp !== undefined;
}

/** Leaves the objects of an install to the deletion of its namespace. */
async function release(writer: Writer, current: MarketInstall): Promise<Step> {
  await removeFinalizer(writer, current);
  return { type: 'gone' };
}

/**
 * Objects with the label of the install that are in no plan: volumes from the templates of StatefulSets, and the
 * Secrets with template and allocations, which have no owner.
 */
function unplannedItems(
  caches: MarketCaches,
  install: MarketInstall,
  inventory: readonly InventoryItem[],
): InventoryItem[] {
  const known = new Set(inventory.map(itemKeyOf));
  return [CLAIMS, SECRETS]
    .flatMap((resource) => {
      const { group, version, kind } = resource;
      return allOwned(caches, install, resource).map(({ metadata }) => ({
        group,
        version,
        kind,
        name: metadata.name,
        uid: metadata.uid,
      }));
    })
    .filter((item) => !known.has(itemKeyOf(item)));
}

function isStored(caches: MarketCaches, current: MarketInstall, item: InventoryItem): boolean {
  const object = findOwned(caches, current, item, item.name);
  return object !== undefined && isMeant(item, object);
}

/** Next removals of an install that is being deleted. */
interface Removals {
  /** Objects to delete now; the others wait until these are gone. */
  readonly now: readonly InventoryItem[];
  /** Number of objects that still exist and must go. */
  readonly left: number;
}

/**
 * Next removals, in the reverse order of creation: rules, so that no traffic reaches what is going; workloads, from the
 * last wave to the first; the objects that these refer to. Volumes go last, and only unless `keepVolumes`. Pure.
 */
export function nextRemovals(
  inventory: readonly InventoryItem[],
  components: readonly InstalledComponent[],
  keepVolumes: boolean,
  exists: (item: InventoryItem) => boolean,
): Removals {
  const left = inventory.filter((item) => !(keepVolumes && isVolume(item)) && exists(item));
  const ranked = left.map((item) => ({ item, rank: rankOf(item, components) }));
  const first = Math.min(...ranked.map(({ rank }) => rank));
  return { now: ranked.filter(({ rank }) => rank === first).map(({ item }) => item), left: left.length };
}

/** Rank of an object, the lowest first: rules, workloads by descending wave, other objects, volumes. */
function rankOf(item: InventoryItem, components: readonly InstalledComponent[]): number {
  if (item.kind === GATEWAY_RULE_TYPE.kind) {
    return Number.NEGATIVE_INFINITY;
  }
  if (isWorkloadKind(item.kind)) {
    const component = components.find(({ kind, workload }) => kind === item.kind && workload === item.name);
    return -(component?.wave ?? 1);
  }
  return isVolume(item) ? 2 : 1;
}
