import { z } from 'zod';
import { ANNOTATIONS, LABELS } from '../api/group.ts';
import { fieldAt } from '../base/fields.ts';
import { readQuantity } from '../base/quantity.ts';
import type { Container, PodTemplate, Workload } from '../objects/workload.ts';
import { ADOPTED_AS, traitsOf } from '../workload/kinds.ts';
import { replicasOf } from '../workload/state.ts';

/** Facts of a component that its workload does not hold; an install annotates them, the REST API reports them. */
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

/** Facts of a component: those that its install annotated, else those that its workload shows. */
export function factsOf(workload: Workload): ComponentFacts {
  return annotated(workload.metadata.annotations?.[ANNOTATIONS.componentFacts]) ?? shown(workload);
}

/** Facts of an annotation, which anybody may edit: one that is malformed counts as missing. */
function annotated(text: string | undefined): ComponentFacts | undefined {
  try {
    return text === undefined ? undefined : componentFactsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function shown(workload: Workload): ComponentFacts {
  const { kind, metadata } = workload;
  const containers = containersOf(workload);
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
    extendMethod: ADOPTED_AS[kind],
    minNode: replicasOf(workload).wanted,
    minMemory: Math.ceil(limitOf(containers, 'memory') / 2 ** 20),
    minCpu: Math.ceil(limitOf(containers, 'cpu') * 1000),
  };
}

function containersOf(workload: Workload): readonly Container[] {
  const template = fieldAt(workload.spec, traitsOf(workload).templatePath) as PodTemplate | undefined;
  return template?.spec.containers ?? [];
}

/** Tag of an image; `latest` where it has none, as the runtime takes it. */
function tagOf(image: string): string {
  const [name = ''] = image.split('@');
  const [, tag] = /:([^/:]+)$/.exec(name) ?? [];
  return tag ?? 'latest';
}

/** Sum of the limits of containers; 0 where one of them has none. */
function limitOf(containers: readonly Container[], resource: 'cpu' | 'memory'): number {
  const limits = containers.map(({ resources }) => readQuantity(resources?.limits?.[resource] ?? ''));
  return limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0) * (limits.includes(undefined) ? 0 : 1);
}
