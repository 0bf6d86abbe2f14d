import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { BUNDLE_MAIN } from '../../../../deploy/bundle/name.ts';
import { MEMORY_FLAGS } from '../../../../deploy/memory.ts';
import { eventually } from '../../../support/eventually.ts';

/** Milliseconds until a process that has ended starts again. */
const RESTART_MS = 500;

/** Pod of Stoa: what it runs, and with which files. */
export interface StoaPod {
  readonly role: 'operator' | 'rest';
  /** Folder of the bundle. */
  readonly bundle: string;
  readonly kubeconfig: string;
  /** Configuration file. */
  readonly config: string;
  /** `host:port` of its metrics and health. */
  readonly operations: string;
  /** File with the milliseconds by which its clock is ahead. */
  readonly clock: string;
  /** Log file; the process adds to it. */
  readonly log: string;
}

/** Answer of a health endpoint. */
interface Health {
  readonly status: number;
  readonly text: string;
}

/** Process of Stoa as shipped, which starts again when it ends, as a kubelet has it, until `end`. */
export class StoaProcess {
  readonly #pod: StoaPod;
  #child: ChildProcess;
  #ends = false;

  constructor(pod: StoaPod) {
    this.#pod = pod;
    this.#child = this.#start();
  }

  /** Sends a signal to the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.#child.kill(signal);
  }

  /** Log so far, of all its lives. */
  log(): Promise<string> {
    return readFile(this.#pod.log, 'utf8');
  }

  /** Answer of `/readyz`. Throws where no process listens. */
  async health(): Promise<Health> {
    const answer = await fetch(`http://${this.#pod.operations}/readyz`);
    return { status: answer.status, text: await answer.text() };
  }

  /** Waits until it is ready, or could take over at once. */
  ready(): Promise<void> {
    return eventually(async () => expect(await this.health()).toMatchObject({ status: 200 }), 90_000).catch(
      async (error: Error) => {
        throw new Error(`${error.message}; its log ends: ${(await this.log()).slice(-2_000)}`);
      },
    );
  }

  /** Ends it in order. */
  async end(): Promise<void> {
    this.#ends = true;
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      this.#child.kill('SIGCONT');
      await ended;
    }
  }

  #start(): ChildProcess {
    const { role, bundle, kubeconfig, config, clock, log } = this.#pod;
    const jumping = ['--import', pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href];
    const output = openSync(log, 'a', 0o600);
    const child = spawn(process.execPath, [...MEMORY_FLAGS, ...jumping, join(bundle, BUNDLE_MAIN), role], {
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH, KUBECONFIG: kubeconfig, STOA_CONFIG: config, STOA_CLOCK: clock },
    });
    closeSync(output);
    child.once('exit', () => void this.#startAgain());
    return child;
  }

  async #startAgain(): Promise<void> {
    await sleep(this.#ends ? 0 : RESTART_MS);
    if (!this.#ends) {
      this.#child = this.#start();
    }
  }
}
