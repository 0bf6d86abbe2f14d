import type { KubeObject } from '../kube/object.ts';

/**
 * Order of objects by age, the oldest first. Of two that were made in the same second, the uid decides, so that every
 * process names the same winner.
 */
export function byAge(a: KubeObject, b: KubeObject): number {
  return ageKey(a) < ageKey(b) ? -1 : 1;
}

/** Age of an object as text: of two, the lower one is older. */
export function ageKey({ metadata }: KubeObject): string {
  return `${metadata.creationTimestamp} ${metadata.uid}`;
}
