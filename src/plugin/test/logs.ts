import type { KubeClient } from '../../kube/client.ts';
import { isFailure, KubeError } from '../../kube/error.ts';
import { pathOf } from '../../kube/resource.ts';
import { PODS } from '../../objects/workload.ts';

/** End of the log of a pod, or why it cannot be read. */
export interface PodLog {
  readonly pod: string;
  readonly text: string;
  /** Undefined where it was read. */
  readonly problem: string | undefined;
}

/** Most pods of one test whose logs are read. */
const MAX_PODS = 3;

/** Most lines and bytes of the log of a pod. */
const MAX_LINES = 20;
const MAX_BYTES = 16_384;

/** Ends of the logs of the pods of a Job, as far as the user may read them. Throws KubeError. */
export async function readLogs(
  client: Pick<KubeClient, 'list' | 'text'>,
  namespace: string,
  job: string,
): Promise<readonly PodLog[]> {
  try {
    const pods = await client.list(PODS, { namespace, labelSelector: `batch.kubernetes.io/job-name=${job}` });
    const shown = pods
      .map(({ metadata }) => metadata.name)
      .toSorted()
      .slice(0, MAX_PODS);
    return await Promise.all(shown.map((pod) => readLog(client, namespace, pod)));
  } catch (error) {
    return [{ pod: job, text: '', problem: problemOf(error) }];
  }
}

async function readLog(client: Pick<KubeClient, 'text'>, namespace: string, pod: string): Promise<PodLog> {
  const path = pathOf(PODS, { namespace, name: pod, subresource: 'log' });
  const query = { tailLines: String(MAX_LINES), limitBytes: String(MAX_BYTES) };
  try {
    return { pod, text: await client.text(path, { query, maxBytes: 2 * MAX_BYTES }), problem: undefined };
  } catch (error) {
    return { pod, text: '', problem: problemOf(error) };
  }
}

/** Why a log cannot be read. Throws what is no answer of the API server. */
function problemOf(error: unknown): string {
  if (isFailure(error, 'forbidden')) {
    return 'you may not read the logs of pods here';
  }
  if (error instanceof KubeError) {
    return error.message;
  }
  throw error;
}
