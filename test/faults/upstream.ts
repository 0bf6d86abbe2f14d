import { type Dispatcher, Pool } from 'undici';
import type { AdminAccess } from '../../deploy/local/cluster/adminclient.ts';

/** One request to forward. */
interface Forwarded {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly body?: Buffer | undefined;
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
  /** User whom the operator impersonates. */
  readonly impersonated?: string | undefined;
  readonly signal?: AbortSignal;
}

/** The API server behind the proxies: with the operator's token, or with all permissions. */
export interface Upstream {
  asOperator(request: Forwarded): Promise<Dispatcher.ResponseData>;
  asAdministrator(request: Forwarded): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** Connects to an API server; `token` is that of the operator's ServiceAccount. */
export function openUpstream({ server, ca, certificate, key }: AdminAccess, token: string): Upstream {
  // A watch may stay silent for any time: its end is up to the operator.
  const limits = { headersTimeout: 60_000, bodyTimeout: 0 };
  const operator = new Pool(server, { connect: { ca }, ...limits });
  const administrator = new Pool(server, { connect: { ca, cert: certificate, key }, ...limits });
  const authorization = `Bearer ${token}`;
  return {
    asOperator: (request) => send(operator, request, { authorization }),
    asAdministrator: (request) => send(administrator, request, {}),
    async close() {
      await Promise.all([operator.destroy(), administrator.destroy()]);
    },
  };
}

function send(
  pool: Pool,
  { method, path, body, contentType, accept = 'application/json', impersonated, signal }: Forwarded,
  credentials: Record<string, string>,
): Promise<Dispatcher.ResponseData> {
  const type = contentType === undefined ? {} : { 'content-type': contentType };
  const user = impersonated === undefined ? {} : { 'impersonate-user': impersonated };
  return pool.request({
    method,
    path,
    headers: { accept, ...type, ...user, ...credentials },
    body: body === undefined || body.length === 0 ? null : body,
    signal: signal ?? null,
  });
}
