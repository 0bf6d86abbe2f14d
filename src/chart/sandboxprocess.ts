import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { clipped } from '../base/text.ts';
import { CHART_BOUNDS } from './bounds.ts';
import { framed, framesIn } from './frames.ts';

/** Paths of the sandbox: its script, and the module that it runs. */
export interface SandboxFiles {
  readonly script: string;
  readonly module: string;
}

/** Time of a program, and the seed of all that is random in it. */
export interface Circumstances {
  /** Base64. */
  readonly seed: string;
  /** Unix milliseconds. */
  readonly time: number;
}

/** Line in front of the module's input. */
export interface SandboxSettings extends Circumstances {
  /** Circumstances of what is fresh in it. */
  readonly fresh?: Circumstances;
}

/**
 * Flags of Node. Few functions run long enough that optimized code pays, such as those of RSA; a chart calls a part of
 * them, of which each is validated before it runs; all that is large is outside of the heap.
 */
const FLAGS = [
  '--wasm-tiering-budget=1000000000',
  '--wasm-lazy-validation',
  '--max-semi-space-size=2',
  '--max-old-space-size=64',
];

const MAX_ERRORS = 4096;

/** Process of the sandbox, without any environment. */
export class SandboxProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncGenerator<Uint8Array, void>;
  readonly #ended: Promise<string>;
  #errors = '';

  constructor({ script, module }: SandboxFiles) {
    this.#child = spawn(process.execPath, [...FLAGS, script, module], { env: {} });
    this.#answers = framesIn(this.#child.stdout, CHART_BOUNDS.output);
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = clipped(this.#errors + text, MAX_ERRORS);
    });
    // What cannot be written has no answer either.
    this.#child.stdin.on('error', () => undefined);
    this.#ended = once(this.#child, 'close').then(
      ([code, signal]) => `the sandbox ended with ${signal ?? code}: ${this.#errors}`,
      (error: Error) => `the sandbox does not start: ${error.message}`,
    );
  }

  /** Answer to settings and an input of the module. Throws an Error if the process ends instead, as it then is of no use. */
  async ask(settings: SandboxSettings, ...input: readonly Uint8Array[]): Promise<Uint8Array> {
    this.#child.stdin.write(framed(Buffer.from(`${JSON.stringify(settings)}\n`), ...input));
    const { value } = await this.#answers.next();
    if (value === undefined) {
      throw new Error(await this.#ended);
    }
    return value;
  }

  /** Ends the process at once. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
