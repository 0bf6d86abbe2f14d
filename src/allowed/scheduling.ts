import { z } from 'zod';
import { grantOf } from './access.ts';
import { selector } from './labels.ts';
import { below, type FieldReaders, fields, leaveOut, list, refined, shape } from './reader.ts';
import { count, labelValue, qualifiedName, text } from './values.ts';

/** Taints of the cluster that every pod tolerates for a while anyway. */
const OF_NODES = new Set(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);

/** Labels of Kubernetes by which a model may select nodes: none names a node, or a role of one. */
const NODE_LABELS = new Set([
  ...['kubernetes.io/arch', 'kubernetes.io/os'],
  ...['topology.kubernetes.io/region', 'topology.kubernetes.io/zone'],
]);

function maySelect(key: string): boolean {
  return NODE_LABELS.has(key) || !/(^|\.)(kubernetes|k8s)\.io\//.test(key);
}

const OF_CLUSTER = 'it selects nodes by a label of the cluster';

/** Reader of a toleration of one taint: whose nodes are whose is not known, so that each needs a grant. */
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
    return OF_NODES.has(key) || place.access.grants.tolerations?.includes(key)
      ? read
      : leaveOut(place, `it tolerates a taint that keeps pods from nodes; ${grantOf('tolerations', key)}`);
  },
);

/** Reader of tolerations. */
const tolerations = list(toleration);

const nodeRequirements = z.array(
  z.strictObject({
    key: qualifiedName.refine(maySelect, OF_CLUSTER),
    operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
    values: z.array(text).optional(),
  }),
);

/** Term of an affinity to nodes, without the fields by which it would name one. */
const nodeTerm = z.strictObject({ matchExpressions: nodeRequirements.optional() });

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
const nodeSelector = refined(shape(z.record(qualifiedName, labelValue)), (read, place) => {
  const isAllowed = ([key]: readonly [string, string]) => {
    if (!maySelect(key)) {
      leaveOut(below(place, key), OF_CLUSTER);
    }
    return maySelect(key);
  };
  return Object.fromEntries(Object.entries(read).filter(isAllowed));
});

/** Fields of a pod that say where it runs. */
export const SCHEDULING = {
  nodeSelector,
  tolerations,
  affinity,
  topologySpreadConstraints: list(topologySpread),
} satisfies FieldReaders;
