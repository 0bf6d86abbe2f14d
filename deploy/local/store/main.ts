/**
 * Process of the stand-in store. Reads its address and port from STORE_LISTEN, and the folders of its models,
 * separated as in PATH, from STORE_MODELS, and the folder of its charts from STORE_CHARTS.
 */
import { delimiter } from 'node:path';
import { serveStore } from './store.ts';

const { hostname: host, port } = new URL(`http://${process.env.STORE_LISTEN}`);
const folders = (process.env.STORE_MODELS ?? '').split(delimiter).filter((folder) => folder !== '');
const charts = process.env.STORE_CHARTS;
const store = await serveStore({
  host,
  port: Number(port),
  folders,
  ...(charts !== undefined && { charts }),
});
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => void store.close());
}
