import { z } from 'zod';
import { labelValueSchema } from '../../../api/grammar.ts';
import { modelQuantity } from './quantity.ts';

/** Text, which people also write as a number or a boolean. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Number that is not stored where it is 0. */
const count = z
  .int()
  .min(0)
  .transform((value) => (value === 0 ? undefined : value));

const isSet = z.boolean().transform((value) => (value ? true : undefined));

const qualifiedName = z
  .string()
  .max(317)
  .regex(/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/, 'is no name')
  .refine((name) => name.length - name.indexOf('/') - 1 <= 63, 'is no name');

const labelValue = text.pipe(z.union([z.literal(''), labelValueSchema]));

/** Port by number, or by the name that the container gives it. */
const port = z.union([
  z.int().min(1).max(65535),
  z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/)
    .transform(Number)
    .pipe(z.int().max(65535)),
  z
    .string()
    .max(15)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'is no port')
    .regex(/[a-z]/, 'is no port'),
]);

const quantity = text.refine(
  (value) => modelQuantity(value) !== undefined,
  'is no amount such as 512Mi or 500m',
);

const dnsName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'is no name of an object');

const dnsLabel = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'is no name of a volume');

const mountPath = z.string().regex(/^\/[^:]*$/, 'must be an absolute path without a colon');

const labels = z.record(qualifiedName, labelValue);

const annotations = z.record(qualifiedName, text);

const toleration = z.strictObject({
  key: qualifiedName.optional(),
  operator: z.enum(['Exists', 'Equal']).optional(),
  value: text.optional(),
  effect: z.enum(['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
  tolerationSeconds: z.int().optional(),
});

const labelSelector = z.strictObject({
  matchLabels: labels.optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: qualifiedName,
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: z.array(text).optional(),
      }),
    )
    .optional(),
});

const nodeRequirements = z.array(
  z.strictObject({
    key: qualifiedName,
    operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
    values: z.array(text).optional(),
  }),
);

const nodeTerm = z.strictObject({
  matchExpressions: nodeRequirements.optional(),
  matchFields: nodeRequirements.optional(),
});

const weight = z.int().min(1).max(100);

/** Term of an affinity, without the fields that read other namespaces. */
const podTerm = z.strictObject({ labelSelector: labelSelector.optional(), topologyKey: qualifiedName });

const podAffinity = z.strictObject({
  requiredDuringSchedulingIgnoredDuringExecution: z.array(podTerm).optional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.strictObject({ weight, podAffinityTerm: podTerm }))
    .optional(),
});

const affinity = z.strictObject({
  nodeAffinity: z
    .strictObject({
      requiredDuringSchedulingIgnoredDuringExecution: z
        .strictObject({ nodeSelectorTerms: z.array(nodeTerm).min(1) })
        .optional(),
      preferredDuringSchedulingIgnoredDuringExecution: z
        .array(z.strictObject({ weight, preference: nodeTerm }))
        .optional(),
    })
    .optional(),
  podAffinity: podAffinity.optional(),
  podAntiAffinity: podAffinity.optional(),
});

const envName = z.string().regex(/^[!-<>-~]+$/, 'is no name of an env');

const keyOf = z.strictObject({ name: dnsName, key: z.string().min(1), optional: z.boolean().optional() });

const fieldRef = z.strictObject({ apiVersion: z.literal('v1').optional(), fieldPath: z.string().min(1) });

const env = z.strictObject({
  name: envName,
  value: text.optional(),
  valueFrom: z
    .union([
      z.strictObject({ fieldRef }),
      z.strictObject({
        resourceFieldRef: z.strictObject({ resource: z.string().min(1), containerName: dnsLabel.optional() }),
      }),
      z.strictObject({ configMapKeyRef: keyOf }),
      z.strictObject({ secretKeyRef: keyOf }),
    ])
    .optional(),
});

const objectRef = z.strictObject({ name: dnsName, optional: z.boolean().optional() });

const envFrom = z.union([
  z.strictObject({ prefix: z.string().optional(), configMapRef: objectRef }),
  z.strictObject({ prefix: z.string().optional(), secretRef: objectRef }),
]);

const dnsConfig = z.strictObject({
  nameservers: z.array(z.union([z.ipv4(), z.ipv6()])).optional(),
  searches: z.array(z.string()).optional(),
  options: z.array(z.strictObject({ name: z.string().min(1), value: text.optional() })).optional(),
});

/** Actions of a probe or handler, without `host`: the node would send the request wherever the model wants. */
const actions = {
  exec: z.strictObject({ command: z.array(text).min(1) }).optional(),
  httpGet: z
    .strictObject({
      path: z.string().optional(),
      port,
      scheme: z.enum(['HTTP', 'HTTPS']).optional(),
      httpHeaders: z.array(z.strictObject({ name: z.string().min(1), value: text.optional() })).optional(),
    })
    .optional(),
  tcpSocket: z.strictObject({ port }).optional(),
};

function isOneOf(names: readonly string[], least: number) {
  return (value: object) => {
    const given = names.filter((name) => (value as Record<string, unknown>)[name] !== undefined);
    return given.length >= least && given.length <= 1;
  };
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'sleep'];

