import { once } from 'node:events';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import type { Answer } from '../../migrate/prove/compare.ts';
import type { ProofRequest } from '../../migrate/prove/requests.ts';
import { textsOf } from './ask.ts';

/** Milliseconds for all requests of a connection. */
const DEADLINE_MS = 10_000;

/** Bytes of a body that are read. */
const MOST_BYTES = 65_536;

/** Answer of an entrance by HTTP/2, on a connection that another host may have begun. */
export async function askByHttp2(url: URL, request: ProofRequest): Promise<Answer> {
  const { host, path, method, kind, after = host } = request;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const session = connect(url.origin, { servername: after, rejectUnauthorized: false });
  // An error of the session is one of its streams too, of which the answer tells.
  session.on('error', () => undefined);
  signal.addEventListener('abort', () => session.destroy());
  try {
    await once(session, 'connect', { signal });
    if (after !== host) {
      await streamAnswer(session, { ':method': 'GET', ':path': '/', ':authority': after }, undefined);
    }
    const isCall = kind === 'call';
    const more = isCall ? { 'content-type': 'application/grpc', te: 'trailers' } : {};
    const headers = { ':method': method, ':path': path, ':authority': host, ...request.headers, ...more };
    // An empty message: a flag, and its length.
    return await streamAnswer(session, headers, isCall ? Buffer.alloc(5) : undefined);
  } catch (error) {
    return { type: 'none', why: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    session.destroy();
  }
}

async function streamAnswer(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  message: Buffer | undefined,
): Promise<Answer> {
  const stream = session.request(headers, { endStream: message === undefined });
  const trailers: Record<string, string> = {};
  stream.on('trailers', (found) => Object.assign(trailers, textsOf(found)));
  stream.end(message);
  const [head] = await once(stream, 'response');
  stream.setEncoding('utf8');
  let body = '';
  for await (const chunk of stream) {
    body += chunk;
    if (body.length > MOST_BYTES) {
      break;
    }
  }
  const texts = textsOf(head);
  return { type: 'answer', status: Number(texts[':status']), headers: { ...texts, ...trailers }, body };
}
