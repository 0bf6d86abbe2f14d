import { within } from '../store/exchange.ts';
import type { StoreRefusal } from '../store/refusal.ts';
import type { Store } from '../store/request.ts';
import { policyOf } from '../store/signature/policyof.ts';
import type { ArchiveResult, Means } from './archive.ts';
import { ASK_SECONDS } from './ask.ts';
import { credentialOf } from './credential.ts';
import { ociPlaceOf, registryUrl } from './ociplace.ts';
import { type Artifact, type PulledFrom, pull } from './pull.ts';
import { gateTo } from './reach.ts';
import { RegistryClient } from './registryclient.ts';

/** Repository at a URL such as `oci://registry.example.com/team/shop`, or why there is none. */
export function repositoryAt(
  means: Pick<Means, 'gate' | 'stores'>,
  url: string,
  { accessKey, realms = [] }: Pick<Store, 'accessKey' | 'realms'>,
): PulledFrom | StoreRefusal {
  const place = ociPlaceOf(url);
  if (place === undefined) {
    return { type: 'not-a-url' };
  }
  const { stores } = means;
  const { host, repository } = place;
  const credential = credentialOf(accessKey, `${host}/${repository}`);
  return credential === undefined
    ? { type: 'key-unusable' }
    : {
        client: new RegistryClient(
          { base: registryUrl(host, stores), repository, credential, realms },
          gateTo(means, place),
        ),
        policy: policyOf(stores, place),
      };
}

/** Pulls a version of an artifact, within the time that it may take. */
export function pullWithin(
  { signal }: Pick<Means, 'signal'>,
  from: PulledFrom,
  artifact: Artifact,
  version: string,
): Promise<ArchiveResult> {
  return within(ASK_SECONDS, signal, (ending) => pull(from, { artifact, version }, ending));
}
