import { z } from 'zod';
import { ACCESS_KEY, type MarketInstallSpec, marketInstallSpecSchema } from '../../api/marketinstall.ts';
import { flagOf, parsed } from './parse.ts';

/** Contract 2.8, with what the contract's original requires. */
const bodySchema = z.object({
  market_url: z.string(),
  market_domain: z.string(),
  market_type: z.string().nullish(),
  market_access_key: z
    .string()
    .max(4096)
    .regex(/^[ -~]*$/, 'must be printable ASCII, without line breaks')
    .nullish(),
  app_model_id: z.string(),
  app_model_version: z.string(),
});

/** What a request to install asks for. */
export interface InstallRequest {
  readonly spec: MarketInstallSpec;
  /** Kept apart: it belongs into a Secret. */
  readonly accessKey?: string;
}

/** Where a spec says what the contract has in a member of another name. */
const MEMBERS: Readonly<Record<string, string>> = {
  'market.url': 'market_url',
  'market.domain': 'market_domain',
  'market.type': 'market_type',
};

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
  const wire = parsed(bodySchema, body ?? {});
  const accessKey = wire.market_access_key || undefined;
  const draft = {
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
  const spec = parsed(marketInstallSpecSchema, draft, (field) => MEMBERS[field] ?? field);
  return { spec, ...(accessKey === undefined ? {} : { accessKey }) };
}
