import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { MEMORY_FLAGS } from '../../deploy/memory.ts';
import type { Stage } from './stage.ts';

const SCRIPT = join(import.meta.dirname, 'passthrough.ts');

/** A server in a separate process that only passes writes on to the stage's API server. */
export class Passthrough {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Starts it; resolves when it listens. */
  static async start({ account: { server, folder } }: Stage): Promise<Passthrough> {
    const child = fork(SCRIPT, [server, join(folder, 'ca.crt')], { execArgv: [...MEMORY_FLAGS] });
    const [port] = (await once(child, 'message')) as [number];
    return new Passthrough(child, `http://127.0.0.1:${port}`);
  }

  /** Ends the process. */
  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
