import { z } from 'zod';
import { CHARTS, MODEL_ARTIFACTS, marketInstallSpecSchema } from '../../../api/marketinstall.ts';
import { present } from '../../../base/fields.ts';
import { parsed } from '../../http/body.ts';
import { inQuery, type Parameter, REGION_IN_QUERY } from '../../http/parameters.ts';
import { invalidFields } from '../../problem/problem.ts';

const { market, appModelVersion } = marketInstallSpecSchema.shape;

/** Parameters of the query that name a store, as in a request to install. */
export const OF_STORE = {
  market_url: { ...textInQuery('Address of the store.', 'https://charts.example.com'), required: true },
  market_type: textInQuery('Kind of store: helm for charts; rainstore where left out.', CHARTS),
  market_domain: textInQuery('Tenant of the store; charts have none.', 'rainbond'),
  access_key_secret: textInQuery(
    'Secret of the team with the access key, bound to the store as for an install; none is sent where left out.',
    'store-key',
  ),
  region_name: REGION_IN_QUERY,
};

/** Parameter of the query with a version or a range of versions. */
export const VERSION_IN_QUERY = textInQuery(
  'Version of the chart whose values are asked for, or a range; the newest where left out.',
  '1.2.3',
);

/** Store that a request names, and the Secret with its access key. */
export interface NamedStore {
  readonly url: string;
  readonly domain: string | undefined;
  readonly type: 'charts' | 'models';
  readonly secret: string | undefined;
}

/** Values of these parameters. */
type StoreParameters = { readonly [N in keyof typeof OF_STORE]: string | undefined };

/** Store that a request names; throws the Problem `invalid`, with the parameters at fault. */
export function namedStore(
  value: <N extends keyof StoreParameters>(name: N) => string | undefined,
): NamedStore {
  const url = value('market_url');
  if (url === undefined) {
    throw invalidFields([{ field: 'market_url', message: 'must be there' }]);
  }
  const name = value('access_key_secret');
  const shape = market.shape;
  const {
    market_url,
    market_domain: domain,
    market_type,
    access_key_secret: secret,
  } = parsed(
    z.object({
      market_url: shape.url,
      market_domain: shape.domain,
      market_type: shape.type,
      access_key_secret: shape.accessKeySecretRef.unwrap().shape.name.optional(),
    }),
    {
      market_url: url,
      market_domain: value('market_domain'),
      market_type: value('market_type'),
      access_key_secret: name,
    },
  );
  if (market_type === MODEL_ARTIFACTS) {
    throw invalidFields([{ field: 'market_type', message: 'must be of a store that can be looked into' }]);
  }
  if (domain === undefined && market_type !== CHARTS) {
    throw invalidFields([
      { field: 'market_domain', message: `must be there, unless market_type is ${CHARTS}` },
    ]);
  }
  parsed(z.object({ market_url: market }), {
    market_url: { url: market_url, ...present({ domain, type: market_type }) },
  });
  return { url: market_url, domain, type: market_type === CHARTS ? 'charts' : 'models', secret };
}

/** Version that a request names; empty for the newest. Throws the Problem `invalid`. */
export function namedVersion(text: string | undefined): string {
  return text === undefined ? '' : parsed(z.object({ version: appModelVersion }), { version: text }).version;
}

/** A text in the query; one that is empty counts as left out. */
function textInQuery(description: string, example: string): Parameter<string | undefined> {
  return {
    ...inQuery(description, [example]),
    read: (value, field) => REGION_IN_QUERY.read(value, field) || undefined,
  };
}
