import { z } from 'zod';
import { shortHash } from '../base/hash.ts';
import { checked, keyedList, labelRecordSchema } from './grammar.ts';

/** Most overrides of an install: one for each component of a model. */
const MAX_OVERRIDES = 500;

/** Most labels of a node selector. */
const MAX_LABELS = 16;

const amountSchema = z
  .string()
  .max(32)
  .regex(/^[0-9]{1,12}([.][0-9]{1,9})?([numkMGTP]|[KMGTP]i)?$/, 'must be an amount such as 512Mi or 500m');

const amountsSchema = z.object({
  cpu: amountSchema.describe('CPU, such as 500m or 2; 0 for none.').optional(),
  memory: amountSchema.describe('Memory, such as 512Mi or 2Gi; 0 for none.').optional(),
});

const resourcesSchema = z.object({
  requests: amountsSchema.describe('What the scheduler keeps free for each pod.').optional(),
  limits: amountsSchema
    .describe('The most that each pod gets; the request, too, if that is left out.')
    .optional(),
});

const secretKeySchema = z.object({
  name: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be the name of a Secret')
    .describe('Secret in this namespace; spec.grants.secrets must list it.'),
  key: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[-._a-zA-Z0-9]+$/, 'must be a key of a Secret')
    .describe('Key in the Secret.'),
});

const envSchema = checked(
  z.object({
    name: z
      .string()
      .min(1)
      .max(253)
      .regex(/^[!-<>-~]+$/, 'must be the name of an env')
      .describe('Name of the env.'),
    value: z
      .string()
      .max(8192)
      .describe('Value in place of that of the model; it may refer to other envs in the same way.')
      .optional(),
    secretKeyRef: secretKeySchema.describe('Where the value is, if it is a secret.').optional(),
  }),
  [
    {
      rule: 'has(self.value) != has(self.secretKeyRef)',
      message: 'must have either value or secretKeyRef',
      holds: ({ value, secretKeyRef }) => (value === undefined) !== (secretKeyRef === undefined),
    },
  ],
);

const volumeSchema = z.object({
  name: z.string().min(1).max(253).describe('Name of the volume in the model.'),
  size: amountSchema.describe('Size, such as 20Gi.').optional(),
  storageClass: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be the name of a StorageClass')
    .describe('StorageClass.')
    .optional(),
});

const overrideSchema = checked(
  z.object({
    component: z
      .string()
      .min(1)
      .max(253)
      .describe('Component: its key or its name in status.components, or its k8s_component_name.'),
    replicas: z
      .int()
      .min(0)
      .max(1000)
      .describe('Number of pods; only of components that the model lets have several.')
      .optional(),
    resources: resourcesSchema.describe('CPU and memory of each pod.').optional(),
    envs: keyedList(envSchema, 'name', 64).describe('Envs, in addition to those of the model.').optional(),
    image: z
      .string()
      .min(1)
      .max(1024)
      .regex(/^[!-~]+$/, 'must be an image such as registry.example.com/shop/web:1.0')
      .describe('Image in place of that of the model, in every version.')
      .optional(),
    imageTag: z
      .string()
      .max(128)
      .regex(/^[A-Za-z0-9_][-A-Za-z0-9_.]{0,127}$/, 'must be a tag such as 1.0')
      .describe('Tag of the image of the model, in every version.')
      .optional(),
    volumes: keyedList(volumeSchema, 'name', 32)
      .describe('Volumes; size and class count when a volume is made, and stay.')
      .optional(),
    nodeSelector: labelRecordSchema(MAX_LABELS)
      .describe('Labels of the nodes on which the pods may run.')
      .optional(),
  }),
  [
    {
      rule: '!has(self.image) || !has(self.imageTag)',
      message: 'must not have both image and imageTag',
      holds: ({ image, imageTag }) => image === undefined || imageTag === undefined,
    },
  ],
);

/** Override of a component: what an install says of it in place of its model. */
export type Override = z.infer<typeof overrideSchema>;

/** Schema of the overrides of an install, one for each component. */
export const overridesSchema = keyedList(overrideSchema, 'component', MAX_OVERRIDES);

/**
 * Mark of a template with what an install changes of it, as in `status.recorded`: the digest of the template, or of all
 * where the install has overrides or values, or matches keys.
 */
export function recordOf(
  digest: string,
  {
    overrides = [],
    match = {},
    values = {},
    valuesFrom = [],
  }: {
    readonly overrides?: readonly Override[] | undefined;
    readonly match?: object | undefined;
    readonly values?: object | undefined;
    readonly valuesFrom?: readonly object[] | undefined;
  },
): string {
  // What is at the end is left out where it is empty, as by releases that did not know it.
  const all = [overrides, match, values, valuesFrom];
  const last = all.findLastIndex((each) => Object.keys(each).length > 0);
  const isPlain = last < 0;
  const more = last === 0 ? overrides : all.slice(0, last + 1);
  return isPlain ? digest : `sha256:${shortHash(`${digest}/${JSON.stringify(more)}`, 64)}`;
}
