import { beforeEach, describe, expect, it } from 'vitest';
import { applicationStatusSchema } from '../../../src/api/application.ts';
import type { Workload, WorkloadKind } from '../../../src/objects/workload.ts';
import { ApplicationCluster, applicationOf, installOf, readyIs } from '../../support/applications.ts';
import { ruleOf } from '../../support/rules.ts';
import { POD_STATUS, podOf, workloadOf } from '../../support/workloads.ts';

const whole = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
const none = { replicas: 1, updatedReplicas: 1 };

let world: ApplicationCluster;

beforeEach(() => {
  world = new ApplicationCluster();
  world.application(applicationOf());
});

function component(id: string, kind: WorkloadKind = 'Deployment', status: Workload['status'] = whole) {
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id };
  return workloadOf(kind, {}, status, { name: id, uid: `w-${id}`, labels });
}

/** Conditions as `type: "status reason"`. */
function conditions(key?: string) {
  const found = world.status(key)?.conditions ?? [];
  return Object.fromEntries(found.map(({ type, status, reason }) => [type, `${status} ${reason}`]));
}

function readyMessage(): string | undefined {
  return world.status()?.conditions?.find(({ type }) => type === 'Ready')?.message;
}

it('an application with a field that a later version knows names it, and goes on', () => {
  const application = applicationOf();
  world.application({ ...application, spec: { ...application.spec, quota: 1 } as typeof application.spec });
  expect(conditions()).toMatchObject({
    Accepted: 'True Accepted',
    FullyExpressed: 'False UnknownFields',
    Ready: 'True Ready',
  });
  const told = world.status()?.conditions?.find(({ type }) => type === 'FullyExpressed');
  expect(told).toMatchObject({
    message: 'spec.quota: this version of Stoa does not know the field',
    fields: ['quota'],
  });
});

