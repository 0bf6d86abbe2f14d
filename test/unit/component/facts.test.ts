import { expect, it } from 'vitest';
import { factsOf } from '../../../src/component/facts.ts';
import type { WorkloadKind } from '../../../src/objects/workload.ts';
import { workloadOf } from '../../support/workloads.ts';

const TEMPLATE = {
  spec: {
    containers: [
      { name: 'main', image: 'example.com/web:1.2', resources: { limits: { cpu: '250m', memory: '1Gi' } } },
    ],
  },
};

it.each<[WorkloadKind, string]>([
  ['Deployment', 'stateless_multiple'],
  ['StatefulSet', 'state_multiple'],
  ['DaemonSet', 'daemonset'],
  ['Job', 'job'],
  ['CronJob', 'cronjob'],
])('the facts of a %s that no install made come from its pod template', (kind, extendMethod) => {
  const spec =
    kind === 'CronJob' ? { jobTemplate: { spec: { template: TEMPLATE } } } : { template: TEMPLATE };
  expect(factsOf(workloadOf(kind, spec))).toMatchObject({
    extendMethod,
    image: 'example.com/web:1.2',
    version: '1.2',
    minCpu: 250,
    minMemory: 1024,
  });
});
