import { connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { isIPv6 } from 'node:net';
import type { Deadline } from '../../base/deadline.ts';
import type { Answer } from './result.ts';
import { PROBE_HEADER, type Question } from './rule.ts';
import type { Target } from './target.ts';

/** An empty message of gRPC. */
const NOTHING = Buffer.alloc(5);

/** Headers and trailers of a response. */
type Response = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** Sends one call over a connection of its own, and reads how it is answered. Never rejects. */
export async function answerToCall(
  { address, port, secure }: Target,
  { host, path, key }: Question,
  deadline: Deadline,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const session = secure
    ? connect(`https://${authority}`, { servername: host, rejectUnauthorized: false })
    : connect(`http://${authority}`);
  let connected = false;
  session.once('connect', () => (connected = true));
  const failed = () => {
    const answered = deadline.signal.aborted ? 'silent' : 'unclear';
    resolve(connected ? answered : 'unreachable');
  };
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
  let begun: Response = {};
  stream.on('response', (headers) => {
    begun = headers;
  });
  stream.on('trailers', (trailers) => {
    begun = { ...begun, ...trailers };
  });
  stream.on('end', () => resolve(callAnswerIn(begun)));
  stream.resume();
  stream.end(NOTHING);
  try {
    return await promise;
  } finally {
    session.destroy();
  }
}

/** Status of gRPC of a gateway, or a component, that cannot take the call at present. */
const UNAVAILABLE = '14';

/**
 * Answer in the headers and trailers of a response to a call for a method that no component has: any status of gRPC is the
 * word of the component, but for those that gateways give where they cannot pass a call on.
 */
export function callAnswerIn(headers: Response): Extract<Answer, 'served' | 'no-calls' | 'unclear'> {
  const status = headers[':status'];
  const code = headers['grpc-status'];
  if (code !== undefined) {
    const isPassedOn =
      code !== UNAVAILABLE || String(headers['grpc-message']).includes('no healthy upstream');
    return isPassedOn ? 'served' : 'no-calls';
  }
  // Without a pod, the gateway serves the rule all the same.
  const withoutPod = status === 503 ? 'served' : 'unclear';
  return status === 502 ? 'no-calls' : withoutPod;
}
