/**
 * The stand-in store as a process. Reads STORE_LISTEN, its address and port, and STORE_MODELS, the folders of
 * its models, separated as in PATH.
 */
import { delimiter } from 'node:path';
import { serveStore } from './store.ts';

const { hostname: host, port } = new URL(`http://${process.env.STORE_LISTEN}`);
const folders = (process.env.STORE_MODELS ?? '').split(delimiter).filter((folder) => folder !== '');
const store = await serveStore({ host, port: Number(port), folders });
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => void store.close());
}
