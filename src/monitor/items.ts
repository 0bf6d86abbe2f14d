import { ENGINE_METRICS, type MetricsSource } from '../engines/index.ts';
import type { ItemQuery, RequestItem } from '../engines/metrics.ts';

/** Source that needs configuration, since its series do not tell the namespace of a component. */
const RAINBOND = 'rainbond';

/** Sources of metrics on requests: engines, whose figures count in this order, and the plugin of Rainbond. */
export const SOURCES = [...ENGINE_METRICS.map(({ source }) => source), RAINBOND] as const;

type Source = MetricsSource | typeof RAINBOND;

/** Label matchers of the series that the gateway itself exports, for each engine. */
export type EngineSelectors = Readonly<Record<MetricsSource, string>>;

/** An item that is queried for every component. */
export interface Item {
  /** `monitor_item` of the contract. */
  readonly name: string;
  /** PromQL with placeholders; the first one that has data for a component counts. None: no source has such series. */
  readonly templates: readonly string[];
  /** PromQL that has a series where Prometheus has an engine's figures, but none of the gateway; of items about engines. */
  readonly unselected?: string | undefined;
}

/** A built-in item, with its query and meaning for each source that has it. */
interface BuiltIn {
  readonly name: RequestItem;
  readonly unit: string;
  /** Whether the contract's original has whole numbers here. */
  readonly whole: boolean;
  /** Query of Rainbond's plugin; the queries of engines are in their folders. */
  readonly rainbond?: ItemQuery;
}

/** Items of the contract's original, then further ones; a test compares them with the table of docs/monitoring.md. */
export const BUILT_IN: readonly BuiltIn[] = [
  {
    name: 'request_time',
    unit: 'ms',
    whole: true,
    rainbond: {
      template: 'ceil(avg(app_requesttime{mode="avg",$rainbond}))',
      meaning: 'mean of the response times that the plugin measures, rounded up',
    },
  },
  {
    name: 'request',
    unit: 'requests per 5 s',
    whole: true,
    rainbond: {
      template: 'sum(ceil(increase(app_request{method="total",$rainbond}[1m]) / 12))',
      meaning: 'the same, rounded up for each series',
    },
  },
  {
    name: 'request_client',
    unit: 'clients',
    whole: true,
    rainbond: {
      template: 'max(app_requestclient{$rainbond})',
      meaning: 'clients online, of the port with the most clients',
    },
  },
  {
    name: 'error_rate',
    unit: '%',
    whole: false,
  },
  {
    name: 'p95',
    unit: 'ms',
    whole: false,
  },
];

/** Query of a built-in item in a source; undefined for a source without such series. */
export function queryIn(source: Source, { name, rainbond }: BuiltIn): ItemQuery | undefined {
  return source === RAINBOND
    ? rainbond
    : ENGINE_METRICS.find((metrics) => metrics.source === source)?.items[name];
}

/** Form of the built-in items. */
export interface ItemForm {
  /** Selectors of the series that the gateway itself exports: what a team exports under its names does not count. */
  readonly engines: EngineSelectors;
  /** Source of metrics; by default the first engine that has data. */
  readonly source?: Source | undefined;
  /** Seconds between two scrapes of Prometheus. */
  readonly scrapeSeconds?: number | undefined;
  /** Whether items that are whole numbers in the contract's original are rounded up to such; by default they are. */
  readonly roundUp?: boolean | undefined;
}

/** All items: the built-in ones in the form, and the configured ones as they are. */
export function itemsOf(
  { engines, source, scrapeSeconds = SCRAPE_SECONDS, roundUp = true }: ItemForm,
  own: readonly { readonly name: string; readonly query: string }[],
): readonly Item[] {
  const sources = source === undefined ? ENGINE_METRICS.map((metrics) => metrics.source) : [source];
  const items = [
    ...BUILT_IN.map((item) => ({
      name: item.name,
      templates: sources
        .flatMap((each) => queryIn(each, item)?.template ?? [])
        .map((template) => rounded(widened(withGrowth(template), scrapeSeconds), roundUp && item.whole)),
    })),
    ...own.map(({ name, query }) => ({ name, templates: [query] })),
  ];
  return items.map(({ name, templates }) => ({
    name,
    templates: templates.map((template) => bound(template, engines)),
    unselected: unselectedOf(templates, engines),
  }));
}

