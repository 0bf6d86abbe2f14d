import { beforeEach, describe, expect, it } from 'vitest';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { startWatches } from '../../../src/controller/watches.ts';
import { ruleWatches } from '../../../src/gateway/watches/rule.ts';
import type { Service } from '../../../src/objects/core.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import type { Workload, WorkloadKind } from '../../../src/objects/workload.ts';
import { drain } from '../../support/queue.ts';
import { openServiceOf, ruleOf, tcpRuleOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';
import { workloadOf } from '../../support/workloads.ts';

let world: Simulation;
let version = 0;

beforeEach(() => {
  world = new Simulation();
  world.service(selecting('web'), selecting('next'));
});

/** A Service that leads to the pods of its component. */
function selecting(component: string): Service {
  const service = openServiceOf(component);
  return { ...service, spec: { ...service.spec, selector: { app: component } } };
}

/** Stores the workload of a component with a number of ready pods. */
function pods(component: string, ready: number, kind: WorkloadKind = 'Deployment'): Workload {
  version += 1;
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': component };
  const status = kind === 'DaemonSet' ? { numberReady: ready } : { readyReplicas: ready };
  const metadata = { name: component, uid: component, labels, resourceVersion: `${version}` };
  const workload = workloadOf(kind, {}, status, metadata);
  world.from.components.workloads.find(({ resource }) => resource.kind === kind)?.cache.wrote(workload);
  return workload;
}

/** Adds two rules that share the requests of a host. */
function shared(weights: { readonly web: number; readonly next: number } = { web: 80, next: 20 }): void {
  const creationTimestamp = '2026-02-01T00:00:00Z';
  world.rule(
    ruleOf({ theWeight: weights.web }, { name: 'web' }),
    ruleOf({ serviceId: 'next', theWeight: weights.next }, { name: 'next', creationTimestamp }),
  );
}

/** The Services that the host's requests go to, as the gateway settles. */
function backends(): readonly (string | undefined)[] {
  world.settle();
  const [route] = world.standing('HTTPRoute') as unknown as readonly HttpRoute[];
  return route?.spec.rules[0]?.backendRefs?.map(({ name }) => name) ?? [];
}

describe('rules that share requests', () => {
  it.each<WorkloadKind>(['Deployment', 'StatefulSet', 'DaemonSet'])(
    'leave out a component while its %s has no ready pod, and take it back',
    (kind) => {
      shared();
      pods('web', 1);
      pods('next', 0, kind);
      expect(backends()).toEqual(['web']);
      pods('next', 1, kind);
      expect(backends()).toEqual(['web', 'next']);
    },
  );

  it('leave out the older one, too, whose policy still counts', () => {
    shared();
    pods('web', 0);
    pods('next', 2);
    expect(backends()).toEqual(['next']);
  });

  it.each([
    ['no component has pods', () => [pods('web', 0), pods('next', 0)], undefined],
    ['the others have no share', () => [pods('web', 3), pods('next', 0)], { web: 0, next: 20 }],
    ['its workload is not known', () => [pods('web', 1)], undefined],
    ['its workload is a Job', () => [pods('web', 1), pods('next', 0, 'Job')], undefined],
    [
      'its Service has no selector',
      () => {
        world.service(openServiceOf('next'));
        return [pods('web', 1), pods('next', 0)];
      },
      undefined,
    ],
  ] as const)('keep all components where %s', (_, arrange, weights) => {
    shared(weights);
    arrange();
    expect(backends()).toEqual(['web', 'next']);
  });
});

describe('a rule whose component has no ready pod', () => {
  it('stays ready and says so', () => {
    world.rule(ruleOf());
    pods('web', 0);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'True NoEndpoints', Ready: 'True Ready' });
    const text = 'component web of application 1 has no ready pod';
    expect(world.message('rule', 'Programmed')).toContain(text);
    expect(world.message('rule', 'Ready')).toBe(`the gateway serves the rule, but ${text}`);
    pods('web', 1);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'True Programmed' });
    expect(world.message('rule', 'Ready')).toBe('the rule carries traffic');
  });

  it('says so for a port, too', () => {
    world.rule(tcpRuleOf());
    pods('web', 0);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'True NoEndpoints', Ready: 'True Ready' });
  });
});

it('only the first ready pod of a component and the last one wake its rules, for one change of the route each', async () => {
  shared();
  pods('web', 1);
  pods('next', 1);
  world.settle();
  const queue = new WorkQueue();
  startWatches(ruleWatches(world.from), queue);
  const woken = async (ready: number) => {
    pods('next', ready);
    return await drain(queue);
  };
  expect(await woken(2)).toEqual([]);
  expect(await woken(0)).toEqual(['team/next']);
  const before = world.writes.length;
  world.settle(['team/next']);
  const [first, ...others] = world.writes.slice(before);
  expect(first).toContain('apply HTTPRoute');
  expect(new Set(others)).toEqual(new Set(['status next']));
  expect(await woken(1)).toEqual(['team/next']);
  expect(await woken(3)).toEqual([]);
});
