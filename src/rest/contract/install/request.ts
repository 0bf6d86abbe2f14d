import { z } from 'zod';
import { textSchema } from '../../../api/grammar.ts';
import { ACCESS_KEY, type MarketInstallSpec, marketInstallSpecSchema } from '../../../api/marketinstall.ts';
import { flagOf, parsed } from '../parse.ts';

const { market, appModelId, appModelVersion } = marketInstallSpecSchema.shape;

/** Contract 2.8, with what the contract's original requires. */
export const installBodySchema = z.object({
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
});

/** What a request to install asks for. */
export interface InstallRequest {
  readonly spec: MarketInstallSpec;
  /** Kept apart: it belongs into a Secret. */
  readonly accessKey?: string;
}

/**
 * What the body and the query of "install an application from a store" ask for; `secretName` is where the
 * access key will be. Throws the Problem `invalid`, naming the fields as the contract spells them.
 */
export function installOfBody(
  body: unknown,
  isDeploy: unknown,
  appId: number,
  secretName: string,
): InstallRequest {
  const wire = parsed(installBodySchema, body ?? {});
  const accessKey = wire.market_access_key || undefined;
  const spec = {
    appId,
    market: {
      url: wire.market_url,
      domain: wire.market_domain,
      ...(wire.market_type ? { type: wire.market_type } : {}),
      ...(accessKey === undefined ? {} : { accessKeySecretRef: { name: secretName, key: ACCESS_KEY } }),
    },
    appModelId: wire.app_model_id,
    appModelVersion: wire.app_model_version,
    deploy: flagOf(isDeploy, 'is_deploy'),
  };
  return { spec, ...(accessKey === undefined ? {} : { accessKey }) };
}
