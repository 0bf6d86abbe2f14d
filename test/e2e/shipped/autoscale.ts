import { EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import { until } from '../until.ts';
import type { ShippedCluster } from './shippedcluster.ts';
import { CHART } from './storecharts.ts';

/** Numbers of pods that an autoscaler gives the chart's workload, in turn: the last one is that of the chart. */
const MOVES = [4, 1, 3, 2] as const;

/** Timeout in milliseconds of a move. */
const TIMEOUT_MS = 180_000;

/** A HorizontalPodAutoscaler whose bounds alone decide, so that it needs no metrics. */
function autoscaler(replicas: number) {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: CHART, namespace: EXAMPLE_NAMESPACE },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: CHART },
      minReplicas: replicas,
      maxReplicas: replicas,
    },
  };
}

/**
 * Lets a HorizontalPodAutoscaler move the chart's workload up and down, and restarts its pods after each move, until
 * `enough` says so; returns the number of moves. Removes the autoscaler.
 */
export async function moveAndRestart(world: ShippedCluster, enough: () => boolean): Promise<number> {
  const { kubectl } = world;
  const place = `--namespace=${EXAMPLE_NAMESPACE}`;
  let moves = 0;
  do {
    for (const replicas of MOVES) {
      await world.apply([autoscaler(replicas)]);
      await until(`${replicas} pods are ready`, () => scaled(world, replicas), TIMEOUT_MS);
      await kubectl('rollout', 'restart', `deployment/${CHART}`, place);
      await kubectl('rollout', 'status', `deployment/${CHART}`, place, '--timeout=180s');
      moves += 1;
    }
  } while (!enough());
  await kubectl('delete', 'horizontalpodautoscaler', CHART, place);
  return moves;
}

/** Complaints unless the workload has so many ready pods, and no more. */
async function scaled({ kubectl }: ShippedCluster, replicas: number): Promise<readonly string[]> {
  const output = '--output=jsonpath={.spec.replicas} {.status.replicas} {.status.readyReplicas}';
  const numbers = await kubectl('get', 'deployment', CHART, `--namespace=${EXAMPLE_NAMESPACE}`, output);
  return numbers === `${replicas} ${replicas} ${replicas}` ? [] : [`it has ${numbers}`];
}
