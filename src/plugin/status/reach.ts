import { request } from 'undici';
import { z } from 'zod';
import { KubeError } from '../../kube/error.ts';
import { pathOf } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import { TOKEN_HEADER } from '../../rest/guard/headers.ts';
import type { Connection } from '../connect.ts';
import type { RestPlace } from '../options.ts';
import { clean } from '../text/measure.ts';

/** What the REST API is asked. */
export interface Question {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string;
}

/** The JSON that the REST API answers, or why it answers none, in words for people. */
export type Reply =
  | { readonly type: 'json'; readonly json: unknown }
  | { readonly type: 'none'; readonly why: string };

/** Milliseconds for an answer: Prometheus has 10 s. */
const TIMEOUT_MS = 15_000;

/** Asks the REST API, wherever it is. */
export function ask(connection: Connection, place: RestPlace, question: Question): Promise<Reply> {
  return place.type === 'url' ? askAt(place.url, question) : askBehind(connection, place, question);
}

/** As much of an error of the REST API as is shown. */
const problemSchema = z.object({ detail: z.string() });

async function askAt(base: string, { path, query, token }: Question): Promise<Reply> {
  const { origin } = new URL(base);
  try {
    const answer = await request(`${base}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const json: unknown = await answer.body.json();
    if (answer.statusCode !== 200) {
      const detail = problemSchema.safeParse(json).data?.detail ?? 'without a reason';
      return {
        type: 'none',
        why: `the REST API at ${origin} answers ${answer.statusCode}: ${clean(detail)}`,
      };
    }
    return { type: 'json', json };
  } catch (error) {
    const why = `the REST API at ${origin} cannot be reached: ${clean((error as Error).message)}`;
    return { type: 'none', why };
  }
}

/** The port of the chart's Service. */
const PORT = 'http';

/** Through the API server, which takes Authorization for itself and hands all else on. */
async function askBehind(
  connection: Connection,
  { namespace, name }: Extract<RestPlace, { type: 'service' }>,
  { path, query, token }: Question,
): Promise<Reply> {
  const service = pathOf(SERVICES, { namespace, name: `${name}:${PORT}`, subresource: 'proxy' });
  try {
    const json = await connection.call({
      method: 'GET',
      path: service + path,
      query,
      headers: [[TOKEN_HEADER, token]],
      timeoutMs: TIMEOUT_MS,
    });
    return { type: 'json', json };
  } catch (error) {
    if (!(error instanceof KubeError)) {
      throw error;
    }
    const why = `the Service ${namespace}/${name} of the REST API gives none (${clean(error.message)}); --rest or STOA_REST names another`;
    return { type: 'none', why };
  }
}
