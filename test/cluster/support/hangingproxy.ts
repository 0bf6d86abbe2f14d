import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { ClusterAccess } from '../../../src/kube/transport.ts';

/** A network connection to an API server that can hang: it passes no data and stays open. */
export class HangingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #hangs = false;

  private constructor(upstream: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(upstream.port), upstream.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('data', (chunk) => other.write(chunk));
        one.on('error', () => other.destroy());
        one.on('close', () => this.#sockets.delete(one) && other.destroy());
        if (this.#hangs) {
          one.pause();
        }
      }
    });
  }

  /** Creates a wire to the server of `access`, and the access through it. */
  static async to(
    access: ClusterAccess,
  ): Promise<{ readonly wire: HangingProxy; readonly access: ClusterAccess }> {
    const wire = new HangingProxy(new URL(access.server));
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    const { port } = wire.#server.address() as AddressInfo;
    return { wire, access: { ...access, server: `https://127.0.0.1:${port}` } };
  }

  /** Stops all data from now on. */
  hang(): void {
    this.#hangs = true;
    for (const socket of this.#sockets) {
      socket.pause();
    }
  }

  /** Passes the held data, and all further data. */
  resume(): void {
    this.#hangs = false;
    for (const socket of this.#sockets) {
      socket.resume();
    }
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }
}
