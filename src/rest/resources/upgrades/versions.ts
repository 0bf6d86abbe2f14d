import { ACCESS_KEY, CHARTS } from '../../../api/marketinstall.ts';
import { inParallel } from '../../../base/parallel.ts';
import { ignoreNotFound } from '../../../kube/error.ts';
import { keyBindingOf, keyRealmsOf } from '../../../objects/accesskey.ts';
import { SECRETS } from '../../../objects/core.ts';
import { secretText } from '../../../objects/secret.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import type { StoreCatalog } from '../../../store/client.ts';
import { messageOf } from '../../../store/message.ts';
import type { Store } from '../../../store/request.ts';
import type { Scope } from '../../scope.ts';
import type { KnownVersions } from './record.ts';

/** Most requests to stores for one request of a caller. */
const MAX_LOOKUPS = 16;

/** Versions of the models of installs, each model looked up once, with the access keys that the caller may read. */
export async function versionsOf(
  scope: Scope,
  catalog: StoreCatalog,
  installs: readonly MarketInstall[],
): Promise<(install: MarketInstall) => KnownVersions> {
  const models = Map.groupBy(installs, modelOf);
  const known = new Map<string, KnownVersions>();
  await inParallel([...models].slice(0, MAX_LOOKUPS), async ([model, [install]]) => {
    if (install !== undefined) {
      known.set(model, await lookUp(scope, catalog, install));
    }
  });
  return (install) => known.get(modelOf(install)) ?? TOO_MANY;
}

const TOO_MANY: KnownVersions = {
  type: 'unknown',
  problem: `one request looks up the versions of ${MAX_LOOKUPS} models at most`,
};

/** Text that is the same for installs of one model of one store with one access key. */
function modelOf({ spec: { market, appModelId } }: MarketInstall): string {
  const { name, key } = market.accessKeySecretRef ?? {};
  return JSON.stringify([market.url, market.domain, appModelId, name, key]);
}

async function lookUp(scope: Scope, catalog: StoreCatalog, install: MarketInstall): Promise<KnownVersions> {
  if (install.spec.market.type === CHARTS) {
    return { type: 'unknown', problem: 'newer versions of charts are not looked up' };
  }
  const key = await accessKeyOf(scope, install);
  if (key.type === 'unusable') {
    return { type: 'unknown', problem: key.problem };
  }
  const { market, appModelId } = install.spec;
  const store = { url: market.url, domain: market.domain, ...key.credentials };
  const fetched = await catalog.fetchVersions(store, appModelId);
  return fetched.type === 'found'
    ? { type: 'known', versions: fetched.value }
    : { type: 'unknown', problem: messageOf(fetched.refusal) };
}

/** Access key of an install, as the caller reads it, or why there is none to send. */
type AccessKey =
  | { readonly type: 'usable'; readonly credentials: Pick<Store, 'accessKey' | 'realms'> }
  | { readonly type: 'unusable'; readonly problem: string };

/** A key goes to no other store than the one that its Secret names, as for the install itself. */
async function accessKeyOf({ client, namespace }: Scope, install: MarketInstall): Promise<AccessKey> {
  const ref = install.spec.market.accessKeySecretRef;
  if (ref === undefined) {
    return { type: 'usable', credentials: {} };
  }
  const secret = await ignoreNotFound(client.get(SECRETS, { namespace, name: ref.name }));
  const accessKey = secret && secretText(secret, ref.key ?? ACCESS_KEY);
  if (secret === undefined || accessKey === undefined) {
    return { type: 'unusable', problem: `there is no Secret ${ref.name} with the access key` };
  }
  return keyBindingOf(secret, install) === 'bound'
    ? { type: 'usable', credentials: { accessKey, realms: keyRealmsOf(secret) } }
    : { type: 'unusable', problem: `the access key in the Secret ${ref.name} is not for this store` };
}
