import type { z } from 'zod';
import { LABELS } from '../../api/group.ts';
import { CHARTS } from '../../api/marketinstall.ts';
import { present } from '../../base/fields.ts';
import { tryRead } from '../../kube/error.ts';
import { NAMESPACES } from '../../objects/core.ts';
import { storeAppPageSchema, storeAppRecordSchema } from '../../rest/resources/store/record.ts';
import type { Connection } from '../connect.ts';
import { type RestPlace, readRest } from '../status/restclient.ts';

/** Store that is asked, and the REST API that asks it. */
export interface AskedStore {
  readonly url: string;
  /** Tenant of a store of application models; a repository of charts has none. */
  readonly domain: string | undefined;
  /** Secret with the access key. */
  readonly secret: string | undefined;
  readonly rest: RestPlace;
  readonly region: string | undefined;
  /** Token that replaces the one of the kubeconfig. */
  readonly token: string | undefined;
}

/** Answer of the REST API, or why there is none, for the user. */
type Answer<T> =
  | { readonly type: 'found'; readonly value: T }
  | { readonly type: 'none'; readonly why: string };

/** Most entries of a list, and of a page of the REST API. */
const PAGE_SIZE = 100;

/** Milliseconds for an answer: a large index takes many seconds, and the proxy of the API server has a minute. */
const TIMEOUT_MS = 58_000;

const LIST = '/openapi/v1/teams/{team_id}/store/apps';
const SHOW = '/openapi/v1/teams/{team_id}/store/apps/{app_model_id}';

/** First page of what a store offers. */
export function askForPage(
  connection: Connection,
  asked: AskedStore,
  text: string,
): Promise<Answer<z.infer<typeof storeAppPageSchema>>> {
  const query = { ...queryOf(asked), query: text, page_size: `${PAGE_SIZE}` };
  return read(connection, asked, storeAppPageSchema, (client, team_id) =>
    client.GET(LIST, { params: { path: { team_id }, query } }),
  );
}

/** One chart or application model of a store. */
export function askForApp(
  connection: Connection,
  asked: AskedStore,
  { name, version }: { readonly name: string; readonly version: string | undefined },
): Promise<Answer<z.infer<typeof storeAppRecordSchema>>> {
  const query = { ...queryOf(asked), ...present({ version }) };
  return read(connection, asked, storeAppRecordSchema, (client, team_id) =>
    client.GET(SHOW, { params: { path: { team_id, app_model_id: name }, query } }),
  );
}

function queryOf({ url, domain, secret, region }: AskedStore) {
  return {
    market_url: url,
    ...present({
      market_domain: domain,
      market_type: domain === undefined ? CHARTS : undefined,
      access_key_secret: secret,
      region_name: region,
    }),
  };
}

type Client = Parameters<Parameters<typeof readRest>[1]>[0];

async function read<T extends z.ZodType>(
  connection: Connection,
  { rest, token: given }: AskedStore,
  schema: T,
  ask: (client: Client, team: string) => ReturnType<Parameters<typeof readRest>[1]>,
): Promise<Answer<z.infer<T>>> {
  const token = given ?? (await connection.token());
  if (token === undefined) {
    const why = 'the user of the kubeconfig has no token, which the REST API wants: set STOA_TOKEN';
    return { type: 'none', why };
  }
  const team = await teamOf(connection);
  const reply = await readRest({ connection, place: rest, token, timeoutMs: TIMEOUT_MS }, (client) =>
    ask(client, team),
  );
  if (reply.type === 'none') {
    return reply;
  }
  const { data } = schema.safeParse(reply.json);
  return data === undefined
    ? { type: 'none', why: 'what answers is not the REST API of Stoa: name that by --rest or STOA_REST' }
    : { type: 'found', value: data };
}

/** Team of the namespace: its label, or its name where it has none or the user may not read it. */
async function teamOf({ client, namespace }: Connection): Promise<string> {
  const found = await tryRead(client.get(NAMESPACES, { name: namespace }));
  return (found.type === 'found' ? found.value.metadata.labels?.[LABELS.team] : undefined) ?? namespace;
}
