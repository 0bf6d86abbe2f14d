import { setTimeout as sleep } from 'node:timers/promises';
import { present } from '../base/fields.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../objects/stoa.ts';
import { Refused } from './failure.ts';

/** Request to the operator: annotations of an install. */
export interface InstallRequest {
  /** Name of what is asked for, for users. */
  readonly subject: string;
  /** Id of the request, which its answer repeats. */
  readonly id: string;
  /** Name of the annotation with the id. */
  readonly annotation: string;
  /** More annotations. */
  readonly more: Readonly<Record<string, string>>;
  /** Field manager of the annotations; an apply without them takes them off. */
  readonly fieldManager: string;
  /** Milliseconds for the whole answer, as far as the install tells. */
  readonly deadlineMs: (current: MarketInstall) => number;
  /** Why there may be no answer. */
  readonly late: string;
}

/** Milliseconds between two reads of the install. */
const POLL_MS = 200;

type RequestClient = Pick<KubeClient, 'get' | 'apply'>;

/**
 * Answer of the operator to a request, which is taken off at the end; `answerOf` is given the install again and again
 * until it has the answer. Undefined where `stop` aborts. Throws Refused where there is no answer, and KubeError.
 */
export async function ask<Answer>(
  client: RequestClient,
  install: MarketInstall,
  request: InstallRequest,
  {
    answerOf,
    stop,
  }: {
    readonly answerOf: (current: MarketInstall) => Promise<Answer | undefined>;
    readonly stop: AbortSignal;
  },
): Promise<Answer | undefined> {
  const { id, annotation, more } = request;
  await annotate(client, install, request, { [annotation]: id, ...more });
  try {
    const beginning = performance.now();
    while (!stop.aborted) {
      const { namespace, name } = install.metadata;
      const current = await client.get(MARKET_INSTALLS, { namespace, name });
      const answer = await answerOf(current);
      if (answer !== undefined) {
        return answer;
      }
      const refusal = refusalOf(current, request, performance.now() - beginning);
      if (refusal !== undefined) {
        throw new Refused(refusal);
      }
      await sleep(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
    }
    return undefined;
  } finally {
    await withdraw(client, install, request);
  }
}

/** Why no answer is to be expected; undefined while one is. */
function refusalOf(
  current: MarketInstall,
  { id, annotation, subject, deadlineMs, late }: InstallRequest,
  waitedMs: number,
): string | undefined {
  const { metadata } = current;
  if (metadata.deletionTimestamp !== undefined) {
    return 'the install is being deleted';
  }
  if (metadata.annotations?.[annotation] !== id) {
    return `another client has asked for ${subject} of this install meanwhile: try again`;
  }
  return waitedMs > deadlineMs(current) ? late : undefined;
}

/** Takes the request off, unless it is another one by now, or the install is gone. */
async function withdraw(
  client: RequestClient,
  install: MarketInstall,
  request: InstallRequest,
): Promise<void> {
  const { namespace, name } = install.metadata;
  try {
    const { metadata } = await client.get(MARKET_INSTALLS, { namespace, name });
    if (metadata.annotations?.[request.annotation] === request.id) {
      await annotate(client, install, request, {});
    }
  } catch (error) {
    if (!isFailure(error, 'not-found') && !isFailure(error, 'conflict')) {
      throw error;
    }
  }
}

async function annotate(
  client: RequestClient,
  { metadata: { namespace, name, uid } }: MarketInstall,
  { fieldManager }: InstallRequest,
  annotations: Readonly<Record<string, string>>,
): Promise<void> {
  // With the uid, an apply creates no install.
  const metadata = { name, uid, ...present({ namespace }), annotations };
  await client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata }, fieldManager);
}
