import {
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import type { Answer } from '../../migrate/prove/compare.ts';
import type { ProofRequest } from '../../migrate/prove/requests.ts';

/** Milliseconds for an answer, of which its body has some. */
const DEADLINE_MS = 10_000;
const BODY_MS = 3000;

/** Milliseconds between the first and the last part of a body that is sent in parts. */
const SPREAD_MS = 500;

/** Bytes of a body that are read. */
const MOST_BYTES = 65_536;

/** Answer of an entrance, whose certificate is compared and not verified: it may be of an authority of nobody here. */
export async function askByHttp1(url: URL, request: ProofRequest): Promise<Answer> {
  const { scheme, host, method, path, headers, bytes = 0 } = request;
  const options: RequestOptions & { readonly servername: string; readonly rejectUnauthorized: boolean } = {
    hostname: url.hostname.replaceAll(/[[\]]/g, ''),
    port: url.port,
    method,
    path,
    headers: {
      ...headers,
      host,
      ...(bytes === 0 ? {} : { 'content-length': bytes, expect: '100-continue' }),
    },
    servername: host,
    rejectUnauthorized: false,
    agent: false,
    signal: AbortSignal.timeout(DEADLINE_MS),
  };
  return await new Promise((resolve) => {
    const send = scheme === 'http' ? plainRequest : secureRequest;
    const sent = send(options, (response) => void readAnswer(response).then(resolve));
    sent.on('upgrade', (response, socket) => {
      const answer = headOf(response);
      socket.destroy();
      resolve({ ...answer, body: '' });
    });
    sent.on('error', (error) =>
      resolve({ type: 'none', why: (error as NodeJS.ErrnoException).code ?? error.name }),
    );
    sendBody(sent, bytes);
  });
}

/** Answer as far as its body arrives in a while. */
function readAnswer(response: IncomingMessage): Promise<Answer> {
  // Its connection is another one's when it has ended.
  const head = headOf(response);
  return new Promise((resolve) => {
    let body = '';
    const times: number[] = [];
    const settle = (isOver: boolean) => {
      clearTimeout(patience);
      const spread = (times.at(-1) ?? 0) - (times[0] ?? 0);
      const arrival = isOver ? (spread < SPREAD_MS ? 'at once' : 'over time') : 'without an end';
      resolve({ ...head, body, arrival });
      response.destroy();
    };
    const patience = setTimeout(() => settle(false), BODY_MS);
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      body += chunk;
      times.push(performance.now());
      if (body.length > MOST_BYTES) {
        settle(true);
      }
    });
    response.on('end', () => settle(true));
    response.on('error', () => settle(true));
  });
}

function headOf(response: IncomingMessage) {
  const { socket } = response;
  return {
    type: 'answer' as const,
    status: response.statusCode ?? 0,
    headers: textsOf(response.headers),
    ...(socket instanceof TLSSocket ? { certificates: chainOf(socket.getPeerCertificate(true)) } : {}),
  };
}

/** Certificates that an entrance shows, as far as it does: that of the host, and of those who vouch for it. */
function chainOf(shown: PeerCertificate): readonly string[] {
  const chain: string[] = [];
  let next: Partial<ReturnType<TLSSocket['getPeerCertificate']>> & {
    readonly issuerCertificate?: typeof shown;
  } = shown;
  while (next?.fingerprint256 !== undefined) {
    const name =
      `${next.subject?.CN ?? next.subjectaltname ?? ''} ${next.fingerprint256.slice(0, 11)}`.trim();
    if (chain.includes(name)) {
      break;
    }
    chain.push(name);
    next = next.issuerCertificate ?? {};
  }
  return chain;
}

/** Milliseconds after which a body is sent to an entrance that does not say whether it wants it. */
const PATIENCE_MS = 1000;

/** Sends a body that is wanted: an entrance that refuses it may close while it arrives, which cuts the answer off. */
function sendBody(sent: ClientRequest, bytes: number): void {
  if (bytes === 0) {
    sent.end();
    return;
  }
  const send = () => {
    clearTimeout(patience);
    sent.off('continue', send).end(Buffer.alloc(bytes));
  };
  const patience = setTimeout(send, PATIENCE_MS);
  sent.once('continue', send).once('close', () => clearTimeout(patience));
  sent.flushHeaders();
}

/** Headers as texts. */
export function textsOf(
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}
