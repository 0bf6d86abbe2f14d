import { Agent, get } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { inParallel } from '../../src/base/parallel.ts';
import { GATEWAYS } from '../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import type { Stage } from './stage.ts';
import { conditionOf, Team } from './team.ts';
import { until } from './until.ts';

/** Hosts that move to ListenerSets under traffic. */
const MOVING = 20;

/** Milliseconds for many rules to be Ready, and between the requests of one client. */
const PATIENCE_MS = 600_000;
const PAUSE_MS = 10;

/** Field manager of the Gateway's field that allows ListenerSets. */
const MANAGER = 'stoa-certificates';

/** Team with hosts, and what its clients need. */
interface Scene {
  readonly stage: Stage;
  readonly team: Team;
  readonly authority: Awaited<ReturnType<typeof createAuthority>>;
}

/**
 * Serves hosts with a certificate each on an engine with ListenerSets: moves the first ones from the listeners of the
 * Gateway to sets while clients send requests, then adds the others, and asks for every host by SNI. Throws if a request
 * fails, or if a host is served with the certificate of another.
 */
export async function playCertificates(stage: Stage, count: number): Promise<void> {
  const team = await Team.open(stage.client);
  const scene = { stage, team, authority: await createAuthority() };
  try {
    await team.deploy(
      [{ id: 'web', port: 8080, protocol: 'http', replicas: 1, accepts: 'connections' }],
      stage.image,
    );
    await allowSets(stage, { namespaces: { from: 'None' } });
    const hosts = Array.from({ length: count }, (_, index) => `h${index}.certificates.example.com`);
    await serve(scene, hosts.slice(0, MOVING));
    say(`${MOVING} hosts on listeners of the Gateway: ${await placesOf(scene)}`);
    const clients = hosts.slice(0, MOVING).map((host) => new Client(scene, host));
    await sleep(2_000);
    const began = performance.now();
    await allowSets(stage, undefined);
    await until('no route is attached to a listener of the Gateway', async () => {
      const left = (await parentsOf(scene)).filter((kinds) => kinds !== 'ListenerSet');
      return left.length === 0 ? [] : [`${left.length} are`];
    });
    say(`moved in ${seconds(began)}: ${await placesOf(scene)}`);
    await team.ready();
    await sleep(2_000);
    const counts = await Promise.all(clients.map((client) => client.stop()));
    say(
      `during the move: ${sum(counts.map(({ sent }) => sent))} requests, ${sum(counts.map(({ failures }) => failures.length))} failed`,
    );
    throwIfFailed(counts.flatMap(({ failures }) => failures));
    const added = performance.now();
    await serve(scene, hosts.slice(MOVING));
    say(`${hosts.length - MOVING} more hosts Ready in ${seconds(added)}: ${await placesOf(scene)}`);
    const failures = (await inParallel(hosts, (host) => ask(scene, host))).filter(
      (each) => each !== undefined,
    );
    say(
      `${hosts.length} hosts asked by SNI: ${hosts.length - failures.length} served with their own certificate`,
    );
    throwIfFailed(failures);
  } finally {
    await team.close();
  }
}

/** Sets the namespaces whose ListenerSets the Gateway allows, or leaves the decision to Stoa. */
async function allowSets({ client }: Stage, allowedListeners: object | undefined): Promise<void> {
  const [gateway] = await client.list(GATEWAYS);
  const { name = '', namespace = '' } = gateway?.metadata ?? {};
  const { gatewayClassName, listeners } = gateway?.spec ?? {};
  const spec = { gatewayClassName, listeners: listeners?.slice(0, 1), allowedListeners };
  const draft = {
    apiVersion: `${GATEWAYS.group}/${GATEWAYS.version}`,
    kind: GATEWAYS.kind,
    metadata: { name, namespace },
    spec,
  };
  await client.apply(GATEWAYS, draft, MANAGER);
}

/** Makes a rule and a certificate for each host, and waits until the rules are Ready. */
async function serve({ stage, team, authority }: Scene, hosts: readonly string[]): Promise<void> {
  await inParallel(hosts, async (host) => {
    const id = Number(/\d+/.exec(host)?.[0]) + 1;
    await team.certify(String(id), await issueServer(authority, host, [host]));
    const http = {
      serviceId: 'web',
      containerPort: 8080,
      domainName: host,
      certificateId: id,
      whetherOpen: true,
    };
    const metadata = { name: `rule-${id}`, namespace: team.namespace };
    const spec = { appId: 1, protocol: 'http', http };
    await stage.client.create(
      GATEWAY_RULES,
      { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', metadata, spec },
      MANAGER,
    );
  });
  await until(
    'the rules are Ready',
    async () => {
      const waiting = (await team.rules()).filter((rule) => conditionOf(rule, 'Ready')?.status !== 'True');
      return waiting
        .slice(0, 3)
        .map((rule) => `${rule.metadata.name}: ${conditionOf(rule, 'Ready')?.message}`);
    },
    PATIENCE_MS,
  );
}

/** Kinds of the parents of each route of the team. */
async function parentsOf({ stage, team }: Scene): Promise<string[]> {
  const routes = await stage.client.list(HTTP_ROUTES, { namespace: team.namespace });
  return routes.map(({ spec }) => spec.parentRefs.map(({ kind }) => kind).join('+'));
}

/** Number of routes by the kinds of their parents. */
async function placesOf(scene: Scene): Promise<string> {
  const groups = Map.groupBy(await parentsOf(scene), (kinds) => kinds);
  return [...groups].map(([kinds, routes]) => `${routes.length} routes on ${kinds}`).join(', ');
}

/** Client of one host, with a connection that it keeps and new ones in turn. */
class Client {
  readonly #failures: string[] = [];
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #sent = 0;

  constructor(scene: Scene, host: string) {
    this.#done = this.#use(scene, host);
  }

  async stop(): Promise<{ readonly sent: number; readonly failures: readonly string[] }> {
    this.#stop.abort();
    await this.#done;
    return { sent: this.#sent, failures: this.#failures };
  }

  async #use(scene: Scene, host: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#stop.signal.aborted) {
      const failures = [await ask(scene, host, agent), await ask(scene, host)];
      this.#sent += failures.length;
      this.#failures.push(...failures.filter((each) => each !== undefined));
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  }
}

/** Requests a host by SNI, with a new connection by default; returns what is wrong with the answer, or its certificate. */
function ask(
  { stage: { gateway }, authority }: Scene,
  host: string,
  agent?: Agent,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const options = {
    host: gateway.host,
    port: gateway.httpsPort,
    servername: host,
    headers: { host },
    ca: authority.certificate,
  };
  const request = get(
    { ...options, timeout: 10_000, agent: agent ?? new Agent({ keepAlive: false }) },
    (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve(answer.statusCode === 200 ? undefined : `${host}: ${answer.statusCode}`),
      );
      answer.on('error', ({ message }) => resolve(`${host}: ${message}`));
    },
  );
  request.on('timeout', () => request.destroy(new Error('timeout')));
  request.on('error', ({ message }) => resolve(`${host}: ${message}`));
  return promise;
}

function throwIfFailed(failures: readonly string[]): void {
  if (failures.length > 0) {
    throw new Error(`${failures.length} requests failed: ${failures.slice(0, 3).join('; ')}`);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
