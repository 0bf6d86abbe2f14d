import { z } from 'zod';
import type { Fields } from '../base/fields.ts';
import { present } from '../base/fields.ts';
import { fieldRef, ifMayRefer, objectRef, resourceFieldRef } from './env.ts';
import { annotations, labels } from './labels.ts';
import { modelQuantity } from './quantity.ts';
import { fields, generated, type Place, type Reader, refined, refuse, shape } from './reader.ts';
import { dnsLabel, dnsName, isOneOf, isSet, mountPath, quantity } from './values.ts';

/** Size of a directory on the node, where the model has none, and the most that it may have. */
const SIZE = { usual: '10Gi', most: '100Gi', mostInMemory: '10Gi' } as const;

const fileMode = z.int().min(0).max(0o777);

const items = z.array(
  z.strictObject({ key: z.string().min(1), path: z.string().min(1), mode: fileMode.optional() }),
);

const configMap = objectRef.extend({ items: items.optional() });

const downwardItems = z.array(
  z.strictObject({
    path: z.string().min(1),
    fieldRef: fieldRef.optional(),
    resourceFieldRef: resourceFieldRef.optional(),
    mode: fileMode.optional(),
  }),
);

const sizeLimit = quantity.refine((text) => isWithin(text, SIZE.most), `must be at most ${SIZE.most}`);

const emptyDir = z
  .strictObject({ medium: z.enum(['', 'Memory']).optional(), sizeLimit: sizeLimit.optional() })
  .transform(({ medium, sizeLimit: size = SIZE.usual }) => ({
    ...present({ medium }),
    sizeLimit: size,
  }))
  .refine(
    (directory) => directory.medium !== 'Memory' || isWithin(directory.sizeLimit, SIZE.mostInMemory),
    `must be at most ${SIZE.mostInMemory} in memory`,
  );

function isWithin(text: string, most: string): boolean {
  return (modelQuantity(text)?.nanos ?? 0n) <= (modelQuantity(most)?.nanos ?? 0n);
}

/** Directory of a pod, on its node or in memory, that may have the most that a model may have. */
export function directoryOf(inMemory: boolean): Fields {
  return inMemory ? { medium: 'Memory', sizeLimit: SIZE.mostInMemory } : { sizeLimit: SIZE.most };
}

const projection = z
  .strictObject({
    configMap: configMap.optional(),
    secret: configMap.optional(),
    downwardAPI: z.strictObject({ items: downwardItems }).optional(),
  })
  .refine(
    isOneOf(['configMap', 'secret', 'downwardAPI'], 1),
    'must be one of configMap, secret, downwardAPI',
  );

const SOURCES = ['configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'downwardAPI', 'projected'];

const volumeShape = z
  .strictObject({
    name: dnsLabel,
    configMap: configMap.extend({ defaultMode: fileMode.optional() }).optional(),
    secret: z
      .strictObject({
        secretName: dnsName,
        items: items.optional(),
        defaultMode: fileMode.optional(),
        optional: z.boolean().optional(),
      })
      .optional(),
    emptyDir: emptyDir.optional(),
    persistentVolumeClaim: z.strictObject({ claimName: dnsName, readOnly: isSet.optional() }).optional(),
    downwardAPI: z.strictObject({ items: downwardItems, defaultMode: fileMode.optional() }).optional(),
    projected: z
      .strictObject({ sources: z.array(projection).min(1), defaultMode: fileMode.optional() })
      .optional(),
  })
  .refine(isOneOf(SOURCES, 1), `must be one of ${SOURCES.join(', ')}`);

type Volume = z.output<typeof volumeShape>;

/** Reader of a volume of a pod: memory, a directory of its own, or an object that the model may refer to. */
export const volume: Reader<Volume> = (value, place) =>
  reachesNode(value)
    ? refuse(place, 'hostPath: its pods would read files of their node')
    : refined(shape(volumeShape), withReferences)(value, place);

function reachesNode(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as { hostPath?: unknown }).hostPath != null;
}

function withReferences(read: Volume, place: Place): Volume | undefined {
  const sources = read.projected?.sources ?? [];
  return ifMayRefer(
    read,
    {
      secrets: [read.secret?.secretName, ...sources.map(({ secret }) => secret?.name)],
      configMaps: [read.configMap?.name, ...sources.map((source) => source.configMap?.name)],
      claims: [read.persistentVolumeClaim?.claimName],
    },
    place,
  );
}

function isInside(path: string): boolean {
  return !(path.startsWith('/') || path.split('/').includes('..'));
}

const subPath = z.string().refine(isInside, 'must be a path inside the volume');

const mountShape = z.strictObject({
  name: dnsLabel,
  mountPath,
  subPath: subPath.optional(),
  // With envs, of which the kubelet refuses a path that leaves the volume.
  subPathExpr: subPath.optional(),
  readOnly: isSet.optional(),
  mountPropagation: z.enum(['None']).optional(),
});

/** Reader of a mount of a volume. */
export const volumeMount: Reader<z.output<typeof mountShape>> = (value, place) =>
  (value as { mountPropagation?: unknown } | null)?.mountPropagation === 'Bidirectional'
    ? refuse(place, 'its pods would mount volumes into their node')
    : shape(mountShape)(value, place);

/** Reader of the spec of a claim: of new storage, not of what another volume or claim holds. */
export const claimSpec = fields(
  {
    accessModes: shape(
      z.array(z.enum(['ReadWriteOnce', 'ReadWriteMany', 'ReadOnlyMany', 'ReadWriteOncePod'])).min(1),
    ),
    storageClassName: shape(dnsName),
    volumeMode: shape(z.literal('Filesystem')),
    resources: shape(
      z.strictObject({
        requests: z.strictObject({ storage: quantity }),
        limits: z.strictObject({ storage: quantity }).optional(),
      }),
    ),
    // Of the cluster from which a claim was exported.
    volumeName: generated,
  },
  ['accessModes', 'resources'],
);

/** Reader of the template of a claim per pod. */
export const claimTemplate = fields(
  {
    apiVersion: shape(z.literal('v1')),
    kind: shape(z.literal('PersistentVolumeClaim')),
    metadata: fields(
      {
        name: shape(dnsLabel),
        labels,
        annotations,
        // That of the StatefulSet.
        namespace: generated,
        creationTimestamp: generated,
      },
      ['name'],
    ),
    spec: claimSpec,
    status: generated,
  },
  ['metadata', 'spec'],
);
