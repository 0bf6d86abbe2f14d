import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeScripts } from '../../../deploy/bundle/bundle.ts';
import { BUNDLE_MAIN } from '../../../deploy/bundle/name.ts';
import { repository } from '../../../deploy/local/repository.ts';
import { MEMORY_FLAGS } from '../../../deploy/memory.ts';
import { clusterResource, namespacedResource } from '../../../src/kube/resource.ts';
import { SERVICE_ACCOUNTS } from '../../../src/objects/core.ts';
import { GATEWAY_RULE_TYPE, type GatewayRule } from '../../../src/objects/stoa.ts';
import { inParallel, names } from '../benchcluster.ts';
import { FACTS } from '../kubeclient/facts.ts';
import type { ClientFigures, Work } from '../kubeclient/measure.ts';
import { PooledConfig } from '../kubeclient/pooledconfig.ts';
import { median, type Row, repeated } from '../row.ts';
import { type Stage, tokenOf } from '../stage.ts';

/** Clients that are compared, by the script that runs each. */
const CLIENTS = ['raw', 'stoa', 'clientnode'] as const;

type Client = (typeof CLIENTS)[number];

const RULES = 5000;
const TEMPLATES = 1000;
const ACCOUNT = 'bench-kubeclient';
const MANAGER = 'bench';

/** A figure in words, with its unit and its number of digits. */
const FIGURES: Readonly<Record<keyof ClientFigures, readonly [words: string, unit: string, digits: number]>> =
  {
    startCpuMs: ['CPU from start to first answer', 'ms', 0],
    startRssMiB: ['resident memory after the first answer', 'MiB', 0],
    readCpuMs: ['CPU per read of a GatewayRule', 'ms', 3],
    readServiceCpuMs: ['CPU per read of a Service', 'ms', 3],
    applyCpuMs: ['CPU per server-side apply of a GatewayRule', 'ms', 3],
    listedCpuUs: [`CPU per object of a list of ${RULES} GatewayRules in pages`, 'µs', 1],
    listedTemplateCpuUs: [`CPU per object of a list of ${TEMPLATES} PodTemplates in pages`, 'µs', 1],
    eventCpuUs: [`CPU per event of a watch of ${RULES} GatewayRules`, 'µs', 1],
    heldMiB: [`heap that ${RULES} listed GatewayRules take`, 'MiB', 1],
    peakRssMiB: ['most resident memory', 'MiB', 0],
  };

/** Share by which a client may be above `src/kube` to do its work. */
const EQUAL = 1.1;

/**
 * `src/kube` and `@kubernetes/client-node` on the same work, each as a bundle in a process of its own, as multiples of
 * requests without a client in the same round. Times are CPU times, since a busy machine stretches all others.
 */
export async function kubeClient(stage: Stage): Promise<readonly Row[]> {
  const { work, remove } = await prepare(stage);
  const folder = join(stage.account.folder, 'kubeclient');
  await openAccount(stage, folder);
  for (const client of CLIENTS) {
    await makeScripts(repository.root, `test/bench/kubeclient/${client}.ts`, join(folder, client));
  }
  const rounds = await repeated(async () => {
    const taken: Partial<Record<Client, ClientFigures>> = {};
    for (const client of CLIENTS) {
      taken[client] = await figuresOf(join(folder, client, BUNDLE_MAIN), stage.account.server, folder, work);
    }
    return taken as Record<Client, ClientFigures>;
  });
  const figures = Object.keys(FIGURES) as (keyof ClientFigures)[];
  const facts = await factRows(stage, folder, work);
  await remove();
  return [...figures.map((figure) => rowOf(figure, rounds)), ...facts];
}

async function factRows({ world, account }: Stage, folder: string, work: Work): Promise<Row[]> {
  const config = await PooledConfig.inPod(account.server, folder);
  const real = { client: world.client, config, namespace: world.namespace, rule: work.rule };
  const rows: Row[] = [];
  for (const { what, stoa, clientNode } of FACTS) {
    const [own, other] = await Promise.all([stoa(real), clientNode(real)]);
    const inWords = (holds: boolean) => (holds ? 'yes' : 'no');
    rows.push({
      figure: what,
      measured: `src/kube ${inWords(own)}, client-node ${inWords(other)}`,
      bar: 'yes, yes if client-node is to do it',
      met: own && other,
    });
  }
  await config.close();
  return rows;
}

