import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseConnection } from './problem/malformed.ts';
import type { Limits } from './settings.ts';

/** Maximum size of a request's line and headers, in bytes: that of most proxies. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Interval of checks for slow requests, in milliseconds. */
const SLOW_CHECK_MS = 1_000;

/** A server of the API. */
export interface RestServer {
  readonly server: Server;
  /** Stops accepting requests, waits up to `ms` milliseconds for those in flight, and closes the rest. */
  drain(ms: number): Promise<void>;
}

/** Server of requests at an address, within limits per connection; resolves when it listens. */
export async function serveRest(
  handle: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
  limits: Limits,
): Promise<RestServer> {
  const traffic = new Traffic();
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: limits.headersSeconds * 1000,
      requestTimeout: limits.requestSeconds * 1000,
      keepAliveTimeout: limits.keepAliveSeconds * 1000,
      connectionsCheckingInterval: SLOW_CHECK_MS,
    },
    (request, response) => {
      traffic.began(response);
      handle(request, response);
    },
  );
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => traffic.connected(socket));
  server.on('clientError', refuseConnection);
  server.listen(port, host);
  await once(server, 'listening');
  return { server, drain: (ms) => drain(server, traffic, ms) };
}

async function drain(server: Server, traffic: Traffic, ms: number): Promise<void> {
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
    const busy = new Set<Socket>();
    for (const response of this.#responses) {
      busy.add(response.req.socket);
      if (!response.headersSent) {
        response.setHeader('connection', 'close');
      }
    }
    for (const socket of this.#sockets) {
      if (!busy.has(socket)) {
        socket.destroy();
      }
    }
  }
}
