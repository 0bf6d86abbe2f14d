import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestSecure } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { bareHost } from '../base/barehost.ts';
import { basicAuthorization } from '../base/basic.ts';

/** Host and port behind a proxy. */
export interface Destination {
  /** Name, or address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Header for a proxy whose URL has a user; none otherwise. Pure. */
export function proxyHeaders({ username, password }: URL): Readonly<Record<string, string>> {
  return username === '' && password === ''
    ? {}
    : { 'proxy-authorization': basicAuthorization(decodeURIComponent(`${username}:${password}`)) };
}

/**
 * Connection through a proxy of HTTP, HTTPS or SOCKS 5, which gets the name of the destination. `tls` is for a proxy of
 * HTTPS. Rejects where the proxy does not connect.
 */
export function tunnelTo(
  destination: Destination,
  proxy: URL,
  tls: RequestOptions,
  signal: AbortSignal,
): Promise<Socket> {
  return proxy.protocol === 'socks5:'
    ? socksTunnel(destination, proxy, signal)
    : httpTunnel(destination, proxy, tls, signal);
}

async function httpTunnel(
  { host, port }: Destination,
  proxy: URL,
  tls: RequestOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const name = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const options: RequestOptions = {
    host: bareHost(proxy.hostname),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: name,
    headers: { host: name, ...proxyHeaders(proxy) },
    agent: false,
    signal,
  };
  const asked = proxy.protocol === 'https:' ? requestSecure({ ...tls, ...options }) : requestPlain(options);
  asked.end();
  const [response, socket] = await Promise.race([
    once(asked, 'connect') as Promise<[IncomingMessage, Socket]>,
    once(asked, 'response').then(() => asked.destroy() && Promise.reject(new Error('it does not connect'))),
  ]);
  if (response.statusCode !== 200) {
    socket.destroy();
    throw new Error(
      `the proxy ${proxy.host} answers ${response.statusCode} ${response.statusMessage ?? ''}`.trim(),
    );
  }
  return socket;
}

/** Ways to log in to a proxy of SOCKS 5 (RFC 1928): without, and by name and password (RFC 1929). */
const NO_LOGIN = 0;
const PASSWORD = 2;

async function socksTunnel(destination: Destination, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: bareHost(proxy.hostname), port: Number(proxy.port || 1080), signal });
  try {
    await once(socket, 'connect');
    const user = decodeURIComponent(proxy.username);
    const methods = user === '' ? [NO_LOGIN] : [NO_LOGIN, PASSWORD];
    socket.write(Buffer.from([5, methods.length, ...methods]));
    const [, method] = await take(socket, 2);
    if (method === PASSWORD && user !== '') {
      socket.write(
        Buffer.concat([Buffer.from([1]), counted(user), counted(decodeURIComponent(proxy.password))]),
      );
      const [, refused] = await take(socket, 2);
      answered(proxy, refused === 0, 'does not accept the user of its URL');
    } else {
      answered(proxy, method === NO_LOGIN, 'wants another way to log in');
    }
    socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressed(destination)]));
    const [, reply, , kind] = await take(socket, 4);
    answered(proxy, reply === 0, `cannot connect to ${destination.host} (reply ${reply})`);
    const length = kind === 3 ? ((await take(socket, 1))[0] ?? 0) : kind === 4 ? 16 : 4;
    await take(socket, length + 2);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function answered({ host }: URL, isSo: boolean, otherwise: string): void {
  if (!isSo) {
    throw new Error(`the proxy ${host} ${otherwise}`);
  }
}

/** Text of at most 255 bytes after their number. */
function counted(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 255);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** Destination as the protocol has it: an address, or a name, which the proxy looks up. */
function addressed({ host, port }: Destination): Buffer {
  const end = Buffer.from([port >> 8, port & 255]);
  switch (isIP(host)) {
    case 4:
      return Buffer.concat([Buffer.from([1, ...host.split('.').map(Number)]), end]);
    case 6:
      return Buffer.concat([Buffer.from([4]), bytesOfIpv6(host), end]);
    default:
      return Buffer.concat([Buffer.from([3]), counted(host), end]);
  }
}

/** Bytes of an address of IPv6 in the form in which a URL has it. */
function bytesOfIpv6(address: string): Buffer {
  const [left = [], right = []] = address
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((part) => Number.parseInt(part, 16))));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return Buffer.from([...left, ...zeros, ...right].flatMap((part) => [part >> 8, part & 255]));
}

/** The next bytes of a connection. Rejects where it ends before. */
async function take(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = count === 0 ? Buffer.alloc(0) : socket.read(count);
    if (bytes !== null) {
      return bytes;
    }
    if (socket.readableEnded || socket.destroyed) {
      throw new Error('the proxy has closed the connection');
    }
    await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}
