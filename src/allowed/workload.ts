import { z } from 'zod';
import { changedAt, type Fields, fieldsOf, isFields } from '../base/fields.ts';
import type { WorkloadKind } from '../objects/workload.ts';
import { WORKLOAD_KINDS } from '../workload/kinds.ts';
import { annotations, labels, selector } from './labels.ts';
import { podTemplate } from './pod.ts';
import {
  below,
  type FieldReaders,
  fields,
  generated,
  leaveOut,
  list,
  never,
  type Place,
  type Reader,
  refined,
  refuse,
  shape,
} from './reader.ts';
import { hardened, mapsOf, reportToken } from './security.ts';
import { amountOfPods, count, dnsName, replicas, seconds } from './values.ts';
import { claimTemplate } from './volume.ts';

/** Reader of the selector of a workload: of some of the install's pods, never of all. */
const ownSelector: Reader<Fields> = refined(selector, (read, place) =>
  Object.keys(fieldsOf(read.matchLabels)).length + mapsOf(read.matchExpressions).length <= 1
    ? refuse(place, 'it must select its own pods')
    : read,
);

const limit = shape(z.int().min(0).max(1000));

const rollingUpdate = z
  .strictObject({ maxSurge: amountOfPods.optional(), maxUnavailable: amountOfPods.optional() })
  .optional();

const BASE = {
  selector: ownSelector,
  template: podTemplate,
  minReadySeconds: shape(count),
  revisionHistoryLimit: limit,
} satisfies FieldReaders;

const JOB = {
  template: podTemplate,
  parallelism: shape(replicas),
  completions: shape(replicas),
  completionMode: shape(z.enum(['NonIndexed', 'Indexed'])),
  backoffLimit: limit,
  activeDeadlineSeconds: shape(z.int().min(1)),
  ttlSecondsAfterFinished: shape(z.int().min(0)),
  suspend: shape(z.boolean()),
  // The API server generates it, unless its author asks for pods that may be those of others.
  selector: generated,
  manualSelector: never('it would take the pods of others'),
} satisfies FieldReaders;

/** Readers of the specs of workloads, complete for all kinds. */
const SPECS: { readonly [K in WorkloadKind]: Reader<Fields> } = {
  Deployment: refined(
    fields(
      {
        ...BASE,
        replicas: shape(replicas),
        strategy: shape(
          z.strictObject({ type: z.enum(['RollingUpdate', 'Recreate']).optional(), rollingUpdate }),
        ),
        progressDeadlineSeconds: shape(seconds),
      },
      ['selector', 'template'],
    ),
    withStrategy,
  ),
  StatefulSet: fields(
    {
      ...BASE,
      replicas: shape(replicas),
      serviceName: shape(dnsName),
      podManagementPolicy: shape(z.enum(['OrderedReady', 'Parallel'])),
      updateStrategy: shape(
        z.strictObject({
          type: z.enum(['RollingUpdate', 'OnDelete']).optional(),
          rollingUpdate: z.strictObject({ partition: z.int().min(0).optional() }).optional(),
        }),
      ),
      volumeClaimTemplates: list(claimTemplate),
      persistentVolumeClaimRetentionPolicy: shape(
        z.strictObject({
          whenDeleted: z.enum(['Retain', 'Delete']).optional(),
          whenScaled: z.enum(['Retain', 'Delete']).optional(),
        }),
      ),
    },
    ['selector', 'template'],
  ),
  DaemonSet: fields(
    {
      ...BASE,
      updateStrategy: shape(
        z.strictObject({ type: z.enum(['RollingUpdate', 'OnDelete']).optional(), rollingUpdate }),
      ),
    },
    ['selector', 'template'],
  ),
  Job: fields(JOB, ['template']),
  CronJob: fields(
    {
      schedule: shape(z.string().min(1).max(128)),
      timeZone: shape(z.string().min(1).max(64)),
      concurrencyPolicy: shape(z.enum(['Allow', 'Forbid', 'Replace'])),
      startingDeadlineSeconds: shape(z.int().min(0)),
      suspend: shape(z.boolean()),
      successfulJobsHistoryLimit: limit,
      failedJobsHistoryLimit: limit,
      jobTemplate: fields(
        {
          metadata: fields({ labels, annotations, creationTimestamp: generated }),
          spec: fields(JOB, ['template']),
        },
        ['spec'],
      ),
    },
    ['schedule', 'jobTemplate'],
  ),
};

/**
 * Spec of a Deployment that names the strategy that it has by default: what Stoa has not applied, would stay when a later
 * version has another strategy, and the API server rejects both.
 */
function withStrategy({ strategy, ...spec }: Fields): Fields {
  const { type = 'RollingUpdate', rollingUpdate: given } = fieldsOf(strategy);
  return type === 'Recreate'
    ? { ...spec, strategy }
    : { ...spec, strategy: { type, rollingUpdate: { ...DEFAULT_UPDATE, ...fieldsOf(given) } } };
}

/** Default of Kubernetes. */
const DEFAULT_UPDATE = { maxSurge: '25%', maxUnavailable: '25%' };

/** Reader of the spec of a workload. */
export function workloadSpec(kind: WorkloadKind): Reader<Fields> {
  const { templatePath } = WORKLOAD_KINDS[kind];
  const reader = refined(SPECS[kind], (spec, place) => {
    const claims = claimNames(spec);
    const at = templatePath.reduce(below, place);
    return changedAt(spec, templatePath, ({ metadata, spec: pod }) => ({
      metadata,
      spec: finished(fieldsOf(pod), claims, below(at, 'spec')),
    }));
  });
  return (value, place) => reader(isFields(value) ? withoutReplaced(value) : value, place);
}

/** Names of the templates of claims of a StatefulSet. */
function claimNames({ volumeClaimTemplates }: Fields): readonly unknown[] {
  return mapsOf(volumeClaimTemplates).map(({ metadata }) => fieldsOf(metadata).name);
}

/** Spec without the volumes of its pods that are replaced by a claim of a template with their name (StatefulSet controller). */
function withoutReplaced(spec: Fields): Fields {
  const claims = claimNames(spec);
  return claims.length === 0
    ? spec
    : changedAt(spec, ['template', 'spec'], ({ volumes, ...pod }) => ({
        ...pod,
        volumes: mapsOf(volumes).filter(({ name }) => !claims.includes(name)),
      }));
}

function finished(pod: Fields, claims: readonly unknown[], place: Place): Fields {
  reportToken(pod, place);
  const names = new Set([...claims, ...mapsOf(pod.volumes).map(({ name }) => name)]);
  const mounted = (field: string) => {
    const containers = mapsOf(pod[field]).map((container, at) =>
      withKnownMounts(container, names, below(below(place, field), at)),
    );
    return containers.length === 0 ? {} : { [field]: containers };
  };
  return hardened({ ...pod, ...mounted('containers'), ...mounted('initContainers') }, place.access);
}

/** Container without the mounts of volumes that are left out, with which the API server would reject it. */
function withKnownMounts(container: Fields, names: ReadonlySet<unknown>, place: Place): Fields {
  const { volumeMounts, ...rest } = container;
  const [known, unknown] = [true, false].map((is) =>
    mapsOf(volumeMounts).filter(({ name }) => names.has(name) === is),
  );
  for (const { name } of unknown ?? []) {
    leaveOut(below(place, 'volumeMounts'), `there is no volume ${String(name)}`);
  }
  return known === undefined || known.length === 0 ? rest : { ...rest, volumeMounts: known };
}
