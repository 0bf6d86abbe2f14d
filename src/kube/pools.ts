import type { RequestOptions } from 'node:https';
import { createSecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { bareHost } from '../base/barehost.ts';
import { tunnelTo } from './tunnel.ts';

/** Request over a pool. */
export interface PooledRequest extends Dispatcher.RequestOptions {
  /** Called right before the first byte of the request; an error that it throws ends the request. */
  readonly onStart: () => void;
}

/** Connection pool whose requests tell when they start. */
class StartingPool extends Pool {
  override dispatch(options: PooledRequest, handler: Dispatcher.DispatchHandler): boolean {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      options.onStart();
      start?.(controller, context);
    };
    return super.dispatch(options, handler);
  }
}

/**
 * Connection pools of one TLS identity. Calls share a bounded pool, so that a burst does not open a connection per
 * request. Watches have an unbounded pool, because each occupies a connection for minutes.
 */
export interface Connections {
  readonly calls: StartingPool;
  readonly watches: StartingPool;
}

type Tls = Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'servername'>;

/** Maximum number of connections for calls; further requests wait within their deadline. */
const MAX_CALLS = 64;

/** Milliseconds until a proxy must have connected. */
const TUNNEL_MS = 10_000;

/** Connection pools of one server. New TLS material opens new pools; the old ones close when they are idle. */
export class Pools {
  readonly #origin: string;
  readonly #proxy: URL | undefined;
  readonly #open = new Set<Connections>();
  #current:
    | { readonly options: RequestOptions; readonly tls: Tls; readonly connections: Connections }
    | undefined;

  /** Pools of the server at `origin`, through a proxy that connects to it. */
  constructor(origin: string, proxy?: URL) {
    this.#origin = origin;
    this.#proxy = proxy;
  }

  /** Pools for these credentials. */
  of(options: RequestOptions): Connections {
    const last = this.#current;
    if (last?.options === options) {
      return last.connections;
    }
    const tls = tlsOf(options);
    const same = last !== undefined && isDeepStrictEqual(last.tls, tls);
    const connections = same ? last.connections : this.#create(tls);
    this.#current = { options, tls, connections };
    if (last !== undefined && !same) {
      void this.#drain(last.connections);
    }
    return connections;
  }

  /** Closes all connections and fails the requests on them. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#open].flatMap(({ calls, watches }) => [calls.destroy(), watches.destroy()]));
  }

  #create(tls: Tls): Connections {
    const connect = {
      ...tls,
      // Without it, each connection parses the certificates again, and keeps them.
      secureContext: createSecureContext(tls),
      // TCP keep-alive detects a dead peer after this idle time and ten probes, as in client-go.
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    };
    const options = {
      connect: this.#proxy === undefined ? connect : connectorThrough(this.#proxy, connect),
      // One lost HTTP/2 connection would end all watches and calls at once.
      allowH2: false,
      keepAliveTimeout: 30_000,
      // Each request has a deadline of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    const connections = {
      calls: new StartingPool(this.#origin, { ...options, connections: MAX_CALLS }),
      watches: new StartingPool(this.#origin, options),
    };
    this.#open.add(connections);
    return connections;
  }

  async #drain(connections: Connections): Promise<void> {
    await Promise.allSettled([connections.calls.close(), connections.watches.close()]);
    this.#open.delete(connections);
  }
}

/** Connector whose connections go through a proxy. */
function connectorThrough(proxy: URL, tls: Tls): buildConnector.connector {
  const secure = buildConnector({ ...tls, allowH2: false });
  return (options, callback) => {
    const isSecure = options.protocol === 'https:';
    const host = bareHost(options.hostname);
    const port = Number(options.port || (isSecure ? 443 : 80));
    tunnelTo({ host, port }, proxy, tls, AbortSignal.timeout(TUNNEL_MS)).then(
      (socket) => (isSecure ? secure({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
      // The pool takes some codes as a reason to connect again, which are for connections of its own.
      (cause: Error) => callback(new Error(`through ${proxy.host}: ${cause.message}`, { cause }), null),
    );
  };
}

function tlsOf({ ca, cert, key, rejectUnauthorized, servername }: RequestOptions): Tls {
  const given = Object.entries({ ca, cert, key, rejectUnauthorized, servername });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