const handler = z
  .strictObject({ ...actions, sleep: z.strictObject({ seconds: z.int().min(1) }).optional() })
  .refine(isOneOf(HANDLERS, 1), 'must have one of exec, httpGet, tcpSocket and sleep');

const lifecycle = z.strictObject({ postStart: handler.optional(), preStop: handler.optional() });

const probe = z
  .strictObject({
    ...actions,
    initialDelaySeconds: count.optional(),
    periodSeconds: count.optional(),
    timeoutSeconds: count.optional(),
    successThreshold: count.optional(),
    failureThreshold: count.optional(),
    terminationGracePeriodSeconds: z.int().min(1).optional(),
  })
  .refine(isOneOf(HANDLERS, 1), 'must have one of exec, httpGet and tcpSocket');

const livenessProbe = probe.refine(
  ({ successThreshold = 1 }) => successThreshold <= 1,
  'must have a successThreshold of 1',
);

const amounts = z.record(qualifiedName, quantity);

const resources = z.strictObject({ requests: amounts.optional(), limits: amounts.optional() }).refine(
  ({ requests = {}, limits = {} }) =>
    Object.entries(requests).every(([name, request]) => {
      const limit = modelQuantity(limits[name] ?? '')?.nanos;
      return limit === undefined || (modelQuantity(request)?.nanos ?? 0n) <= limit;
    }),
  'asks for more than its limits allow',
);

const id = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Security context, with the fields that restrict a container and without those that extend its rights. */
const securityContext = z.strictObject({
  runAsUser: id.optional(),
  runAsGroup: id.optional(),
  runAsNonRoot: z.boolean().optional(),
  readOnlyRootFilesystem: z.boolean().optional(),
  allowPrivilegeEscalation: z.literal(false).optional(),
  privileged: z.literal(false).optional(),
  capabilities: z
    .strictObject({
      drop: z.array(z.string()).optional(),
      add: z.array(z.literal('NET_BIND_SERVICE')).optional(),
    })
    .optional(),
  seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }).optional(),
});

const fileMode = z.int().min(0).max(0o777);

const items = z.array(
  z.strictObject({ key: z.string().min(1), path: z.string().min(1), mode: fileMode.optional() }),
);

const volume = z
  .strictObject({
    name: dnsLabel,
    configMap: objectRef.extend({ items: items.optional(), defaultMode: fileMode.optional() }).optional(),
    secret: z
      .strictObject({
        secretName: dnsName,
        items: items.optional(),
        defaultMode: fileMode.optional(),
        optional: z.boolean().optional(),
      })
      .optional(),
    emptyDir: z
      .strictObject({ medium: z.enum(['', 'Memory']).optional(), sizeLimit: quantity.optional() })
      .optional(),
    persistentVolumeClaim: z.strictObject({ claimName: dnsName, readOnly: isSet.optional() }).optional(),
    downwardAPI: z
      .strictObject({
        items: z.array(z.strictObject({ path: z.string().min(1), fieldRef, mode: fileMode.optional() })),
        defaultMode: fileMode.optional(),
      })
      .optional(),
  })
  .refine(
    isOneOf(['configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'downwardAPI'], 1),
    'must be one of configMap, secret, emptyDir, persistentVolumeClaim and downwardAPI',
  );

function isInside(path: string): boolean {
  return !(path.startsWith('/') || path.split('/').includes('..'));
}

/** Mount of a volume, without `mountPropagation`, which reaches the node. */
const volumeMount = z.strictObject({
  name: dnsLabel,
  mountPath,
  subPath: z.string().refine(isInside, 'must be a path inside the volume').optional(),
  readOnly: isSet.optional(),
});

const claimTemplate = z.strictObject({
  apiVersion: z.literal('v1').optional(),
  kind: z.literal('PersistentVolumeClaim').optional(),
  metadata: z.strictObject({ name: dnsLabel, annotations: annotations.optional() }),
  spec: z.strictObject({
    accessModes: z.array(z.enum(['ReadWriteOnce', 'ReadWriteMany', 'ReadOnlyMany'])).min(1),
    storageClassName: dnsName.optional(),
    volumeMode: z.literal('Filesystem').optional(),
    resources: z.strictObject({ requests: z.strictObject({ storage: quantity }) }),
  }),
});

function listOf<T extends z.ZodType>(item: T) {
  return z.union([z.array(item), item.transform((one) => [one])]);
}

/** Schemas of the attributes that have an effect. */
export const SHAPES = {
  nodeSelector: labels,
  labels,
  annotations,
  tolerations: z.array(toleration),
  affinity,
  env: z.array(env),
  envFromSource: z.array(envFrom),
  dnsPolicy: z.enum(['ClusterFirst', 'Default', 'None']),
  dnsConfig,
  lifecycle,
  resources,
  shareProcessNamespace: z.boolean(),
  securityContext,
  livenessProbe,
  readinessProbe: probe,
  volumes: z.array(volume),
  volumeMounts: z.array(volumeMount),
  serviceAccountName: dnsName,
  volumeClaimTemplate: listOf(claimTemplate),
};

/** Attributes of a component, as far as they have an effect. */
export type Attributes = { readonly [K in keyof typeof SHAPES]?: z.output<(typeof SHAPES)[K]> };
