import { expect, it } from 'vitest';
import { BUILT_IN, type ItemForm, itemsOf, SOURCES } from '../../../src/monitor/items.ts';
import { monitoringSchema } from '../../../src/monitor/settings.ts';
import { ENGINES, withoutPresence } from './support.ts';

/** A form of items, whatever the gateway. */
type Form = Omit<ItemForm, 'engines'>;

function templateOf(name: string, form: Form): string | undefined {
  return itemsOf({ ...form, engines: ENGINES }, []).find((item) => item.name === name)?.templates[0];
}

it.each<[number | undefined, string, string, string]>([
  [undefined, '1m', '/ 12', '/ 60'],
  [15, '1m', '/ 12', '/ 60'],
  [16, '65s', '/ 13', '/ 65'],
  [30, '120s', '/ 24', '/ 120'],
  [300, '1200s', '/ 240', '/ 1200'],
])(
  'with a scrape every %s s, requests are counted in %s and divided by %s',
  (scrapeSeconds, window, slots, seconds) => {
    const form = { source: 'traefik', scrapeSeconds, roundUp: false } as const;
    const series = `traefik_service_requests_total{${ENGINES.traefik},$traefik}`;
    const born = `(last_over_time(${series}[${window}]) unless ${series} offset ${window})`;
    const known = `traefik_config_last_reload_success{${ENGINES.traefik}} offset ${window}`;
    expect(templateOf('request', form)).toBe(
      `sum((${born} and on (job, instance) ${known} or increase(${series}[${window}]))) ${slots}`,
    );
    expect(templateOf('request_client', form)).toContain(`) ${seconds}`);
  },
);

it('no template is left with what is not PromQL', () => {
  const templates = SOURCES.flatMap((source) =>
    itemsOf({ engines: ENGINES, source }, []).flatMap((item) => item.templates),
  );
  expect(templates.filter((template) => template.includes('growth('))).toEqual([]);
  expect(templates.join()).not.toContain('undefined');
});

it.each([
  ['by default', undefined, true],
  ['on request', true, true],
  ['not where that is switched off', false, false],
])('rounds the items of the original up, and no others: %s', (_, roundUp, rounds) => {
  const own = [{ name: 'own', query: 'sum(a{$pods})' }];
  const rounded = itemsOf({ engines: ENGINES, source: 'envoy', roundUp }, own).filter(({ templates }) =>
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
  const without = itemsOf({ engines: ENGINES, source }, []).filter(({ templates }) => templates.length === 0);
  expect(without.map(({ name }) => name)).toEqual(names);
});

it('every form of a built-in item is valid PromQL with placeholders', () => {
  for (const source of SOURCES) {
    const items = itemsOf({ engines: ENGINES, source, scrapeSeconds: 60, roundUp: true }, []);
    expect(items).toHaveLength(BUILT_IN.length);
    const queries = items.flatMap(({ templates }) => templates.map(withoutPresence));
    expect(queries.length).toBeGreaterThanOrEqual(3);
    const own = queries.map((query, index) => ({ name: `own${index}`, query }));
    expect(() => monitoringSchema.parse({ items: own })).not.toThrow();
  }
});
