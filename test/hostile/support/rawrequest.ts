import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { inject } from 'vitest';

/** Request as its bytes: no library puts its path or its host in order. */
export interface RawRequest {
  readonly scheme: 'http' | 'https';
  readonly method: string;
  /** Target of the request line. */
  readonly target: string;
  /** Value of the header Host. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request as a component got it, which its answer shows. */
export interface Seen {
  readonly component: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request to the gateway; the answer has `seen` where it comes from a component. */
export async function sendRaw(
  request: RawRequest,
): Promise<{ readonly status: number; readonly seen?: Seen }> {
  const { scheme, method, target, host, headers } = request;
  const { gatewayHttpUrl, gatewayHttpsUrl } = inject('cluster');
  const { hostname, port } = new URL(scheme === 'http' ? gatewayHttpUrl : gatewayHttpsUrl);
  const to = { host: hostname, port: Number(port) };
  const servername = host.replace(/[.]?(:[0-9]*)?$/, '').toLowerCase();
  const socket =
    scheme === 'http' ? connect(to) : connectSecurely({ ...to, servername, rejectUnauthorized: false });
  const lines = Object.entries({ Host: host, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  try {
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
    const answer = await text(socket);
    const [seen] = /\{"component":.*\}/.exec(answer) ?? [];
    const status = Number(answer.split(' ')[1]);
    return { status, ...(seen === undefined ? {} : { seen: JSON.parse(seen) as Seen }) };
  } finally {
    socket.destroy();
  }
}
