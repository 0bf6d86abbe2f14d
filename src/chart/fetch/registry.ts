import { withoutTrailing } from '../../base/text.ts';
import type { ArchiveResult } from '../../registry/archive.ts';
import { ASK_SECONDS } from '../../registry/ask.ts';
import { pullWithin, repositoryAt } from '../../registry/repository.ts';
import { within } from '../../store/exchange.ts';
import type { Store } from '../../store/request.ts';
import { CHART_ARTIFACT } from './artifact.ts';
import { choose } from './choose.ts';
import type { ChartReference, IndexMeans } from './indexreader.ts';
import { fetchTags, indexOfTags } from './tags.ts';

/** One version, in a form that a tag can have; for Helm, one with less than three numbers is a range. */
const ONE_VERSION = /^v?\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/;

/** Fetches a chart from a registry: its name is the last part of the name of the repository, its version the tag. */
export async function fetchFromRegistry(
  means: IndexMeans,
  { url, ...key }: Store,
  chart: ChartReference,
): Promise<ArchiveResult> {
  const from = repositoryAt(means, `${withoutTrailing(url, '/')}/${chart.name}`, key);
  if ('type' in from) {
    return from;
  }
  if (ONE_VERSION.test(chart.version)) {
    const pulled = await pullWithin(means, from, CHART_ARTIFACT, chart.version);
    if (pulled.type !== 'archive-not-found') {
      return pulled;
    }
  }
  const found = await within(ASK_SECONDS, means.signal, (signal) => fetchTags(from.client, signal));
  if (found.type !== 'names') {
    return found;
  }
  const chosen = await choose(means, indexOfTags(chart.name, found.names), chart);
  return chosen.type === 'chosen' ? pullWithin(means, from, CHART_ARTIFACT, chosen.version) : chosen;
}

/** Fetches a chart from a URL such as `oci://registry.example.com/team/shop:1.2.3`, without a credential. */
export async function fetchFromOciUrl(means: IndexMeans, url: string): Promise<ArchiveResult> {
  const colon = url.lastIndexOf(':');
  const tag = url.slice(colon + 1);
  const from = repositoryAt(means, url.slice(0, colon), {});
  return 'type' in from || !/^[\w.-]+$/.test(tag)
    ? { type: 'archive-without-url' }
    : pullWithin(means, from, CHART_ARTIFACT, tag);
}
