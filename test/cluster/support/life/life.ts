import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { stringify } from 'yaml';
import { placeRenderer } from '../../../../deploy/local/binaries/renderer.ts';
import { linkBundle } from '../../../../deploy/local/bundle.ts';
import { DEFAULT_PORT_BASE, portOf } from '../../../../deploy/local/cluster/address.ts';
import { type GatewayPlane, startGatewayPlane } from '../../../../deploy/local/cluster/gatewayplane.ts';
import { kubeconfigText } from '../../../../deploy/local/cluster/kubeconfig.ts';
import { type StateFolder, stateFolder } from '../../../../deploy/local/supervisor/statefolder.ts';
import type { KubeClient } from '../../../../src/kube/client.ts';
import { openNode } from '../../../faults/node.ts';
import { silentProgress } from '../../../support/progress.ts';
import { type Ended, run } from '../cli.ts';
import { connect } from '../world.ts';
import { StoaProcess } from './stoaprocess.ts';

/** Namespace and name of the Gateway. */
const GATEWAY = { namespace: 'stoa-system', name: 'stoa' };

/** Ports of Stoa's processes, at the host of the cluster. */
const OPERATIONS = { operator: 18_700, standby: 18_701, rest: 18_702 } as const;
const REST_PORT = 18_443;

/** What differs among the processes of a life. */
interface Settings {
  readonly leaseSeconds?: number;
  /** Settings of `rest.tls`. */
  readonly tls?: object;
}

/**
 * A cluster of its own with Stoa's processes as shipped, to which all happens that happens to clusters in years: an
 * API server, etcd, Traefik, a simulated node, and a kubelet's restarts.
 */
export class Life {
  readonly plane: GatewayPlane;
  readonly client: KubeClient;
  readonly folder: string;
  readonly state: StateFolder;
  readonly #processes: StoaProcess[] = [];
  #node: { close(): Promise<void> } | undefined;

  private constructor(plane: GatewayPlane, client: KubeClient, folder: string) {
    this.plane = plane;
    this.client = client;
    this.folder = folder;
    this.state = stateFolder(folder);
  }

  /** Starts the cluster, with a node and without Stoa. */
  static async start(): Promise<Life> {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-life-'));
    await placeRenderer({ progress: silentProgress });
    const plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
    const life = new Life(plane, await connect(plane.kubeconfig), folder);
    await linkBundle(life.state, plane.signal);
    await life.giveToken(plane.operatorToken);
    await life.turnClock(0);
    await life.startNode();
    return life;
  }

  /** Host of all servers. */
  get host(): string {
    return new URL(this.plane.access.server).hostname;
  }

  /** Starts an operator; another one is the standby. */
  operator(settings: Settings = {}, name: 'operator' | 'standby' = 'operator'): Promise<StoaProcess> {
    return this.#start('operator', name, settings);
  }

  /** Starts a REST API, at `restUrl`. */
  rest(settings: Settings = {}): Promise<StoaProcess> {
    return this.#start('rest', 'rest', settings);
  }

  get restUrl(): string {
    return `https://${this.host}:${REST_PORT}`;
  }

  /** Ends all processes of Stoa. */
  async endStoa(): Promise<void> {
    await Promise.all(this.#processes.splice(0).map((process) => process.end()));
  }

  /** Sets the milliseconds by which the clocks of Stoa's processes are ahead. */
  turnClock(aheadMs: number): Promise<void> {
    return writeFile(this.#clock, String(aheadMs));
  }

  /** Has Stoa's processes use a token from their next request on, and an authority of the API server. */
  giveToken(token: string, ca = this.plane.access.ca): Promise<void> {
    return writeFile(
      this.#kubeconfig,
      kubeconfigText(this.plane.access.server, ca, { kind: 'token', token }),
      { mode: 0o600 },
    );
  }

  async startNode(): Promise<void> {
    this.#node = await openNode(this.client);
  }

  async stopNode(): Promise<void> {
    await this.#node?.close();
    this.#node = undefined;
  }

  kubectl(...args: readonly string[]): Promise<Ended> {
    return run(inject('cluster').kubectl, [`--kubeconfig=${this.plane.kubeconfig}`, ...args]);
  }

  /** Runs kubectl to a good end. */
  async kubectlDoes(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.kubectl(...args);
    expect([code, stderr], args.join(' ')).toEqual([0, expect.not.stringContaining('rror')]);
    return stdout;
  }

  /** Copies what etcd has, while nobody writes to it. */
  async snapshot(to: string): Promise<void> {
    await this.#withoutEtcd(() => cp(this.state.etcd, join(this.folder, to), { recursive: true }));
  }

  /** Has etcd go on from a copy. As the Kubernetes documents say, all of the control plane and the engine start anew. */
  async restore(from: string): Promise<void> {
    await this.stopNode();
    await this.#withoutEtcd(async () => {
      await rm(this.state.etcd, { recursive: true });
      await cp(join(this.folder, from), this.state.etcd, { recursive: true });
    });
    await Promise.all([
      this.plane.restart('kube-controller-manager'),
      this.plane.restart('traefik'),
      this.startNode(),
    ]);
  }

  #withoutEtcd(work: () => Promise<void>): Promise<void> {
    const { plane } = this;
    return plane.restart('kube-apiserver', () => plane.restart('etcd', work));
  }

  /** Drops all that etcd has of the past; returns the revision. */
  async compact(): Promise<string> {
    const { header } = await this.#etcd<{ readonly header: { readonly revision: string } }>('kv/range', {
      key: Buffer.from('x').toString('base64'),
    });
    await this.#etcd('kv/compaction', { revision: header.revision, physical: true });
    return header.revision;
  }

  async #etcd<T>(call: string, body: object): Promise<T> {
    const port = portOf({ host: this.host, portBase: DEFAULT_PORT_BASE }, 'etcdClient');
    const answer = await fetch(`http://${this.host}:${port}/v3/${call}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  }

  async close(): Promise<void> {
    await this.endStoa();
    await this.stopNode().catch(() => undefined);
    await this.plane.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  get #clock(): string {
    return join(this.folder, 'clock');
  }

  get #kubeconfig(): string {
    return join(this.folder, 'stoa.kubeconfig');
  }

  async #start(
    role: 'operator' | 'rest',
    name: keyof typeof OPERATIONS,
    settings: Settings,
  ): Promise<StoaProcess> {
    const config = join(this.folder, `${name}.yaml`);
    const operations = `${this.host}:${OPERATIONS[name]}`;
    await writeFile(config, this.#config(operations, settings));
    const process = new StoaProcess({
      role,
      bundle: this.state.bundle,
      kubeconfig: this.#kubeconfig,
      config,
      operations,
      clock: this.#clock,
      log: join(this.folder, `${name}.log`),
    });
    this.#processes.push(process);
    await process.ready();
    return process;
  }

  #config(operations: string, { leaseSeconds = 15, tls = {} }: Settings): string {
    const { http, https, tcp } = this.plane.ports;
    return stringify({
      region: 'local',
      teams: { mode: 'namespaces' },
      gateway: {
        ...GATEWAY,
        undeclared: 'first-come',
        http: { port: http },
        https: { port: https, entryPoint: 'websecure' },
        tcp: { ports: `${Math.min(...tcp)}-${Math.max(...tcp)}` },
      },
      market: { stores: ['127.0.0.0/8', '::1'] },
      operator: { metrics: operations, leaderElection: { leaseSeconds } },
      rest: { listen: `${this.host}:${REST_PORT}`, metrics: operations, tls },
    });
  }
}
