import { type Fields, fieldsOf, isFields } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import { LAST_APPLIED } from '../../objects/shown.ts';

/**
 * Fields after `kubectl apply`: those of the file, those of others, and none that an earlier file had and this one has
 * not, or has as null. Lists are replaced, as in all objects of custom resources. Pure.
 */
export function mergedByApply(last: Fields, wanted: Fields, stored: Fields): Fields {
  const kept = Object.entries(stored).filter(
    ([name]) => !Object.hasOwn(wanted, name) && !Object.hasOwn(last, name),
  );
  const set = Object.entries(wanted)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, unknown] => [
      name,
      isFields(value) ? mergedByApply(fieldsOf(last[name]), value, fieldsOf(stored[name])) : value,
    ]);
  return Object.fromEntries([...kept, ...set]);
}

/** Object as `kubectl apply` last wrote it; undefined where it did not, or left no note of it. Pure. */
export function lastAppliedOf({ metadata }: KubeObject): Fields | undefined {
  const text = metadata.annotations?.[LAST_APPLIED];
  try {
    return text === undefined ? undefined : fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
