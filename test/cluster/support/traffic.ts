import { request } from 'undici';
import { inject } from 'vitest';

/** Response through the gateway; `body` is the echo of the component. */
export interface Answer {
  readonly status: number;
  readonly body: { readonly component?: string; readonly path?: string };
}

/** Sends one request through the gateway. */
export async function throughGateway(
  host: string,
  path = '/',
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await request(inject('cluster').gatewayHttpUrl + path, { headers: { host, ...headers } });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {},
  };
}

/** Options of a call to the REST API; the default is a POST of an empty object. */
export interface RestCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly token?: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly type?: string;
  /** Header Idempotency-Key. */
  readonly idempotencyKey?: string;
  /** Headers If-Match and If-None-Match. */
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  /** Other headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Base URL of the API; the default is that of the cluster. */
  readonly base?: string;
}

/** A response of the REST API. */
export interface RestAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly location?: string | undefined;
  readonly etag?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Calls the REST API of the cluster. */
export async function rest(path: string, call: RestCall = {}): Promise<RestAnswer> {
  const { method = 'POST', base = inject('cluster').restUrl } = call;
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const answer = await request(`${base}/openapi/v1${path}`, {
    method,
    headers: {
      ...(hasBody ? { 'content-type': call.type ?? 'application/json' } : {}),
      ...(call.token === undefined ? {} : { authorization: call.token }),
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
      ...(call.ifMatch === undefined ? {} : { 'if-match': call.ifMatch }),
      ...(call.ifNoneMatch === undefined ? {} : { 'if-none-match': call.ifNoneMatch }),
      ...call.headers,
    },
    body: hasBody ? (call.raw ?? JSON.stringify(call.body ?? {})) : null,
  });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    location: answer.headers.location?.toString(),
    etag: answer.headers.etag?.toString(),
    headers: answer.headers,
  };
}
