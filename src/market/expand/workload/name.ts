import { dnsLabel, hash, withSuffix } from '../name.ts';
import type { Part } from '../parts.ts';

/**
 * Name of an object that a component has beside its workload. It holds what people call the object, and a
 * hash, without which the objects of components `a` and `a-b` could get the same name.
 */
export function objectName(part: Part, kind: string, name: string): string {
  return withSuffix(part.workload, partName(part, kind, name));
}

/**
 * The same, where the workload's name stands before it already. It says nothing of the install's uid: the next
 * install of the same name finds the volumes again that one has left.
 */
export function partName({ workload }: Part, kind: string, name: string): string {
  const label = dnsLabel(name).slice(0, 24).replace(/-+$/, '');
  return `${label === '' ? kind : label}-${hash(JSON.stringify([workload, kind, name]), 8)}`;
}
