import { z } from 'zod';
import { textSchema } from '../../../api/grammar.ts';
import { ACCESS_KEY, type MarketInstallSpec, marketInstallSpecSchema } from '../../../api/marketinstall.ts';
import { overridesSchema } from '../../../api/overrides.ts';
import { bodyOf, parsed, type RequestBody } from '../body.ts';
import { namedObject } from '../schema.ts';
import { specOverrides, wireOverridesSchema } from './override.ts';

const { market, appModelId, appModelVersion } = marketInstallSpecSchema.shape;

/** Body of a request to install: contract 2.8, with the requirements of the contract's original. */
const installBodySchema = namedObject('Install', {
  market_url: market.shape.url,
  market_domain: market.shape.domain,
  market_type: textSchema(64)
    .describe('Kind of store; only recorded. rainstore where left out, null or empty.')
    .nullish(),
  market_access_key: z
    .string()
    .max(4096)
    .regex(/^[ -~]*$/, 'must be printable ASCII, without line breaks')
    .describe('Sent to the store as it is; none where left out, null or empty.')
    .nullish(),
  app_model_id: appModelId,
  app_model_version: appModelVersion,
  overrides: wireOverridesSchema
    .describe('What components have in place of what the model says; nothing where left out or null.')
    .nullish(),
});

/** Members of a request to install, as a client sends them. */
export type InstallBody = z.output<typeof installBodySchema>;

/** Overrides are not of the contract: no client of its original sends them. */
const wholeBody = bodyOf(installBodySchema, ['overrides']);

/** The body of "install an application from a store". */
export const installBody: RequestBody<InstallBody> = {
  ...wholeBody,
  read: (body) => {
    const read = wholeBody.read(body);
    // What the schema of the spec says of several members at once.
    parsed(z.object({ overrides: overridesSchema }), { overrides: specOverrides(read.overrides ?? []) });
    return read;
  },
};

/** Body of a request to roll an install back. */
const rollbackBodySchema = namedObject('Rollback', {
  version: appModelVersion
    .describe('Version that was in place before; the last one beside the present one where left out or null.')
    .nullish(),
});

/** The body of "roll an install back". */
export const rollbackBody = bodyOf(rollbackBodySchema);

/** An install, as a client requests it. */
export interface InstallRequest {
  readonly spec: MarketInstallSpec;
  /** Kept apart: it is stored in a Secret. */
  readonly accessKey?: string;
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
  const spec = {
    appId,
    market: {
      url: body.market_url,
      domain: body.market_domain,
      ...(body.market_type ? { type: body.market_type } : {}),
      ...(accessKey === undefined ? {} : { accessKeySecretRef: { name: secretName, key: ACCESS_KEY } }),
    },
    appModelId: body.app_model_id,
    appModelVersion: body.app_model_version,
    deploy,
    ...(overrides.length === 0 ? {} : { overrides }),
  };
  return { spec, ...(accessKey === undefined ? {} : { accessKey }) };
}
