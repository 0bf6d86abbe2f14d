import type { Client } from 'openapi-fetch';
import createClient from 'openapi-fetch';
import type { paths } from './paths.d.ts';

/** Client of Stoa's REST API: a method for each verb, typed by the paths of the OpenAPI document. */
export type StoaClient = Client<paths, 'application/json'>;

/** Access to a REST API. */
export interface StoaAccess {
  /** Base URL, such as `https://stoa.example.com`. */
  readonly url: string;
  /** Token of the cluster; a function is called for each request, so that a token can be renewed. */
  readonly token: string | (() => string | Promise<string>);
  /** Function that sends requests in place of the global `fetch`: through a proxy, or with deadlines. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Client of the REST API at a URL, with the rights of a token. Calls resolve to `data`, or to `error`, the problem of
 * the response; they reject where nothing answers.
 *
 *     const stoa = createStoaClient({ url: 'https://stoa.example.com', token });
 *     const { data, error } = await stoa.GET('/openapi/v1/teams');
 */
export function createStoaClient({ url, token, fetch }: StoaAccess): StoaClient {
  const client = createClient<paths, 'application/json'>({
    baseUrl: url,
    // The package has this file alone, and none of the rest of src.
    ...(fetch === undefined ? {} : { fetch }),
  });
  client.use({
    onRequest: async ({ request }) => {
      request.headers.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
      return request;
    },
  });
  return client;
}
