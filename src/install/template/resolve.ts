import type { Verdict } from '../../api/condition.ts';
import type { Pinned } from '../../api/marketinstall.ts';
import { type InstallReason, REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { present } from '../../base/fields.ts';
import { inTurns } from '../../base/gradual.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { ignoreNotFound, isImmutableField } from '../../kube/error.ts';
import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import { SECRETS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Source, SourceContent } from '../../source/source.ts';
import { messageOf } from '../../store/message.ts';
import { meaningOf, type StoreRefusal } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import { accountLacks, firstRights } from '../account/rights.ts';
import { cacheOf } from '../caches.ts';
import { isHeld, servesBefore } from '../state.ts';
import {
  ACCESS_KEY_RECHECK_MS,
  type Halted,
  halted,
  RECHECK_MS,
  stalled,
  waiting,
} from '../status/verdicts.ts';
import { applyDraft, type Writer } from '../writer.ts';
import { accessKeyOf } from './accesskey.ts';
import { echoesKey } from './echo.ts';
import { holdsOnly, isPin, type Pin, partNames, pinOf } from './pin.ts';
import { replayOf } from './replay.ts';

/** Result of the phase: the pinned template of an install, or the status of an install without one. */
type Resolution = { readonly type: 'resolved'; readonly pinned: Pinned; readonly verdict: Verdict } | Halted;

const turns = new EventLoopYielder();

/** Refusals that another access key may end. */
const ABOUT_KEY: readonly StoreRefusal['type'][] = [
  'key-unusable',
  'realm-not-named',
  'key-echoed',
  'unauthorized',
  'forbidden',
];

/**
 * Template of an install. The template that was pinned for a version is never fetched again, whatever the store
 * serves later. Throws KubeError.
 */
export async function resolve(writer: Writer, source: Source, install: MarketInstall): Promise<Resolution> {
  const { serving } = install.status ?? {};
  if (servesBefore(install) && serving !== undefined) {
    const pinned = storedPin(writer, install, serving);
    return pinned === undefined ? lost(install, serving) : resolved(pinned);
  }
  const found = await findModel(writer, source, install);
  switch (found.type) {
    case 'pinned':
      return resolved(found.pinned);
    case 'fetched':
      return await store(writer, found);
    case 'halted':
      return found;
  }
}

/** Model of a version: pinned, or fetched with the pin that it would get. */
type FoundModel =
  | { readonly type: 'pinned'; readonly pinned: Pinned; readonly content?: undefined }
  | ({ readonly type: 'fetched'; readonly content: SourceContent } & Pin);

/** Model of the version of an install, without a write: the pinned one, else that of its store. Throws KubeError. */
export async function findModel(
  writer: Writer,
  source: Source,
  install: MarketInstall,
): Promise<FoundModel | Halted> {
  const pinned = knownPin(writer, install);
  if (pinned !== undefined) {
    return { type: 'pinned', pinned };
  }
  const fetched = await fetchContent(writer, source, install);
  if (fetched.type === 'halted') {
    return fetched;
  }
  const pin = await pinOf(install, fetched.content);
  const replay = replayOf(install, pin.pinned);
  return replay === undefined ? { ...fetched, ...pin } : notResolved(REASONS.versionReplayed, replay);
}

/** Pin of the version of an install whose Secret exists; undefined where the version is to be fetched. */
function knownPin(writer: Writer, install: MarketInstall): Pinned | undefined {
  const { template, serving, history = [] } = install.status ?? {};
  const [known] = [template, serving, ...history.toReversed()].flatMap((each) =>
    each?.version === install.spec.appModelVersion ? (storedPin(writer, install, pinnedOf(each)) ?? []) : [],
  );
  return known;
}

/** Model of the version of an install, from its store. Throws KubeError. */
async function fetchContent(
  writer: Writer,
  source: Source,
  install: MarketInstall,
): Promise<{ readonly type: 'fetched'; readonly content: SourceContent } | Halted> {
  const denied = await accountLacks(writer, install, 'TemplateResolved', firstRights(install));
  if (denied !== undefined) {
    return halted(denied);
  }
  const access = await accessOf(writer, install);
  if (access.type === 'halted') {
    return access;
  }
  const { signal, again } = writer;
  const { name, namespace } = install.metadata;
  const fetched = await source.fetch(access.store, install.spec, { namespace, name, signal, again });
  if (fetched.type === 'refused') {
    return refused(fetched.refusal, access.store);
  }
  return (await isEchoed(writer, fetched.content, access.store))
    ? refused({ type: 'key-echoed' }, access.store)
    : fetched;
}

/** Whether a fetched model has the access key that was sent for it. */
async function isEchoed(
  { charge }: Writer,
  content: SourceContent,
  { accessKey = '' }: Store,
): Promise<boolean> {
  // What is in an archive, nobody shows.
  return 'template' in content && (await inTurns(echoesKey(content.template, accessKey), turns, charge));
}

/** Status of an install that cannot have the version before, because its template is deleted. */
function lost(install: MarketInstall, { version, secretName }: Pinned): Resolution {
  const stays = isHeld(install) ? 'stays with' : 'goes back to';
  const message = `the template of version ${version}, which the install ${stays}, was in the Secret ${secretName}, which is gone: edit the spec`;
  return notResolved(isHeld(install) ? REASONS.powersGained : REASONS.rolledBack, message);
}

/** Pin of an entry of the history, without what the history says of it. */
function pinnedOf({
  version,
  resolved,
  digest,
  size,
  secretName,
  secretUid,
  parts,
  signedBy,
}: Pinned): Pinned {
  return { version, digest, size, secretName, ...present({ resolved, secretUid, parts, signedBy }) };
}

/** Stores the template in its Secrets, before any status names it; the first part comes last: where it is, all are. */
async function store(writer: Writer, { pinned, draft, more }: Pin): Promise<Resolution> {
  for (const part of more) {
    if ((await storePart(writer, part)) === undefined) {
      return foreignSecret(part);
    }
  }
  const stored = await storePart(writer, draft);
  return stored === undefined
    ? foreignSecret(draft)
    : resolved({ ...pinned, secretUid: stored.metadata.uid });
}

/** Stored form of a Secret; undefined where the name is that of another one. Throws KubeError. */
async function storePart(writer: Writer, draft: ObjectDraft): Promise<KubeObject | undefined> {
  try {
    const stored = await applyDraft(writer, SECRETS, draft);
    return holdsOnly(stored, draft) ? stored : undefined;
  } catch (error) {
    // Type and data of such a Secret are immutable: this one is another.
    if (isImmutableField(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Status of an install whose template would be in a Secret of another creator. */
function foreignSecret({ metadata: { name } }: ObjectDraft): Halted {
  const message = `Secret ${name} exists and is not part of this install: delete it`;
  return recheckLater(REASONS.nameTaken, message, RECHECK_MS);
}

/** Pin whose Secrets exist, with the uid of the first; undefined where one does not, or the first is another. */
function storedPin({ caches }: Writer, { metadata }: MarketInstall, pinned: Pinned): Pinned | undefined {
  const secrets = partNames(pinned).map((name) =>
    cacheOf(caches, SECRETS)?.store.get(`${metadata.namespace}/${name}`),
  );
  const { uid } = secrets[0]?.metadata ?? {};
  return uid !== undefined && !secrets.includes(undefined) && isPin(uid, pinned)
    ? { ...pinned, secretUid: uid }
    : undefined;
}

/** Store of an install, with the access key from its Secret. */
type StoreAccess = { readonly type: 'known'; readonly store: Store } | Halted;

async function accessOf({ account, signal }: Writer, install: MarketInstall): Promise<StoreAccess> {
  const { url, domain, accessKeySecretRef: ref } = install.spec.market;
  if (ref === undefined) {
    return { type: 'known', store: { url, domain } };
  }
  const { namespace } = install.metadata;
  const secret = await ignoreNotFound(account.get(SECRETS, { namespace, name: ref.name }, { signal }));
  const key = accessKeyOf(install, ref, secret);
  return key.type === 'usable'
    ? { type: 'known', store: { url, domain, accessKey: key.value, realms: key.realms } }
    : recheckLater(key.reason, key.message, ACCESS_KEY_RECHECK_MS);
}

function resolved(pinned: Pinned): Resolution {
  const { version, resolved: exact, digest, size, signedBy } = pinned;
  const as = exact === undefined ? '' : ` as ${exact}`;
  const by = signedBy === undefined ? '' : `, signed by ${signedBy}`;
  const message = `version ${version} is pinned${as}: ${digest}, ${size} bytes${by}`;
  return { type: 'resolved', pinned, verdict: holds('TemplateResolved', REASONS.resolved, message) };
}

function refused(refusal: StoreRefusal, { accessKey }: Store): Halted {
  const { reason, retry, storeStatus } = meaningOf(refusal);
  const message = messageOf(refusal);
  if (refusal.type === 'renderer-busy') {
    return recheckLater(reason, message, RECHECK_MS);
  }
  if (retry) {
    const { retryAfterSeconds = 0 } = refusal.type === 'failed' ? refusal : {};
    return halted({
      verdict: fails('TemplateResolved', reason, message),
      outcome: { type: 'retry', cause: new Error(message), atLeastMs: 1000 * retryAfterSeconds },
      storeStatus,
    });
  }
  const { draft } =
    accessKey !== undefined && ABOUT_KEY.includes(refusal.type)
      ? recheckLater(reason, message, RECHECK_MS)
      : notResolved(reason, message);
  return halted({ ...draft, storeStatus });
}

function notResolved(reason: InstallReason, message: string): Halted {
  return halted(stalled('TemplateResolved', reason, message));
}

function recheckLater(reason: InstallReason, message: string, atMostMs: number): Halted {
  return halted(waiting('TemplateResolved', reason, message, atMostMs));
}
