import { randomUUID } from 'node:crypto';
import { ANNOTATIONS } from '../../api/group.ts';
import type { InstallPreview } from '../../api/marketinstall.ts';
import { present } from '../../base/fields.ts';
import type { KubeClient } from '../../kube/client.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { ask } from '../request.ts';

/** Longest wait for the operator, in milliseconds: stores have 30 seconds to answer, and models are large. */
const DEADLINE_MS = 90_000;

const LATE =
  'the operator has not answered: it may be busy, or of a release that makes no plans; see its log, and the conditions of the install';

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
  const request = {
    subject: 'a plan',
    id,
    annotation: ANNOTATIONS.previewRequested,
    more: present({ [ANNOTATIONS.previewVersion]: version }) as Readonly<Record<string, string>>,
    fieldManager: 'kubectl-stoa-plan',
    deadlineMs: () => DEADLINE_MS,
    late: LATE,
  };
  const answerOf = async ({ status }: MarketInstall) =>
    status?.preview?.requested === id ? status.preview : undefined;
  return await ask(client, install, request, { answerOf, stop });
}
