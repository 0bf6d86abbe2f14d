import { withoutTrailing } from '../../base/text.ts';
import { within } from '../../store/exchange.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import type { ArchiveResult, Means } from './archive.ts';
import { ASK_SECONDS } from './ask.ts';
import { choose } from './choose.ts';
import { credentialOf } from './credential.ts';
import type { ChartReference } from './indexreader.ts';
import { ociPlaceOf, registryUrl } from './ociplace.ts';
import { pull } from './pull.ts';
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
  const client = clientFor(means, `${withoutTrailing(url, '/')}/${chart.name}`, accessKey);
  if ('type' in client) {
    return client;
  }
  if (ONE_VERSION.test(chart.version)) {
    const pulled = await pullWithin(means, client, chart.version);
    if (pulled.type !== 'archive-not-found') {
      return pulled;
    }
  }
  const found = await within(ASK_SECONDS, means.signal, (signal) => fetchTags(client, signal));
  if (found.type !== 'names') {
    return found;
  }
  const chosen = await choose(means, indexOfTags(chart.name, found.names), chart);
  return chosen.type === 'chosen' ? pullWithin(means, client, chosen.version) : chosen;
}

/** Fetches a chart from a URL such as `oci://registry.example.com/team/shop:1.2.3`, without a credential. */
export async function fetchFromOciUrl(means: Means, url: string): Promise<ArchiveResult> {
  const colon = url.lastIndexOf(':');
  const tag = url.slice(colon + 1);
  const client = clientFor(means, url.slice(0, colon), undefined);
  return 'type' in client || !/^[\w.-]+$/.test(tag)
    ? { type: 'archive-without-url' }
    : pullWithin(means, client, tag);
}

/** Pulls the archive of a version, in bounded time. */
export function pullWithin(
  { signal }: Means,
  client: RegistryClient,
  version: string,
): Promise<ArchiveResult> {
  return within(ASK_SECONDS, signal, (ending) => pull(client, version, ending));
}

/** Client for a URL such as `oci://registry.example.com/team/shop`, or why there is none. */
export function clientFor(
  { gate, stores }: Means,
  url: string,
  accessKey: string | undefined,
): RegistryClient | StoreRefusal {
  const place = ociPlaceOf(url);
  if (place === undefined) {
    return { type: 'not-a-url' };
  }
  const { host, repository } = place;
  const credential = credentialOf(accessKey, `${host}/${repository}`);
  return credential === undefined
    ? { type: 'key-unusable' }
    : new RegistryClient({ base: registryUrl(host, stores), repository, credential }, gate);
}
