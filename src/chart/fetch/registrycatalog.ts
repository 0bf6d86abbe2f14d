import { withoutTrailing } from '../../base/text.ts';
import { ASK_SECONDS } from '../../registry/ask.ts';
import { pullWithin, repositoryAt } from '../../registry/repository.ts';
import type { CatalogPart, OfferedApps, ShownApp } from '../../store/catalog.ts';
import { within } from '../../store/exchange.ts';
import type { Found } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import { CHART_ARTIFACT } from './artifact.ts';
import { choose } from './choose.ts';
import type { BrowseMeans, ChartReference } from './indexreader.ts';
import { offeredChart } from './offered.ts';
import { fetchRepositories, fetchTags, indexOfTags } from './tags.ts';

/** Name of a chart that stands for all of a folder. */
const ANY = 'any';

/** Lists the repositories in a folder of a registry, where it has a catalog. They have no versions yet. */
export async function listRegistry(
  means: BrowseMeans,
  { url, ...key }: Store,
  { query, page, pageSize }: CatalogPart,
): Promise<Found<OfferedApps>> {
  const from = repositoryAt(means, `${withoutTrailing(url, '/')}/${ANY}`, key);
  if ('type' in from) {
    return from;
  }
  const found = await within(ASK_SECONDS, means.signal, (signal) => fetchRepositories(from.client, signal));
  if (found.type !== 'names') {
    return found;
  }
  const folder = from.client.repository.slice(0, -ANY.length);
  const charts = found.names
    .filter((name) => name.startsWith(folder) && !name.slice(folder.length).includes('/'))
    .map((name) => name.slice(folder.length))
    .filter((name) => name.includes(query))
    .toSorted();
  const apps = charts
    .slice((page - 1) * pageSize, page * pageSize)
    .map((name) => ({ id: name, name, description: '', versions: [], order: 'newest-first' as const }));
  return { type: 'found', value: { apps, total: charts.length } };
}

/** Chart of a registry: its tags that are versions, and the values of one of them. */
export async function showInRegistry(
  means: BrowseMeans,
  { url, ...key }: Store,
  chart: ChartReference,
): Promise<Found<ShownApp>> {
  const from = repositoryAt(means, `${withoutTrailing(url, '/')}/${chart.name}`, key);
  if ('type' in from) {
    return from;
  }
  const found = await within(ASK_SECONDS, means.signal, (signal) => fetchTags(from.client, signal));
  if (found.type !== 'names') {
    return found;
  }
  const index = indexOfTags(chart.name, found.names);
  return offeredChart(means, index, chart, async () => {
    const chosen = await choose(means, index, chart);
    return chosen.type === 'chosen' ? pullWithin(means, from, CHART_ARTIFACT, chosen.version) : chosen;
  });
}
