import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { identify, isAlive, signalProcess, waitUntilGone } from '../processes.ts';
import { lastLines } from './logtail.ts';
import { pollUntil } from './poll.ts';
import { type ChildRecord, endChildren, type RunRecord, writeRun } from './runrecord.ts';
import { logFile, type StateFolder } from './statefolder.ts';

/** Program, its arguments, and additions to the environment of the supervisor. */
export interface ProcessCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Long-running program of the cluster with its health check. */
export interface ClusterComponent {
  readonly name: string;
  /** Order of stopping, see `RunRecord`: a component is in a higher layer than those that it needs. */
  readonly layer: 0 | 1 | 2 | 3;
  readonly command: ProcessCommand;
  /** Health check, repeated until it is true; an error counts as "not yet". */
  readonly healthy: () => Promise<boolean>;
  /** Seconds until it must be healthy. */
  readonly deadlineSeconds: number;
}

/** Unexpected end of a component; the message is one line, `logLines` is the end of its log. */
export class ComponentExited extends UserError {
  readonly logLines: readonly string[];

  constructor(message: string, logLines: readonly string[]) {
    super(message);
    this.logLines = logLines;
  }
}

/** Child processes of one supervisor, which alone starts, stops and records them. */
export class Fleet {
  /** Aborted with the caller's signal, or by the failure of a component; the reason tells which. */
  readonly signal: AbortSignal;
  readonly #state: StateFolder;
  readonly #record: RunRecord;
  readonly #failure = new AbortController();
  readonly #components = new Map<string, ClusterComponent>();
  /** Pids of components that are being ended. */
  readonly #ending = new Set<number>();
  /** By component that is renewed and not healthy yet: the controller to abort where it ends by itself. */
  readonly #renewals = new Map<string, AbortController>();
  #stopping = false;

  constructor(state: StateFolder, record: RunRecord, signal: AbortSignal) {
    this.#state = state;
    this.#record = record;
    this.signal = AbortSignal.any([signal, this.#failure.signal]);
  }

  /** Pids of the components by name. */
  get pids(): Record<string, number> {
    return Object.fromEntries(this.#record.children.map(({ name, pid }) => [name, pid]));
  }

  /** Whether there is a component with this name. */
  has(name: string): boolean {
    return this.#components.has(name);
  }

  /** Starts a component and waits until it is healthy. Throws a UserError that names its log. */
  start(component: ClusterComponent): Promise<void> {
    this.#components.set(component.name, component);
    return this.#begin(component, this.signal);
  }

  /** Kills a running component and starts it again after `away`; resolves when it is healthy. */
  async restart(name: string, away: () => Promise<void> = async () => undefined): Promise<void> {
    const component = await this.#ended(name, async (child) => {
      signalProcess(child, 'SIGKILL');
      await waitUntilGone([child], 10_000);
    });
    await away();
    await this.#begin(component, this.signal);
  }

  /**
   * Ends a component in order and starts it with its present sources; resolves when it is healthy. One that ends by
   * itself before it is healthy does not end the cluster: it can be renewed again.
   */
  async renew(name: string): Promise<void> {
    const component = await this.#ended(name, (child) => endChildren([child]));
    const failure = new AbortController();
    this.#renewals.set(name, failure);
    await this.#begin(component, AbortSignal.any([this.signal, failure.signal]));
    this.#renewals.delete(name);
  }

  /** Stops everything, highest layer first; may be called again. */
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
    // Its port is free only after its end.
    await end(child);
    children.splice(children.indexOf(child), 1);
    return component;
  }

  async #spawn({ name, layer, command }: ClusterComponent): Promise<void> {
    const log = openSync(logFile(this.#state, name), 'w', 0o600);
    const startedAt = Date.now();
    const child = spawn(command.file, command.args, {
      stdio: ['ignore', log, log],
      // A process group of its own: a Ctrl-C reaches the supervisor only, which stops its children in order.
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

/** Environment of a child. In a pod, the two variables would make clients ignore KUBECONFIG for the pod's cluster. */
function childEnvironment(additions: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { KUBERNETES_SERVICE_HOST: _host, KUBERNETES_SERVICE_PORT: _port, ...inherited } = process.env;
  return { ...inherited, ...additions };
}
