import { z } from 'zod';
import { configSchema } from '../../src/config.ts';

/** Node of a JSON schema. */
interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  required?: string[];
}

/** Settings that the chart itself writes into the configuration file, by their path there. */
const OF_THE_PODS = [
  { path: ['operator'], names: ['metrics', 'namespace'] },
  { path: ['operator', 'leaderElection'], names: ['leaseName'] },
  { path: ['rest'], names: ['listen', 'metrics', 'tls'] },
] as const;

/** Value of the Kubernetes API that pods or policies get unchanged; the API server validates it. */
const objectSchema = z.record(z.string(), z.unknown());
const objectsSchema = z.array(objectSchema);

const portSchema = z.int().min(1).max(65535);

const DEPLOYMENT = {
  replicas: z.int().min(0),
  resources: objectSchema,
  nodeOptions: z.string(),
  extraEnv: z.array(z.looseObject({ name: z.string().min(1) })),
  nodeSelector: z.record(z.string(), z.string()),
  tolerations: objectsSchema,
  affinity: objectSchema,
};

const enabledSchema = z.strictObject({ enabled: z.boolean() });

/** Values of the chart, as Helm merges them with values.yaml. */
const valuesSchema = z.strictObject({
  /** Globals of an umbrella chart. */
  global: objectSchema.optional(),
  config: configSchema,
  image: z.strictObject({
    repository: z.string().min(1),
    tag: z.string(),
    digest: z.string().regex(/^(sha256:[0-9a-f]{64})?$/),
    pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
    pullSecrets: z.array(z.string().min(1)),
  }),
  operator: z.strictObject(DEPLOYMENT),
  rest: z.strictObject({
    enabled: z.boolean(),
    ...DEPLOYMENT,
    kubeconfigSecret: z.string(),
    tls: z.strictObject({ secretName: z.string() }),
    monitoringSecret: z.string(),
    userExtras: z.array(z.string().regex(/^[a-z0-9.%/_-]+$/)),
  }),
  teamRoles: enabledSchema,
  namePolicy: enabledSchema,
  secretPolicy: enabledSchema,
  installAccounts: z.strictObject({
    namespaces: z.array(z.string().min(1)),
    clusterRoles: z.array(z.string().min(1)).min(1),
  }),
  networkPolicy: z.strictObject({
    enabled: z.boolean(),
    apiServerPorts: z.array(portSchema).min(1),
    apiServerAddresses: z.array(z.string().min(1)),
    restFrom: objectsSchema,
    metricsFrom: objectsSchema,
    extraEgress: objectsSchema,
  }),
  serviceMonitor: enabledSchema,
  prometheusRule: z.strictObject({ enabled: z.boolean(), runbooks: z.string() }),
  dashboards: enabledSchema,
});

/** File values.schema.json of the chart, by which Helm rejects unknown values. */
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
