import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { byAge } from '../../src/objects/age.ts';
import { APPLICATIONS, type Application } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS, JOBS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

const CONTAINERS = { containers: [{ name: 'main', image: 'example.com/none:1' }] };

/** Creates a Deployment without labels of a component; `annotations` are those of its pods. */
async function deploy(team: Team, name: string, spec: object = {}, annotations: object = {}): Promise<void> {
  const template = { metadata: { labels: { app: name }, annotations }, spec: CONTAINERS };
  await client.apply(
    DEPLOYMENTS,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: team.namespace },
      spec: { selector: { matchLabels: { app: name } }, template, ...spec },
    },
    TESTER,
  );
}

async function adopt(team: Team, name: string): Promise<void> {
  const labels = ['stoa.dev/app-id=1', `stoa.dev/component-id=${name}`];
  expect(await kubectl(['label', '-n', team.namespace, 'deployment', name, ...labels])).toMatchObject({
    code: 0,
  });
}

function stored(team: Team, name = 'app'): Promise<Application> {
  return client.get(APPLICATIONS, { namespace: team.namespace, name });
}

/** Waits until the application's status matches `expected`. */
function shows(team: Team, expected: object, name = 'app'): Promise<Application> {
  return eventually(async () => {
    const application = await stored(team, name);
    expect(application.status).toMatchObject(expected);
    return application;
  });
}

describe('an application', () => {
  it('shows the state of a Deployment with the labels of a component', async () => {
    const team = await Team.create(client);
    await shows(team, { phase: 'NIL', counts: { components: { summary: '0/0' } } });
    await deploy(team, 'web', { replicas: 2 });
    await adopt(team, 'web');
    const running = { id: 'web', kind: 'Deployment', workload: 'web', state: 'running', ready: '2/2' };
    await shows(team, {
      phase: 'RUNNING',
      components: [running],
      counts: { components: { total: 1, ready: 1, summary: '1/1' } },
    });

    await kubectl(['scale', '-n', team.namespace, 'deployment', 'web', '--replicas=0']);
    const { status } = await shows(team, {
      phase: 'CLOSED',
      components: [{ id: 'web', state: 'closed', ready: '0/0' }],
    });
    expect(status?.conditions).toMatchObject([
      { type: 'Accepted', status: 'True' },
      { type: 'Ready', status: 'True' },
    ]);

    await kubectl(['delete', '-n', team.namespace, 'deployment', 'web']);
    await shows(team, { phase: 'NIL', components: [] });
  });

  it('reports that pods do not become ready, and finally that the rollout has failed', async () => {
    const team = await Team.create(client);
    await deploy(team, 'slow', {}, { 'stand-in.example.com/ready': 'never' });
    await adopt(team, 'slow');
    await shows(team, { phase: 'STARTING', components: [{ state: 'waiting', ready: '0/1' }] });
    await deploy(team, 'slow', { progressDeadlineSeconds: 1 }, { 'stand-in.example.com/ready': 'never' });
    const { status } = await shows(team, { phase: 'ABNORMAL', components: [{ state: 'abnormal' }] });
    expect(status?.components?.[0]?.message).toContain('timed out progressing');
    expect(status?.conditions?.[1]).toMatchObject({ status: 'False', reason: 'ComponentsAbnormal' });
  });

  it('shows a Job until its end, and counts rules', async () => {
    const team = await Team.create(client);
    const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'once' };
    const metadata = { name: 'once', namespace: team.namespace, labels };
    const template = { spec: { ...CONTAINERS, restartPolicy: 'Never' } };
    await client.apply(
      JOBS,
      { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { suspend: true, template } },
      TESTER,
    );
    await shows(team, { phase: 'CLOSED', components: [{ id: 'once', kind: 'Job', state: 'closed' }] });
    await kubectl(['patch', '-n', team.namespace, 'job', 'once', '-p', '{"spec":{"suspend":false}}']);
    await shows(team, { phase: 'RUNNING', components: [{ state: 'succeeded', ready: '1/1' }] });

    await team.component('web');
    await team.rule('r');
    await shows(team, { counts: { rules: { total: 1, ready: 1, summary: '1/1' } } });
  });

  it('appears in the columns of kubectl', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    await shows(team, { phase: 'RUNNING', counts: { rules: { ready: 1 } } });
    const { stdout } = await kubectl(['get', '-n', team.namespace, 'stoaapp']);
    const [head, row] = stdout.trim().split('\n');
    expect(head?.split(/\s{2,}/)).toEqual([
      ...['NAME', 'ID', 'NAME', 'PHASE', 'COMPONENTS', 'RULES', 'READY', 'REASON', 'AGE'],
    ]);
    expect(row).toMatch(/^app\s+1\s+RUNNING\s+1\/1\s+1\/1\s+True\s+Ready\s+\S+$/);
  });

  it('reports the older application with the same id, and replaces it after its deletion', async () => {
    const team = await Team.create(client);
    await deploy(team, 'web');
    await adopt(team, 'web');
    const metadata = { name: 'twin', namespace: team.namespace };
    const draft = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', metadata, spec: { id: 1 } };
    await client.apply(APPLICATIONS, draft, TESTER);
    const both = await Promise.all([stored(team), stored(team, 'twin')]);
    const [older, younger] = both.toSorted(byAge).map((each) => each.metadata);
    await shows(team, { conditions: [{ status: 'False', reason: 'IdTaken' }, {}] }, younger?.name);
    await shows(team, { phase: 'RUNNING', conditions: [{ status: 'True' }, {}] }, older?.name);
    const { name = '', uid = '' } = older ?? {};
    await client.delete(APPLICATIONS, { namespace: team.namespace, name, uid });
    await shows(team, { phase: 'RUNNING', conditions: [{ status: 'True' }, {}] }, younger?.name);
  });

  it('gets no write if nothing changes', async () => {
    const team = await Team.create(client);
    await deploy(team, 'web');
    await adopt(team, 'web');
    const rollout = ['rollout', 'status', '-n', team.namespace, 'deployment/web', '--timeout=60s'];
    expect(await kubectl(rollout)).toMatchObject({ code: 0 });
    // During the rollout, too, the application runs and is ready: two pods are reported only after its end.
    expect(await kubectl(['scale', '-n', team.namespace, 'deployment/web', '--replicas=2'])).toMatchObject({
      code: 0,
    });
    const before = await shows(team, {
      phase: 'RUNNING',
      components: [{ state: 'running', ready: '2/2' }],
      counts: { components: { ready: 1 } },
      conditions: [{}, { status: 'True' }],
    });
    // An annotation would raise the Deployment's generation: until its controller has seen that, it is not ready.
    for (const note of ['a', 'b', 'c']) {
      await kubectl(['label', '-n', team.namespace, '--overwrite', 'deployment', 'web', `note=${note}`]);
    }
    const metadata = { name: 'app', namespace: team.namespace };
    const draft = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', metadata };
    await client.apply(APPLICATIONS, { ...draft, spec: { id: 1, note: 'last' } }, TESTER);
    const seen: (number | undefined)[] = [];
    const { resourceVersion } = before.metadata;
    for await (const event of client.watch(APPLICATIONS, resourceVersion, { namespace: team.namespace })) {
      if (event.type === 'MODIFIED') {
        seen.push(event.object.status?.observedGeneration);
      }
      if (seen.at(-1) === 2) {
        break;
      }
    }
    expect(seen).toEqual([1, 2]);
  });
});