describe('the status of an application', () => {
  it('is ready without components', () => {
    expect(world.status()).toMatchObject({
      observedGeneration: 1,
      phase: 'NIL',
      components: [],
      counts: { components: { total: 0, ready: 0, summary: '0/0' } },
    });
    expect(conditions()).toEqual({ Accepted: 'True Accepted', Ready: 'True Ready' });
  });

  it('lists components by id, in whatever order they appeared', () => {
    world.workload(component('web'), component('api', 'StatefulSet'), component('job', 'CronJob'));
    world.pod(podOf('web-1', POD_STATUS.ready));
    expect(world.status()).toMatchObject({
      phase: 'RUNNING',
      components: [
        { id: 'api', name: 'api', kind: 'StatefulSet', workload: 'api', state: 'running', ready: '1/1' },
        { id: 'job', kind: 'CronJob', state: 'running', ready: '0/0' },
        { id: 'web', kind: 'Deployment', state: 'running', ready: '1/1' },
      ],
      counts: { components: { summary: '3/3' } },
    });
  });

  it('takes the display name of a component from its annotation', () => {
    const web = component('web');
    const annotations = { 'stoa.dev/component-name': 'Front 🏠' };
    world.workload({ ...web, metadata: { ...web.metadata, annotations } });
    expect(world.status()?.components).toMatchObject([{ id: 'web', name: 'Front 🏠' }]);
  });

  it('ignores other applications and namespaces', () => {
    const other = component('web');
    const labels = { ...other.metadata.labels, 'stoa.dev/app-id': '2' };
    world.workload({ ...other, metadata: { ...other.metadata, labels } });
    world.workload({ ...other, metadata: { ...other.metadata, namespace: 'else' } });
    expect(world.status()?.components).toEqual([]);
  });

  it('names the trouble of pods, without their output', () => {
    world.workload(component('web', 'Deployment', none), component('api', 'StatefulSet'));
    world.pod(podOf('web-1', POD_STATUS.crashing));
    expect(world.status()).toMatchObject({
      phase: 'PARTIAL_ABNORMAL',
      components: [
        { id: 'api' },
        { state: 'abnormal', message: 'container main of pod web-1 exited with 3' },
      ],
      counts: { components: { summary: '1/2' } },
    });
    expect(conditions()).toMatchObject({ Ready: 'False ComponentsAbnormal' });
    expect(readyMessage()).toBe(
      'components in trouble: web is abnormal (container main of pod web-1 exited with 3)',
    );
    expect(JSON.stringify(world.status())).not.toContain('hunter2');
  });

  it('is not ready while components are progressing', () => {
    world.workload(component('web', 'Deployment', none));
    expect(world.status()).toMatchObject({ phase: 'STARTING' });
    expect(conditions()).toMatchObject({ Ready: 'False ComponentsProgressing' });
  });

  it('counts installs and rules, and is ready only with them', () => {
    world.rule(ruleOf({}, { name: 'a' }), {
      ...ruleOf({}, { name: 'b' }),
      status: { observedGeneration: 1, conditions: [readyIs(true)] },
    });
    expect(world.status()?.counts).toMatchObject({ rules: { total: 2, ready: 1, summary: '1/2' } });
    expect(conditions()).toMatchObject({ Ready: 'False RulesNotReady' });
    expect(readyMessage()).toBe('gateway rules that are not ready: a');
    world.install(installOf('i', false));
    expect(world.status()?.counts).toMatchObject({ installs: { total: 1, ready: 0, summary: '0/1' } });
    expect(conditions()).toMatchObject({ Ready: 'False InstallsNotReady' });
  });

  it('is not ready while an install has an edit that the operator has not seen', () => {
    const install = installOf('i', true);
    world.install(install);
    expect(conditions()).toMatchObject({ Ready: 'True Ready' });
    world.install({ ...install, spec: { ...install.spec, appModelVersion: '2' } });
    expect(world.status()?.counts).toMatchObject({ installs: { summary: '0/1' } });
    expect(conditions()).toMatchObject({ Ready: 'False InstallsNotReady' });
  });

  it('is ready when every component is stopped', () => {
    world.workload({ ...component('web', 'Deployment', {}), spec: { replicas: 0 } });
    expect(world.status()).toMatchObject({
      phase: 'CLOSED',
      components: [{ state: 'closed', ready: '0/0' }],
    });
    expect(conditions()).toMatchObject({ Ready: 'True Ready' });
  });

  it('lists a component whose workload is gone while its pods remain', () => {
    const web = component('web');
    world.workload(web);
    const labels = { ...web.metadata.labels, 'pod-template-hash': 'abc' };
    world.pod(podOf('web-1', POD_STATUS.ready, { labels, deletionTimestamp: '2026-01-01T00:00:00Z' }));
    world.without(web);
    expect(world.status()).toMatchObject({
      phase: 'STOPPING',
      components: [{ id: 'web', kind: 'Deployment', workload: 'web', state: 'stopping', ready: '0/0' }],
    });
  });

  it('lists 500 components and counts all', () => {
    const ids = Array.from({ length: 520 }, (_, index) => `c-${String(index).padStart(3, '0')}`);
    world.workload(...ids.map((id) => component(id, 'CronJob')));
    const status = world.status();
    expect(status?.components).toHaveLength(500);
    expect(status?.counts?.components).toEqual({ total: 520, ready: 520, summary: '520/520' });
    expect(applicationStatusSchema.safeParse(status).error).toBeUndefined();
  });

  it('stays within its schema, whatever objects contain', () => {
    const web = component('web', 'Deployment', {
      conditions: [
        {
          type: 'Progressing',
          status: 'False',
          reason: 'ProgressDeadlineExceeded',
          message: '🏠'.repeat(5_000),
        },
      ],
    });
    const annotations = { 'stoa.dev/component-name': '🏠'.repeat(300) };
    world.workload({ ...web, metadata: { ...web.metadata, annotations } });
    const [listed] = world.status()?.components ?? [];
    expect([...(listed?.name ?? '')]).toHaveLength(253);
    expect([...(listed?.message ?? '')]).toHaveLength(1024);
    expect(() => encodeURIComponent(`${listed?.name}${listed?.message}`)).not.toThrow();
  });

  it('is written only when it changes', () => {
    world.workload(component('web'), component('api', 'StatefulSet'));
    world.rule(ruleOf());
    expect(world.reconcile().status).toBeDefined();
    expect(world.reconcile()).toEqual({ outcome: { type: 'settled' } });
  });
});

describe('an application that is not accepted', () => {
  it('names the older application with its id, and reports nothing else', () => {
    const metadata = { creationTimestamp: '2026-01-02T00:00:00Z' };
    world.application(applicationOf('twin', 1, metadata));
    world.workload(component('web'));
    expect(conditions('team/twin')).toEqual({ Accepted: 'False IdTaken', Ready: 'False IdTaken' });
    expect(world.status('team/twin')).toMatchObject({
      conditions: [
        { message: 'spec.id: 1 is the id of the older application shop; delete one of the two' },
        {},
      ],
    });
    expect(world.status('team/twin')).not.toHaveProperty('phase');
    expect(world.reconcile('team/twin')).toEqual({ outcome: { type: 'stalled', reason: 'IdTaken' } });
    expect(conditions()).toMatchObject({ Accepted: 'True Accepted' });
  });

  it('names a namespace without a team', () => {
    world.application(applicationOf('shop', 1, { namespace: 'else' }));
    expect(conditions('else/shop')).toMatchObject({ Accepted: 'False NamespaceWithoutTeam' });
  });
});
