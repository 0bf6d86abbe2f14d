import type { KubeObject, ObjectMeta } from '../kube/object.ts';

/** Number of values in an object of ordinary size; 64 characters of a text count as one. */
const ORDINARY = 256;

/** Weights of large objects, by their metadata. */
const weights = new WeakMap<ObjectMeta, number>();

/** Effort of reading an object, in objects of ordinary size. */
export function weightOf({ metadata }: KubeObject): number {
  return weights.get(metadata) ?? 1;
}

/** Notes the number of values of an object. */
export function weigh(metadata: ObjectMeta, values: number): void {
  if (values > ORDINARY) {
    weights.set(metadata, Math.ceil(values / ORDINARY));
  }
}
