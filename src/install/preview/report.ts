import type { InstallPreview, InventoryItem } from '../../api/marketinstall.ts';
import {
  type ChangedObject,
  MAX_DIFF_BYTES,
  MAX_DIFFS_BYTES,
  MAX_PREVIEW_OBJECTS,
} from '../../api/preview.ts';
import { type Fields, fieldsOf, isFields, present } from '../../base/fields.ts';
import type { Gradual } from '../../base/gradual.ts';
import type { KubeObject } from '../../kube/object.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import type { Mask } from '../../objects/mask.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { diffBetween, NOTHING } from '../../objects/shown.ts';
import { inventoryOf } from '../inventory.ts';
import { type Plan, plannedObjects } from '../plan/plan.ts';
import { withDigests } from '../stored.ts';
import type { StoredObjects } from '../storedobjects.ts';

/** Fewest bytes for which a diff is made: it takes CPU time even if no line of it fits. */
const MIN_ROOM = 512;

/** Part of a preview that tells of objects. */
interface ReportedChanges {
  readonly counts: NonNullable<InstallPreview['counts']>;
  readonly objects: ChangedObject[];
}

/**
 * Report on changes: all are counted, the first are listed, and the first of these have a diff, as far as the status
 * of an install has room. Pure.
 */
export function* reportOf({ changes, unchanged }: PlannedChanges, mask: Mask): Gradual<ReportedChanges> {
  const counts = { create: 0, change: 0, recreate: 0, delete: 0, unchanged };
  const objects: ChangedObject[] = [];
  let room = MAX_DIFFS_BYTES;
  for (const change of changes) {
    const isListed = objects.length < MAX_PREVIEW_OBJECTS;
    const lines = isListed && room > MIN_ROOM ? diffOf(change, mask) : undefined;
    counts[countOf(change, lines)] += 1;
    if (isListed && countOf(change, lines) !== 'unchanged') {
      const diff = lines && fitting(lines, Math.min(room, MAX_DIFF_BYTES));
      room -= Buffer.byteLength(diff ?? '');
      objects.push({ ...identityOf(change), ...present({ diff }) });
    }
    yield;
  }
  return { counts, objects };
}

/** Count that a change belongs to; without a line in its diff, only the notes of Stoa on the object change. */
function countOf(
  { action }: ObjectChange,
  lines: readonly string[] | undefined,
): keyof ReportedChanges['counts'] {
  return action === 'change' && lines?.length === 0 ? 'unchanged' : action;
}

function identityOf(change: ObjectChange): ChangedObject {
  const { action } = change;
  if (action === 'delete') {
    const { group, kind, name } = change.item;
    return { action, group, kind, name };
  }
  const { resource, draft } = change.planned;
  return { action, group: resource.group, kind: resource.kind, name: draft.metadata.name };
}

/** Bytes of the line that counts the lines without room. */
const REST_BYTES = 32;

/** The lines that fit, the last of which counts the others; undefined where none does. */
function fitting(lines: readonly string[], bytes: number): string | undefined {
  const text = lines.join('\n');
  if (Buffer.byteLength(text) <= bytes) {
    return text;
  }
  let [taken, left] = [0, bytes - REST_BYTES];
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) {
      break;
    }
    taken += 1;
  }
  return taken === 0
    ? undefined
    : [...lines.slice(0, taken), `... ${lines.length - taken} more lines`].join('\n');
}

/** Lines of the unified diff of a change; undefined where an object is unknown or too large. Pure. */
function diffOf(change: ObjectChange, mask: Mask): readonly string[] | undefined {
  const [before, after] = sidesOf(change);
  return before === undefined || after === undefined ? undefined : diffBetween(before, after, mask);
}

/** Object before and after a change, as far as they are comparable; undefined where one is not known. */
function sidesOf(change: ObjectChange): readonly (Fields | undefined)[] {
  switch (change.action) {
    case 'create':
      return [NOTHING, change.planned.draft];
    case 'delete':
      return [];
    case 'change':
    case 'recreate': {
      const { planned, before, after } = change;
      if (before === undefined) {
        return [];
      }
      if (planned.resource.kind === SECRETS.kind && planned.resource.group === SECRETS.group) {
        return sidesOfSecret(before as Secret, planned.draft as unknown as Secret);
      }
      const [old, recent] = [fieldsOf(before), fieldsOf(after ?? planned.draft)];
      return [after === undefined ? fieldsOf(within(old, recent)) : old, recent];
    }
  }
}

/** Stored part of an object that a draft sets: what it leaves to others and to the API server is none of its changes. */
function within(stored: unknown, draft: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(draft)) {
    return stored.map((item, index) => (index < draft.length ? within(item, draft[index]) : item));
  }
  return isFields(stored) && isFields(draft)
    ? Object.fromEntries(
        Object.entries(stored)
          .filter(([name]) => Object.hasOwn(draft, name))
          .map(([name, field]) => [name, within(field, draft[name])]),
      )
    : stored;
}

/** Secret before and after a change, with digests of its values, as the stored one has them. */
function sidesOfSecret(stored: Secret, draft: Secret): readonly Fields[] {
  const before = { ...fieldsOf(within(stored, draft)), data: stored.data };
  return [before, { ...draft, data: withDigests(draft).data }];
}

/** Change that a roll-out makes to one object. */
export type ObjectChange =
  | { readonly action: 'create'; readonly planned: PlannedObject }
  | {
      readonly action: 'change' | 'recreate';
      readonly planned: PlannedObject;
      /** Object as it is stored; undefined where it is not known. */
      readonly before: KubeObject | undefined;
      /** Object as the API server would store it; undefined where that is not known. */
      readonly after: KubeObject | undefined;
    }
  | { readonly action: 'delete'; readonly item: InventoryItem };

/** Changes of a roll-out, and the number of objects that stay as they are. */
export interface PlannedChanges {
  readonly changes: readonly ObjectChange[];
  readonly unchanged: number;
}

/** Actions in the order in which a preview lists their objects: there may be no room for all that are created. */
const ORDER: readonly ChangedObject['action'][] = ['change', 'recreate', 'create', 'delete'];

/** Result of the dry run of an object that exists; undefined for one that does not, and where there is none. */
export type DryRunOf = (planned: PlannedObject) => KubeObject | undefined;

/**
 * Changes by which the stored objects become those of a plan, and those of the inventory that are not in it go. The
 * plan has its objects as they are after the roll-out. Pure.
 */
export function changesOf(
  plan: Plan,
  inventory: readonly InventoryItem[],
  stored: StoredObjects,
  dryRunOf: DryRunOf,
): PlannedChanges {
  const planned = plannedObjects(plan);
  const written = planned.flatMap((each) => changeOf(each, stored, dryRunOf(each)) ?? []);
  const deleted = inventoryOf(plan, inventory, stored.find).surplus.map(
    (item): ObjectChange => ({ action: 'delete', item }),
  );
  const rank = ({ action }: ObjectChange) => ORDER.indexOf(action);
  return {
    changes: [...written, ...deleted].toSorted((a, b) => rank(a) - rank(b)),
    unchanged: planned.length - written.length,
  };
}

function changeOf(
  planned: PlannedObject,
  { find, writeOf }: StoredObjects,
  after: KubeObject | undefined,
): ObjectChange | undefined {
  const stored = find(planned);
  switch (writeOf(planned)) {
    case 'none':
      return undefined;
    case 'recreate':
      return { action: 'recreate', planned, before: stored, after: undefined };
    case 'apply':
    case 'confirm':
      return stored === undefined && after === undefined
        ? { action: 'create', planned }
        : { action: 'change', planned, before: stored, after };
  }
}
