import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Loot that no chart gets: a file of the host, its content, and an address of the host. */
export const LOOT = {
  file: join(tmpdir(), `stoa-loot-${process.pid}`),
  content: randomUUID(),
  port: 20_000 + (process.pid % 10_000),
  get url() {
    return `http://127.0.0.1:${this.port}/loot.json`;
  },
};
