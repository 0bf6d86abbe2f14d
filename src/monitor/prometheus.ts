import { type Dispatcher, Pool } from 'undici';
import { Deadline } from '../base/deadline.ts';
import { type Answer, readAnswer } from './response.ts';

/** Seconds for everything: connection, and the whole of the answer. */
export const TIMEOUT_SECONDS = 10;

/** MiB that an answer may have; it is asked for without compression. */
export const MAX_MEBIBYTES = 8;

/** Connections to one Prometheus; more questions than these wait for each other. */
const MAX_CONNECTIONS = 10;

/** From when to when, in Unix seconds, and how many seconds lie between two samples. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** A query as the body of a request has it: encoded once, however often it is asked. */
export interface Query {
  readonly encoded: string;
}

/** A query from its text in PromQL. */
export function queryFrom(text: string): Query {
  return { encoded: new URLSearchParams({ query: text }).toString() };
}

/** A client of the HTTP API of one Prometheus. What it may not answer is a value. */
export interface Prometheus {
  /** The value of a query now, or in a range. Never rejects for what Prometheus or the network does. */
  ask(query: Query, range?: Range): Promise<Answer>;
  close(): Promise<void>;
}

/** What a client can be told. */
export interface PrometheusOptions {
  /** Milliseconds for a question. */
  readonly timeoutMs?: number;
}

/** A client of the Prometheus with a base URL, which has no slash at its end. */
export function createPrometheus(
  base: string,
  { timeoutMs = 1000 * TIMEOUT_SECONDS }: PrometheusOptions = {},
): Prometheus {
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    connect: { timeout: timeoutMs },
    allowH2: false,
    // The deadline is for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    ask: async ({ encoded }, range) => {
      const deadline = new Deadline(timeoutMs);
      try {
        const asked = post(pool, `${prefix}/api/v1/${range === undefined ? 'query' : 'query_range'}`, {
          body: `${encoded}&${new URLSearchParams({ timeout: `${timeoutMs}ms`, ...textsOf(range) })}`,
          signal: deadline.signal,
        });
        return await deadline.race(asked);
      } catch (error) {
        return deadline.signal.aborted ? { type: 'too-slow' } : lost(error);
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

/** By POST: the query of an application with many components is longer than a URL may be. */
async function post(
  pool: Pool,
  path: string,
  { body: form, signal }: { readonly body: string; readonly signal: AbortSignal },
): Promise<Answer> {
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
  return bytes === undefined ? { type: 'too-large' } : readAnswer(statusCode, bytes);
}

/** The whole of a body; undefined where it is larger than an answer may be, and the rest is not read. */
async function read(body: Dispatcher.ResponseData['body']): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    parts.push(chunk);
    length += chunk.length;
    if (length > MAX_MEBIBYTES * 2 ** 20) {
      return undefined;
    }
  }
  return Buffer.concat(parts);
}

function lost(error: unknown): Answer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) {
    throw error;
  }
  return { type: 'unreachable', code };
}
