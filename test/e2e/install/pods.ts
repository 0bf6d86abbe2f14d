import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import { z } from 'zod';
import type { KubeClient } from '../../../src/kube/client.ts';
import { CLAIMS } from '../../../src/objects/core.ts';
import { DEPLOYMENTS, PODS, STATEFUL_SETS } from '../../../src/objects/workload.ts';
import { until } from '../until.ts';
import { configOf, PREPARED, SEED } from './model.ts';

/** Timeout in milliseconds for the answers of a version, and for the end of old pods. */
const TIMEOUT_MS = 60_000;

const answerSchema = z.object({
  config: z.string(),
  prepared: z.string(),
  data: z.object({ pod: z.string(), first: z.object({ pod: z.string(), kept: z.string() }) }),
});

/**
 * Waits until the pods of `front` have the files of a version, both pods of `data` find the first one by its name, and
 * this one has the text of the job.
 */
export async function answersAs(
  version: string,
  { client, namespace, url, host }: { client: KubeClient; namespace: string; url: string; host: string },
): Promise<string> {
  const [front = ''] = (await client.list(DEPLOYMENTS, { namespace })).map(({ metadata }) => metadata.name);
  const [data = ''] = (await client.list(STATEFUL_SETS, { namespace })).map(({ metadata }) => metadata.name);
  const first = { pod: `${data}-0`, kept: SEED };
  const seen = new Set<string>();
  await until(
    `the pods answer as in version ${version}`,
    async () => {
      const answer = await request(url, { headers: { host } });
      const text = await answer.body.text();
      const parsed = answer.statusCode === 200 ? answerSchema.parse(JSON.parse(text)) : undefined;
      const wanted = { config: configOf(version, front), prepared: PREPARED };
      if (
        parsed === undefined ||
        !isDeepStrictEqual(parsed, { ...wanted, data: { pod: parsed.data.pod, first } })
      ) {
        return [`${answer.statusCode} ${text}`];
      }
      seen.add(parsed.data.pod);
      return [`${data}-0`, `${data}-1`]
        .filter((pod) => !seen.has(pod))
        .map((pod) => `${pod} has not answered`);
    },
    TIMEOUT_MS,
  );
  return `${[...seen].toSorted().join(' and ')} find ${first.pod}`;
}

/** Waits until the only pods that run are those of the current workloads. */
export async function oldPodsEnd(client: KubeClient, namespace: string): Promise<void> {
  await until(
    'the old pods have ended',
    async () => {
      const pods = await client.list(PODS, { namespace });
      const running = pods
        .filter(({ status }) => status?.phase !== 'Succeeded')
        .map(({ metadata }) => metadata.name);
      return running.length === 3 ? [] : running;
    },
    TIMEOUT_MS,
  );
}

/** Uids of the claims of volumes. */
export async function claimsIn(client: KubeClient, namespace: string): Promise<readonly string[]> {
  const claims = await client.list(CLAIMS, { namespace });
  return claims.map(({ metadata }) => metadata.uid).toSorted();
}