/** Placeholders that may be of an engine: the series of a component, and those of all replicas. */
const OF_ENGINE = /\$([a-z]+)(_replicas)?\b/g;

function isEngine(name: string | undefined): name is MetricsSource {
  return ENGINE_METRICS.some(({ source }) => source === name);
}

/** Engines whose series a template reads. */
function enginesIn(template: string): readonly MetricsSource[] {
  return [...template.matchAll(OF_ENGINE)].flatMap(([, name]) => (isEngine(name) ? [name] : []));
}

/** Whether a template reads series of an engine, which depend on the HTTPRoutes that lead to a component. */
export function isOfEngine(template: string): boolean {
  return enginesIn(template).length > 0;
}

/** Template that reads series of the gateway only: those of a component are selected among them. */
function bound(template: string, engines: EngineSelectors): string {
  return template.replaceAll(OF_ENGINE, (placeholder, name: string, replicas: string | undefined) => {
    if (!isEngine(name)) {
      return placeholder;
    }
    return replicas === undefined ? `${engines[name]},${placeholder}` : engines[name];
  });
}

/** Query whether a Prometheus with series of a template's engines has none of the gateway. */
function unselectedOf(templates: readonly string[], engines: EngineSelectors): string | undefined {
  const named = templates.flatMap(enginesIn);
  const gauges = ENGINE_METRICS.filter(({ source }) => named.includes(source)).map(
    ({ source, presence }) => [presence, engines[source]] as const,
  );
  const any = gauges.map(([gauge]) => `count(${gauge})`).join(' or ');
  const ofGateway = gauges.map(([gauge, selector]) => `${gauge}{${selector}}`).join(' or ');
  return gauges.length === 0 ? undefined : `(${any}) unless on () (${ofGateway})`;
}

/** Growth of counters in the last minute: `growth(metric{matchers,$traefik})`. */
const GROWTH = /growth\((\w+\{[^{}()]*\$([a-z]+)\})\)/g;

/**
 * Template in PromQL alone. `increase` takes the first sample of a series for what was there before, so it misses what a
 * series counted until its first scrape: all of it where the first errors come at once. A series that is younger than the
 * minute counts with its whole value instead, unless its replica was not scraped without it: what a Prometheus that
 * starts, or finds a replica anew, sees first may be of any age.
 */
function withGrowth(template: string): string {
  return template.replaceAll(GROWTH, (_, series: string, engine: string) => {
    const born = `(last_over_time(${series}[1m]) unless ${series} offset 1m)`;
    const presence = ENGINE_METRICS.find(({ source }) => source === engine)?.presence;
    const known = `${presence}{$${engine}_replicas} offset 1m`;
    return `(${born} and on (job, instance) ${known} or increase(${series}[1m]))`;
  });
}

/** Seconds between two scrapes by default. */
const SCRAPE_SECONDS = 15;

/** Template whose window has at least four scrapes, so that one that fails leaves no gap; a minute at least. */
function widened(template: string, scrapeSeconds: number): string {
  const seconds = Math.max(60, Math.ceil((4 * scrapeSeconds) / 5) * 5);
  return seconds === 60
    ? template
    : template
        .replaceAll(/\b1m\b/g, `${seconds}s`)
        .replaceAll(/\/ 60\b/g, `/ ${seconds}`)
        .replaceAll(/\/ 12\b/g, `/ ${seconds / 5}`);
}

function rounded(template: string, roundUp: boolean): string {
  return roundUp ? `ceil(${template})` : template;
}
