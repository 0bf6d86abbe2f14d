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
    expect(templateOf('request', { source: 'traefik', scrapeSeconds, roundUp: false })).toBe(
      `sum(increase(traefik_service_requests_total{$traefik}${window})) ${slots}`,
    );
  },
);

it.each([
  ['by default', undefined, true],
  ['on request', true, true],
  ['not where that is switched off', false, false],
])('rounds the items of the original up, and no others: %s', (_, roundUp, rounds) => {
  const own = [{ name: 'own', query: 'sum(a{$pods})' }];
  const rounded = itemsOf({ source: 'envoy', roundUp }, own).filter(({ templates }) =>
    templates.some((template) => template.startsWith('ceil(')),
  );
  const names = rounded.map(({ name }) => name);
  expect(names).toEqual(rounds ? ['request_time', 'request', 'request_client'] : []);
});

it.each<[ItemForm['source'], readonly string[]]>([
  [undefined, []],
  ['traefik', []],
  ['envoy', []],
  ['rainbond', ['error_rate', 'p95']],
])('the source %s has no series of the items %j', (source, names) => {
  const without = itemsOf({ source }, []).filter(({ templates }) => templates.length === 0);
  expect(without.map(({ name }) => name)).toEqual(names);
});

it('every form of a built-in item is valid PromQL with placeholders', () => {
  for (const source of SOURCES) {
    const items = itemsOf({ source, scrapeSeconds: 60, roundUp: true }, []);
    expect(items).toHaveLength(BUILT_IN.length);
    const queries = items.flatMap(({ templates }) => templates);
    expect(queries.length).toBeGreaterThanOrEqual(3);
    const own = queries.map((query, index) => ({ name: `own${index}`, query }));
    expect(() => monitoringSchema.parse({ items: own })).not.toThrow();
  }
});
