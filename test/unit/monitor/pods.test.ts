import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Owned, type PodOwnership, PodsByOwner } from '../../../src/monitor/pods.ts';
import type { Workload, WorkloadKind } from '../../../src/objects/workload.ts';
import { workloadOf } from '../../support/workloads.ts';

function workload(kind: WorkloadKind, name: string): Workload {
  return workloadOf(kind, {}, {}, { name, uid: `${kind}/${name}` });
}

/** An object with a controller, which is of the kind and name of its uid. */
function owned(kind: string, name: string, owner: string): Owned {
  const [ownerKind = '', ownerName = ''] = owner.split('/');
  const reference = { kind: ownerKind, name: ownerName, uid: owner, controller: true };
  return { kind, metadata: { name, uid: `${kind}/${name}`, ownerReferences: [reference] } };
}

const replicaSet = (name: string, deployment: string) =>
  owned('ReplicaSet', name, `Deployment/${deployment}`);
const pod = (name: string, owner: string) => owned('Pod', name, owner);

/** Whether names are counted as those of pods of workloads, as Prometheus would match them. */
function counts(
  workloads: readonly Workload[],
  ownership: Partial<PodOwnership>,
  names: readonly string[],
  all: readonly Workload[] = workloads,
): readonly string[] {
  const { counted, others } = new PodsByOwner(all, { pods: [], makers: [], ...ownership }).namesOf(workloads);
  const whole = (patterns: readonly string[]) => new RegExp(`^(?:${patterns.join('|')})$`);
  return names.filter(
    (name) => whole(counted).test(name) && !(others.length > 0 && whole(others).test(name)),
  );
}

const LONG = 'invoice-archive-service-of-the-northern-region-number-07-api';

describe('the pods of a Deployment', () => {
  it('are those of its ReplicaSets, also when they are gone', () => {
    const makers = [replicaSet('shop-6d4f8c7b9d', 'shop'), replicaSet('shop-79c', 'shop')];
    const names = ['shop-6d4f8c7b9d-x2x9z', 'shop-79c-bcdfg', 'shop-54545-x2x9z', 'shop-x2x9z', 'shop-0'];
    expect(counts([workload('Deployment', 'shop')], { makers }, names)).toEqual(names.slice(0, 2));
  });

  it.each([
    ['a DaemonSet', workload('DaemonSet', 'shop-db'), 'shop-db-mtsfc'],
    ['a Job', workload('Job', 'shop-db'), 'shop-db-mtsfc'],
    ['a StatefulSet', workload('StatefulSet', 'shop'), 'shop-0'],
  ])('are never those of %s whose name begins the same', (_, sibling, name) => {
    const shop = workload('Deployment', 'shop');
    const makers = [replicaSet('shop-6d4f8c7b9d', 'shop')];
    expect(counts([shop], { makers }, [name], [shop, sibling])).toEqual([]);
    expect(counts([sibling], { makers }, [name, 'shop-6d4f8c7b9d-x2x9z'], [shop, sibling])).toEqual([name]);
  });

  it('with a long name are those whose names Kubernetes has cut', () => {
    const makers = [replicaSet(`${LONG}-69cfbd5d97`, LONG)];
    const cut = `${LONG}-69cfbd5d97-`.slice(0, 58);
    const names = [`${cut}jfbt5`, `${cut}jfbt`, `${LONG}-jfbt5`];
    expect(counts([workload('Deployment', LONG)], { makers }, names)).toEqual([`${cut}jfbt5`]);
  });

  it('are told by their owners alone where others are given the same names', () => {
    const [one, other] = ['a', 'b'].map((end) => `${LONG.slice(0, 58)}${end}`) as [string, string];
    const makers = [replicaSet(`${one}-79c`, one), replicaSet(`${other}-79c`, other)];
    const cut = one.slice(0, 58);
    const pods = [pod(`${cut}bbbbb`, `ReplicaSet/${one}-79c`), pod(`${cut}ccccc`, `ReplicaSet/${other}-79c`)];
    const names = [`${cut}bbbbb`, `${cut}ccccc`, `${cut}ddddd`];
    expect(counts([workload('Deployment', one)], { makers, pods }, names)).toEqual([`${cut}bbbbb`]);
  });

  it('are those that a ReplicaSet has adopted, whatever their names', () => {
    const makers = [replicaSet('shop-79c', 'shop')];
    const pods = [pod('by-hand', 'ReplicaSet/shop-79c'), pod('a.b', 'ReplicaSet/shop-79c')];
    const names = ['by-hand', 'a.b', 'aXb'];
    expect(counts([workload('Deployment', 'shop')], { makers, pods }, names)).toEqual(['by-hand', 'a.b']);
  });

  it('are unknown where nothing tells its ReplicaSets', () => {
    expect(new PodsByOwner([], { pods: [], makers: [] }).namesOf([workload('Deployment', 'shop')])).toEqual({
      counted: [],
      others: [],
    });
  });
});

