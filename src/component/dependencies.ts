import { fieldAt } from '../base/fields.ts';
import type { PodTemplate, Workload } from '../objects/workload.ts';
import { traitsOf } from '../workload/kinds.ts';

/** Names of the env by which a component of a model learns what it depends on, as `workload:id,workload:id`. */
const LISTS: readonly string[] = ['DEPEND_SERVICE', '_DEPEND_SERVICE'];

/** Ids of the components that one uses, as the env says that installs of models give its containers; none without it. */
export function dependenciesOf(workload: Workload): readonly string[] {
  const template = fieldAt(workload.spec, traitsOf(workload).templatePath) as PodTemplate | undefined;
  const envs = (template?.spec.containers ?? []).flatMap(({ env = [] }) => env);
  const lists = envs.flatMap(({ name, value }) => (LISTS.includes(name) && value ? value.split(',') : []));
  return [...new Set(lists.flatMap((entry) => entry.split(':')[1] ?? []))];
}
