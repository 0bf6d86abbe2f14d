import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { identify, isAlive, signalProcess, waitUntilGone } from '../processes.ts';
import { lastLines } from './logtail.ts';
import { pollUntil } from './poll.ts';
import { type ChildRecord, endChildren, type RunRecord, writeRun } from './runrecord.ts';
import { logFile, type StateFolder } from './statefolder.ts';

/** A program, its arguments and what it needs beside the supervisor's own environment. */
export interface ProcessCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A long-running program of the cluster and how to tell that it works. */
export interface ClusterComponent {
  readonly name: string;
  /** See `RunRecord`: what needs others stands in a higher layer than they. */
  readonly layer: 0 | 1 | 2 | 3;
  readonly command: ProcessCommand;
  /** Asked again and again until true; an error counts as "not yet". */
  readonly healthy: () => Promise<boolean>;
  /** How long it may take to become healthy. */
  readonly deadlineSeconds: number;
}

/** A component that ended by itself; the message is one line, the end of its log stands beside it. */
export class ComponentExited extends UserError {
  readonly logLines: readonly string[];

  constructor(message: string, logLines: readonly string[]) {
    super(message);
    this.logLines = logLines;
  }
}

/** The child processes of one supervisor; it alone starts and stops them and keeps the record of them. */
export class Fleet {
  /** Aborted when the caller's signal is, or when a component fails; the reason says which. */
  readonly signal: AbortSignal;
  readonly #state: StateFolder;
  readonly #record: RunRecord;
  readonly #failure = new AbortController();
  readonly #components = new Map<string, ClusterComponent>();
  /** Pids of components whose end is wanted. */
  readonly #ending = new Set<number>();
  /** Of components that were started anew and are not healthy yet: who is told when they end by themselves. */
  readonly #renewals = new Map<string, AbortController>();
  #stopping = false;

  constructor(state: StateFolder, record: RunRecord, signal: AbortSignal) {
    this.#state = state;
    this.#record = record;
    this.signal = AbortSignal.any([signal, this.#failure.signal]);
  }

  /** The pids of the components, by name. */
  get pids(): Record<string, number> {
    return Object.fromEntries(this.#record.children.map(({ name, pid }) => [name, pid]));
  }

  /** Whether there is such a component. */
  has(name: string): boolean {
    return this.#components.has(name);
  }

  /** Starts a component and waits until it is healthy; else throws a UserError that names its log. */
  start(component: ClusterComponent): Promise<void> {
    this.#components.set(component.name, component);
    return this.#begin(component, this.signal);
  }

  /** Kills a running component and starts it again; resolves when it is healthy. */
  async restart(name: string): Promise<void> {
    const component = await this.#ended(name, async (child) => {
      signalProcess(child, 'SIGKILL');
      await waitUntilGone([child], 10_000);
    });
    await this.#begin(component, this.signal);
  }

  /**
   * Ends a component in order and starts it again with its present sources; resolves when it is healthy. One
   * that ends by itself before it is healthy takes nothing else with it: it can be renewed again.
   */
  async renew(name: string): Promise<void> {
    const component = await this.#ended(name, (child) => endChildren([child]));
    const failure = new AbortController();
    this.#renewals.set(name, failure);
    await this.#begin(component, AbortSignal.any([this.signal, failure.signal]));
    this.#renewals.delete(name);
  }

  /** Stops everything, last started layer first; may be called again. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#failure.abort(new UserError('the cluster is stopping'));
    await endChildren(this.#record.children);
  }

  /** Kills everything at once. */
  kill(): void {
    this.#stopping = true;
    for (const child of this.#record.children) {
      signalProcess(child, 'SIGKILL');
    }
  }

  async #begin(component: ClusterComponent, signal: AbortSignal): Promise<void> {
    this.signal.throwIfAborted();
    const { name, deadlineSeconds: seconds, healthy } = component;
    await this.#spawn(component);
    await pollUntil(async () => (await healthy()) || undefined, {
      signal,
      seconds,
      failure: () => `${name} is not ready after ${seconds} s; its log is ${logFile(this.#state, name)}`,
    });
  }

  /** Ends a component in the given way, if it still runs, and forgets its process. */
  async #ended(name: string, end: (child: ChildRecord) => Promise<void>): Promise<ClusterComponent> {
    const { children } = this.#record;
    const [component, child] = [this.#components.get(name), children.find((each) => each.name === name)];
    if (!component) {
      throw new UserError(`${name} does not run`);
    }
    if (!child) {
      return component;
    }
    if (isAlive(child)) {
      this.#ending.add(child.pid);
    }
    // Its port is free only when it is gone.
    await end(child);
    children.splice(children.indexOf(child), 1);
    return component;
  }

  async #spawn({ name, layer, command }: ClusterComponent): Promise<void> {
    const log = openSync(logFile(this.#state, name), 'w', 0o600);
    const startedAt = Date.now();
    const child = spawn(command.file, command.args, {
      stdio: ['ignore', log, log],
      // Its own process group: a terminal's Ctrl-C reaches only the supervisor, which stops in order.
      detached: true,
      env: childEnvironment(command.env),
    });
    closeSync(log);
    child.once('exit', (code, signal) => {
      if (!this.#ending.delete(child.pid ?? 0)) {
        this.#died(name, signal ?? `exit code ${code}`);
      }
    });
    const spawned = once(child, 'spawn');
    const identity = child.pid === undefined ? undefined : identify(child.pid);
    if (identity) {
      this.#record.children.push({ name, layer, startedAt, ...identity });
    }
    await spawned.catch((error: unknown) => {
      throw new UserError(`cannot run ${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    writeRun(this.#state, this.#record);
  }

  #died(name: string, how: string): void {
    if (this.#stopping) {
      return;
    }
    const file = logFile(this.#state, name);
    const lines = lastLines(file, 200);
    const full = lines.some((line) => line.includes('no space left on device'));
    const lastLine = lines.at(-1)?.slice(0, 200) ?? 'it said nothing';
    const detail = full ? `no space left in ${this.#state.folder}` : lastLine;
    const message = `${name} ended (${how}): ${detail}; its log is ${file}`;
    (this.#renewals.get(name) ?? this.#failure).abort(new ComponentExited(message, lines.slice(-10)));
  }
}

/** Inside a pod, these two would make clients ignore KUBECONFIG for the pod's own cluster. */
function childEnvironment(additions: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { KUBERNETES_SERVICE_HOST: _host, KUBERNETES_SERVICE_PORT: _port, ...inherited } = process.env;
  return { ...inherited, ...additions };
}
