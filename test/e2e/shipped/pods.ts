import { LEASES } from '../../../src/controller/lease.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { until } from '../until.ts';
import { crash } from './crash.ts';
import { RELEASE } from './release.ts';
import type { ShippedCluster } from './shippedcluster.ts';

interface Pod extends KubeObject {
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly lastTransitionTime: string;
    }[];
    readonly containerStatuses?: readonly {
      readonly restartCount: number;
      readonly state?: { readonly running?: { readonly startedAt: string } };
    }[];
  };
}

const PODS: Resource<Pod> = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };

/** The pods of Stoa that are not being deleted. */
export async function stoaPods({ client }: ShippedCluster): Promise<readonly Pod[]> {
  const pods = await client.list(PODS, {
    namespace: RELEASE.namespace,
    labelSelector: 'app.kubernetes.io/part-of=stoa',
  });
  return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

/** Maximum time in seconds from container start to readiness, over all pods. */
export function slowestStart(pods: readonly Pod[]): number {
  return Math.max(...pods.map(({ status }) => startOf(status)));
}

function startOf(status: Pod['status']): number {
  const started = status?.containerStatuses?.[0]?.state?.running?.startedAt ?? '';
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '';
  return (Date.parse(ready) - Date.parse(started)) / 1000;
}

/** Number of container restarts of Stoa. */
export function restarts(pods: readonly Pod[]): number {
  return pods.reduce((sum, { status }) => sum + (status?.containerStatuses?.[0]?.restartCount ?? 0), 0);
}

/** The images that pods run. */
export function imagesOf(pods: readonly Pod[]): readonly string[] {
  return [...new Set(pods.flatMap(({ spec }) => spec.containers.map(({ image }) => image)))];
}

/** Holder of the lease, as `<pod>_<process>`; empty if nobody holds it. */
async function holder({ client }: ShippedCluster): Promise<string> {
  const name = `${RELEASE.name}-operator`;
  const { spec } = await client.get(LEASES, { namespace: RELEASE.namespace, name });
  return spec?.holderIdentity ?? '';
}

/** Crashes the leading operator, and waits until another one leads; returns the seconds until then. */
export async function killLeader(world: ShippedCluster): Promise<number> {
  const before = await holder(world);
  const began = performance.now();
  await crash(world, RELEASE.namespace, before.split('_')[0] ?? '');
  await until(
    'an operator works again',
    async () => {
      const now = await holder(world);
      return now === '' || now === before ? [`the lease is held by ${now || 'nobody'}`] : [];
    },
    60_000,
  );
  return (performance.now() - began) / 1000;
}
