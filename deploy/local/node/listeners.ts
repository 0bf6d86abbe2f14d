import { type Answerer, type EchoServer, type Endpoint, serveEcho } from './echo.ts';

/** One open port: who answers there, and whose turn it was last. */
interface OpenPort {
  readonly server: EchoServer;
  readonly pool: { answerers: readonly Answerer[]; turn: number };
}

const NOBODY: Answerer = { component: '', pod: '', behaviour: { ready: false, delayMs: 0, status: 503 } };

/** The open servers of all Services, each with those who answer behind it. */
export class Listeners {
  readonly #open = new Map<string, OpenPort>();
  readonly #byService = new Map<string, readonly string[]>();

  /** Makes the servers of one Service be exactly those at `endpoints`, answered by `answerers` in turn. */
  async set(service: string, endpoints: readonly Endpoint[], answerers: readonly Answerer[]): Promise<void> {
    const wanted = answerers.length === 0 ? [] : endpoints;
    const ids = wanted.map(idOf);
    for (const id of (this.#byService.get(service) ?? []).filter((known) => !ids.includes(known))) {
      await this.#close(id);
    }
    this.#byService.set(service, ids);
    for (const endpoint of wanted) {
      await this.#serve(endpoint, answerers);
    }
  }

  /** Closes every server. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  async #serve(endpoint: Endpoint, answerers: readonly Answerer[]): Promise<void> {
    const known = this.#open.get(idOf(endpoint));
    if (known !== undefined) {
      known.pool.answerers = answerers;
      return;
    }
    const pool = { answerers, turn: 0 };
    const server = await serveEcho(endpoint, () => {
      pool.turn += 1;
      return pool.answerers[pool.turn % pool.answerers.length] ?? NOBODY;
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
