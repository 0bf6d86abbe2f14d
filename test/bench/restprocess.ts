import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { DEFAULT_PORT_BASE, endpointOf } from '../../deploy/local/cluster/address.ts';
import { kubeconfigText } from '../../deploy/local/cluster/kubeconfig.ts';
import { MEMORY_FLAGS } from '../../deploy/memory.ts';
import { stoaMain } from './bundles.ts';
import type { RestVitals } from './restvitals.ts';
import { type Stage, tokenOf } from './stage.ts';

const VITALS = join(import.meta.dirname, 'restvitals.ts');

/** Counters of the process from its metrics. */
export interface RestCounts {
  /** Requests to the API server since process start. */
  readonly calls: number;
  readonly cpuSeconds: number;
  /** Resident memory, including garbage. */
  readonly residentMiB: number;
}

/** The REST API in a separate process, with the shipped command line and permissions. */
export class RestProcess {
  readonly url: string;
  readonly #metrics: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string, metrics: string) {
    this.#child = child;
    this.url = url;
    this.#metrics = metrics;
  }

  /** Starts it on the stage's address; `settings` override its configuration. Resolves when it listens. */
  static async start({ world, account, ca }: Stage, settings: object = {}): Promise<RestProcess> {
    const { server, folder } = account;
    const address = { host: new URL(server).hostname, portBase: DEFAULT_PORT_BASE };
    const [listen, metrics] = [endpointOf(address, 'rest'), endpointOf(address, 'restOps')];
    const token = await tokenOf(world.client, { namespace: 'stoa-system', name: 'stoa-rest' });
    const [kubeconfig, config] = [join(folder, 'rest.kubeconfig'), join(folder, 'rest.yaml')];
    await writeFile(kubeconfig, kubeconfigText(server, ca, { kind: 'token', token }));
    const rest = { listen, metrics, limits: { requestsPerSecond: 0 }, tls: { insecure: true } };
    const gateway = { namespace: 'default', name: 'bench' };
    await writeFile(config, stringify({ gateway, rest, ...settings }));
    const child = fork(stoaMain(folder), ['rest'], {
      execArgv: ['--expose-gc', ...MEMORY_FLAGS, '--import', VITALS],
      env: {
        ...process.env,
        KUBECONFIG: kubeconfig,
        STOA_CONFIG: config,
      },
      // The process logs each request, as shipped; no test reads that log.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const made = new RestProcess(child, `http://${listen}`, `http://${metrics}`);
    await made.#ready();
    return made;
  }

  async #ready(): Promise<void> {
    const answers = () => fetch(`${this.#metrics}/readyz`).then(({ ok }) => ok);
    while (!(await answers().catch(() => false))) {
      if (this.#child.exitCode !== null) {
        throw new Error(`the REST API has ended with ${this.#child.exitCode}`);
      }
      await sleep(50);
    }
  }

  /** Counts since process start. */
  async counts(): Promise<RestCounts> {
    const text = await (await fetch(`${this.#metrics}/metrics`)).text();
    const sum = (name: string) =>
      text
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
    return {
      calls: sum('rest_client_requests_total'),
      cpuSeconds: sum('process_cpu_seconds_total'),
      residentMiB: sum('process_resident_memory_bytes') / 2 ** 20,
    };
  }

  /** Memory after a garbage collection. */
  async vitals(): Promise<RestVitals> {
    const answered = once(this.#child, 'message');
    this.#child.send('collect');
    const [vitals] = (await answered) as [RestVitals];
    return vitals;
  }

  /** Ends the process as Kubernetes would. */
  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
