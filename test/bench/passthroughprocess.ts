import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { MEMORY_FLAGS } from '../../deploy/memory.ts';
import type { Stage } from './stage.ts';

const SCRIPT = join(import.meta.dirname, 'passthrough.ts');

/** A server that passes writes on to the stage's API server and does nothing else, in a process of its own. */
export class Passthrough {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Resolves when it listens. */
  static async start({ account: { server, folder } }: Stage): Promise<Passthrough> {
    const child = fork(SCRIPT, [server, join(folder, 'ca.crt')], { execArgv: [...MEMORY_FLAGS] });
    const [port] = (await once(child, 'message')) as [number];
    return new Passthrough(child, `http://127.0.0.1:${port}`);
  }

  /** Ends it. */
  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
