import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { identify, signalProcess, waitUntilGone } from '../identity.ts';
import type { Command } from './commands.ts';
import { lastLines } from './logs.ts';
import { pollUntil } from './poll.ts';
import { endChildren, type RunRecord, writeRun } from './record.ts';
import { logFile, type StateFolder } from './state.ts';

/** A long-running program of the cluster and how to tell that it works. */
export interface Component {
  readonly name: string;
  /** See `RunRecord`: what needs others stands in a higher layer than they. */
  readonly layer: 0 | 1 | 2 | 3;
  readonly command: Command;
  /** Asked again and again until true; an error counts as "not yet". */
  readonly healthy: () => Promise<boolean>;
  /** How long it may take to become healthy. */
  readonly deadlineSeconds: number;
}

/** A component that ended by itself; the message is one line, the end of its log stands beside it. */
export class ComponentDied extends UserError {
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
  readonly #components = new Map<string, Component>();
  /** Pids of components whose end is wanted. */
  readonly #ending = new Set<number>();
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

  /** Starts a component and waits until it is healthy; else throws a UserError that names its log. */
  async start(component: Component): Promise<void> {
    this.signal.throwIfAborted();
    const { name, deadlineSeconds: seconds, healthy } = component;
    this.#components.set(name, component);
    await this.#spawn(component);
    await pollUntil(async () => (await healthy()) || undefined, {
      signal: this.signal,
      seconds,
      failure: () => `${name} is not ready after ${seconds} s; its log is ${logFile(this.#state, name)}`,
    });
  }

  /** Kills a running component and starts it again; resolves when it is healthy. */
  async restart(name: string): Promise<void> {
    const { children } = this.#record;
    const index = children.findIndex((child) => child.name === name);
    const [component, child] = [this.#components.get(name), children[index]];
    if (!component || !child) throw new UserError(`${name} does not run`);
    this.#ending.add(child.pid);
    signalProcess(child, 'SIGKILL');
    // Its port is free only when it is gone.
    await waitUntilGone([child], 10_000);
    children.splice(index, 1);
    await this.start(component);
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
    for (const child of this.#record.children) signalProcess(child, 'SIGKILL');
  }

  async #spawn({ name, layer, command }: Component): Promise<void> {
    const log = openSync(logFile(this.#state, name), 'w', 0o600);
    const child = spawn(command.file, command.args, {
      stdio: ['ignore', log, log],
      // Its own process group: a terminal's Ctrl-C reaches only the supervisor, which stops in order.
      detached: true,
      env: childEnvironment(command.env),
    });
    closeSync(log);
    child.once('exit', (code, signal) => {
      if (!this.#ending.delete(child.pid ?? 0)) this.#died(name, signal ?? `exit code ${code}`);
    });
    const spawned = once(child, 'spawn');
    const identity = child.pid === undefined ? undefined : identify(child.pid);
    if (identity) this.#record.children.push({ name, layer, ...identity });
    await spawned.catch((error: unknown) => {
      throw new UserError(`cannot run ${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    writeRun(this.#state, this.#record);
  }

  #died(name: string, how: string): void {
    if (this.#stopping) return;
    const file = logFile(this.#state, name);
    const lines = lastLines(file, 200);
    const full = lines.some((line) => line.includes('no space left on device'));
    const lastLine = lines.at(-1)?.slice(0, 200) ?? 'it said nothing';
    const detail = full ? `no space left in ${this.#state.folder}` : lastLine;
    const message = `${name} ended (${how}): ${detail}; its log is ${file}`;
    this.#failure.abort(new ComponentDied(message, lines.slice(-10)));
  }
}

/** Inside a pod, these two would make clients ignore KUBECONFIG for the pod's own cluster. */
function childEnvironment(additions: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { KUBERNETES_SERVICE_HOST: _host, KUBERNETES_SERVICE_PORT: _port, ...inherited } = process.env;
  return { ...inherited, ...additions };
}
