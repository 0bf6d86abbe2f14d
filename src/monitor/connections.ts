import { isDeepStrictEqual } from 'node:util';
import { Pool } from 'undici';

/** Identity of a connection by TLS, and the authorities that it trusts, in PEM. */
export interface TlsIdentity {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Connections to one server. Another TLS identity gets new ones; the previous ones close after their last response. */
export class Connections {
  readonly #origin: string;
  readonly #options: Pool.Options;
  readonly #open = new Set<Pool>();
  #current: { readonly identity: TlsIdentity; readonly pool: Pool } | undefined;

  constructor(origin: string, options: { readonly connections: number; readonly timeoutMs: number }) {
    this.#origin = origin;
    this.#options = {
      connections: options.connections,
      connect: { timeout: options.timeoutMs },
      allowH2: false,
      // The deadline of a call covers the whole response.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }

  /** Pool of connections with this identity. */
  of(identity: TlsIdentity): Pool {
    const last = this.#current;
    if (last !== undefined && isDeepStrictEqual(last.identity, identity)) {
      return last.pool;
    }
    const { connect, ...options } = this.#options;
    const pool = new Pool(this.#origin, { ...options, connect: { ...connect, ...identity } });
    this.#open.add(pool);
    this.#current = { identity, pool };
    if (last !== undefined) {
      void last.pool.close().finally(() => this.#open.delete(last.pool));
    }
    return pool;
  }

  /** Closes all connections and fails the calls on them. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#open].map((pool) => pool.destroy()));
  }
}
