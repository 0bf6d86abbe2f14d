import { isFields } from '../base/fields.ts';
import type { KubeObject } from './object.ts';

/** Deepest field that is looked for: any client may write managedFields, as deep as the API server takes them. */
const DEEPEST = 32;

/** Most fields that an object names. */
const MOST = 64;

/**
 * Object that names the fields of its spec which somebody has set, and which the API server does not show: those that its
 * CRD does not have. It still stores them, and shows them again by a CRD that has them, unless the object is written
 * meanwhile. For two minutes after a change of a CRD, watches that were open before show objects by the CRD of before.
 * Owned fields tell of all. The same object where there are none. Pure.
 */
export function withUnseen<T extends KubeObject>(object: T): T {
  const trees = (object.metadata.managedFields ?? []).flatMap(({ subresource, fieldsV1 }) =>
    subresource === undefined && fieldsV1 !== undefined ? [fieldsV1['f:spec']] : [],
  );
  const { spec } = object as { readonly spec?: unknown };
  const paths = trees.flatMap((tree) => missingIn(spec, tree, []));
  const unseen = [...new Map(paths.map((path) => [path.join('\n'), path])).values()].slice(0, MOST);
  return unseen.length === 0 ? object : { ...object, unseen };
}

/** Owned fields that a value lacks, the topmost of each part; items of lists do not count. */
function missingIn(value: unknown, owned: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (!(isFields(owned) && isFields(value)) || path.length >= DEEPEST) {
    return [];
  }
  return Object.entries(owned).flatMap(([key, part]) => {
    if (!key.startsWith('f:')) {
      return [];
    }
    const name = key.slice(2);
    const at = [...path, name];
    return Object.hasOwn(value, name) ? missingIn(value[name], part, at) : [at];
  });
}
