import { z } from 'zod';
import { grantOf } from './access.ts';
import { selector } from './labels.ts';
import { type FieldReaders, fields, leaveOut, list, refined, shape } from './reader.ts';
import { count, labelValue, qualifiedName, text } from './text.ts';

/** Taints of the cluster that every pod tolerates for a while anyway. */
const OF_NODES = new Set(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);

/** Reader of a toleration: of one taint of the team, none of the cluster. */
const toleration = refined(
  shape(
    z.strictObject({
      key: qualifiedName.optional(),
      operator: z.enum(['Exists', 'Equal']).optional(),
      value: text.optional(),
      effect: z.enum(['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
      tolerationSeconds: z.int().optional(),
    }),
  ),
  (read, place) => {
    const { key } = read;
    if (key === undefined) {
      return leaveOut(place, 'it tolerates every taint, also those that keep pods from nodes of the cluster');
    }
    const isOfCluster = /(^|\.)(kubernetes|k8s)\.io\//.test(key) && !OF_NODES.has(key);
    return isOfCluster && !place.access.grants.tolerations?.includes(key)
      ? leaveOut(place, `it tolerates a taint of the cluster; ${grantOf('tolerations', key)}`)
      : read;
  },
);

/** Reader of tolerations. */
const tolerations = list(toleration);

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

const nodeAffinity = shape(
  z.strictObject({
    requiredDuringSchedulingIgnoredDuringExecution: z
      .strictObject({ nodeSelectorTerms: z.array(nodeTerm).min(1) })
      .optional(),
    preferredDuringSchedulingIgnoredDuringExecution: z
      .array(z.strictObject({ weight, preference: nodeTerm }))
      .optional(),
  }),
);

/** Term of an affinity, without the fields that read other namespaces. */
const podTerm = fields({ labelSelector: selector, topologyKey: shape(qualifiedName) }, ['topologyKey']);

const podAffinity = fields({
  requiredDuringSchedulingIgnoredDuringExecution: list(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: list(
    fields({ weight: shape(weight), podAffinityTerm: podTerm }, ['weight', 'podAffinityTerm']),
  ),
});

/** Reader of an affinity to nodes and to the install's own pods. */
const affinity = fields({ nodeAffinity, podAffinity, podAntiAffinity: podAffinity });

const policy = shape(z.enum(['Honor', 'Ignore']));

const topologySpread = fields(
  {
    maxSkew: shape(z.int().min(1).max(1000)),
    topologyKey: shape(qualifiedName),
    whenUnsatisfiable: shape(z.enum(['DoNotSchedule', 'ScheduleAnyway'])),
    labelSelector: selector,
    minDomains: shape(count),
    nodeAffinityPolicy: policy,
    nodeTaintsPolicy: policy,
  },
  ['maxSkew', 'topologyKey', 'whenUnsatisfiable'],
);

/** Reader of a selector of nodes. */
const nodeSelector = shape(z.record(qualifiedName, labelValue));

/** Fields of a pod that say where it runs. */
export const SCHEDULING = {
  nodeSelector,
  tolerations,
  affinity,
  topologySpreadConstraints: list(topologySpread),
} satisfies FieldReaders;
