import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { onTestFinished } from 'vitest';
import { ChangeJournal } from '../../../../src/rest/changes/journal.ts';
import { streamChanges } from '../../../../src/rest/changes/stream.ts';

/** The one namespace with changes. */
const NAMESPACE = 'team';

/** Request for a stream. */
interface Asked {
  readonly path: string;
  readonly token: string | undefined;
  readonly after: string | undefined;
}

/** The REST API's stream of changes, without the rest of that API. */
export class ChangesServer {
  readonly #journal = new ChangeJournal();
  readonly #server: Server;
  readonly asked: Asked[] = [];
  refuses = false;

  private constructor() {
    const app = express();
    app.use(async ({ path, headers }, response) => {
      const after = headers['last-event-id']?.toString();
      this.asked.push({ path, token: headers.authorization, after });
      if (this.refuses) {
        response.status(403).json({ detail: 'no' });
        return;
      }
      const feed = { journal: this.#journal, namespace: NAMESPACE, after, check: async () => undefined };
      await streamChanges(response, feed, new AbortController().signal);
    });
    this.#server = createServer(app);
  }

  /** A server until the test ends. */
  static async open(): Promise<ChangesServer> {
    const made = new ChangesServer();
    const server = made.#server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      made.breakOff();
      server.close();
    });
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Names of what has changed after an event with an id; undefined where the id is none of this server. */
  changedAfter(id: string | undefined): readonly string[] | undefined {
    return this.#journal.since(id, NAMESPACE)?.map(({ name }) => name);
  }

  change(): void {
    this.#journal.record({ resource: 'rule', namespace: NAMESPACE, name: 'web' });
  }

  breakOff(): void {
    this.#server.closeAllConnections();
  }
}
