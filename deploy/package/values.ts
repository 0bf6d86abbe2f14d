import { isMap, type Node, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import { z } from 'zod';
import { markdownTable } from '../../src/base/markdown.ts';
import { configSchema } from '../../src/config.ts';

/** Node of a JSON schema. */
interface SchemaNode {
  description?: string;
  properties?: Record<string, SchemaNode>;
}

/** File that is generated: its path below the repository's root, and its content. */
interface GeneratedFile {
  readonly path: string;
  readonly content: string;
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

const annotationsSchema = z.record(z.string(), z.string());

/** Labels without those of the chart, by which it selects its own pods. */
const labelsSchema = annotationsSchema.meta({
  patternProperties: { '^app\\.kubernetes\\.io/(name|instance|component|part-of|version)$': false },
});

const DEPLOYMENT = {
  replicas: z.int().min(0),
  resources: objectSchema,
  nodeOptions: z.string(),
  extraEnv: z.array(z.looseObject({ name: z.string().min(1) })),
  extraVolumes: z.array(z.looseObject({ name: z.string().min(1) })),
  extraVolumeMounts: z.array(z.looseObject({ name: z.string().min(1), mountPath: z.string().min(1) })),
  extraContainers: z.array(z.looseObject({ name: z.string().min(1) })),
  podLabels: labelsSchema,
  podAnnotations: annotationsSchema,
  priorityClassName: z.string(),
  nodeSelector: z.record(z.string(), z.string()),
  tolerations: objectsSchema,
  affinity: objectSchema,
  topologySpreadConstraints: objectsSchema,
  podDisruptionBudget: z.strictObject({
    enabled: z.boolean(),
    maxUnavailable: z.union([z.int().min(0), z.string().regex(/^[0-9]{1,3}%$/)]),
  }),
  serviceAccount: z.strictObject({ labels: labelsSchema, annotations: annotationsSchema }),
};

const enabledSchema = z.strictObject({ enabled: z.boolean() });

const durationSchema = z.string().regex(/^([0-9]+(ms|[smh]))*$/);

/** Metadata of an object for monitoring. */
const MONITORING = {
  enabled: z.boolean(),
  labels: labelsSchema,
  annotations: annotationsSchema,
  namespace: z.string(),
};

/** Issuer of cert-manager. */
const issuerRefSchema = z.strictObject({ name: z.string(), kind: z.enum(['Issuer', 'ClusterIssuer']) });

const restSchema = z.strictObject({
  enabled: z.boolean(),
  ...DEPLOYMENT,
  autoscaling: z.strictObject({
    enabled: z.boolean(),
    minReplicas: z.int().min(1),
    maxReplicas: z.int().min(1),
    targetCPUUtilizationPercentage: z.int().min(1),
  }),
  service: z.strictObject({
    type: z.enum(['ClusterIP', 'NodePort', 'LoadBalancer']),
    labels: labelsSchema,
    annotations: annotationsSchema,
    loadBalancerSourceRanges: z.array(z.string().min(1)),
  }),
  ingress: z.strictObject({
    enabled: z.boolean(),
    className: z.string(),
    annotations: annotationsSchema,
    hosts: z.array(z.string().min(1)),
    tls: objectsSchema,
  }),
  gatewayRule: z.strictObject({
    enabled: z.boolean(),
    annotations: annotationsSchema,
    domainName: z.string(),
    certificateName: z.string(),
    issuerRef: issuerRefSchema,
    validation: objectSchema,
  }),
  kubeconfigSecret: z.string(),
  tls: z.strictObject({
    secretName: z.string(),
    issuerRef: issuerRefSchema,
    hosts: z.array(z.string().min(1)),
    insecure: z.boolean(),
  }),
  monitoringSecret: z.string(),
  userExtras: z.array(z.string().regex(/^[a-z0-9.%/_-]+$/)),
});

/** Values of the chart, as Helm merges them with values.yaml. */
const valuesSchema = z.strictObject({
  /** Globals of an umbrella chart. */
  global: objectSchema.optional(),
  config: configSchema,
  nameOverride: z.string().max(63),
  fullnameOverride: z.string().regex(/^([a-z]([-a-z0-9]{0,38}[a-z0-9])?)?$/),
  commonLabels: labelsSchema,
  image: z.strictObject({
    repository: z.string().min(1),
    tag: z.string(),
    digest: z.string().regex(/^(sha256:[0-9a-f]{64})?$/),
    pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
    pullSecrets: z.array(z.string().min(1)),
  }),
  podSecurityContext: objectSchema,
  operator: z.strictObject(DEPLOYMENT),
  rest: restSchema,
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
  serviceMonitor: z.strictObject({
    ...MONITORING,
    interval: durationSchema,
    scrapeTimeout: durationSchema,
  }),
  prometheusRule: z.strictObject({ ...MONITORING, runbooks: z.string() }),
  dashboards: z.strictObject(MONITORING),
});

/** File values.schema.json of the chart, by which Helm rejects unknown values; `defaults` is the text of values.yaml. */
export function valuesSchemaFile(defaults: string): GeneratedFile {
  const schema = z.toJSONSchema(valuesSchema, { io: 'input', target: 'draft-7' }) as SchemaNode;
  const config = schema.properties?.config;
  for (const { path, names } of OF_THE_PODS) {
    const node = nodeAt(config, path);
    for (const name of names) {
      if (node?.properties?.[name] === undefined) {
        throw new Error(`config has no ${[...path, name].join('.')}: OF_THE_PODS names it`);
      }
      delete node.properties[name];
    }
  }
  for (const { path, description } of chartValues(defaults)) {
    const node = nodeAt(schema, path);
    if (node === undefined) {
      throw new Error(`values.yaml has ${path.join('.')}, which the schema of the values does not`);
    }
    node.description = description;
  }
  return { path: 'deploy/chart/values.schema.json', content: `${JSON.stringify(schema, null, 2)}\n` };
}

/** Node of a schema for the value at a path. */
function nodeAt(schema: SchemaNode | undefined, path: readonly string[]): SchemaNode | undefined {
  return path.reduce((at, name) => at?.properties?.[name], schema);
}

/** File README.md of the chart: how to install it, and its values with their defaults. */
export function chartReadmeFile(defaults: string): GeneratedFile {
  const rows = chartValues(defaults).map(({ path, fallback, description }) => [
    `\`${path.join('.')}\``,
    `\`${JSON.stringify(fallback)}\``,
    description,
  ]);
  const table = markdownTable([['value', 'default', 'description'], ...rows]);
  return { path: 'deploy/chart/README.md', content: `${README_HEAD}\n${table}\n` };
}

const README_HEAD = `<!-- Generated from values.yaml by \`npm run generate\`: change it there. -->

# Chart of Stoa

\`\`\`sh
helm install stoa-crds deploy/chart-crds
helm install stoa deploy/chart --namespace stoa-system --create-namespace --set config.gateway.className=CLASS
helm test stoa --namespace stoa-system
\`\`\`

CLASS is your GatewayClass. [Operations](../../docs/operations.md) describes installation, upgrade and removal.
`;

/** Value of the chart, with its default. */
interface ChartValue {
  readonly path: readonly string[];
  readonly fallback: unknown;
  readonly description: string;
}

/** Values of the chart in the order of values.yaml, whose comments describe them. Throws if a value has none. */
function chartValues(defaults: string): ChartValue[] {
  const { contents } = parseDocument<YAMLMap<Scalar<string>, Node>>(defaults);
  return contents === null ? [] : valuesOf(contents, []);
}

/** Values whose map in values.yaml is a value itself: what is in it belongs to Kubernetes or to the configuration file. */
const WHOLE = /^(config|podSecurityContext|.*\.resources|dashboards\.labels)$/;

function valuesOf(map: YAMLMap<Scalar<string>, Node>, above: readonly string[]): ChartValue[] {
  return map.items.flatMap(({ key, value }, index) => {
    const path = [...above, key.value];
    const isWhole =
      WHOLE.test(path.join('.')) || !isMap<Scalar<string>, Node>(value) || value.items.length === 0;
    // The parser gives the comment before the first value of a map to the map.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined);
    if (!isWhole) {
      return valuesOf(value, path);
    }
    if (typeof comment !== 'string') {
      throw new Error(`values.yaml does not describe ${path.join('.')}: write a comment above it`);
    }
    const description = comment.trim().replaceAll(/\s*\n\s*/g, ' ');
    return [{ path, fallback: value?.toJSON(), description }];
  });
}
