import { expect, it } from 'vitest';
import { BUILT_IN, type ItemForm, itemsOf, SOURCES } from '../../../src/monitor/items.ts';
import { monitoringSchema } from '../../../src/monitor/settings.ts';

function templateOf(name: string, form: ItemForm): string | undefined {
  return itemsOf(form, []).find((item) => item.name === name)?.templates[0];
}

it.each<[number | undefined, string, string]>([
  [undefined, '[1m]', '/ 12'],
  [15, '[1m]', '/ 12'],
  [16, '[65s]', '/ 13'],
  [30, '[120s]', '/ 24'],
  [300, '[1200s]', '/ 240'],
])(
  'with a scrape every %s s, requests are counted in %s and divided by %s',
  (scrapeSeconds, window, slots) => {
    expect(templateOf('request', { source: 'traefik', scrapeSeconds })).toBe(
      `sum(increase(traefik_service_requests_total{$traefik}${window})) ${slots}`,
    );
  },
);

it('rounds the built-in items up on request, and no others', () => {
  expect(templateOf('request_client', { source: 'envoy', roundUp: true })).toBe(
    'ceil(sum(envoy_cluster_upstream_rq_active{$envoy}))',
  );
  const own = [{ name: 'own', query: 'sum(a{$pods})' }];
  expect(itemsOf({ roundUp: true }, own).at(-1)?.templates).toEqual(['sum(a{$pods})']);
});

it('every form of a built-in item is valid PromQL with placeholders', () => {
  for (const source of SOURCES) {
    const items = itemsOf({ source, scrapeSeconds: 60, roundUp: true }, []);
    expect(items).toHaveLength(BUILT_IN.length);
    const own = items.map(({ templates: [query] }, index) => ({ name: `own${index}`, query }));
    expect(() => monitoringSchema.parse({ items: own })).not.toThrow();
  }
});
