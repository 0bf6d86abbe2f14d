import { z } from 'zod';
import { annotations, labels } from './labels.ts';
import { fields, generated, shape } from './reader.ts';
import { dnsLabel, dnsName, quantity } from './text.ts';

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
    metadata: fields({ name: shape(dnsLabel), labels, annotations, creationTimestamp: generated }, ['name']),
    spec: claimSpec,
    status: generated,
  },
  ['metadata', 'spec'],
);
