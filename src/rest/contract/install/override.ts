import { z } from 'zod';
import { type Override, overridesSchema } from '../../../api/overrides.ts';

const { shape } = overridesSchema.element;

const envShape = shape.envs.unwrap().element.shape;

const volumeShape = shape.volumes.unwrap().element.shape;

/** Override of a component in requests and records: members of `spec.overrides`, spelled as in the contract. */
const wireOverrideSchema = z.object({
  component: shape.component,
  replicas: shape.replicas,
  resources: shape.resources,
  envs: z
    .array(z.object({ name: envShape.name, value: envShape.value, secret_key_ref: envShape.secretKeyRef }))
    .max(64)
    .describe('Envs, in addition to those of the model; each has either value or secret_key_ref.')
    .optional(),
  image: shape.image,
  image_tag: shape.imageTag,
  volumes: z
    .array(
      z.object({ name: volumeShape.name, size: volumeShape.size, storage_class: volumeShape.storageClass }),
    )
    .max(32)
    .describe('Volumes; size and class count when a volume is made, and stay.')
    .optional(),
  node_selector: shape.nodeSelector,
});

type WireOverride = z.infer<typeof wireOverrideSchema>;

/** Schema of the overrides of an install in requests and records. */
export const wireOverridesSchema = z.array(wireOverrideSchema).max(500);

/** Overrides of a spec in the spelling of the contract. */
export function wireOverrides(overrides: readonly Override[]): WireOverride[] {
  return overrides.map(({ imageTag, nodeSelector, envs, volumes, ...rest }) =>
    present({
      ...rest,
      image_tag: imageTag,
      node_selector: nodeSelector,
      envs: envs?.map(({ secretKeyRef, ...env }) => present({ ...env, secret_key_ref: secretKeyRef })),
      volumes: volumes?.map(({ storageClass, ...volume }) =>
        present({ ...volume, storage_class: storageClass }),
      ),
    }),
  );
}

/** Overrides in the spelling of the contract as those of a spec, which its schema has yet to check. */
export function specOverrides(wire: readonly WireOverride[]): Override[] {
  return wire.map(({ image_tag, node_selector, envs, volumes, ...rest }) =>
    present({
      ...rest,
      imageTag: image_tag,
      nodeSelector: node_selector,
      envs: envs?.map(({ secret_key_ref, ...env }) => present({ ...env, secretKeyRef: secret_key_ref })),
      volumes: volumes?.map(({ storage_class, ...volume }) =>
        present({ ...volume, storageClass: storage_class }),
      ),
    }),
  );
}

/** Members without those that are undefined, which JSON does not have. */
function present<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
