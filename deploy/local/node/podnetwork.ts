import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type EchoServer, httpEcho, type Responder } from './echo.ts';

/** Constants of SOCKS 5 (RFC 1928) for a connection to an IPv4 address or a name, without credentials. */
const VERSION = 5;
const NO_CREDENTIALS = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const GRANTED = Buffer.from([VERSION, 0, 0, IPV4, 0, 0, 0, 0, 0, 0]);
const UNREACHABLE = Buffer.from([VERSION, 4, 0, IPV4, 0, 0, 0, 0, 0, 0]);

/**
 * SOCKS proxy to the addresses of pods, which no interface of this machine has, for engines that connect to pods
 * instead of Services, and to the names of Services, which no resolver of this machine knows. Every port answers HTTP.
 */
export async function servePods(
  { host, port }: { readonly host: string; readonly port: number },
  podAt: (address: string) => Responder | undefined,
): Promise<EchoServer> {
  const pods = new WeakMap<Socket, Responder>();
  const http = httpEcho((connection) => pods.get(connection) as Responder);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    greet(socket).then(
      (address) => {
        const pod = address === undefined ? undefined : podAt(address);
        if (pod === undefined) {
          socket.end(UNREACHABLE);
          return;
        }
        pods.set(socket, pod);
        http.emit('connection', socket);
        socket.write(GRANTED);
      },
      () => socket.destroy(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) {
        socket.destroy();
      }
      await closed;
    },
  };
}

/** IPv4 address or name that a client wants to connect to; undefined for any other request. */
async function greet(socket: Socket): Promise<string | undefined> {
  const [, methods = 0] = await take(socket, 2);
  await take(socket, methods);
  socket.write(Buffer.from([VERSION, NO_CREDENTIALS]));
  const [, command, , type] = await take(socket, 4);
  if (command !== CONNECT || (type !== IPV4 && type !== NAME)) {
    return undefined;
  }
  const address = type === IPV4 ? (await take(socket, 4)).join('.') : await takeName(socket);
  await take(socket, 2);
  return address;
}

async function takeName(socket: Socket): Promise<string> {
  const [length = 0] = await take(socket, 1);
  return String(await take(socket, length));
}

/** Bytes that a client sends; what it sends beyond them stays in the socket. Throws if it ends before. */
async function take(socket: Socket, length: number): Promise<Buffer> {
  const ended = new AbortController();
  const end = () => ended.abort();
  socket.once('end', end).once('close', end);
  let bytes = Buffer.alloc(0);
  while (bytes.length < length) {
    // Everything that is there: a socket with unread bytes would call itself readable at once, again and again.
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) {
      await once(socket, 'readable', { signal: ended.signal });
    } else {
      bytes = Buffer.concat([bytes, chunk]);
    }
  }
  socket.off('end', end).off('close', end);
  if (bytes.length > length) {
    socket.unshift(bytes.subarray(length));
  }
  return bytes.subarray(0, length);
}
