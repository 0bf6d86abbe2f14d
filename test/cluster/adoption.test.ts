import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { APPLICATIONS, type Application } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { type Ended, run } from './support/cli.ts';
import { member } from './support/member.ts';
import { rest, throughGateway } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

/** Module with a chart of its publisher; Go checks its sum. */
const PODINFO = 'github.com/stefanprodan/podinfo@v1.8.1-0.20250910200901-e86405a8674e';
const SUM = 'h1:ikpMMm5HbQT/1DehrPM+Lpwk3WAw/1Hg540eR+jsXus=';

/** Longer than two scrapes of Prometheus, which a rate needs. */
const SCRAPED_MS = 90_000;

let client: KubeClient;
let team: Team;
let token: string;
let chart: string;
let helm: string;

beforeAll(async () => {
  client = await connect();
  const [created, downloaded, programs] = await Promise.all([
    Team.create(client),
    run('go', ['mod', 'download', '-json', PODINFO]),
    ensureBinaries({ names: ['helm'], progress: silentProgress }),
  ]);
  team = created;
  helm = programs.helm;
  const { Dir: folder = '', Sum: sum } = JSON.parse(downloaded.stdout) as { Dir?: string; Sum?: string };
  expect(sum).toBe(SUM);
  chart = join(folder, 'charts/podinfo');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
});

async function runHelm(...args: readonly string[]): Promise<Ended> {
  const place = ['--namespace', team.namespace, '--kubeconfig', inject('cluster').kubeconfig];
  const ended = await run(helm, [...args, ...place]);
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  return ended;
}

/** Applies an Application with id 1, which the team has, in YAML. */
async function adopt(components: string): Promise<void> {
  const [{ metadata }] = (await client.list(APPLICATIONS, { namespace: team.namespace })) as [Application];
  const yaml = `{apiVersion: stoa.dev/v1alpha1, kind: Application, metadata: {name: ${metadata.name}, namespace: ${team.namespace}}, spec: {id: 1, components: ${components}}}`;
  expect(await kubectl(['apply', '-f', '-'], yaml)).toMatchObject({ code: 0 });
}

async function application(): Promise<Application> {
  const [found] = await client.list(APPLICATIONS, { namespace: team.namespace });
  if (found === undefined) {
    throw new Error('the team has no application');
  }
  return found;
}

/** Waits until the Application has a component in a state. */
async function component(id: string, state: string) {
  return await eventually(async () => {
    const found = (await application()).status?.components?.find((each) => each.id === id);
    expect(found).toMatchObject({ id, state });
    return found;
  });
}

async function readyReason(): Promise<readonly (string | undefined)[]> {
  const ready = (await application()).status?.conditions?.find(({ type }) => type === 'Ready');
  return [ready?.status, ready?.reason, ready?.message];
}

const path = () => `/teams/${team.id}/regions/local/apps/1`;

it('a release of Helm is a component with rules, metrics and a state, and is upgraded without a failed request', async () => {
  await runHelm('install', 'podinfo', chart, '--set', 'replicaCount=2', '--wait');
  await adopt('[{helmRelease: podinfo}]');
  const listed = await component('podinfo', 'running');
  expect(listed).toMatchObject({
    kind: 'Deployment',
    workload: 'podinfo',
    owner: `Helm (release ${team.namespace}/podinfo)`,
  });

  const host = `podinfo.${team.host}`;
  await team.rule('podinfo', { serviceId: 'podinfo', containerPort: 9898, domainName: host });
  await team.condition('podinfo', 'Ready', 'True');
  expect((await throughGateway(host)).status).toBe(200);

  const { body: tree } = await kubectl([
    'get',
    'deployment',
    'podinfo',
    '-n',
    team.namespace,
    '-o',
    'json',
  ]).then(({ stdout }) => ({ body: JSON.parse(stdout) as { metadata: { labels: object } } }));
  expect(Object.keys(tree.metadata.labels).filter((label) => label.startsWith('stoa.dev/'))).toEqual([]);

  const statuses = new Set<number>();
  let isUpgrading = true;
  const requests = (async () => {
    while (isUpgrading) {
      statuses.add((await throughGateway(host)).status);
    }
  })();
  await runHelm(
    'upgrade',
    'podinfo',
    chart,
    '--set',
    'replicaCount=2,ui.message=second,ui.color=red',
    '--wait',
  );
  await component('podinfo', 'running');
  isUpgrading = false;
  await requests;
  expect([...statuses]).toEqual([200]);

  const { body } = await rest(`${path()}/services`, { method: 'GET', token });
  expect(body).toMatchObject([
    {
      service_id: 'podinfo',
      status: 'running',
      min_node: 2,
      desc: `Helm (release ${team.namespace}/podinfo)`,
    },
  ]);
  await eventually(async () => {
    await throughGateway(host);
    const { body: monitored } = await rest(`${path()}/monitor/query?exact=true`, { method: 'GET', token });
    expect(monitored).toEqual([expect.anything()]);
    const [found] = monitored as unknown as readonly { monitors: readonly Record<string, unknown>[] }[];
    expect(found?.monitors).toContainEqual(
      expect.objectContaining({ monitor_item: 'request', status: 'success' }),
    );
  }, SCRAPED_MS);
});

it('what Helm keeps is not stopped, and its owner is named', async () => {
  const { status, body } = await rest(`${path()}/operations`, { token, body: { action: 'stop' } });
  expect(status).toBe(409);
  expect(JSON.stringify(body)).toContain(`Helm (release ${team.namespace}/podinfo)`);
});

it('a release that is gone is told, and a rule for it waits until it is back', async () => {
  await runHelm('uninstall', 'podinfo', '--wait');
  await team.condition('podinfo', 'Ready', 'False', 'ComponentNotFound');
  await eventually(async () =>
    expect(await readyReason()).toEqual([
      'False',
      'ComponentsNotAdopted',
      expect.stringContaining(
        'spec.components[0]: the namespace has no workload of the Helm release podinfo',
      ),
    ]),
  );
  await runHelm('install', 'podinfo', chart, '--wait');
  await team.condition('podinfo', 'Ready', 'True');
});

it('a Service and a workload are adopted by their names until the entry is gone, and are not written', async () => {
  const metadata = { name: 'plain', namespace: team.namespace };
  const labels = { app: 'plain' };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] },
  };
  const spec = { selector: { matchLabels: labels }, template };
  await client.apply(DEPLOYMENTS, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }, 'tester');
  const ports = [{ port: 80, targetPort: 8080 }];
  await client.apply(
    SERVICES,
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports } },
    'tester',
  );
  await adopt('[{service: plain}, {helmRelease: podinfo}]');
  await component('plain', 'running');
  await team.rule('plain', { serviceId: 'plain', containerPort: 80, domainName: `plain.${team.host}` });
  await team.condition('plain', 'Ready', 'True');
  await adopt('[{helmRelease: podinfo}]');
  await team.condition('plain', 'Ready', 'False', 'ComponentNotFound');
  await adopt('[{workload: {kind: Deployment, name: plain}}]');
  await team.condition('plain', 'Ready', 'True');
  const { stdout } = await kubectl([
    'get',
    'service/plain',
    'deployment/plain',
    '-n',
    team.namespace,
    '-o',
    'json',
  ]);
  expect(stdout).not.toContain('stoa.dev/');
});
