import type { Verdict } from '../../api/condition.ts';
import { ACCESS_KEY, type Pinned } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import type { Outcome } from '../../controller/outcome.ts';
import { isFailure, unlessGone } from '../../kube/error.ts';
import { SECRETS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { StoreClient } from '../../store/client.ts';
import { messageOf } from '../../store/message.ts';
import { meaningOf, type StoreRefusal } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import type { StoreHub } from '../../store/response.ts';
import { cacheOf } from '../caches.ts';
import { RECHECK_MS } from '../status/verdicts.ts';
import { applyDraft, type Writer } from '../writer.ts';
import { pinOf, type TemplateContent } from './pin.ts';

/** The template of an install, or why there is none. */
export type Resolution =
  | { readonly type: 'resolved'; readonly pinned: Pinned; readonly verdict: Verdict }
  | {
      readonly type: 'unresolved';
      readonly verdict: Verdict;
      readonly outcome: Outcome;
      /** HTTP status of the store's answer, where the reason does not stand for it. */
      readonly storeStatus?: number;
    };

/** How soon a missing access key is looked for again: nobody tells when an unlabelled Secret appears. */
const LOOK_AGAIN_MS = 10_000;

/** Refusals that are about the access key. */
const ABOUT_KEY: readonly StoreRefusal['type'][] = ['key-unusable', 'unauthorized', 'forbidden'];

/**
 * Finds the template that an install asks for. What was pinned for a version stays the template of that
 * version, whatever the store answers later; only another version is fetched. Throws KubeError.
 */
export async function resolve(
  writer: Writer,
  stores: StoreClient,
  install: MarketInstall,
): Promise<Resolution> {
  const { template, serving } = install.status ?? {};
  const known = [template, serving].find(
    (each) => each?.version === install.spec.appModelVersion && isKept(writer, install, each),
  );
  if (known !== undefined) {
    return resolved(known);
  }
  const access = await accessOf(writer, install);
  if (access.type === 'unresolved') {
    return access;
  }
  const fetched = await fetchContent(stores, access.store, install, writer.signal);
  if (fetched.type === 'refused') {
    return refused(fetched.refusal, access.store);
  }
  const pin = await pinOf(install, fetched.content);
  if (pin === undefined) {
    const reason = REASONS.templateInvalid;
    return unresolved(reason, 'the template is too large to be kept', { type: 'stalled', reason });
  }
  // First the bytes, then their mention: whatever a status names exists.
  try {
    await applyDraft(writer, SECRETS, pin.draft);
  } catch (error) {
    if (isFailure(error, 'invalid')) {
      return taken(pin.pinned);
    }
    throw error;
  }
  return resolved(pin.pinned);
}

function isKept({ caches }: Writer, { metadata }: MarketInstall, { secretName }: Pinned): boolean {
  return cacheOf(caches, SECRETS)?.store.get(`${metadata.namespace}/${secretName}`) !== undefined;
}

type StoreAccess =
  | { readonly type: 'known'; readonly store: Store }
  | Extract<Resolution, { type: 'unresolved' }>;

async function accessOf({ client, signal }: Writer, { metadata, spec }: MarketInstall): Promise<StoreAccess> {
  const { url, domain, accessKeySecretRef: ref } = spec.market;
  if (ref === undefined) {
    return { type: 'known', store: { url, domain } };
  }
  const { namespace } = metadata;
  const secret = await unlessGone(client.get(SECRETS, { namespace, name: ref.name }, { signal }));
  const key = ref.key ?? ACCESS_KEY;
  const value = secret?.data?.[key];
  if (value === undefined) {
    const missing =
      secret === undefined ? `there is no Secret ${ref.name}` : `the Secret ${ref.name} has no key ${key}`;
    const reason = REASONS.accessKeyNotFound;
    const outcome = { type: 'waiting', reason, atMostMs: LOOK_AGAIN_MS } as const;
    return unresolved(reason, `spec.market.accessKeySecretRef: ${missing}`, outcome);
  }
  return { type: 'known', store: { url, domain, accessKey: Buffer.from(value, 'base64').toString() } };
}

type FetchedContent =
  | { readonly type: 'fetched'; readonly content: TemplateContent }
  | { readonly type: 'refused'; readonly refusal: StoreRefusal };

async function fetchContent(
  stores: StoreClient,
  store: Store,
  { spec }: MarketInstall,
  signal: AbortSignal,
): Promise<FetchedContent> {
  const [version, hub] = await Promise.all([
    stores.fetchVersion(store, spec.appModelId, spec.appModelVersion, signal),
    stores.fetchHub(store, spec.appModelId, signal),
  ]);
  if (version.type === 'refused') {
    // A store answers 404 too for a version of what it does not have at all.
    const absent = version.refusal.type === 'version-not-found';
    const app = absent ? await stores.fetchApp(store, spec.appModelId, signal) : undefined;
    return app?.type === 'refused' && app.refusal.type === 'app-not-found' ? app : version;
  }
  // Most images are public: only a registry that the store may name later is worth waiting for.
  if (hub.type === 'refused' && meaningOf(hub.refusal).retry) {
    return hub;
  }
  const known: StoreHub | undefined = hub.type === 'found' ? hub.value : undefined;
  return {
    type: 'fetched',
    content: { template: version.value.template, ...(known === undefined ? {} : { hub: known }) },
  };
}

function resolved(pinned: Pinned): Resolution {
  const { version, digest, size } = pinned;
  const message = `version ${version} is pinned: ${digest}, ${size} bytes`;
  return { type: 'resolved', pinned, verdict: holds('TemplateResolved', REASONS.resolved, message) };
}

/** Neither type nor bytes of a Secret that keeps a template can be changed: this one is another. */
function taken({ secretName }: Pinned): Resolution {
  const reason = REASONS.nameTaken;
  const message = `somebody else has a Secret ${secretName} here`;
  return unresolved(reason, message, { type: 'waiting', reason, atMostMs: RECHECK_MS });
}

function refused(refusal: StoreRefusal, { accessKey }: Store): Extract<Resolution, { type: 'unresolved' }> {
  const { reason, retry, storeStatus } = meaningOf(refusal);
  const message = messageOf(refusal);
  if (retry) {
    return unresolved(reason, message, { type: 'retry', cause: new Error(message) }, storeStatus);
  }
  return accessKey !== undefined && ABOUT_KEY.includes(refusal.type)
    ? unresolved(reason, message, { type: 'waiting', reason, atMostMs: RECHECK_MS }, storeStatus)
    : unresolved(reason, message, { type: 'stalled', reason }, storeStatus);
}

function unresolved(
  reason: string,
  message: string,
  outcome: Outcome,
  storeStatus?: number,
): Extract<Resolution, { type: 'unresolved' }> {
  return {
    type: 'unresolved',
    verdict: fails('TemplateResolved', reason, message),
    outcome,
    ...(storeStatus === undefined ? {} : { storeStatus }),
  };
}
