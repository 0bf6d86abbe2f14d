import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import type { ClusterFile } from '../../deploy/local/cluster/clusterfile.ts';
import { EXAMPLE_HOST } from '../../deploy/local/cluster/examples.ts';

/** Milliseconds of a wave of visitors, and between two checks of the number of due requests. */
const WAVE_MS = 90_000;
const TICK_MS = 100;

/** Maximum requests per second. */
const MOST = { storefront: 30, catalog: 12, looks: 3, edits: 0.5 };

/** Paths of REST API clients, in turn; the last one is a mistake. */
const LOOKS = ['domains', 'installs', 'monitor/query', 'domains/nothing'];

/** Weights to which the clients change a rule now and then. */
const WEIGHTS = [10, 20, 30];

/** Sends requests through the gateway, in waves, and to the REST API, until `stop` aborts. */
export async function makeTraffic(
  { gatewayHttpUrl, restUrl, region, token }: ClusterFile,
  stop: AbortSignal,
): Promise<void> {
  const application = `${restUrl}/openapi/v1/teams/shop/regions/${region}/apps/1`;
  const authorization = { authorization: token };
  const rule = `${application}/domains/${await ruleId(`${application}/domains?query=http`, authorization)}`;
  const visit = (path: string) => () => send('GET', gatewayHttpUrl + path, { host: EXAMPLE_HOST });
  const look = (index: number) => send('GET', `${application}/${LOOKS[index % LOOKS.length]}`, authorization);
  const edit = (index: number) =>
    send('PUT', rule, authorization, { http: { the_weight: WEIGHTS[index % WEIGHTS.length] } });
  await Promise.all([
    repeat(visit('/'), (at) => MOST.storefront * wave(at), stop),
    repeat(visit('/catalog'), (at) => MOST.catalog * wave(at + WAVE_MS / 3), stop),
    repeat(look, () => MOST.looks, stop),
    repeat(edit, () => MOST.edits, stop),
  ]);
}

/** Wave from 0.2 to 1 and back. */
function wave(at: number): number {
  return 0.6 - 0.4 * Math.cos((2 * Math.PI * at) / WAVE_MS);
}

/** Repeats an action at a rate per second, which depends on the milliseconds since the start. */
async function repeat(
  once: (index: number) => Promise<void>,
  rate: (at: number) => number,
  stop: AbortSignal,
): Promise<void> {
  const began = performance.now();
  let [due, index] = [0, 0];
  while (!stop.aborted) {
    due += (rate(performance.now() - began) * TICK_MS) / 1000;
    for (; due >= 1; due -= 1) {
      void once(index);
      index += 1;
    }
    await sleep(TICK_MS);
  }
}

async function send(
  method: 'GET' | 'PUT',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<void> {
  const answer = await request(url, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  await answer.body.dump();
}

/** REST id of the rule with the cookie. */
async function ruleId(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await request(url, { headers });
  const { http: rules } = rulesSchema.parse(await answer.body.json());
  const found = rules.find(({ domain_cookie }) => domain_cookie !== '');
  if (found === undefined) {
    throw new Error(`no rule with a cookie: ${url}`);
  }
  return found.http_rule_id;
}

const rulesSchema = z.object({
  http: z.array(z.object({ http_rule_id: z.string(), domain_cookie: z.string() })),
});
