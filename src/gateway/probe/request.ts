import { type ClientRequest, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { PROBE_HEADER, type Question } from './rule.ts';
import type { Target } from './target.ts';

/** Most bytes of the headers of an answer. */
const MOST_HEADER_BYTES = 8_192;

/** Request of the operator: what is asked, and how. */
interface Asked extends Pick<Question, 'host' | 'path' | 'key'> {
  readonly method: 'HEAD' | 'GET';
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Request to a replica of the gateway, over a connection of its own, so that a load balancer may pick another replica each
 * time. Redirects are not followed, and the certificate is not verified: it is the team's, and says nothing about the gateway.
 */
export function requestTo(
  { address, port, secure }: Target,
  { host, path, key, method, headers }: Asked,
  signal: AbortSignal,
): ClientRequest {
  const options = {
    host: address,
    port,
    path,
    method,
    headers: { host, 'user-agent': 'stoa-probe', [PROBE_HEADER]: key, ...headers },
    agent: false,
    maxHeaderSize: MOST_HEADER_BYTES,
    signal,
  };
  return secure
    ? requestByHttps({ ...options, servername: host, rejectUnauthorized: false })
    : requestByHttp(options);
}
