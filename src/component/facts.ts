import { z } from 'zod';
import { ANNOTATIONS, LABELS } from '../api/group.ts';
import { readQuantity } from '../base/quantity.ts';
import type { Container, Workload } from '../objects/workload.ts';
import { replicasOf } from '../workload/state.ts';

/** What an install knows of a component beyond its workload; the REST API reports it. */
export const componentFactsSchema = z.object({
  /** `service_key`: the component in its model. */
  serviceKey: z.string(),
  /** `service_cname`. */
  name: z.string(),
  /** `version` of the component in its model. */
  version: z.string(),
  image: z.string(),
  cmd: z.string(),
  /** `extend_method`, for example `stateless_multiple`. */
  extendMethod: z.string(),
  /** Replicas when it runs. */
  minNode: z.int(),
  /** MiB; 0 is unlimited. */
  minMemory: z.int(),
  /** Thousandths of a core; 0 is unlimited. */
  minCpu: z.int(),
});

export type ComponentFacts = z.infer<typeof componentFactsSchema>;

/** What is known of a component: what its install wrote down, else what its workload shows. */
export function factsOf(workload: Workload): ComponentFacts {
  return writtenDown(workload.metadata.annotations?.[ANNOTATIONS.componentFacts]) ?? shown(workload);
}

/** Anybody may edit an annotation: what is no longer readable counts as not there. */
function writtenDown(text: string | undefined): ComponentFacts | undefined {
  try {
    return text === undefined ? undefined : componentFactsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function shown(workload: Workload): ComponentFacts {
  const { kind, metadata, spec } = workload;
  const { template } = spec.jobTemplate?.spec ?? spec;
  const containers = template?.spec.containers ?? [];
  const [main] = containers;
  const image = main?.image ?? '';
  return {
    serviceKey: '',
    name:
      metadata.annotations?.[ANNOTATIONS.componentName] ??
      metadata.labels?.[LABELS.componentId] ??
      metadata.name,
    version: tagOf(image),
    image,
    cmd: [...(main?.command ?? []), ...(main?.args ?? [])].join(' '),
    extendMethod: EXTEND_METHODS[kind] ?? 'stateless_multiple',
    minNode: replicasOf(workload).wanted,
    minMemory: Math.ceil(limitOf(containers, 'memory') / 2 ** 20),
    minCpu: Math.ceil(limitOf(containers, 'cpu') * 1000),
  };
}

const EXTEND_METHODS: Readonly<Record<string, string>> = {
  StatefulSet: 'state_multiple',
  DaemonSet: 'daemonset',
  Job: 'job',
  CronJob: 'cronjob',
};

/** The tag of an image; `latest` where it has none, as the runtime takes it. */
function tagOf(image: string): string {
  const [name = ''] = image.split('@');
  const [, tag] = /:([^/:]+)$/.exec(name) ?? [];
  return tag ?? 'latest';
}

/** The sum of what containers may use; 0 where one of them has no limit. */
function limitOf(containers: readonly Container[], resource: 'cpu' | 'memory'): number {
  const limits = containers.map(({ resources }) => readQuantity(resources?.limits?.[resource] ?? ''));
  return limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0) * (limits.includes(undefined) ? 0 : 1);
}
