import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseConnection } from './problem/malformed.ts';
import type { Limits } from './settings.ts';

/** Bytes of a request's line and headers: what most proxies let through. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Milliseconds between two looks for requests that come too slowly. */
const CHECK_MS = 1_000;

/** A server of the API. */
export interface RestServer {
  readonly server: Server;
  /** Takes no more requests, waits at most so many milliseconds for those under way, and cuts what is left. */
  drain(ms: number): Promise<void>;
}

/** Serves requests at an address, within limits that no client can overcome; resolves when it listens. */
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
      connectionsCheckingInterval: CHECK_MS,
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

/** The connections of a server, and what is under way on them. */
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

  /** Closes the connections on which nothing is under way, and the others with their answers. */
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