function rowOf(figure: keyof ClientFigures, rounds: readonly Record<Client, ClientFigures>[]): Row {
  const [words, unit, digits] = FIGURES[figure];
  const times = (client: Client, base: Client) =>
    rounds.map((round) => round[client][figure] / round[base][figure]);
  const range = (ratios: readonly number[]) =>
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  const raw = median(rounds.map((round) => round.raw[figure])).toFixed(digits);
  const ratios = times('clientnode', 'stoa');
  return {
    figure: `${words}: client-node as a multiple of src/kube`,
    measured: `${range(ratios)}; of ${raw} ${unit} without a client: src/kube ${range(times('stoa', 'raw'))}, client-node ${range(times('clientnode', 'raw'))}`,
    bar: `≤ ${EQUAL} if client-node is to do it`,
    met: median(ratios) <= EQUAL,
  };
}

/** Runs the work in a process with the shipped flags. */
async function figuresOf(
  script: string,
  server: string,
  account: string,
  work: Work,
): Promise<ClientFigures> {
  const child = fork(script, {
    execArgv: ['--expose-gc', ...MEMORY_FLAGS],
    env: {
      ...process.env,
      BENCH_SERVER: server,
      BENCH_ACCOUNT: account,
      BENCH_WORK: JSON.stringify(work),
    },
    stdio: 'inherit',
  });
  const ended = new AbortController();
  child.once('exit', (code) => ended.abort(new Error(`${script} has ended with ${code}`)));
  const [figures] = (await once(child, 'message', { signal: ended.signal })) as [ClientFigures];
  await once(child, 'exit');
  return figures;
}

/** Creates the objects of the work; they are removed in the end. */
async function prepare({ world }: Stage): Promise<{ work: Work; remove: () => Promise<void> }> {
  const { client, namespace } = world;
  const rules = await world.rules(names('page', RULES));
  const templates = await inParallel(names('template', TEMPLATES), (name) =>
    client.apply(POD_TEMPLATES, { ...TEMPLATE, metadata: { name, namespace } }, MANAGER),
  );
  return {
    work: { namespace, service: 'web', rule: draftOf(rules[0] as GatewayRule, namespace), rules: RULES },
    remove: async () => {
      await world.remove(rules);
      await inParallel(templates, ({ metadata: { name, uid } }) =>
        client.delete(POD_TEMPLATES, { namespace, name, uid }),
      );
    },
  };
}

function draftOf({ spec }: GatewayRule, namespace: string): Work['rule'] {
  const http = spec.http && { ...spec.http, domainName: 'page-applied.example.com' };
  const metadata = { name: 'page-0', namespace };
  return { ...GATEWAY_RULE_TYPE, metadata, spec: { ...spec, ...(http && { http }) } };
}

/** Writes token and CA of an account that may do the work, as in a pod. */
async function openAccount({ world: { client, namespace }, ca }: Stage, folder: string): Promise<void> {
  const account = { name: ACCOUNT, namespace };
  const head = { apiVersion: 'v1', kind: 'ServiceAccount' };
  await client.apply(SERVICE_ACCOUNTS, { ...head, metadata: account }, MANAGER);
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: ACCOUNT },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', ...account }],
  };
  await client.apply(CLUSTER_ROLE_BINDINGS, binding, MANAGER);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'token'), await tokenOf(client, account));
  await writeFile(join(folder, 'ca.crt'), ca);
}

const CLUSTER_ROLE_BINDINGS = clusterResource(
  'rbac.authorization.k8s.io/v1',
  'ClusterRoleBinding',
  'clusterrolebindings',
);

const POD_TEMPLATES = namespacedResource('v1', 'PodTemplate', 'podtemplates');

/** Template of a pod with some of everything. */
const TEMPLATE = {
  apiVersion: 'v1',
  kind: 'PodTemplate',
  template: {
    metadata: { labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web' } },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'web:1',
          ports: [{ containerPort: 8080, name: 'http' }],
          env: ['ONE', 'TWO', 'THREE'].map((name) => ({ name, value: name.toLowerCase() })),
          resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
          readinessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 5 },
          volumeMounts: [{ name: 'data', mountPath: '/data' }],
        },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    },
  },
};
