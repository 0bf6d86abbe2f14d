import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldAt } from '../../../src/base/fields.ts';
import {
  templateLabels,
  trimWorkload,
  WORKLOADS,
  type Workload,
  type WorkloadKind,
} from '../../../src/objects/workload.ts';
import {
  ADOPTED_AS,
  EXTEND_METHODS,
  isWorkload,
  isWorkloadKind,
  WORKLOAD_KINDS,
} from '../../../src/workload/kinds.ts';
import { readinessOf, replicasOf, stateOf } from '../../../src/workload/state.ts';
import { POD_STATUS, podOf, workloadOf } from '../../support/workloads.ts';

const KINDS = WORKLOADS.map(({ kind }) => kind);

const PARTS = {
  selector: { app: 'web' },
  template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'i' }] } },
  replicas: 2,
  exclusiveVolumes: false,
  headlessService: 'web-pods',
  claimTemplates: [],
};

describe.each(KINDS)('%s', (kind) => {
  const { templatePath, specOf, stop, isStopped } = WORKLOAD_KINDS[kind];

  it('has its pod template where its spec puts it', () => {
    expect(fieldAt(specOf(PARTS), templatePath)).toEqual(PARTS.template);
  });

  it('keeps everything else when it is stopped', () => {
    const spec = specOf(PARTS);
    expect(Object.keys(stop(spec))).toEqual(expect.arrayContaining(Object.keys(spec)));
    expect(fieldAt(stop(spec), [...templatePath, 'spec', 'containers'])).toEqual(
      PARTS.template.spec.containers,
    );
  });

  it('is stopped by its spec, or by having no node', () => {
    const status = { desiredNumberScheduled: 0 };
    expect(isStopped(workloadOf(kind, stop(specOf(PARTS)), status))).toBe(true);
    expect(isStopped(workloadOf(kind, { suspend: false }, { desiredNumberScheduled: 1 }))).toBe(false);
  });

  it('is known by its exact name', () => {
    expect(isWorkload(workloadOf(kind))).toBe(true);
    expect(isWorkloadKind(kind.toLowerCase())).toBe(false);
  });
});

it.each(['ReplicaSet', 'Pod', 'Service', 'toString', ''])('a %s is no workload of a component', (kind) => {
  expect(isWorkloadKind(kind)).toBe(false);
  expect(isWorkload({ ...workloadOf('Deployment'), kind })).toBe(false);
});

it('the extend_method of an adopted workload makes such a workload', () => {
  const made = new Set<WorkloadKind>(Object.values(EXTEND_METHODS).map(({ kind }) => kind));
  for (const kind of made) {
    expect(EXTEND_METHODS[ADOPTED_AS[kind]].kind).toBe(kind);
  }
});

const count = fc.nat({ max: 3 });
const anyWorkload = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    spec: fc.record(
      {
        replicas: count,
        suspend: fc.boolean(),
        completions: count,
        updateStrategy: fc.constantFrom(
          { type: 'OnDelete' },
          { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
        ),
        template: fc.constant(PARTS.template),
      },
      { requiredKeys: [] },
    ),
    status: fc.record({
      replicas: count,
      readyReplicas: count,
      updatedReplicas: count,
      availableReplicas: count,
      desiredNumberScheduled: count,
      numberAvailable: count,
      active: count,
    }),
  })
  .map(({ kind, spec, status }): Workload => workloadOf(kind, spec, status));

it('the cached form of a workload has the same readiness, replicas and state', () => {
  const pods = [podOf('web-1', POD_STATUS.unready)];
  fc.assert(
    fc.property(anyWorkload, (workload) => {
      const trimmed = trimWorkload(workload);
      expect(trimmed.spec.template?.spec.containers ?? []).toEqual([]);
      expect(templateLabels(trimmed)).toEqual(templateLabels(workload));
      expect(readinessOf(trimmed)).toEqual(readinessOf(workload));
      expect(replicasOf(trimmed)).toEqual(replicasOf(workload));
      expect(stateOf(trimmed, pods)).toBe(stateOf(workload, pods));
    }),
  );
});
