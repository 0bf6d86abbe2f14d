/**
 * `npm run nightly [-- <part> ...]`: runs the tests that take too long for each commit, in sequence; without a name,
 * all of them. The output of a part is in `.stoa/nightly/<part>.log`. Ends with a table, and `N passed, N failed`, with
 * `, N skipped` if a required program is missing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { onPath } from '../deploy/local/binaries/toolchain.mjs';
import { UserError } from '../deploy/local/errors.ts';
import { lastLines } from '../deploy/local/supervisor/logtail.ts';

/** A script of package.json, and its required programs. */
interface Part {
  readonly script: string;
  readonly needs: readonly string[];
}

const PARTS: readonly Part[] = [
  { script: 'faults', needs: [] },
  { script: 'soak', needs: [] },
  { script: 'load', needs: [] },
  { script: 'longlife', needs: [] },
  { script: 'minors', needs: ['go'] },
  { script: 'fuzz:specs', needs: [] },
  { script: 'fuzz:charts', needs: [] },
  { script: 'fuzz:watched', needs: [] },
  { script: 'fuzz:certificates', needs: ['go'] },
  { script: 'fuzz:kubeconfigs', needs: ['go'] },
  { script: 'fuzz:api', needs: ['python3'] },
  { script: 'e2e:kind', needs: ['docker', 'kind'] },
];

type Outcome = 'passed' | 'failed' | 'skipped';

/** Result of a part. */
interface Ended {
  readonly script: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly remark: string;
}

/** Number of shown log lines of a failed part. */
const LINES = 20;

const root = join(import.meta.dirname, '..');
const folder = join(root, '.stoa', 'nightly');

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop.abort(new UserError('stopped')));
}

async function play({ script, needs }: Part): Promise<Ended> {
  const missing = firstMissing(needs);
  if (missing !== undefined) {
    return { script, outcome: 'skipped', seconds: 0, remark: `needs ${missing}, which is not on PATH` };
  }
  const log = join(folder, `${script.replace(':', '-')}.log`);
  say(`${script}: started; its output is in ${relative(root, log)}`);
  const began = performance.now();
  const passed = await run(script, log);
  const seconds = (performance.now() - began) / 1000;
  const last = lastLines(log, LINES);
  if (!passed) {
    say(last.join('\n'));
  }
  const outcome = passed ? 'passed' : 'failed';
  say(`${script}: ${outcome} after ${minutes(seconds)}`);
  return { script, outcome, seconds, remark: last.at(-1) ?? '' };
}

function firstMissing(programs: readonly string[]): string | undefined {
  return programs.find((program) => onPath(program, process.env) === undefined);
}

async function run(script: string, log: string): Promise<boolean> {
  stop.signal.throwIfAborted();
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  // A stopped part stops its cluster first.
  const end = () => child.kill('SIGTERM');
  stop.signal.addEventListener('abort', end);
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const [code] = (await once(child, 'close')) as [number | null];
  stop.signal.removeEventListener('abort', end);
  file.end();
  await once(file, 'finish');
  return code === 0;
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function chosen(names: readonly string[]): readonly Part[] {
  const unknown = names.find((name) => !PARTS.some(({ script }) => script === name));
  if (unknown !== undefined) {
    const known = PARTS.map(({ script }) => script).join(', ');
    throw new UserError(`there is no part ${unknown}; the parts are ${known}`);
  }
  return names.length === 0 ? PARTS : PARTS.filter(({ script }) => names.includes(script));
}

async function main(): Promise<Ended[]> {
  const parts = chosen(process.argv.slice(2));
  mkdirSync(folder, { recursive: true });
  const ended: Ended[] = [];
  for (const part of parts) {
    ended.push(await play(part));
  }
  return ended;
}

function report(ended: readonly Ended[]): void {
  say('\n| part | outcome | time | last line |\n| --- | --- | ---: | --- |');
  for (const { script, outcome, seconds, remark } of ended) {
    say(`| ${script} | ${outcome} | ${minutes(seconds)} | ${remark.replaceAll('|', '\\|')} |`);
  }
  const count = (outcome: Outcome) => ended.filter((each) => each.outcome === outcome).length;
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  say(`\n${count('passed')} passed, ${count('failed')} failed${skipped}`);
  process.exitCode = count('failed') > 0 || count('passed') === 0 ? 1 : 0;
}

try {
  report(await main());
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
