import { LABELS } from '../../api/group.ts';
import { aliasOf, componentIdOf } from '../../source/componentid.ts';
import type { Kept } from '../../source/kept.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { ModelComponent } from '../read/component.ts';
import { KEPT } from './kept.ts';
import { workloadNameOf } from './name.ts';

/** Component with its names in the cluster. */
export interface Identity {
  readonly component: ModelComponent;
  /** Value of `stoa.dev/component-id`. */
  readonly id: string;
  readonly alias: string;
  /** Name of the workload. */
  readonly workload: string;
  /** Labels of all objects of the component, and of its pods. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Identity of a component; `shared` are the labels of all objects of the install. */
export function identityOf(
  component: ModelComponent,
  kept: Kept,
  { install }: Surroundings,
  shared: Readonly<Record<string, string>>,
): Identity {
  const id = componentIdOf(install.uid, component.key);
  const alias = aliasOf(id);
  return {
    component,
    id,
    alias,
    workload: kept.workloads[KEPT.workload(component.key)] ?? workloadNameOf(install.name, alias),
    labels: { ...shared, [LABELS.componentId]: id, [LABELS.componentAlias]: alias },
  };
}
