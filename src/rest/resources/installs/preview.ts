import { randomUUID } from 'node:crypto';
import { ANNOTATIONS } from '../../../api/group.ts';
import type { InstallPreview } from '../../../api/marketinstall.ts';
import { REASONS } from '../../../api/reason.ts';
import { keyOf } from '../../../kube/object.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../../objects/stoa.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { problemOfReason } from './failure.ts';
import { DEADLINE_MS, type InstallCall, newInstallName, withdrawn } from './installing.ts';
import { polled } from './poll.ts';
import { installRequest } from './request.ts';
import { accessKeyName, createInstall, storeAccessKey, withdrawInstall } from './writes.ts';

/**
 * Preview of "install an application from a store": a MarketInstall that is suspended asks the operator for it, and is
 * deleted again. Throws Problem and KubeError.
 */
export async function previewModel(
  scope: Scope,
  { body, deploy, idempotencyKey }: InstallCall,
  deadlineMs = DEADLINE_MS,
): Promise<InstallPreview> {
  const { id } = scope.application.spec;
  const name = newInstallName(id, idempotencyKey);
  const { spec, accessKey } = installRequest(body, { deploy, appId: id, secretName: accessKeyName(name) });
  const until = performance.now() + deadlineMs;
  const request = randomUUID();
  const annotations = { [ANNOTATIONS.previewRequested]: request };
  const made = await createInstall(scope, name, { ...spec, suspend: true }, annotations);
  if (!made.isNew) {
    throw new Problem(
      'keyReused',
      `there is a MarketInstall ${keyOf(made.install)}: plan it with kubectl stoa plan`,
    );
  }
  try {
    await storeAccessKey(scope, made, accessKey);
    const asked = accessKey === undefined ? { id: request } : { id: request, isEarly };
    const preview = await previewAnswer(scope, made.install, asked, until);
    return await afterWithdrawal(scope, made.install, preview, until);
  } catch (error) {
    throw await withdrawn(scope, made.install, error, until);
  }
}

/** Request to the operator for a preview. */
interface PreviewRequest {
  readonly id: string;
  /** Whether another answer may follow. */
  readonly isEarly?: (preview: InstallPreview) => boolean;
}

/** Answer of the operator to a request; a refusal is thrown as its Problem. */
export async function previewAnswer(
  { client, namespace }: Scope,
  install: MarketInstall,
  { id, isEarly: mayChange = () => false }: PreviewRequest,
  until: number,
): Promise<InstallPreview> {
  const { name } = install.metadata;
  const preview = await polled(until, async () => {
    const { metadata, status } = await client.get(MARKET_INSTALLS, { namespace, name });
    if (metadata.annotations?.[ANNOTATIONS.previewRequested] !== id) {
      throw new Problem('planReplaced', `somebody else has asked for a plan of ${keyOf(install)}: ask again`);
    }
    return status?.preview?.requested === id && !mayChange(status.preview) ? status.preview : undefined;
  });
  if (preview === undefined) {
    throw new Problem('installPending', 'the operator has not planned the install in time');
  }
  if (preview.refused !== undefined) {
    const { reason, message, storeStatus } = preview.refused;
    throw problemOfReason(reason, message, storeStatus);
  }
  return preview;
}

/** Whether the operator has answered before it could see the access key, which is stored after the install. */
function isEarly({ refused }: InstallPreview): boolean {
  return refused?.reason === REASONS.accessKeyNotFound;
}

/** The preview, once its MarketInstall is about to go. */
async function afterWithdrawal(
  scope: Scope,
  install: MarketInstall,
  preview: InstallPreview,
  until: number,
): Promise<InstallPreview> {
  if ((await withdrawInstall(scope, install, until)) === 'left') {
    throw new Problem('forbidden', 'the MarketInstall of the plan could not be deleted');
  }
  return preview;
}
