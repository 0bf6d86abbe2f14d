import { describe, expect, it } from 'vitest';
import versions from '../../../deploy/local/binaries/versions.json' with { type: 'json' };
import { isFixed, TRAEFIK_CHECK } from '../../../src/engines/traefik/problems.ts';
import type { Workload } from '../../../src/objects/workload.ts';
import { workloadOf } from '../../support/workloads.ts';

const SAFE = ['--providers.kubernetescrd', '--providers.kubernetescrd.safeNaming=true'];

/** Problems of a workload with one container. */
function problemsOf(image: string, args: readonly string[] = SAFE): readonly string[] {
  const workload = workloadOf('Deployment', {
    template: { spec: { containers: [{ name: 'traefik', image, args }] } },
  } as Partial<Workload['spec']>);
  return TRAEFIK_CHECK.problemsOf([workload]).map(({ problem }) => problem);
}

describe('the version of Traefik', () => {
  it.each([
    ['docker.io/traefik:v3.6.12', ['version']],
    ['traefik:3.7.9', ['version']],
    ['traefik:v3.5.99', ['version']],
    ['traefik:v2.11.40', ['version']],
    ['registry.example.com:5000/mirror/traefik:v3.6.24@sha256:00', ['version']],
    ['traefik:v3.6.25', []],
    ['traefik:v3.7.10', []],
    ['traefik:v3.8.0', []],
    ['traefik:v4.0.0', []],
    ['traefik:latest', []],
    ['traefik:v3.7', []],
    ['traefik@sha256:00', []],
    ['example.com/sidecar:v1.0.0', []],
  ])('of %s: %j', (image, expected) => {
    expect(problemsOf(image)).toEqual(expected);
  });

  it('of the local cluster is one that keeps namespaces apart', () => {
    expect([versions.traefik, versions.traefikModule].map(isFixed)).toEqual([true, true]);
  });
});

describe('the naming of objects by Traefik', () => {
  it.each([
    ['is ambiguous by default', ['--providers.kubernetescrd'], ['naming']],
    ['is ambiguous with another option', ['--providers.kubernetescrd.allowEmptyServices=true'], ['naming']],
    [
      'is ambiguous where it is turned off',
      [...SAFE.slice(0, 1), '--providers.kubernetesCRD.safeNaming=false'],
      ['naming'],
    ],
    ['is safe', SAFE, []],
    [
      'is safe in another spelling',
      ['--providers.kubernetesCRD=true', '--providers.kubernetesCRD.SafeNaming'],
      [],
    ],
    ['does not matter without the provider', ['--providers.kubernetesgateway'], []],
    ['is not known from a file', ['--configFile=/etc/traefik.yaml'], []],
  ])('%s', (_, args, expected) => {
    expect(problemsOf('traefik:v3.7.15', args)).toEqual(expected);
  });
});

it('a problem names the workload and the way out', () => {
  const workload = workloadOf('DaemonSet', {
    template: { spec: { containers: [{ name: 'traefik', image: 'traefik:v3.6.12' }] } },
  } as Partial<Workload['spec']>);
  expect(TRAEFIK_CHECK.problemsOf([workload]).map(({ message }) => message)).toEqual([
    `Traefik 3.6.12 of ${workload.metadata.namespace}/${workload.metadata.name} confuses objects of different namespaces: use 3.7.10 or newer (in 3.6: 3.6.25)`,
  ]);
});
