import { z } from 'zod';
import { configSchema } from '../../src/config.ts';

/** A node of a JSON schema. */
interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  required?: string[];
}

/** What the chart itself says in the configuration file: where in it, and which settings. */
const OF_THE_PODS = [
  { path: ['operator'], names: ['metrics', 'namespace'] },
  { path: ['operator', 'leaderElection'], names: ['leaseName'] },
  { path: ['rest'], names: ['listen', 'metrics'] },
] as const;

/** Something of the Kubernetes API that goes into the pods or policies as it is; the API server checks it. */
const object = z.record(z.string(), z.unknown());
const objects = z.array(object);

const port = z.int().min(1).max(65535);

const deployment = {
  replicas: z.int().min(0),
  resources: object,
  nodeOptions: z.string(),
  extraEnv: z.array(z.looseObject({ name: z.string().min(1) })),
  nodeSelector: z.record(z.string(), z.string()),
  tolerations: objects,
  affinity: object,
};

const enabled = z.strictObject({ enabled: z.boolean() });

/** What may be set when the chart is installed. Helm hands the values over with those of values.yaml below them. */
const valuesSchema = z.strictObject({
  /** Of an umbrella chart. */
  global: object.optional(),
  config: configSchema,
  image: z.strictObject({
    repository: z.string().min(1),
    tag: z.string(),
    digest: z.string().regex(/^(sha256:[0-9a-f]{64})?$/),
    pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
    pullSecrets: z.array(z.string().min(1)),
  }),
  operator: z.strictObject(deployment),
  rest: z.strictObject({
    enabled: z.boolean(),
    ...deployment,
    kubeconfigSecret: z.string(),
    userExtras: z.array(z.string().regex(/^[a-z0-9.%/_-]+$/)),
  }),
  teamRoles: enabled,
  networkPolicy: z.strictObject({
    enabled: z.boolean(),
    apiServerPorts: z.array(port).min(1),
    restFrom: objects,
    metricsFrom: objects,
    extraEgress: objects,
  }),
  serviceMonitor: enabled,
  prometheusRule: z.strictObject({ enabled: z.boolean(), runbooks: z.string() }),
  dashboards: enabled,
});

/** The chart's values.schema.json, by which Helm refuses values that mean nothing. */
export function valuesSchemaFile(): { readonly path: string; readonly content: string } {
  const schema = z.toJSONSchema(valuesSchema, { io: 'input', target: 'draft-7' });
  const config = (schema as SchemaNode).properties?.config;
  for (const { path, names } of OF_THE_PODS) {
    const node = path.reduce<SchemaNode | undefined>((at, name) => at?.properties?.[name], config);
    for (const name of names) {
      if (node?.properties?.[name] === undefined) {
        throw new Error(`config has no ${[...path, name].join('.')}: OF_THE_PODS names it`);
      }
      delete node.properties[name];
    }
  }
  return { path: 'deploy/chart/values.schema.json', content: `${JSON.stringify(schema, null, 2)}\n` };
}
