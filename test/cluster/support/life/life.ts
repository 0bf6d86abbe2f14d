import { randomBytes } from 'node:crypto';
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
import { createAuthority, issueClient, issueServer, pkiFiles } from '../../../../deploy/local/cluster/pki.ts';
import { type StateFolder, stateFolder } from '../../../../deploy/local/supervisor/statefolder.ts';
import type { KubeClient } from '../../../../src/kube/client.ts';
import { pathOf } from '../../../../src/kube/resource.ts';
import { SECRETS, SERVICE_ACCOUNTS, type Secret } from '../../../../src/objects/core.ts';
import { GATEWAY_CLASSES } from '../../../../src/objects/gatewayapi.ts';
import { openNode } from '../../../faults/node.ts';
import { silentProgress } from '../../../support/progress.ts';
import { type Ended, run } from '../cli.ts';
import { connect, TESTER } from '../world.ts';
import { StoaProcess } from './stoaprocess.ts';

/** Namespace and name of the Gateway. */
export const GATEWAY = { namespace: 'stoa-system', name: 'stoa' };

/** Ports of Stoa's processes, at the host of the cluster. */
const OPERATIONS = { operator: 18_700, standby: 18_701, rest: 18_702 } as const;
const REST_PORT = 18_703;

const ROLES = ['operator', 'rest'] as const;
type Role = (typeof ROLES)[number];

/** Token of a process, and the Secret that it is bound to. */
interface IssuedToken {
  readonly role: Role;
  readonly token: string;
  readonly secret: Secret;
}

/** Settings that differ among the processes of a life. */
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
  #tokens: readonly IssuedToken[] = [];
  #ca: string;
  #node: { close(): Promise<void> } | undefined;

  private constructor(plane: GatewayPlane, client: KubeClient, folder: string) {
    this.plane = plane;
    this.client = client;
    this.folder = folder;
    this.state = stateFolder(folder);
    this.#ca = plane.access.ca;
  }

  /** Starts the cluster, with a node and without Stoa. */
  static async start(): Promise<Life> {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-life-'));
    await placeRenderer({ progress: silentProgress });
    const plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
    const life = new Life(plane, await connect(plane.kubeconfig), folder);
    await linkBundle(life.state, plane.signal);
    await life.issueTokens();
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

  /** Gives Stoa's processes new tokens, which they use from their next request on, and ends those of before. */
  async issueTokens(): Promise<void> {
    const former = this.#tokens;
    this.#tokens = await Promise.all(ROLES.map((role) => this.#issue(role)));
    await this.#giveAccess();
    await Promise.all(
      former.map(({ secret }) => {
        const { name, uid } = secret.metadata;
        return this.client.delete(SECRETS, { namespace: GATEWAY.namespace, name, uid });
      }),
    );
  }

  /** Access of a process. */
  tokenOf(role: Role): string {
    return this.#tokens.find((each) => each.role === role)?.token ?? '';
  }

  /** Token that is valid as long as its Secret exists. */
  async #issue(role: Role): Promise<IssuedToken> {
    const { namespace } = GATEWAY;
    const metadata = { namespace, name: `token-${randomBytes(4).toString('hex')}` };
    const secret = await this.client.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata }, TESTER);
    const { name, uid } = secret.metadata;
    const path = pathOf(SERVICE_ACCOUNTS, { namespace, name: `stoa-${role}`, subresource: 'token' });
    const { status } = await this.client.post<{ readonly status: { readonly token: string } }>(path, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name, uid } },
    });
    return { role, token: status.token, secret };
  }

  async #giveAccess(): Promise<void> {
    for (const { role, token } of this.#tokens) {
      const text = kubeconfigText(this.plane.access.server, this.#ca, { kind: 'token', token });
      await writeFile(this.#kubeconfig(role), text, { mode: 0o600 });
    }
  }

  /**
   * Exchanges the authority of the API server, and with it all certificates. `meanwhile` plays while Stoa's processes
   * have the former one, as pods do until the kubelet has updated their files.
   */
  async renewAuthority(meanwhile: () => Promise<void>): Promise<void> {
    const authority = await createAuthority();
    const [server, admin] = await Promise.all([
      issueServer(authority, 'kube-apiserver', [this.host, '127.0.0.1', 'localhost']),
      issueClient(authority, 'CN=stoa-admin,O=system:masters'),
    ]);
    const files = pkiFiles(this.state.pki);
    const access = { kind: 'certificate', ...admin } as const;
    const contents: readonly (readonly [string, string])[] = [
      [files.caCertificate, authority.certificate],
      [files.serverCertificate, server.certificate],
      [files.serverKey, server.key],
      [this.plane.kubeconfig, kubeconfigText(this.plane.access.server, authority.certificate, access)],
    ];
    await this.plane.restart('kube-apiserver', async () => {
      await Promise.all(contents.map(([file, content]) => writeFile(file, content)));
    });
    await meanwhile();
    this.#ca = authority.certificate;
    await this.#giveAccess();
    await Promise.all([this.plane.restart('kube-controller-manager'), this.plane.restart('traefik')]);
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

  /** Applies a class of Gateways. */
  async gatewayClass(name: string, controllerName: string): Promise<void> {
    const draft = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'GatewayClass' };
    await this.client.apply(
      GATEWAY_CLASSES,
      { ...draft, metadata: { name }, spec: { controllerName } },
      TESTER,
    );
  }

  /** Plays `meanwhile` while a CRD is missing, and applies it again as it was. */
  async withoutCrd(name: string, meanwhile: () => Promise<void>): Promise<void> {
    const crd = JSON.parse(await this.kubectlDoes('get', 'crd', name, '--output=json')) as {
      readonly metadata: { readonly annotations?: object };
      readonly spec: object;
    };
    const file = join(this.folder, `${name}.json`);
    const metadata = { name, annotations: crd.metadata.annotations };
    const head = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
    await writeFile(file, JSON.stringify({ ...head, metadata, spec: crd.spec }));
    await this.kubectlDoes('delete', 'crd', name);
    await meanwhile().finally(async () => {
      await this.kubectlDoes('apply', '--server-side', `--filename=${file}`);
      await this.kubectlDoes('wait', '--for=condition=Established', `crd/${name}`);
    });
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

  #kubeconfig(role: Role): string {
    return join(this.folder, `${role}.kubeconfig`);
  }

  async #start(role: Role, name: keyof typeof OPERATIONS, settings: Settings): Promise<StoaProcess> {
    const config = join(this.folder, `${name}.yaml`);
    const operations = `${this.host}:${OPERATIONS[name]}`;
    await writeFile(config, this.#config(operations, settings));
    const process = new StoaProcess({
      role,
      bundle: this.state.bundle,
      kubeconfig: this.#kubeconfig(role),
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
