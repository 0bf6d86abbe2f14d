import { type Api, hasCondition, itemsOf } from './api.ts';
import type { Kubectl } from './kubectl.ts';
import { pollUntil } from './poll.ts';

/** An API server to install CRDs in. */
export interface CrdTarget {
  readonly kubectl: Kubectl;
  readonly api: Api;
  readonly signal: AbortSignal;
}

const establishSeconds = 30;

/** Applies folders of CRDs and waits until the API server serves them all; throws a UserError if it does not. */
export async function applyCrds(target: CrdTarget, folders: readonly string[]): Promise<void> {
  await target.kubectl.apply(...folders.map((folder) => `--filename=${folder}`));
  await pollUntil(() => allEstablished(target.api), {
    signal: target.signal,
    seconds: establishSeconds,
    failure: () => `the custom resource definitions are not served after ${establishSeconds} s`,
  });
}

async function allEstablished(api: Api): Promise<true | undefined> {
  const list = itemsOf(await api.get('/apis/apiextensions.k8s.io/v1/customresourcedefinitions'));
  return (list.length > 0 && list.every((crd) => hasCondition(crd, 'Established'))) || undefined;
}
