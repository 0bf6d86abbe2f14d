import { z } from 'zod';
import { textSchema } from '../../../api/grammar.ts';
import {
  ACCESS_KEY,
  CHARTS,
  type MarketInstallSpec,
  MODEL_ARTIFACTS,
  marketInstallSpecSchema,
} from '../../../api/marketinstall.ts';
import { type Override, overridesSchema } from '../../../api/overrides.ts';
import { fieldsOf, present } from '../../../base/fields.ts';
import { bodyOf, parsed, type RequestBody } from '../../http/body.ts';
import { namedObject } from '../../http/schema.ts';

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
function specOverrides(wire: readonly WireOverride[]): Override[] {
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

const { market, appModelId, appModelVersion, values, valuesFrom } = marketInstallSpecSchema.shape;

/** Body of a request to install: contract 2.8, with the requirements of the contract's original. */
const installBodySchema = namedObject('Install', {
  market_url: market.shape.url,
  market_domain: market.shape.domain.unwrap(),
  market_type: textSchema(64)
    .describe(
      'Kind of store: helm for charts, oci for application models in a registry; rainstore where left out, null or empty.',
    )
    .nullish(),
  market_access_key: z
    .string()
    .max(4096)
    .regex(/^[ -~]*$/, 'must be printable ASCII, without line breaks')
    .describe('Sent to the store as it is; none where left out, null or empty.')
    .nullish(),
  access_key_secret: market.shape.accessKeySecretRef
    .unwrap()
    .shape.name.describe(
      'Secret of the team with the access key in accessKey, bound to the store, in place of market_access_key.',
    )
    .nullish(),
  app_model_id: appModelId,
  app_model_version: appModelVersion,
  overrides: wireOverridesSchema
    .describe('What components have in place of what the model says; nothing where left out or null.')
    .nullish(),
  values: values
    .unwrap()
    .describe('Values over those of the chart and of values_from; none where left out or null.')
    .nullish(),
  values_from: valuesFrom
    .unwrap()
    .describe(
      'ConfigMaps and Secrets with more values, each over those before it; none where left out or null.',
    )
    .nullish(),
});

/** The same for a repository or a registry, which has no tenant. */
const untenantedBodySchema = installBodySchema.partial({ market_domain: true });

/** Members of a request to install, as a client sends them. */
export type InstallBody = z.output<typeof untenantedBodySchema>;

/** Members that are not of the contract: no client of its original sends them. */
const EXTENSIONS = ['access_key_secret', 'overrides', 'values', 'values_from'] as const;
const wholeBody = bodyOf(installBodySchema, EXTENSIONS);
const untenantedBody = bodyOf(untenantedBodySchema, EXTENSIONS);

/** Kinds of stores without tenants. */
const UNTENANTED: readonly unknown[] = [CHARTS, MODEL_ARTIFACTS];

/** The body of "install an application from a store". */
export const installBody: RequestBody<InstallBody> = {
  ...wholeBody,
  read: (body) => {
    const read = (UNTENANTED.includes(fieldsOf(body).market_type) ? untenantedBody : wholeBody).read(body);
    // What the schema of the spec says of several members at once.
    parsed(z.object({ overrides: overridesSchema }), { overrides: specOverrides(read.overrides ?? []) });
    parsed(z.object({ market_url: market }), { market_url: marketOf(read) });
    return read;
  },
};

/** Body of a request to roll an install back. */
const rollbackBodySchema = namedObject('Rollback', {
  version: appModelVersion
    .describe('Version that was in place before; the last one beside the present one where left out or null.')
    .nullish(),
});

/** Body of a request for the plan of an install. */
const planBodySchema = namedObject('PlannedVersion', {
  version: appModelVersion
    .describe('Version that is planned; that of the install where left out or null.')
    .nullish(),
});

/** The body of "preview a version of an install". */
export const planBody = bodyOf(planBodySchema);

/** The body of "roll an install back". */
export const rollbackBody = bodyOf(rollbackBodySchema);

/** An install, as a client requests it. */
export interface InstallRequest {
  readonly spec: MarketInstallSpec;
  /** Kept apart: it is stored in a Secret. */
  readonly accessKey?: string;
}

function marketOf({ market_url: url, market_domain, market_type }: InstallBody): MarketInstallSpec['market'] {
  return { url, ...present({ domain: market_domain, type: market_type || undefined }) };
}

/** The install that a body requests; `secretName` is the Secret of the access key. */
export function installRequest(
  body: InstallBody,
  {
    deploy,
    appId,
    secretName,
  }: { readonly deploy: boolean; readonly appId: number; readonly secretName: string },
): InstallRequest {
  const accessKey = body.market_access_key || undefined;
  const overrides = specOverrides(body.overrides ?? []);
  const accessKeySecretRef =
    accessKey === undefined
      ? body.access_key_secret && { name: body.access_key_secret }
      : { name: secretName, key: ACCESS_KEY };
  const spec = {
    appId,
    market: {
      ...marketOf(body),
      ...(accessKeySecretRef ? { accessKeySecretRef } : {}),
    },
    appModelId: body.app_model_id,
    appModelVersion: body.app_model_version,
    deploy,
    ...(overrides.length === 0 ? {} : { overrides }),
    ...(body.values ? { values: body.values } : {}),
    ...(body.values_from ? { valuesFrom: body.values_from } : {}),
  };
  return { spec, ...present({ accessKey }) };
}
