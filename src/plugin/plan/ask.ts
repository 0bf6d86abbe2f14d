import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANNOTATIONS } from '../../api/group.ts';
import type { InstallPreview } from '../../api/marketinstall.ts';
import { present } from '../../base/fields.ts';
import type { KubeClient } from '../../kube/client.ts';
import { isFailure } from '../../kube/error.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { Refused } from '../failure.ts';

/** Field manager of the annotations of a request; an apply without them takes them off. */
const FIELD_MANAGER = 'kubectl-stoa-plan';

/** Milliseconds between two reads of the install. */
const POLL_MS = 200;

/** Longest wait for the operator, in milliseconds: stores have 30 seconds to answer, and models are large. */
const DEADLINE_MS = 90_000;

/**
 * Preview that the operator makes of an install: the request is two annotations, which are taken off at the end.
 * Undefined where `stop` aborts. Throws Refused where there is no answer, and KubeError.
 */
export async function askForPreview(
  client: Pick<KubeClient, 'get' | 'apply'>,
  install: MarketInstall,
  version: string | undefined,
  stop: AbortSignal,
): Promise<InstallPreview | undefined> {
  const id = randomUUID();
  await annotate(client, install, {
    [ANNOTATIONS.previewRequested]: id,
    ...present({ [ANNOTATIONS.previewVersion]: version }),
  });
  try {
    return await answerTo(client, install, id, stop);
  } finally {
    await withdraw(client, install, id);
  }
}

async function answerTo(
  client: Pick<KubeClient, 'get'>,
  { metadata: { namespace, name } }: MarketInstall,
  id: string,
  stop: AbortSignal,
): Promise<InstallPreview | undefined> {
  const until = performance.now() + DEADLINE_MS;
  while (!stop.aborted) {
    const current = await client.get(MARKET_INSTALLS, { namespace, name });
    if (current.status?.preview?.requested === id) {
      return current.status.preview;
    }
    const refusal = refusalOf(current, id) ?? (performance.now() > until ? LATE : undefined);
    if (refusal !== undefined) {
      throw new Refused(refusal);
    }
    await sleep(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  return undefined;
}

const LATE =
  'the operator has not answered: it may be busy, or of a release that makes no plans; see its log, and the conditions of the install';

/** Why no answer is to be expected; undefined while one is. */
function refusalOf({ metadata }: MarketInstall, id: string): string | undefined {
  if (metadata.deletionTimestamp !== undefined) {
    return 'the install is being deleted';
  }
  return metadata.annotations?.[ANNOTATIONS.previewRequested] === id
    ? undefined
    : 'another client has asked for a plan of this install meanwhile: try again';
}

/** Takes the request off, unless it is another one by now, or the install is gone. */
async function withdraw(
  client: Pick<KubeClient, 'get' | 'apply'>,
  install: MarketInstall,
  id: string,
): Promise<void> {
  const { namespace, name } = install.metadata;
  try {
    const { metadata } = await client.get(MARKET_INSTALLS, { namespace, name });
    if (metadata.annotations?.[ANNOTATIONS.previewRequested] === id) {
      await annotate(client, install, {});
    }
  } catch (error) {
    if (!isFailure(error, 'not-found') && !isFailure(error, 'conflict')) {
      throw error;
    }
  }
}

async function annotate(
  client: Pick<KubeClient, 'apply'>,
  { metadata: { namespace, name, uid } }: MarketInstall,
  annotations: Readonly<Record<string, string>>,
): Promise<void> {
  // With the uid, an apply creates no install.
  const metadata = { name, uid, ...present({ namespace }), annotations };
  await client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata }, FIELD_MANAGER);
}
