import { type Dispatcher, Pool } from 'undici';
import { Deadline } from '../base/deadline.ts';
import { withoutTrailing } from '../base/text.ts';
import { type PrometheusResult, readResponse } from './response.ts';

/** Seconds for a query: connection and whole response. */
const TIMEOUT_SECONDS = 10;

/** Size limit of a response in MiB; responses are not compressed. */
const MAX_MEBIBYTES = 8;

/** Connections to one Prometheus; further queries wait. */
const MAX_CONNECTIONS = 10;

/** Range of a query in Unix seconds; `step` is the seconds between two samples. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** A query in the encoding of a request body, encoded once for repeated queries. */
export interface EncodedQuery {
  readonly encoded: string;
}

/** Encodes a query in PromQL. */
export function encodeQuery(text: string): EncodedQuery {
  return { encoded: new URLSearchParams({ query: text }).toString() };
}

/** Client of the HTTP API of one Prometheus. Failures are results. */
export interface Prometheus {
  /** Evaluates a query now, or in a range. Never rejects for a failure of Prometheus or the network. */
  query(query: EncodedQuery, range?: Range): Promise<PrometheusResult>;
  close(): Promise<void>;
}

/** Options of a client. */
interface PrometheusOptions {
  /** Milliseconds for a query. */
  readonly timeoutMs?: number;
}

/** Client of the Prometheus at a base URL, which has no trailing slash. */
export function createPrometheus(
  base: string,
  { timeoutMs = 1000 * TIMEOUT_SECONDS }: PrometheusOptions = {},
): Prometheus {
  const { origin, pathname } = new URL(base);
  const prefix = withoutTrailing(pathname, '/');
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    connect: { timeout: timeoutMs },
    allowH2: false,
    // The deadline covers the whole response.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    query: async ({ encoded }, range) => {
      const deadline = new Deadline(timeoutMs);
      try {
        const result = post(pool, `${prefix}/api/v1/${range === undefined ? 'query' : 'query_range'}`, {
          body: `${encoded}&${new URLSearchParams({ timeout: `${timeoutMs}ms`, ...textsOf(range) })}`,
          signal: deadline.signal,
        });
        return await deadline.race(result);
      } catch (error) {
        return deadline.signal.aborted ? { type: 'too-slow' } : unreachable(error);
      } finally {
        deadline.clear();
      }
    },
    close: () => pool.destroy(),
  };
}

function textsOf(range: Range | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(range ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Sends a query by POST: that of an application with many components is too long for a URL. */
async function post(
  pool: Pool,
  path: string,
  { body: form, signal }: { readonly body: string; readonly signal: AbortSignal },
): Promise<PrometheusResult> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form,
    signal,
  });
  const bytes = await read(body);
  return bytes === undefined ? { type: 'too-large' } : readResponse(statusCode, bytes);
}

/** A whole body; undefined where it exceeds the size limit, and the rest is not read. */
async function read(body: Dispatcher.ResponseData['body']): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    parts.push(chunk);
    length += chunk.length;
    if (length > MAX_MEBIBYTES * 2 ** 20) {
      return undefined;
    }
  }
  return Buffer.concat(parts);
}

function unreachable(error: unknown): PrometheusResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) {
    throw error;
  }
  return { type: 'unreachable', code };
}
