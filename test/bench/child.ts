import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEMORY_FLAGS } from '../../deploy/memory.ts';
import { operatorMain } from './bundles.ts';
import type { Question, Vitals } from './operator.ts';

/** Configuration of the operator in benchmarks: the Gateway of rules, and the allowed stores. */
function configText(gateway: string): string {
  return `gateway: { namespace: default, name: bench${gateway && `, ${gateway}`} }\nmarket: { stores: [127.0.0.1], domain: apps.example.com }`;
}

/** Flags of Node after the shipped ones, which they override, and further fields of `gateway` in the configuration. */
interface Variation {
  readonly flags?: readonly string[];
  readonly gateway?: string;
}

/** The API server and a folder with the token and the CA of the operator's ServiceAccount. */
export interface Account {
  readonly server: string;
  readonly folder: string;
}

/** An operator in a separate process, as a bundle with the shipped permissions, as in a pod. */
export class OperatorProcess {
  readonly #child: ChildProcess;
  readonly #gone = new AbortController();

  constructor({ server, folder }: Account, { flags = [], gateway = '' }: Variation = {}) {
    this.#child = fork(operatorMain(folder), {
      execArgv: ['--expose-gc', ...MEMORY_FLAGS, ...flags],
      env: {
        ...process.env,
        BENCH_SERVER: server,
        BENCH_ACCOUNT: folder,
        BENCH_CONFIG: configText(gateway),
      },
      stdio: 'inherit',
    });
    this.#child.once('exit', (code, signal) => {
      this.#gone.abort(new Error(`the operator has ended: ${signal ?? code}`));
    });
  }

  /** Aborts when the process has ended. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Sends a query to the process. Throws if it has ended. */
  async ask(question: Question): Promise<Vitals> {
    const { signal } = this.#gone;
    signal.throwIfAborted();
    const answered = once(this.#child, 'message', { signal });
    this.#child.send(question);
    const [vitals] = (await answered) as [Vitals];
    return vitals;
  }

  /** Waits until the process is the leader and idle: no reconcile and no write for a second, except questions to the gateway. */
  async quiet(): Promise<Vitals> {
    let before = await this.ask('look');
    for (;;) {
      await sleep(1000);
      const now = await this.ask('look');
      if (before.leads && now.ready && works(now) === works(before) && writes(now) === writes(before)) {
        return now;
      }
      before = now;
    }
  }

  /** Waits until the process is the leader, or could start work at once if elected. */
  async warm(): Promise<void> {
    while (!(await this.ask('look')).ready) {
      await sleep(20);
    }
  }

  /** Waits until this many reconciles have ended since process start. */
  async reconciled(count: number): Promise<void> {
    while ((await this.ask('look')).reconciles < count) {
      await sleep(20);
    }
  }

  /** Ends the process, as Kubernetes would (SIGTERM) or at once (SIGKILL). */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}

/** Number of reconciles, without questions to the gateway. */
function works({ reconciles, questions }: Vitals): number {
  return reconciles - questions;
}

/** Number of write calls, without PUT, which only updates of the lease use. */
export function writes({ calls }: Vitals): number {
  return Object.entries(calls)
    .filter(([method]) => method !== 'GET' && method !== 'PUT')
    .reduce((sum, [, count]) => sum + count, 0);
}
