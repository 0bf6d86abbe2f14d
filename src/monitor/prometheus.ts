import type { Pool } from 'undici';
import { readBounded } from '../base/body.ts';
import { Deadline } from '../base/deadline.ts';
import { present } from '../base/fields.ts';
import { Gate } from '../base/gate.ts';
import { shortHash } from '../base/hash.ts';
import { withoutTrailing } from '../base/text.ts';
import { Connections } from './connections.ts';
import { createCredentials } from './credentials.ts';
import { type PrometheusResult, readResponse } from './response.ts';
import type { SourceSettings } from './sourcesettings.ts';
import { fillTenant, type Tenant } from './tenant.ts';

/** Seconds for a query: connection and whole response. */
const TIMEOUT_SECONDS = 10;

/** Size limit of a response in MiB; responses are not compressed. */
const MAX_MEBIBYTES = 8;

/** Connections to one Prometheus; further queries wait. */
const MAX_CONNECTIONS = 10;

/** Queries that wait for a connection; further ones are not sent. */
const MAX_WAITING = 200;

/** Result of a query beyond those that may wait. */
const FULL = { type: 'busy', reason: `${MAX_WAITING} queries wait already` } as const;

/** Range of a query in Unix seconds; `step` is the seconds between two samples. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/**
 * A query as the start of a request body, with its digest: made once for repeated queries, which for an application with
 * many components are large.
 */
export interface EncodedQuery {
  readonly bytes: Buffer;
  /** Equal for equal queries only. */
  readonly digest: string;
}

/** Encodes a query in PromQL. */
export function encodeQuery(text: string): EncodedQuery {
  const encoded = new URLSearchParams({ query: text }).toString();
  return { bytes: Buffer.from(encoded), digest: shortHash(text, 64) };
}

/** Circumstances of a query. */
export interface Circumstances {
  /** Range of the query; now without one. */
  readonly range?: Range | undefined;
  readonly tenant: Tenant;
  /** Is called when the query is sent. */
  readonly onSend?: () => void;
}

/** Client of the HTTP API of one Prometheus. Failures are results. */
export interface Prometheus {
  /** Evaluates a query now, or in a range. Never rejects for a failure of Prometheus or the network. */
  query(query: EncodedQuery, circumstances: Circumstances): Promise<PrometheusResult>;
  /** Reasons why files with credentials cannot be used. */
  problems(): readonly string[];
  close(): Promise<void>;
}

/** Settings of a client. */
export interface PrometheusSettings extends Omit<SourceSettings, 'url'> {
  /** Base URL, without a trailing slash. */
  readonly url: string;
}

/** Options of a client. */
interface PrometheusOptions {
  /** Milliseconds for a query. */
  readonly timeoutMs?: number;
}

/** Client of the Prometheus with these settings. It follows no redirects: credentials go to its origin only. */
export function createPrometheus(
  settings: PrometheusSettings,
  { timeoutMs = 1000 * TIMEOUT_SECONDS }: PrometheusOptions = {},
): Prometheus {
  const { origin } = new URL(settings.url);
  const connections = new Connections(origin, { connections: MAX_CONNECTIONS, timeoutMs });
  const credentials = createCredentials(settings);
  const gate = new Gate(MAX_CONNECTIONS, MAX_WAITING);
  return {
    query: async ({ bytes }, { range, tenant, onSend }) => {
      const deadline = new Deadline(timeoutMs);
      const entered = gate.enter();
      const send = async (): Promise<PrometheusResult> => {
        const leave = await entered;
        try {
          return deadline.signal.aborted ? { type: 'too-slow' } : await admitted();
        } finally {
          leave?.();
        }
      };
      const admitted = async (): Promise<PrometheusResult> => {
        const own = await credentials.get();
        if (own.type === 'missing') {
          return { type: 'no-credentials', reason: own.reason };
        }
        const headers = headersOf(settings.headers, tenant, own.authorization);
        const path = pathOf(settings, range);
        if (headers === undefined) {
          return { type: 'refused', reason: 'headers: a name of the team is no value of a label' };
        }
        onSend?.();
        const parameters = new URLSearchParams({ timeout: `${timeoutMs}ms`, ...textsOf(range) });
        // Only now: each query that waits would hold a copy of its bytes.
        const body = Buffer.concat([bytes, Buffer.from(`&${parameters}`)]);
        const query = { body, headers, signal: deadline.signal };
        const result = await post(connections.of(own.tls), path, query);
        if (result.type === 'unauthorized') {
          credentials.reject(own);
        }
        return withoutSecrets(result, own.authorization);
      };
      try {
        return entered === undefined ? FULL : await deadline.race(send());
      } catch (error) {
        return deadline.signal.aborted ? { type: 'too-slow' } : unreachable(error);
      } finally {
        deadline.clear();
      }
    },
    problems: credentials.problems,
    close: async () => {
      await Promise.all([connections.destroy(), credentials.close()]);
    },
  };
}

function pathOf({ url, query = {} }: PrometheusSettings, range: Range | undefined): string {
  const prefix = withoutTrailing(new URL(url).pathname, '/');
  const parameters = new URLSearchParams(query).toString();
  const operation = range === undefined ? 'query' : 'query_range';
  return `${prefix}/api/v1/${operation}${parameters === '' ? '' : `?${parameters}`}`;
}

function textsOf(range: Range | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(range ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Headers of a query; undefined if the tenant cannot be told in them. */
function headersOf(
  templates: Readonly<Record<string, string>> = {},
  tenant: Tenant,
  authorization: string | undefined,
): Record<string, string> | undefined {
  const filled = Object.entries(templates).map(([name, value]) => [name, fillTenant(value, tenant)]);
  return filled.some(([, value]) => value === undefined)
    ? undefined
    : {
        ...Object.fromEntries(filled),
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/x-www-form-urlencoded',
        ...present({ authorization }),
      };
}

/** Characters of a logged error of Prometheus, which may repeat a query of any length. */
const MAX_REASON = 300;

/** Result whose reason is short, and does not repeat a secret, as the error of a proxy may. */
function withoutSecrets(result: PrometheusResult, authorization: string | undefined): PrometheusResult {
  if (!('reason' in result)) {
    return result;
  }
  const reason = secretsIn(authorization).reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    result.reason,
  );
  // Only now: a part of a secret at the end would not be found.
  return { ...result, reason: reason.slice(0, MAX_REASON) };
}

/** Secrets in the header Authorization: what stands there, and the password that any reader finds in it. */
function secretsIn(authorization: string | undefined): readonly string[] {
  const [scheme, sent] = authorization?.split(' ') ?? [];
  const password = scheme === 'Basic' && sent !== undefined ? passwordIn(sent) : undefined;
  return [sent, password].filter((secret) => secret !== undefined);
}

function passwordIn(basic: string): string {
  const pair = Buffer.from(basic, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/** A query as it is sent. */
interface Post {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
}

/** Sends a query by POST: that of an application with many components is too long for a URL. */
async function post(pool: Pool, path: string, query: Post): Promise<PrometheusResult> {
  const { statusCode, body } = await pool.request({ method: 'POST', path, ...query });
  const bytes = await readBounded(body, MAX_MEBIBYTES * 2 ** 20);
  return bytes === undefined ? { type: 'too-large' } : readResponse(statusCode, bytes);
}

function unreachable(error: unknown): PrometheusResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) {
    throw error;
  }
  return { type: 'unreachable', code };
}
