import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type LocalStore, type StoreOptions, serveStore } from '../../../deploy/local/store/store.ts';
import { createStoreClient } from '../../../src/store/client.ts';
import type { GateOptions } from '../../../src/store/exchange.ts';
import type { Allowed } from '../../../src/store/guard.ts';

/** Store configuration of a cluster in tests. */
const LOOPBACK: Allowed = { type: 'range', address: '127.0.0.0', prefix: 8 };

/** Bytes that a reader may not touch: spaces, escapes, and letters beyond ASCII. */
export const TEMPLATE =
  '{ "group_name": "Shop \\u00e9 é",\n "apps": [ {"service_key": "a"}, {"service_key": "b"} ] }\n';

/** A folder of models, by file name, which stands until the test ends. */
export function modelFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-models-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A stand-in that has version 1.0 of the application `shop`, until the test ends. */
export async function localStore(options: Partial<StoreOptions> = {}): Promise<LocalStore> {
  const folders = [modelFolder({ 'shop.json': TEMPLATE, 'shop@2.0.json': '{}' })];
  const store = await serveStore({ host: '127.0.0.1', port: 0, folders, ...options });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

/** A client that may ask stores of tests. */
export function localClient(options: Partial<GateOptions> = {}) {
  return createStoreClient({ stores: [LOOPBACK], ...options });
}
