/**
 * `npm run fuzz:charts [-- <minutes> [<seed>]]`: renders charts with generated templates, archives, schemas and indexes,
 * one after the other. Exits with 1 if one reads a file of the host, asks an address, breaks a bound, gives another
 * outcome at the second time, or ends this process or makes the renderer throw. An outcome `crashed` is counted only.
 */
import { randomInt } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { placeRenderer } from '../../../deploy/local/binaries/renderer.ts';
import { rendererFiles } from '../../../src/chart/files.ts';
import { Renderer } from '../../../src/chart/renderer.ts';
import { silentProgress } from '../../support/progress.ts';
import { askOne, type Counts } from './campaign.ts';
import { LOOT } from './loot.ts';
import { sandboxesSeen } from './watch.ts';

/** Milliseconds between two lines of counts. */
const REPORT_MS = 60_000;

const minutes = Number(process.argv[2] ?? 10);
const first = Number(process.argv[3] ?? randomInt(2 ** 30));
if (!(minutes > 0) || !Number.isInteger(first)) {
  process.stderr.write('usage: npm run fuzz:charts [-- <minutes> [<seed>]]\n');
  process.exit(1);
}

const counts: Counts = { outcomes: {}, findings: [], peakMib: 0, slowestMs: 0 };
let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.end('{}');
});
await new Promise<void>((resolve) => server.listen(LOOT.port, '127.0.0.1', resolve));
await writeFile(LOOT.file, LOOT.content);
await placeRenderer({ progress: silentProgress });
const renderer = new Renderer(rendererFiles());
const began = performance.now();
let seed = first;
let reported = began;
while (performance.now() - began < minutes * 60_000) {
  await askOne({ renderer, seen: sandboxesSeen }, seed, counts);
  seed += 1;
  if (performance.now() - reported > REPORT_MS) {
    reported = performance.now();
    process.stdout.write(`${seed - first} charts: ${JSON.stringify(counts)}\n`);
  }
}
await renderer.close();
server.close();
await rm(LOOT.file);
const findings = requests === 0 ? counts.findings : [...counts.findings, `${requests} requests came`];
const { outcomes, peakMib, slowestMs } = counts;
process.stdout.write(
  `seeds ${first} to ${seed - 1}: ${JSON.stringify(outcomes)}; at most ${peakMib.toFixed()} MiB and ${(slowestMs / 1000).toFixed(1)} s; ${findings.length} findings\n`,
);
for (const finding of findings) {
  process.stdout.write(`${finding}\n`);
}
process.exitCode = findings.length === 0 ? 0 : 1;
