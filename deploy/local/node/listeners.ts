import { type EchoServer, type Endpoint, type Responder, serveEcho } from './echo.ts';

/** One open port: who answers there, and whose turn it was last. */
interface OpenPort {
  readonly server: EchoServer;
  readonly pool: { responders: readonly Responder[]; turn: number };
}

const NOBODY: Responder = { component: '', pod: '', behaviour: { ready: false, delayMs: 0, status: 503 } };

/** The open servers of all Services, each with those who answer behind it. */
export class Listeners {
  readonly #open = new Map<string, OpenPort>();
  readonly #byService = new Map<string, readonly string[]>();

  /** Makes the servers of one Service be exactly those at `endpoints`, answered by `responders` in turn. */
  async set(
    service: string,
    endpoints: readonly Endpoint[],
    responders: readonly Responder[],
  ): Promise<void> {
    const wanted = responders.length === 0 ? [] : endpoints;
    const ids = wanted.map(idOf);
    for (const id of (this.#byService.get(service) ?? []).filter((known) => !ids.includes(known))) {
      await this.#close(id);
    }
    this.#byService.set(service, ids);
    for (const endpoint of wanted) {
      await this.#serve(endpoint, responders);
    }
  }

  /** Closes every server. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  async #serve(endpoint: Endpoint, responders: readonly Responder[]): Promise<void> {
    const known = this.#open.get(idOf(endpoint));
    if (known !== undefined) {
      known.pool.responders = responders;
      return;
    }
    const pool = { responders, turn: 0 };
    const server = await serveEcho(endpoint, () => {
      pool.turn += 1;
      return pool.responders[pool.turn % pool.responders.length] ?? NOBODY;
    });
    this.#open.set(idOf(endpoint), { server, pool });
  }

  async #close(id: string): Promise<void> {
    const entry = this.#open.get(id);
    this.#open.delete(id);
    await entry?.server.close();
  }
}

function idOf({ ip, port, protocol }: Endpoint): string {
  return `${protocol}://${ip}:${port}`;
}
