import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import type { Plan } from '../../../../src/install/plan/plan.ts';
import { rolloutOf } from '../../../../src/install/rollout/rollout.ts';
import { trialOf } from '../../../../src/install/rollout/trial.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SERVICE_ACCOUNTS } from '../../../../src/objects/core.ts';
import { NETWORK_POLICIES } from '../../../../src/objects/installable.ts';
import type { PlannedObject } from '../../../../src/objects/planned.ts';
import { DAEMON_SETS, DEPLOYMENTS, JOBS } from '../../../../src/objects/workload.ts';
import type { PlannedComponent } from '../../../../src/source/content.ts';
import { Cluster, component, installOf, PINNED, plannedObject, planOf } from '../../../support/plans.ts';

const PLAN = {
  ...planOf([[component('db')], [component('web', ['db'])]], { rules: ['web-80'] }),
  shared: [
    plannedObject(CONFIG_MAPS, 'platform', {}),
    plannedObject(SERVICE_ACCOUNTS, 'platform', {}),
    plannedObject(NETWORK_POLICIES, 'closed', { spec: {} }),
  ],
};

function namesOf(objects: readonly PlannedObject[]): string[] {
  return objects.map(({ resource, draft }) => `${resource.kind} ${draft.metadata.name}`);
}

/** Trial of the plan in a cluster, with the names of its objects. */
function trialIn(cluster: Cluster, deploy: boolean, status?: MarketInstallStatus, plan: Plan = PLAN) {
  const trial = trialOf(installOf({ deploy }, status), plan, cluster.stored);
  return trial && { stages: trial.stages.map(namesOf), rehearsed: namesOf(trial.rehearsed) };
}

describe('the trial of a plan', () => {
  it('creates all objects without an effect, and leaves the others to the dry run', () => {
    expect(trialIn(new Cluster(), false)).toEqual({
      stages: [
        ['ConfigMap platform', 'ServiceAccount platform'],
        ['Service db', 'Service web'],
        ['Deployment db', 'Deployment web'],
      ],
      rehearsed: ['NetworkPolicy closed', 'GatewayRule web-80', 'Deployment web'],
    });
  });

  it('leaves the workloads that run at once to the dry run', () => {
    expect(trialIn(new Cluster(), true)).toEqual({
      stages: [
        ['ConfigMap platform', 'ServiceAccount platform'],
        ['Service db', 'Service web'],
        ['Deployment web'],
      ],
      rehearsed: ['NetworkPolicy closed', 'Deployment db', 'GatewayRule web-80'],
    });
  });

  it('has its workloads stopped', () => {
    const { stages } = trialOf(installOf({ deploy: false }), PLAN, new Cluster().stored) ?? { stages: [] };
    expect(stages.at(-1)?.map(({ draft }) => draft.spec)).toMatchObject([{ replicas: 0 }, { replicas: 0 }]);
  });

  it('goes on after a restart with what is missing', () => {
    const cluster = new Cluster();
    cluster.apply(plannedObject(CONFIG_MAPS, 'platform', {}));
    cluster.apply(plannedObject(SERVICE_ACCOUNTS, 'platform', {}));
    for (const each of trialOf(installOf({ deploy: false }), PLAN, cluster.stored)?.stages[0] ?? []) {
      cluster.apply(each);
    }
    expect(trialIn(cluster, false)?.stages).toEqual([['Deployment db', 'Deployment web']]);
  });

  it.each<[string, MarketInstallStatus, PlannedObject | undefined]>([
    ['a version was complete', { serving: PINNED }, undefined],
    [
      'the inventory has an object of another plan',
      { inventory: [{ group: '', version: 'v1', kind: 'Secret', name: 'before' }] },
      undefined,
    ],
    ['a rule exists', {}, PLAN.rules[0]],
    ['an object of a kind with an effect exists', {}, PLAN.shared[2]],
  ])('is none if %s', (_, status, stored) => {
    const cluster = new Cluster();
    if (stored !== undefined) {
      cluster.apply(stored);
    }
    expect(trialIn(cluster, false, status)).toBeUndefined();
  });

  it('is none if a workload ran, even if it is stopped now', () => {
    const cluster = new Cluster();
    for (const each of rolloutOf(PLAN, true, cluster.stored).stages.flat()) {
      cluster.apply(each);
    }
    cluster.objects.delete('GatewayRule/web-80');
    cluster.objects.delete('NetworkPolicy/closed');
    expect(trialIn(cluster, true)).toBeUndefined();
    expect(trialIn(cluster, false)).toBeUndefined();
  });

  it('is none if a volume exists, which is never withdrawn', () => {
    const volume = plannedObject(CLAIMS, 'data', {});
    const plan = { ...PLAN, shared: [volume] };
    const cluster = new Cluster();
    expect(trialIn(cluster, false, {}, plan)?.rehearsed).toContain('PersistentVolumeClaim data');
    cluster.apply(volume);
    expect(trialIn(cluster, false, {}, plan)).toBeUndefined();
  });
});

/** Component whose workload has a kind and a spec. */
function running(key: string, resource: Resource, spec: object): PlannedComponent {
  return { ...component(key), workload: plannedObject(resource, key, { spec }), objects: [] };
}

function podOf(image: string) {
  return { template: { spec: { containers: [{ name: 'main', image }] } } };
}

describe('the dry run before a trial', () => {
  it.each<[string, readonly PlannedComponent[], readonly string[]]>([
    [
      // A policy that limits the replicas of `a` only is met when `a` runs.
      'one of those with the same number of replicas, whatever else they have',
      [
        running('a', DEPLOYMENTS, { replicas: 3, ...podOf('a:1') }),
        running('b', DEPLOYMENTS, { replicas: 3, ...podOf('b:1') }),
      ],
      ['Deployment b'],
    ],
    [
      'one of each number of replicas',
      [running('a', DEPLOYMENTS, { replicas: 1 }), running('b', DEPLOYMENTS, { replicas: 3 })],
      ['Deployment a', 'Deployment b'],
    ],
    [
      'one of each kind',
      [running('a', DEPLOYMENTS, { replicas: 1 }), running('b', JOBS, {})],
      ['Deployment a', 'Job b'],
    ],
    [
      'each DaemonSet, which is stopped by its pods',
      [running('a', DAEMON_SETS, podOf('a:1')), running('b', DAEMON_SETS, podOf('b:1'))],
      ['DaemonSet a', 'DaemonSet b'],
    ],
  ])('has of stopped workloads %s', (_, components, expected) => {
    expect(trialIn(new Cluster(), false, {}, planOf([components]))?.rehearsed).toEqual(expected);
  });
});
