import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const SCRIPT = join(import.meta.dirname, 'terminal.py');

/** A program in a real terminal, with colors and a size. */
export class Terminal {
  readonly #child: ChildProcess;
  #text = '';
  /** The exit code, once the program has ended. */
  readonly ended: Promise<number>;

  constructor(
    program: string,
    args: readonly string[],
    { columns = 80, rows = 40, env = {} }: { columns?: number; rows?: number; env?: NodeJS.ProcessEnv } = {},
  ) {
    const { NO_COLOR: _, ...inherited } = process.env;
    this.#child = spawn('python3', [SCRIPT, String(columns), String(rows), program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...inherited, TERM: 'xterm-256color', ...env },
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#text += chunk;
    });
    this.ended = once(this.#child, 'close').then(([code]) => code as number);
  }

  /** All output so far, with escape sequences. */
  get raw(): string {
    return this.#text;
  }

  /** Lines on the terminal since it was last redrawn, without colors. */
  get lines(): string[] {
    const drawn = this.#text.split('\x1b[H').at(-1) ?? '';
    return stripVTControlCharacters(drawn).split(/\r?\n/);
  }

  /** Number of times that it was redrawn. */
  get pictures(): number {
    return this.#text.split('\x1b[H').length - 1;
  }

  /** Sends input; `\x03` is Ctrl-C. */
  type(text: string): void {
    this.#child.stdin?.write(text);
  }
}
