import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import type { Workload } from '../../../src/objects/workload.ts';
import { createEngineCheck } from '../../../src/operator/enginecheck.ts';
import { workloadOf } from '../../support/workloads.ts';

/** A Traefik with an image. */
function traefik(image: string): Workload {
  const spec = { template: { spec: { containers: [{ name: 'traefik', image }] } } };
  return workloadOf('Deployment', spec as Partial<Workload['spec']>, {}, { name: 'traefik' });
}

/** A check of clusters with these Deployments, what it logs and what it shows. */
function checked() {
  const registry = new Registry();
  const warnings: unknown[] = [];
  const check = createEngineCheck(registry, {
    warn: (_: unknown, text: unknown) => warnings.push(text),
  } as never);
  return {
    warnings,
    see: async (list: (resource: Resource) => Promise<readonly Workload[]>) => {
      await check({ list } as unknown as KubeClient);
      const { values = [] } = (await registry.getSingleMetric('stoa_engine_problem')?.get()) ?? {};
      return values.map(({ labels, value }) => [labels.workload, labels.problem, value]);
    },
  };
}

it('shows a problem until it is mended, and logs it once', async () => {
  const { see, warnings } = checked();
  const old = async ({ plural }: Resource) => (plural === 'deployments' ? [traefik('traefik:v3.6.12')] : []);
  expect(await see(old)).toEqual([['team/traefik', 'version', 1]]);
  expect(await see(old)).toEqual([['team/traefik', 'version', 1]]);
  expect(warnings).toHaveLength(1);
  expect(await see(async () => [traefik('traefik:v3.7.15')])).toEqual([['', '', 0]]);
  expect(await see(old)).toHaveLength(1);
  expect(warnings).toHaveLength(2);
});

it('says nothing where workloads of the cluster cannot be read', async () => {
  const { see, warnings } = checked();
  const denied = () => Promise.reject(new KubeError({ type: 'forbidden' }, 'no'));
  expect(await see(denied)).toEqual([['', '', 0]]);
  expect(warnings).toEqual([]);
});
