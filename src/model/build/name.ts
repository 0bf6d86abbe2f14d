import { dnsLabel, withSuffix } from '../../base/dnslabel.ts';
import { shortHash } from '../../base/hash.ts';

/** Most characters of the name of a workload: those of its pods and jobs are longer. */
const MAX_WORKLOAD = 52;

/** Name of the workload of a component with the name `shortName` in its model. */
export function workloadNameOf(install: string, shortName: string): string {
  return withSuffix(install, shortName, MAX_WORKLOAD);
}

/**
 * Name of an object that a component has beside its workload. It holds what people call the object, and a hash,
 * without which the objects of components `a` and `a-b` could get the same name.
 */
export function objectName(component: NamedComponent, kind: string, name: string): string {
  return withSuffix(component.workload, lastNamePart(component, kind, name));
}

/**
 * Last part of such a name, for objects whose names begin with the workload's anyway. It does not depend on the uid of
 * the install, so that the next install of the same name finds the volumes that one has left.
 */
export function lastNamePart({ workload }: NamedComponent, kind: string, name: string): string {
  const label = dnsLabel(name).slice(0, 24).replace(/-$/, '');
  return `${label === '' ? kind : label}-${shortHash(JSON.stringify([workload, kind, name]), 8)}`;
}

/** Component whose workload has its name. */
interface NamedComponent {
  readonly workload: string;
}