describe('the pods of', () => {
  it.each<[WorkloadKind, readonly string[], readonly string[]]>([
    ['StatefulSet', ['web-0', 'web-11'], ['web-x2x9z', 'web-db-0', 'web-1-0']],
    ['DaemonSet', ['web-x2x9z'], ['web-0', 'web-admin-x2x9z', 'web-a2x9z']],
    ['Job', ['web-x2x9z', 'web-3-x2x9z', 'web-120-x2x9z'], ['web-admin-x2x9z', 'web-3']],
    ['CronJob', ['web-29012345-x2x9z'], ['web-x2x9z', 'web-1-x2x9z']],
  ])('a %s have the names that it gives', (kind, own, others) => {
    expect(counts([workload(kind, 'web')], {}, [...own, ...others])).toEqual(own);
  });

  it('a long Job with indexes keep the index', () => {
    const name = LONG.slice(0, 60);
    const names = [`${name.slice(0, 55)}-7-x2x9z`, `${name.slice(0, 53)}-123-x2x9z`];
    expect(counts([workload('Job', name)], {}, names)).toEqual(names);
  });

  it('a CronJob with a long name lose the end of the minute', () => {
    const name = LONG.slice(0, 52);
    const names = [`${name}-29012345-`.slice(0, 58), `${name}-x`].map((base) => `${base}x2x9z`);
    expect(counts([workload('CronJob', name)], {}, names)).toEqual(names.slice(0, 1));
  });

  it('a CronJob are those of the Jobs that somebody made from it', () => {
    const makers = [owned('Job', 'try', 'CronJob/nightly')];
    expect(counts([workload('CronJob', 'nightly')], { makers }, ['try-x2x9z', 'other-x2x9z'])).toEqual([
      'try-x2x9z',
    ]);
  });

  it('two workloads of one name are those that each owns', () => {
    const both = [workload('DaemonSet', 'agent'), workload('Job', 'agent')];
    const pods = [pod('agent-bbbbb', 'DaemonSet/agent'), pod('agent-ccccc', 'Job/agent')];
    const names = ['agent-bbbbb', 'agent-ccccc', 'agent-ddddd'];
    expect(both.map((each) => counts([each], { pods }, names, both))).toEqual([
      ['agent-bbbbb'],
      ['agent-ccccc'],
    ]);
    expect(counts(both, { pods }, names)).toEqual(names);
  });

  it('a workload are not those of others that only their owners name', () => {
    const pods = [pod('web-24567', 'DaemonSet/web'), pod('web-1', 'StatefulSet/web')];
    expect(counts([workload('StatefulSet', 'web')], { pods }, ['web-24567', 'web-1'])).toEqual(['web-1']);
  });
});

/** Random end as Kubernetes makes it. */
const anyEnd = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);

const anyName = fc
  .array(fc.constantFrom('shop', 'db', 'a', '7', 'very-long-name-of-a-service-of-a-department', 'x2x9z'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => `s-${parts.join('-')}`);

const anyPod = fc.record({
  kind: fc.constantFrom<WorkloadKind>('Deployment', 'StatefulSet', 'DaemonSet', 'Job'),
  name: anyName,
  hash: fc.constantFrom('79c', '6d4f8c7b9d', '54545'),
  end: anyEnd,
  ordinal: fc.nat({ max: 99_999 }),
});

type Made = typeof anyPod extends fc.Arbitrary<infer T> ? T : never;

/** Name of a pod as Kubernetes gives it, and what makes the pod. */
function makerOf({ kind, name, hash, end, ordinal }: Made) {
  const maker = kind === 'Deployment' ? `${name}-${hash}` : name;
  return {
    owner: `${kind === 'Deployment' ? 'ReplicaSet' : kind}/${maker}`,
    pod: kind === 'StatefulSet' ? `${name}-${ordinal}` : `${`${maker}-`.slice(0, 58)}${end}`,
  };
}

it('every pod that is there counts for the workload that owns it, and for no other', () => {
  fc.assert(
    fc.property(fc.array(anyPod, { minLength: 1, maxLength: 8 }), (made) => {
      // Names are unique in a namespace.
      const unique = [...new Map(made.map((each) => [makerOf(each).pod, each])).values()];
      const makers = made.flatMap(({ kind, name, hash }) =>
        kind === 'Deployment' ? [replicaSet(`${name}-${hash}`, name)] : [],
      );
      const pods = unique.map((each) => pod(makerOf(each).pod, makerOf(each).owner));
      const workloads = [
        ...new Map(made.map(({ kind, name }) => [`${kind}/${name}`, { kind, name }])).values(),
      ];
      const all = workloads.map(({ kind, name }) => workload(kind, name));
      for (const [index, { kind, name }] of workloads.entries()) {
        const own = unique.filter((each) => each.kind === kind && each.name === name);
        const names = pods.map(({ metadata }) => metadata.name);
        expect(counts(all.slice(index, index + 1), { makers, pods }, names, all)).toEqual(
          own.map((each) => makerOf(each).pod),
        );
      }
    }),
  );
});
