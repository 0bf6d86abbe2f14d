/**
 * `npm run minors [-- <minor> ...] [--only=<name>,...] [--record]`: runs the cluster tests, or those of the given names, on
 * the API servers of minor versions of Kubernetes; without one, on that of the day. `--record` keeps the results for the
 * table of supported versions. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenMinor, gatewayApiOf, MINORS } from '../../deploy/local/binaries/minor.ts';
import { UserError } from '../../deploy/local/errors.ts';
import { repository } from '../../deploy/local/repository.ts';
import { type Tallied, tallyOf } from '../report/tally.ts';
import { TESTED, type Tested, testedMinorsSchema } from './tested.ts';

const DAY_MS = 86_400_000;

/** Minor of a day: each has its turn. */
function minorOfDay(now: number): string {
  const [first] = MINORS;
  return MINORS[Math.floor(now / DAY_MS) % MINORS.length] ?? first ?? '';
}

async function test(minor: string, only: readonly string[]): Promise<Tallied> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-minor-'));
  const report = join(folder, 'report.json');
  const args = ['bin/stoa.mjs', 'test:cluster', `--kubernetes=${minor}`, `--report=${report}`, ...only];
  try {
    const child = spawn(process.execPath, args, { cwd: repository.root, stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    const tally = await tallyOf(report);
    return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: tally.failed + 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function record(minor: string, { files, passed, failed }: Tallied): Promise<void> {
  const { kubernetes } = chosenMinor({ STOA_KUBERNETES: minor });
  const { version: gatewayApi } = gatewayApiOf(kubernetes, {});
  const day = new Date().toISOString().slice(0, 10);
  const tested: Tested = { kubernetes, gatewayApi, day, files, passed, failed };
  const known = testedMinorsSchema.parse(JSON.parse(await readFile(TESTED, 'utf8')));
  const all = Object.entries({ ...known, [minor]: tested }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  await writeFile(TESTED, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
}

async function main(): Promise<readonly (readonly [minor: string, result: Tallied])[]> {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, record: { type: 'boolean' } },
    allowPositionals: true,
  });
  const minors = positionals.length === 0 ? [minorOfDay(Date.now())] : positionals;
  for (const minor of minors) {
    chosenMinor({ STOA_KUBERNETES: minor });
  }
  const results: (readonly [string, Tallied])[] = [];
  for (const minor of minors) {
    const result = await test(minor, values.only?.split(',') ?? []);
    results.push([minor, result]);
    if (values.record && result.passed > 0) {
      await record(minor, result);
    }
  }
  return results;
}

try {
  const results = await main();
  for (const [minor, { files, passed, failed }] of results) {
    process.stdout.write(`${minor}: ${files} files, ${passed} passed, ${failed} failed\n`);
  }
  const sum = (key: 'passed' | 'failed') => results.reduce((total, [, result]) => total + result[key], 0);
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
