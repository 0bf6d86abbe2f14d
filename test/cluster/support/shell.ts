import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ended } from './cli.ts';

/** A bash process, which keeps its variables between commands. */
export class Shell {
  readonly #bash: ChildProcessWithoutNullStreams;
  readonly #codes: AsyncIterator<string>;
  readonly #folder: string;

  private constructor(bash: ChildProcessWithoutNullStreams, folder: string) {
    this.#bash = bash;
    this.#codes = createInterface({ input: bash.stdout })[Symbol.asyncIterator]();
    this.#folder = folder;
  }

  /** Starts it in a folder, with this environment and a home of its own. */
  static async open(cwd: string, env: NodeJS.ProcessEnv): Promise<Shell> {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-shell-'));
    const bash = spawn('bash', ['--norc'], { cwd, env: { ...env, HOME: folder } });
    bash.stdin.write('set -o pipefail\n');
    return new Shell(bash, folder);
  }

  /** Runs a command to its end, as if typed. Throws if it exits from the shell. */
  async run(command: string): Promise<Ended> {
    const [file, out, err] = ['command', 'out', 'err'].map((name) => join(this.#folder, name));
    await writeFile(`${file}`, command);
    this.#bash.stdin.write(`. ${file} >${out} 2>${err} </dev/null; echo $?\n`);
    const { done, value } = await this.#codes.next();
    if (done) {
      throw new Error(`the shell has ended after ${command}`);
    }
    const [stdout, stderr] = await Promise.all([readFile(`${out}`, 'utf8'), readFile(`${err}`, 'utf8')]);
    return { code: Number(value), stdout, stderr };
  }

  async close(): Promise<void> {
    const closed = once(this.#bash, 'close');
    this.#bash.stdin.end();
    await closed;
    await rm(this.#folder, { recursive: true });
  }
}
