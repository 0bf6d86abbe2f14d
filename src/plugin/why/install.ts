import type { InstalledComponent } from '../../api/marketinstall.ts';
import { installState } from '../../install/state.ts';
import type { ReadResult } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import { keyBindingOf } from '../../objects/accesskey.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import type { Pod, Workload } from '../../objects/workload.ts';
import { diagnosisOf } from '../../workload/diagnosis.ts';
import { workloadKey, workloadsOfPod } from '../../workload/pod.ts';
import { readinessOf } from '../../workload/state.ts';
import type { Fact } from './explanation.ts';

/** An install and the objects that it refers to or consists of, as far as the user may read them. */
export interface ObservedInstall {
  readonly install: MarketInstall;
  /** Applications of the namespace with the install's application id. */
  readonly applications: readonly Application[];
  /** The Secret with the access key; undefined where the install names none. */
  readonly accessKey: ReadResult<readonly KubeObject[]> | undefined;
  /** Workloads that the install made. */
  readonly workloads: readonly Workload[];
  /** Pods of the namespace. */
  readonly pods: readonly Pod[];
}

/** Facts on what an install waits for. Pure. */
export function installFacts(observed: ObservedInstall): Fact[] {
  const { status = {} } = observed.install;
  return [
    ...applicationFacts(observed),
    ...accessKeyFacts(observed),
    ...templateFacts(observed),
    ...(status.components ?? [])
      .toSorted((a, b) => a.wave - b.wave)
      .map((each) => componentFact(each, observed)),
    ...notAppliedFacts(observed),
  ];
}

function applicationFacts({ install, applications }: ObservedInstall): Fact[] {
  const { appId } = install.spec;
  const [application] = applications;
  return [
    application === undefined
      ? { finding: 'bad', text: `there is no Application with the id ${appId} here` }
      : { finding: 'good', text: `Application ${application.metadata.name} has the id ${appId}` },
  ];
}

function accessKeyFacts({ install, accessKey }: ObservedInstall): Fact[] {
  const name = install.spec.market.accessKeySecretRef?.name;
  if (accessKey === undefined) {
    return [];
  }
  if (accessKey.type !== 'found') {
    return [{ finding: 'off', text: `Secret ${name} with the access key: you may not look at Secrets` }];
  }
  const [secret] = accessKey.value;
  if (secret === undefined) {
    return [{ finding: 'bad', text: `Secret ${name} with the access key does not exist` }];
  }
  return keyBindingOf(secret, install) === 'bound'
    ? [{ finding: 'good', text: `Secret ${name} with the access key is there` }]
    : [
        {
          finding: 'bad',
          text: `Secret ${name} has no access key for the store of ${install.spec.market.url}`,
        },
      ];
}

function templateFacts({ install }: ObservedInstall): Fact[] {
  const { spec, status = {} } = install;
  const { template, serving } = status;
  const state = installState(install);
  if (state.type === 'removing') {
    return [];
  }
  const wanted = `${spec.appModelId} ${spec.appModelVersion}`;
  const stays =
    serving === undefined || serving.version === spec.appModelVersion
      ? ''
      : `; version ${serving.version} is still in place`;
  return [
    template !== undefined && state.type !== 'unresolved' && state.type !== 'going-back'
      ? { finding: 'good', text: `the model ${wanted} is here, ${template.size} bytes of ${spec.market.url}` }
      : { finding: 'bad', text: `the model ${wanted} has not come from ${spec.market.url}${stays}` },
  ];
}

function componentFact(component: InstalledComponent, observed: ObservedInstall): Fact {
  const { name, wave, ready } = component;
  const current = currentWave(observed);
  const label = `wave ${wave}: ${name}`;
  if (ready) {
    return { finding: 'good', text: `${label} is ready` };
  }
  if (wave > current) {
    return { finding: 'off', text: `${label} waits for wave ${current}` };
  }
  const { finding, why } = whyNot(component, observed);
  return { finding, text: `${label} is not ready: ${why}` };
}

/** Number of the wave that is being rolled out, such as 2 of `2/3`; 1 where the status has none. */
function currentWave({ install }: ObservedInstall): number {
  return Number(install.status?.progress?.wave.split('/')[0] ?? 1);
}

function whyNot(
  { kind, workload: name }: InstalledComponent,
  { install, workloads, pods }: ObservedInstall,
): { readonly finding: Fact['finding']; readonly why: string } {
  const workload = workloads.find((each) => each.kind === kind && each.metadata.name === name);
  if (workload === undefined) {
    return { finding: 'moving', why: `${kind} ${name} is not made yet` };
  }
  const key = workloadKey(install.metadata.namespace, kind, name);
  const problem = diagnosisOf(pods.filter((pod) => workloadsOfPod(pod).includes(key)));
  if (problem !== undefined) {
    return { finding: 'bad', why: `${problem.reason}: ${problem.message}` };
  }
  const readiness = readinessOf(workload);
  return readiness.type === 'ready'
    ? { finding: 'moving', why: `${kind} ${name} is being applied` }
    : { finding: readiness.type === 'failed' ? 'bad' : 'moving', why: readiness.why };
}

function notAppliedFacts({ install }: ObservedInstall): Fact[] {
  const count = install.status?.notApplied?.length ?? 0;
  const name = install.metadata.name;
  return count === 0
    ? []
    : [
        {
          finding: 'off',
          text: `parts of the model without effect here: ${count} (kubectl get mi ${name} -o jsonpath='{.status.notApplied}')`,
        },
      ];
}
