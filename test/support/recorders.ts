import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** Facts of a request that arrived at a server or a proxy. */
export type Arrival = Readonly<Record<string, unknown>>;

/** API server, without TLS and with it, and proxies to the latter, which record what arrives. */
export interface Recorders {
  readonly ports: { readonly [Name in 'plain' | 'secure' | 'proxy' | 'secureProxy' | 'socks']: number };
  /** Takes what has arrived since the last call. */
  readonly taken: () => readonly Arrival[];
  readonly close: () => void;
}

/** Certificate of the servers, and the authority of clients. */
interface Tls {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** Starts the servers on this machine. Each name leads the proxies to the server with TLS. */
export async function startRecorders(tls: Tls): Promise<Recorders> {
  let arrivals: Arrival[] = [];
  const record = (arrival: Arrival) => arrivals.push(arrival);
  const options = { ...tls, requestCert: true, rejectUnauthorized: false };
  const plain = createServer(answering('plain', record));
  const secure = createTlsServer(options, answering('secure', record));
  const proxy = createServer();
  const secureProxy = createTlsServer(tls);
  const socks = createTcpServer();
  const servers = { plain, secure, proxy, secureProxy, socks };
  for (const server of Object.values(servers)) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.on('clientError', (_error: Error, socket: Duplex) => socket.destroy());
  }
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  const toSecure = () => connect(portOf(secure), '127.0.0.1');
  proxying('proxy', proxy, { record, toSecure, plain: portOf(plain) });
  proxying('secureProxy', secureProxy, { record, toSecure, plain: portOf(plain) });
  socks.on('connection', (socket) => void serveSocks(socket, record, toSecure));
  const ports = Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, portOf(server)]));
  return {
    ports: ports as Recorders['ports'],
    taken() {
      const taken = arrivals;
      arrivals = [];
      return taken;
    },
    close() {
      for (const server of Object.values(servers)) {
        server.close();
      }
      plain.closeAllConnections();
      secure.closeAllConnections();
    },
  };
}

/** Token that the servers refuse. */
export const REFUSED_TOKEN = 'refuse-me';

function answering(at: string, record: (arrival: Arrival) => void): RequestListener {
  return (message, response) => {
    record({ at, path: message.url, headers: headersOf(message), ...ofTls(message.socket) });
    const isRefused = message.headers.authorization?.includes(REFUSED_TOKEN);
    response.writeHead(isRefused ? 401 : 200, { connection: 'close' }).end('{}');
  };
}

function ofTls(socket: Socket): Arrival {
  const { servername, getPeerCertificate } = socket as Partial<TLSSocket>;
  const subject = getPeerCertificate?.call(socket, false)?.subject;
  return { servername: servername || undefined, client: subject?.CN };
}

/** Headers that say who asks, by their names and in their order. */
function headersOf({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] {
  const pairs = rawHeaders.flatMap((name, index): (readonly [string, string])[] =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  );
  return pairs
    .filter(([name]) => /^(authorization|proxy-authorization|impersonate-)/.test(name))
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
}

interface Behind {
  readonly record: (arrival: Arrival) => void;
  readonly toSecure: () => Socket;
  readonly plain: number;
}

function proxying(at: string, server: Server, { record, toSecure, plain }: Behind): void {
  server.on('connect', (message: IncomingMessage, socket: Duplex) => {
    record({ at, target: message.url, headers: headersOf(message) });
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    joined(socket, toSecure());
  });
  server.on('request', (message, response) => {
    record({ at, target: message.url, host: message.headers.host, headers: headersOf(message) });
    const { pathname } = new URL(message.url ?? '');
    const asked = request({ host: '127.0.0.1', port: plain, path: pathname, headers: message.headers });
    asked.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0)));
    asked.end();
  });
}

function joined(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy()).pipe(to);
  }
}

/** Proxy of SOCKS 5 that wants a password of whoever offers one. */
async function serveSocks(
  socket: Socket,
  record: (arrival: Arrival) => void,
  toSecure: () => Socket,
): Promise<void> {
  socket.on('error', () => undefined);
  const next = async () => ((await once(socket, 'data')) as [Buffer])[0];
  const methods = [...(await next()).subarray(2)];
  const wantsPassword = methods.includes(2);
  socket.write(Buffer.from([5, wantsPassword ? 2 : 0]));
  const login = wantsPassword ? (await next()).subarray(1).toString('latin1') : undefined;
  if (wantsPassword) {
    socket.write(Buffer.from([1, 0]));
  }
  const asked = await next();
  record({ at: 'socks', login, target: asked.subarray(3).toString('latin1') });
  socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  joined(socket, toSecure());
}
