import { z } from 'zod';
import { isOwn } from './access.ts';
import { selector } from './labels.ts';
import { fields, leaveOut, list, refined, shape } from './reader.ts';
import { amountOfPods, dnsLabel, dnsName, qualifiedName, quantity, replicas } from './values.ts';

const target = refined(
  shape(
    z.strictObject({
      apiVersion: z.literal('apps/v1'),
      kind: z.enum(['Deployment', 'StatefulSet']),
      name: dnsName,
    }),
  ),
  (read, place) =>
    isOwn(place.access, read.kind, read.name)
      ? read
      : leaveOut(place, `the model has no ${read.kind} ${read.name}`),
);

const metricTarget = z.strictObject({
  type: z.enum(['Utilization', 'AverageValue']),
  averageUtilization: z.int().min(1).max(10_000).optional(),
  averageValue: quantity.optional(),
});

/** Metric of the scaled pods themselves: others would read what belongs to another team. */
const metric = shape(
  z.union([
    z.strictObject({
      type: z.literal('Resource'),
      resource: z.strictObject({ name: qualifiedName, target: metricTarget }),
    }),
    z.strictObject({
      type: z.literal('ContainerResource'),
      containerResource: z.strictObject({ name: qualifiedName, container: dnsLabel, target: metricTarget }),
    }),
  ]),
);

const scaling = z
  .strictObject({
    stabilizationWindowSeconds: z.int().min(0).max(3600).optional(),
    selectPolicy: z.enum(['Max', 'Min', 'Disabled']).optional(),
    policies: z
      .array(
        z.strictObject({
          type: z.enum(['Pods', 'Percent']),
          value: z.int().min(1),
          periodSeconds: z.int().min(1).max(1800),
        }),
      )
      .optional(),
  })
  .optional();

/** Reader of the spec of a HorizontalPodAutoscaler: of an own workload, by its own metrics. */
export const autoscaler = fields(
  {
    scaleTargetRef: target,
    minReplicas: shape(replicas.min(1)),
    maxReplicas: shape(replicas.min(1)),
    metrics: list(metric),
    behavior: shape(z.strictObject({ scaleUp: scaling, scaleDown: scaling })),
  },
  ['scaleTargetRef', 'maxReplicas'],
);

/** Reader of the spec of a PodDisruptionBudget of own pods. */
export const disruptionBudget = fields(
  {
    selector,
    minAvailable: shape(amountOfPods),
    maxUnavailable: shape(amountOfPods),
    unhealthyPodEvictionPolicy: shape(z.enum(['IfHealthyBudget', 'AlwaysAllow'])),
  },
  ['selector'],
);
