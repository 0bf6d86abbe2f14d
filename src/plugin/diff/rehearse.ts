import { isDeepStrictEqual } from 'node:util';
import type { InstallPreview } from '../../api/marketinstall.ts';
import type { KubeClient } from '../../kube/client.ts';
import { ignoreNotFound } from '../../kube/error.ts';
import { type KubeObject, keyOf, type ObjectDraft } from '../../kube/object.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { withdrawInstall } from '../../rest/resources/installs/writes.ts';
import { Refused } from '../failure.ts';
import type { FileObject } from '../file.ts';
import { askForPreview } from '../plan/ask.ts';
import { retried } from '../retry.ts';
import { lastAppliedOf, mergedByApply } from './merge.ts';

/** Field manager of an install that is created for its preview. */
const FIELD_MANAGER = 'kubectl-stoa';

/** Field manager of `kubectl apply --server-side`, whose fields go where a file does not have them any longer. */
const APPLY_MANAGER = 'kubectl';

/** Milliseconds for the deletion of an install that was created for its preview. */
const WITHDRAWAL_MS = 30_000;

/** Object of a file, as it is stored and as it would be. */
export interface Rehearsed {
  /** Undefined for an object that does not exist. */
  readonly before: KubeObject | undefined;
  readonly after: KubeObject;
}

/** Object of a file before and after `kubectl apply`, by a dry run of the API server. Throws KubeError. */
export function rehearseApply(client: KubeClient, object: FileObject): Promise<Rehearsed> {
  return retried(() => rehearseOnce(client, object));
}

async function rehearseOnce(client: KubeClient, { resource, draft }: FileObject): Promise<Rehearsed> {
  const { namespace, name } = draft.metadata;
  const before = await ignoreNotFound(client.get(resource, { namespace, name }));
  const dry = client.dry();
  if (before === undefined) {
    return { before, after: await dry.create(resource, draft, APPLY_MANAGER) };
  }
  const last = lastAppliedOf(before);
  const after =
    last === undefined
      ? await dry.apply(resource, draft, APPLY_MANAGER)
      : await dry.replace(
          resource,
          mergedByApply(last, draft, before as KubeObject & ObjectDraft) as ObjectDraft,
          APPLY_MANAGER,
        );
  return { before, after };
}

/** Preview of the objects of an install that a file changes. */
export type InstallRehearsal =
  /** The operator would do nothing. */
  | { readonly type: 'none' }
  /** The operator cannot tell before the change is stored. */
  | { readonly type: 'unknown' }
  /** `version` is planned, of the stored install or of one that is created for it. */
  | { readonly type: 'ask'; readonly version: string };

/** Rehearsal of an install that a file changes: whether its objects can be previewed. Pure. */
export function rehearsalOf(before: MarketInstall | undefined, { spec }: MarketInstall): InstallRehearsal {
  if (spec.suspend === true || (before !== undefined && isDeepStrictEqual(before.spec, spec))) {
    return { type: 'none' };
  }
  const version = spec.appModelVersion;
  return before === undefined || isDeepStrictEqual({ ...before.spec, appModelVersion: version }, spec)
    ? { type: 'ask', version }
    : { type: 'unknown' };
}

/** Install that a file changes to a version; `before` is undefined for one that does not exist. */
interface ChangedInstall {
  readonly before: MarketInstall | undefined;
  readonly object: FileObject;
  readonly version: string;
}

/**
 * Preview of an install that the operator makes; one that does not exist is created suspended for it, and deleted.
 * Undefined where `stop` aborts. Throws Refused and KubeError.
 */
export async function previewInstall(
  client: KubeClient,
  { before, object: { draft }, version }: ChangedInstall,
  stop: AbortSignal,
): Promise<InstallPreview | undefined> {
  if (before !== undefined) {
    return await askForPreview(client, before, version, stop);
  }
  const spec = { ...(draft.spec as MarketInstall['spec']), suspend: true };
  const install = await client.create(MARKET_INSTALLS, { ...draft, spec }, FIELD_MANAGER);
  try {
    return await askForPreview(client, install, undefined, stop);
  } finally {
    await withdraw(client, install);
  }
}

async function withdraw(client: KubeClient, install: MarketInstall): Promise<void> {
  const { namespace } = install.metadata;
  const until = performance.now() + WITHDRAWAL_MS;
  if ((await withdrawInstall({ client, namespace }, install, until)) !== 'gone') {
    throw new Refused(
      `the suspended MarketInstall ${keyOf(install)}, which was created for its plan, is not gone yet: look before you create it`,
    );
  }
}
