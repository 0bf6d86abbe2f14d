/**
 * Runs all checks of `npm test`: types, lint, unit tests, tests on a real API server and traffic through a real
 * gateway. Its last line is `N passed, N failed`, with `, N skipped` if there are any.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BinaryName, CATALOGUE } from '../deploy/local/binaries/catalogue.ts';
import { ensureBinaries } from '../deploy/local/binaries/ensure.ts';
import { placeRenderer } from '../deploy/local/binaries/renderer.ts';
import { UserError } from '../deploy/local/errors.ts';
import { terminalProgress } from '../deploy/local/progress.ts';
import { type Tally, tallyOf } from './report/tally.ts';

const root = join(import.meta.dirname, '..');

async function run(command: string, args: readonly string[]): Promise<boolean> {
  const program = join(root, 'node_modules', '.bin', command);
  // The clusters' programs live for minutes: rarer garbage collections cost memory that is available.
  const env = { ...process.env, GOGC: process.env.GOGC ?? '400' };
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

async function check(name: string, command: string, args: readonly string[]): Promise<Tally> {
  const passed = await run(command, args);
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}: ${name}\n`);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** Runs the given vitest projects and counts their results. */
async function tests(projects: readonly string[]): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-test-'));
  const report = join(folder, 'report.json');
  try {
    const selection = projects.flatMap((project) => ['--project', project]);
    const reporters = [
      '--reporter=default',
      '--reporter=./test/report/reporter.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const passed = await run('vitest', ['run', ...selection, ...reporters]);
    const counted = await tallyOf(report);
    // An error outside of tests, for example in a setup, fails the run without a failed test.
    return passed || counted.failed > 0 ? counted : { ...counted, failed: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<Tally[]> {
  // Unit tests leave a fifth of the cores idle.
  const quick = await Promise.all([
    check('types', 'tsc', ['--noEmit']),
    check('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
    check('unused code', 'knip', ['--no-progress']),
    tests(['unit']),
  ]);
  const progress = terminalProgress(process.stdout);
  await ensureBinaries({ names: Object.keys(CATALOGUE) as BinaryName[], progress });
  await placeRenderer({ progress });
  return [...quick, await tests(['cluster'])];
}

function report(tallies: readonly Tally[]): void {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}

try {
  report(await main());
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
  report([{ passed: 0, failed: 1, skipped: 0 }]);
}
