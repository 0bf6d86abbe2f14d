import { isDeepStrictEqual } from 'node:util';
import { type Fields, fieldsOf, isFields } from '../base/fields.ts';
import type { KubeObject, ManagedFields } from './object.ts';
import { isSubset, isZero } from './subset.ts';

/** Tree of the fields that a manager owns (meta/v1 FieldsV1, format of structured-merge-diff 6). */
type FieldSet = Readonly<Record<string, unknown>>;

/** Fields that a manager owns by server-side apply; undefined where it has applied nothing. */
export function appliedFields({ metadata }: KubeObject, manager: string): FieldSet | undefined {
  return metadata.managedFields?.find(
    (entry) => entry.manager === manager && entry.operation === 'Apply' && entry.subresource === undefined,
  )?.fieldsV1;
}

/** Stored form of an applied object, where it is not as its draft says. */
export interface Deviation {
  /** Fields of the draft that its manager does not own, the topmost of each part. */
  readonly lost: readonly FieldPath[];
  /** Fields that it owns, and that have another value than in the draft: by a default or by admission. */
  readonly rewritten: readonly { readonly path: FieldPath; readonly value: unknown }[];
}

/** Path of a field: names of members, and of items of a list as the API server writes them, such as `k:{"name":"web"}`. */
export type FieldPath = readonly string[];

/**
 * Deviation of a stored object from the draft that a manager applied, by the fields that the manager owns. What others
 * own beside it, such as an item of a list that is merged by a key, is none. The API server tells by the owned fields
 * how it merges each list, so that this needs no schema.
 */
export function deviationOf(draft: Fields, stored: Fields, owned: FieldSet): Deviation {
  const found: Findings = { lost: [], rewritten: [] };
  compareMembers(found, [], { wanted: draft, found: stored, owned });
  return found;
}

/** Deviation while it is found. */
interface Findings {
  readonly lost: FieldPath[];
  readonly rewritten: { readonly path: FieldPath; readonly value: unknown }[];
}

/** Part of a draft and of the stored object, with the fields of it that the manager owns. */
interface Part<Wanted = unknown, Owned = unknown> {
  readonly wanted: Wanted;
  readonly found: unknown;
  readonly owned: Owned;
}

function compare(into: Findings, path: FieldPath, { wanted, found, owned }: Part): void {
  if (!isFields(owned)) {
    if (!(isZero(wanted) && isZero(found))) {
      into.lost.push(path);
    }
    return;
  }
  // Without parts, the manager owns the field as a whole.
  const hasParts = Object.keys(owned).length > 0;
  if (hasParts && isFields(wanted)) {
    compareMembers(into, path, { wanted, found, owned });
  } else if (hasParts && Array.isArray(wanted)) {
    compareItems(into, path, { wanted, found, owned });
  } else if (!isSubset(wanted, found)) {
    into.rewritten.push({ path, value: found });
  }
}

function compareMembers(into: Findings, path: FieldPath, part: Part<Fields, FieldSet>): void {
  for (const [name, wanted] of Object.entries(part.wanted)) {
    const member = { wanted, found: fieldsOf(part.found)[name], owned: part.owned[`f:${name}`] };
    compare(into, [...path, name], member);
  }
}

function compareItems(into: Findings, path: FieldPath, part: Part<readonly unknown[], FieldSet>): void {
  const keys = itemKeys(part.owned);
  const items: readonly unknown[] = Array.isArray(part.found) ? part.found : [];
  for (const wanted of part.wanted) {
    const key = keys.find(({ matches }) => matches(wanted));
    if (key === undefined) {
      into.lost.push([...path, keyLike(keys[0], wanted)]);
    } else {
      const item = { wanted, found: items.find(key.matches), owned: part.owned[key.text] };
      compare(into, [...path, key.text], item);
    }
  }
}

/** Key of an owned item of a list. */
interface ItemKey {
  readonly text: string;
  readonly value: unknown;
  readonly matches: (item: unknown) => boolean;
}

/** Values that the API server gives to fields that are part of a key. */
const KEY_DEFAULTS: Fields = { protocol: 'TCP' };

function itemKeys(parts: FieldSet): readonly ItemKey[] {
  return Object.keys(parts).flatMap((text): readonly ItemKey[] => {
    const value = text.startsWith('k:') || text.startsWith('v:') ? parsed(text.slice(2)) : undefined;
    if (value === undefined) {
      return [];
    }
    const matches = isFields(value)
      ? (item: unknown) =>
          isFields(item) &&
          Object.entries(value).every(([name, each]) => (item[name] ?? KEY_DEFAULTS[name]) === each)
      : (item: unknown) => isDeepStrictEqual(item, value);
    return [{ text, value, matches }];
  });
}

/** Text of the key of an item that has none, after that of another item; the item itself where there is none. */
function keyLike(other: ItemKey | undefined, item: unknown): string {
  if (!isFields(other?.value) || !isFields(item)) {
    return JSON.stringify(item);
  }
  const names = Object.keys(other.value);
  return itemName(Object.fromEntries(names.map((name) => [name, item[name] ?? KEY_DEFAULTS[name]])));
}

/** Name of an item of a list in the path of a field, by its key. */
export function itemName(key: Fields): string {
  return `k:${JSON.stringify(key)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Entry of a manager that owns a field, or a part of it, other than `manager` by its applies. */
export function otherOwner(
  { metadata }: KubeObject,
  manager: string,
  path: FieldPath,
): ManagedFields | undefined {
  return metadata.managedFields?.find(
    ({ manager: name, operation, fieldsV1 }) =>
      !(name === manager && operation === 'Apply') && fieldsV1 !== undefined && ownsField(fieldsV1, path),
  );
}

/** Whether owned fields contain a field, a part of it, or the whole list or map that it belongs to. */
export function ownsField(owned: FieldSet, path: FieldPath): boolean {
  let node: unknown = owned;
  for (const name of path) {
    if (!isFields(node)) {
      return false;
    }
    if (node !== owned && Object.keys(node).length === 0) {
      return true;
    }
    node = node[name] ?? node[`f:${name}`];
  }
  return node !== undefined;
}

/** Field for users: `spec.template.spec.containers[name=web].image`. */
export function fieldText(path: FieldPath): string {
  return path.reduce((text, name) => {
    const key = name.startsWith('k:') ? parsed(name.slice(2)) : undefined;
    if (isFields(key)) {
      return `${text}[${Object.entries(key)
        .map(([field, value]) => `${field}=${String(value)}`)
        .join(',')}]`;
    }
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
