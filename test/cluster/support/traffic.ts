import { request } from 'undici';
import { inject } from 'vitest';

/** What came back through the gateway; `body` is the echo of the component that answered. */
export interface Answer {
  readonly status: number;
  readonly body: { readonly component?: string; readonly path?: string };
}

/** Sends one request through the gateway. */
export async function throughGateway(host: string, path = '/'): Promise<Answer> {
  const answer = await request(inject('cluster').gatewayHttpUrl + path, { headers: { host } });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {},
  };
}

/** Calls the REST API of the cluster. */
export async function rest(
  path: string,
  options: {
    readonly token?: string;
    readonly body?: unknown;
    readonly raw?: string;
    readonly type?: string;
  } = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const answer = await request(`${inject('cluster').restUrl}/openapi/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': options.type ?? 'application/json',
      ...(options.token === undefined ? {} : { authorization: options.token }),
    },
    body: options.raw ?? JSON.stringify(options.body ?? {}),
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}
