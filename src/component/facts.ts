import { z } from 'zod';

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
