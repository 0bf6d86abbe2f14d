/**
 * `npm run release -- --dry-run VERSION`: makes all files of a release in a folder, `.stoa/release/VERSION` by default.
 * It needs no network but package registries, and publishes nothing.
 */

import { ensureBinaries } from '../local/binaries/ensure.ts';
import { terminalProgress } from '../local/progress.ts';
import { runMain, stopSignal } from '../runmain.ts';
import { parseRelease } from './options.ts';
import { publishing } from './publishing.ts';
import { CHECKSUMS, makeRelease } from './release.ts';

async function main(): Promise<void> {
  const options = parseRelease(process.argv.slice(2));
  const began = performance.now();
  const signal = stopSignal();
  const { helm } = await ensureBinaries({
    names: ['helm'],
    progress: terminalProgress(process.stderr),
    signal,
  });
  const done = (step: string): void => {
    process.stderr.write(`${seconds(began)} s: ${step}\n`);
  };
  await makeRelease({ ...options, helm, done, signal });
  const lines = [
    `${options.out}: release ${options.version}, with ${CHECKSUMS} of all its files. To publish it, upload them, and push:`,
    ...publishing(options),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}

await runMain(main);
