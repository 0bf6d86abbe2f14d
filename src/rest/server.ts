import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseConnection } from './problem/malformed.ts';
import type { CertificatePair } from './servedcertificate.ts';
import type { Limits } from './settings.ts';

/** Maximum size of a request's line and headers, in bytes: that of most proxies. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Interval of checks for slow requests, in milliseconds. */
const SLOW_CHECK_MS = 1_000;

/** Oldest version of TLS that the server accepts. */
const TLS = { minVersion: 'TLSv1.2' } as const;

/** A server of the API. */
export interface RestServer {
  readonly server: Server | TlsServer;
  /** Uses another certificate for new connections. */
  renew(pair: CertificatePair): void;
  /** Stops accepting requests, waits up to `ms` milliseconds for those in flight, and closes the rest. */
  drain(ms: number): Promise<void>;
}

/** Address of a server. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** Server of requests at an address, within limits per connection; resolves when it listens. With a pair, by TLS. */
export async function serveRest(
  handle: RequestListener,
  { host, port }: Address,
  limits: Limits,
  pair?: CertificatePair,
): Promise<RestServer> {
  const traffic = new Traffic();
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.headersSeconds * 1000,
    requestTimeout: limits.requestSeconds * 1000,
    keepAliveTimeout: limits.keepAliveSeconds * 1000,
    connectionsCheckingInterval: SLOW_CHECK_MS,
  };
  const listener: RequestListener = (request, response) => {
    traffic.began(response);
    handle(request, response);
  };
  const handshakeTimeout = options.headersTimeout;
  const server =
    pair === undefined
      ? createServer(options, listener)
      : createTlsServer({ ...options, ...TLS, ...pair, handshakeTimeout }, listener);
  server.maxConnections = limits.connections;
  server.on('connection', (socket: Socket) => traffic.connected(socket));
  server.on('clientError', refuseConnection);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    server,
    renew: (next) => {
      if ('setSecureContext' in server) {
        server.setSecureContext({ ...TLS, ...next });
      }
    },
    drain: (ms) => drain(server, traffic, ms),
  };
}

async function drain(server: Server | TlsServer, traffic: Traffic, ms: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  traffic.end();
  const late = new AbortController();
  await Promise.race([closed, sleep(ms, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
  server.closeAllConnections();
  await closed;
}

/** Connections of a server, and the requests in flight on them. */
class Traffic {
  readonly #sockets = new Set<Socket>();
  readonly #responses = new Set<ServerResponse>();
  #ends = false;

  connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  began(response: ServerResponse): void {
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
    if (this.#ends) {
      response.setHeader('connection', 'close');
    }
  }

  /** Closes idle connections now, and the others with their responses. */
  end(): void {
    this.#ends = true;
    // By the peers: the socket of a request by TLS is another one than that of its connection.
    const busy = new Set<string>();
    for (const response of this.#responses) {
      busy.add(peerOf(response.req.socket));
      if (!response.headersSent) {
        response.setHeader('connection', 'close');
      }
    }
    for (const socket of this.#sockets) {
      if (!busy.has(peerOf(socket))) {
        socket.destroy();
      }
    }
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
