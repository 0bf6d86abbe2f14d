import { connect, type IncomingHttpHeaders } from 'node:http2';
import { isIPv6 } from 'node:net';
import type { Deadline } from '../../base/deadline.ts';
import type { Answer } from './result.ts';
import { PROBE_HEADER, type Question } from './rule.ts';
import type { Target } from './target.ts';
import { tellsVersion } from './version.ts';

/** An empty message of gRPC. */
const NOTHING = Buffer.alloc(5);

/** Sends one call over a connection of its own, and reads how it is answered. Never rejects. */
export async function answerToCall(
  { address, port, secure }: Target,
  { host, path, key, version }: Question,
  deadline: Deadline,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const session = secure
    ? connect(`https://${authority}`, { servername: host, rejectUnauthorized: false })
    : connect(`http://${authority}`);
  let reached: 'no' | 'by-socket' | 'by-http2' = 'no';
  session.once('connect', () => (reached = 'by-socket'));
  session.once('remoteSettings', () => (reached = 'by-http2'));
  const failed = () => resolve(answerWithout(reached, deadline.signal.aborted));
  session.on('error', failed);
  deadline.signal.addEventListener('abort', failed);
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    ':authority': host,
    'content-type': 'application/grpc',
    te: 'trailers',
    [PROBE_HEADER]: key,
  });
  stream.on('error', failed);
  let status: number | undefined;
  let fields: IncomingHttpHeaders = {};
  stream.on('response', ({ ':status': code, ...headers }) => {
    status = code;
    fields = headers;
    if (!String(headers['content-type']).startsWith('application/grpc')) {
      resolve(callAnswerIn(status, fields, version));
    }
  });
  stream.on('trailers', (trailers) => {
    fields = { ...fields, ...trailers };
  });
  stream.on('end', () => resolve(callAnswerIn(status, fields, version)));
  stream.resume();
  stream.end(NOTHING);
  try {
    return await promise;
  } finally {
    session.destroy();
  }
}

/** Answer where there was no response: a gateway that has shown to speak HTTP/2 waits for the component. */
function answerWithout(reached: 'no' | 'by-socket' | 'by-http2', timedOut: boolean): Answer {
  if (reached === 'no') {
    return 'unreachable';
  }
  const waited = reached === 'by-http2' ? 'no-calls' : 'silent';
  return timedOut ? waited : 'unclear';
}

/** Statuses of a gateway that cannot pass a call on; Traefik gives the first for a component of HTTP/1. */
const ERRORS: readonly (number | undefined)[] = [500, 502, 503, 504];

/** Status of gRPC of a gateway, or a component, that cannot take the call at present. */
const UNAVAILABLE = '14';

/** Statuses of gRPC with which guards refuse a call. */
const OF_GUARDS = ['7', '16'];

/**
 * Answer in the headers and trailers of a response to a call for a method that no component has: any status of gRPC is the
 * word of the component, but for those that gateways give where they cannot pass a call on. A status without the version
 * that answers by the rule tell is that of a gateway which has no route for the call yet.
 */
export function callAnswerIn(
  status: number | undefined,
  headers: IncomingHttpHeaders,
  version?: string,
): Extract<Answer, 'served' | 'not-served' | 'no-calls' | 'unclear'> {
  const code = headers['grpc-status'];
  if (code === UNAVAILABLE) {
    return 'no-calls';
  }
  if (code !== undefined) {
    const isOfGuard = OF_GUARDS.includes(String(code));
    return isOfGuard || tellsVersion(headers, version) ? 'served' : 'not-served';
  }
  return ERRORS.includes(status) ? 'no-calls' : 'unclear';
}
