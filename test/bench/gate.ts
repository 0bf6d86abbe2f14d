import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import type { Account } from './child.ts';

/** Watch event of an API server that no longer keeps the requested version. */
const EXPIRED = `${JSON.stringify({
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 410,
    reason: 'Expired',
    message: 'too old',
  },
})}\n`;

/** A proxy before the API server that can expire all watches at once. */
export class Gate {
  readonly #pool: Pool;
  readonly #watches = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => {
    this.#pass(request, response).catch(() => response.destroy());
  });

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Opens a gate at a port of its own; returns it, and the account that uses it. */
  static async open({ server, folder }: Account, ca: string): Promise<{ gate: Gate; account: Account }> {
    const gate = new Gate(new Pool(server, { connect: { ca }, bodyTimeout: 0 }));
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    const { port } = gate.#server.address() as AddressInfo;
    return { gate, account: { server: `http://127.0.0.1:${port}`, folder } };
  }

  /** Expires every watch, so that its reader lists again. */
  expire(): void {
    for (const watch of this.#watches) {
      watch.end(EXPIRED);
    }
    this.#watches.clear();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#pool.destroy();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = '/', headers } = request;
    const { authorization, accept, 'content-type': contentType } = headers;
    const answer = await this.#pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers: Object.entries({ authorization, accept, 'content-type': contentType }).flatMap(
        ([name, value]) => (value === undefined ? [] : [name, value]),
      ),
      body: method === 'GET' ? null : request,
    });
    response.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) });
    response.flushHeaders();
    if (path.includes('watch=')) {
      this.#watches.add(response);
    }
    await pipeline(answer.body, response).finally(() => this.#watches.delete(response));
  }
}
