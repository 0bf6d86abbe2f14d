import { type Fields, isFields } from '../../src/base/fields.ts';
import type { ManagedFields, ObjectDraft } from '../../src/kube/object.ts';

/** Keys by which the API server merges lists of objects in the tests, the first that an item has. */
const LIST_KEYS: readonly (readonly string[])[] = [
  ['mountPath'],
  ['name'],
  ['containerPort', 'protocol'],
  ['port', 'protocol'],
];

/** Entry of managedFields that the API server makes of the apply of a draft. */
export function appliedBy(manager: string, draft: ObjectDraft): ManagedFields {
  const { apiVersion: _version, kind: _kind, metadata, ...content } = draft;
  const { labels, annotations } = metadata;
  const described = { ...(labels && { labels }), ...(annotations && { annotations }) };
  const named = Object.keys(described).length > 0 && { metadata: described };
  return { manager, operation: 'Apply', fieldsV1: fieldSetOf({ ...content, ...named }) };
}

/** Tree of fields that belongs to applied fields: one node for each, without parts where a list is merged as a whole. */
export function fieldSetOf(value: unknown): Fields {
  if (isFields(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [`f:${name}`, fieldSetOf(each)]));
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const keyed = items.map((item) => [keyOf(item), item] as const);
  return items.length === 0 || keyed.some(([key]) => key === undefined)
    ? {}
    : Object.fromEntries(keyed.map(([key, item]) => [`k:${key}`, { '.': {}, ...fieldSetOf(item) }]));
}

function keyOf(item: unknown): string | undefined {
  if (!isFields(item)) {
    return undefined;
  }
  const names = LIST_KEYS.find(([first]) => first !== undefined && first in item);
  const partOf = (name: string) => item[name] ?? (name === 'protocol' ? 'TCP' : undefined);
  return names && JSON.stringify(Object.fromEntries(names.map((name) => [name, partOf(name)])));
}
