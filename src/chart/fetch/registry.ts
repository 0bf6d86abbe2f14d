import { withoutTrailing } from '../../base/text.ts';
import { within } from '../../store/exchange.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import { policyOf } from '../../store/signature/policyof.ts';
import type { ArchiveResult, Means } from './archive.ts';
import { ASK_SECONDS } from './ask.ts';
import { choose } from './choose.ts';
import { credentialOf } from './credential.ts';
import type { ChartReference } from './indexreader.ts';
import { ociPlaceOf, registryUrl } from './ociplace.ts';
import { type PulledFrom, pull } from './pull.ts';
import { RegistryClient } from './registryclient.ts';
import { fetchTags, indexOfTags } from './tags.ts';

/** One version, in a form that a tag can have. */
const ONE_VERSION = /^v?\d+(\.\d+){0,2}(-[\w.-]+)?(\+[\w.-]+)?$/;

/** Fetches a chart from a registry: its name is the last part of the name of the repository, its version the tag. */
export async function fetchFromRegistry(
  means: Means,
  { url, accessKey }: Store,
  chart: ChartReference,
): Promise<ArchiveResult> {
  const from = repositoryAt(means, `${withoutTrailing(url, '/')}/${chart.name}`, accessKey);
  if ('type' in from) {
    return from;
  }
  if (ONE_VERSION.test(chart.version)) {
    const pulled = await pullWithin(means, from, chart.version);
    if (pulled.type !== 'archive-not-found') {
      return pulled;
    }
  }
  const found = await within(ASK_SECONDS, means.signal, (signal) => fetchTags(from.client, signal));
  if (found.type !== 'tags') {
    return found;
  }
  const chosen = await choose(means, indexOfTags(chart.name, found.tags), chart);
  return chosen.type === 'chosen' ? pullWithin(means, from, chosen.version) : chosen;
}

/** Fetches a chart from a URL such as `oci://registry.example.com/team/shop:1.2.3`, without a credential. */
export async function fetchFromOciUrl(means: Means, url: string): Promise<ArchiveResult> {
  const colon = url.lastIndexOf(':');
  const tag = url.slice(colon + 1);
  const from = repositoryAt(means, url.slice(0, colon), undefined);
  return 'type' in from || !/^[\w.-]+$/.test(tag)
    ? { type: 'archive-without-url' }
    : pullWithin(means, from, tag);
}

function pullWithin({ signal }: Means, from: PulledFrom, version: string): Promise<ArchiveResult> {
  return within(ASK_SECONDS, signal, (ending) => pull(from, version, ending));
}

/** Repository at a URL such as `oci://registry.example.com/team/shop`, or why there is none. */
function repositoryAt(
  { gate, stores }: Means,
  url: string,
  accessKey: string | undefined,
): PulledFrom | StoreRefusal {
  const place = ociPlaceOf(url);
  if (place === undefined) {
    return { type: 'not-a-url' };
  }
  const { host, repository } = place;
  const credential = credentialOf(accessKey, `${host}/${repository}`);
  return credential === undefined
    ? { type: 'key-unusable' }
    : {
        client: new RegistryClient({ base: registryUrl(host, stores), repository, credential }, gate),
        policy: policyOf(stores, place),
      };
}
