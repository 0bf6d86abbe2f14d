import type { Workload } from '../objects/workload.ts';

/** What is kept of a workload: how many pods it is to have, and how they fare; not what they are made of. */
export function workloadInBrief(workload: Workload): Workload {
  const { replicas, suspend, completions, parallelism, updateStrategy } = workload.spec;
  const spec = { replicas, suspend, completions, parallelism, updateStrategy };
  const said = Object.entries(spec).filter(([, value]) => value !== undefined);
  return { ...workload, spec: Object.fromEntries(said) };
}
