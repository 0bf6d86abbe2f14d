import { type EchoServer, type Endpoint, type Responder, serveEcho } from './echo.ts';

/** Open port: its server, its responders and the number of answers so far. */
interface OpenPort {
  readonly server: EchoServer;
  readonly pool: { responders: readonly Responder[]; turn: number };
}

const NOBODY: Responder = { component: '', pod: '', behaviour: { ready: false, delayMs: 0, status: 503 } };

/** Open servers of all Services, each with its responders. */
export class Listeners {
  readonly #open = new Map<string, OpenPort>();
  readonly #byService = new Map<string, readonly string[]>();

  /** Opens and closes servers so that one Service has exactly those at `endpoints`, where `responders` take turns. */
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

  /** Closes all servers. */
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
