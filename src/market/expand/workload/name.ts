import { dnsLabel, hash, withSuffix } from '../name.ts';
import type { Part } from '../parts.ts';

/**
 * Name of an object that a component has beside its workload. It holds what people call the object, and a
 * hash, without which the objects of components `a` and `a-b` could get the same name.
 */
export function objectName(part: Part, kind: string, name: string): string {
  return withSuffix(part.workload, partName(part, kind, name));
}

/** The same, where the workload's name stands before it already. */
export function partName({ id }: Part, kind: string, name: string): string {
  const label = dnsLabel(name).slice(0, 24).replace(/-+$/, '');
  return `${label === '' ? kind : label}-${hash(JSON.stringify([id, kind, name]), 8)}`;
}
