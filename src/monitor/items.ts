/** Sources of metrics on requests. */
export const SOURCES = ['traefik', 'envoy', 'rainbond'] as const;

type Source = (typeof SOURCES)[number];

/** Sources without configuration: those whose series tell the namespace of a component. */
const BOUND_SOURCES: readonly Source[] = ['traefik', 'envoy'];

/** Engine of gateways whose figures Stoa reads. */
export type Engine = 'traefik' | 'envoy';

/** Label matchers of the series that the gateway itself exports, for each engine. */
export type EngineSelectors = Readonly<Record<Engine, string>>;

/** An item that is queried for every component. */
export interface Item {
  /** `monitor_item` of the contract. */
  readonly name: string;
  /** PromQL with placeholders; the first one that has data for a component counts. None: no source has such series. */
  readonly templates: readonly string[];
  /** PromQL that has a series where Prometheus has an engine's figures, but none of the gateway; of items about engines. */
  readonly unselected?: string | undefined;
}

/** A built-in item, with its query and meaning for each source. */
interface BuiltIn {
  readonly name: string;
  readonly unit: string;
  /** Whether the contract's original has whole numbers here. */
  readonly whole: boolean;
  /** PromQL with `growth` (see below); undefined for a source without such series. */
  readonly templates: Readonly<Record<Source, string | undefined>>;
  readonly meaning: Readonly<Record<Source, string | undefined>>;
}

/** Items of the contract's original, then further ones; a test compares them with the table of docs/monitoring.md. */
export const BUILT_IN: readonly BuiltIn[] = [
  {
    name: 'request_time',
    unit: 'ms',
    whole: true,
    templates: {
      traefik:
        '1000 * sum(growth(traefik_service_request_duration_seconds_sum{$traefik})) / (sum(growth(traefik_service_request_duration_seconds_count{$traefik})) > 0)',
      envoy:
        'sum(growth(envoy_cluster_upstream_rq_time_sum{$envoy})) / (sum(growth(envoy_cluster_upstream_rq_time_count{$envoy})) > 0)',
      rainbond: 'ceil(avg(app_requesttime{mode="avg",$rainbond}))',
    },
    meaning: {
      traefik: 'mean response time over the last minute; no data without requests',
      envoy: 'mean response time over the last minute; no data without requests',
      rainbond: 'mean of the response times that the plugin measures, rounded up',
    },
  },
  {
    name: 'request',
    unit: 'requests per 5 s',
    whole: true,
    templates: {
      traefik: 'sum(growth(traefik_service_requests_total{$traefik})) / 12',
      envoy: 'sum(growth(envoy_cluster_upstream_rq_total{$envoy})) / 12',
      rainbond: 'sum(ceil(increase(app_request{method="total",$rainbond}[1m]) / 12))',
    },
    meaning: {
      traefik: 'requests per 5 s, averaged over the last minute',
      envoy: 'requests per 5 s, averaged over the last minute',
      rainbond: 'requests per 5 s, averaged over the last minute, rounded up for each series',
    },
  },
  {
    name: 'request_client',
    unit: 'clients',
    whole: true,
    templates: {
      traefik: 'sum(growth(traefik_service_request_duration_seconds_sum{$traefik})) / 60',
      envoy: 'sum(envoy_cluster_upstream_rq_active{$envoy})',
      rainbond: 'max(app_requestclient{$rainbond})',
    },
    meaning: {
      traefik: 'clients that wait for a response at the same time, averaged over the last minute',
      envoy: 'clients that currently wait for a response',
      rainbond: 'clients online, of the port with the most clients',
    },
  },
  {
    name: 'error_rate',
    unit: '%',
    whole: false,
    templates: {
      traefik:
        '100 * (sum(growth(traefik_service_requests_total{code=~"5..",$traefik})) or vector(0)) / (sum(growth(traefik_service_requests_total{$traefik})) > 0)',
      envoy:
        '100 * (sum(growth(envoy_cluster_upstream_rq_xx{envoy_response_code_class="5",$envoy})) or vector(0)) / (sum(growth(envoy_cluster_upstream_rq_total{$envoy})) > 0)',
      rainbond: undefined,
    },
    meaning: {
      traefik: 'responses with a status of 500 to 599, of a hundred requests of the last minute',
      envoy: 'responses with a status of 500 to 599, of a hundred requests of the last minute',
      rainbond: undefined,
    },
  },
  {
    name: 'p95',
    unit: 'ms',
    whole: false,
    templates: {
      traefik:
        '1000 * (histogram_quantile(0.95, sum by (le) (growth(traefik_service_request_duration_seconds_bucket{$traefik}))) >= 0)',
      envoy:
        'histogram_quantile(0.95, sum by (le) (growth(envoy_cluster_upstream_rq_time_bucket{$envoy}))) >= 0',
      rainbond: undefined,
    },
    meaning: {
      traefik:
        'response time that 95 % of the requests of the last minute keep to, estimated from the buckets of Traefik',
      envoy:
        'response time that 95 % of the requests of the last minute keep to, estimated from the buckets of Envoy',
      rainbond: undefined,
    },
  },
];

/** Form of the built-in items. */
export interface ItemForm {
  /** Selectors of the series that the gateway itself exports: what anybody else exports under its names does not count. */
  readonly engines: EngineSelectors;
  /** Source of metrics; by default the first bound one that has data. */
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
  const sources = source === undefined ? BOUND_SOURCES : [source];
  const items = [
    ...BUILT_IN.map(({ name, whole, templates }) => ({
      name,
      templates: sources
        .flatMap((each) => templates[each] ?? [])
        .map((template) => rounded(widened(withGrowth(template), scrapeSeconds), roundUp && whole)),
    })),
    ...own.map(({ name, query }) => ({ name, templates: [query] })),
  ];
  return items.map(({ name, templates }) => ({
    name,
    templates: templates.map((template) => bound(template, engines)),
    unselected: unselectedOf(templates, engines),
  }));
}

/** Placeholders of an engine: the series of a component, and those of all replicas. */
const OF_ENGINE = /\$(traefik|envoy)(_replicas)?\b/g;

/** Template that reads series of the gateway only: those of a component are selected among them. */
function bound(template: string, engines: EngineSelectors): string {
  return template.replaceAll(OF_ENGINE, (placeholder, engine: Engine, replicas: string | undefined) =>
    replicas === undefined ? `${engines[engine]},${placeholder}` : engines[engine],
  );
}

/** Query whether a Prometheus with series of a template's engines has none of the gateway. */
function unselectedOf(templates: readonly string[], engines: EngineSelectors): string | undefined {
  const named = templates.flatMap((template) =>
    [...template.matchAll(OF_ENGINE)].map(([, engine]) => engine),
  );
  const gauges = ENGINES.filter((engine) => named.includes(engine)).map(
    (engine) => [PRESENCE[engine], engines[engine]] as const,
  );
  const any = gauges.map(([gauge]) => `count(${gauge})`).join(' or ');
  const ofGateway = gauges.map(([gauge, selector]) => `${gauge}{${selector}}`).join(' or ');
  return gauges.length === 0 ? undefined : `(${any}) unless on () (${ofGateway})`;
}

const ENGINES: readonly Engine[] = ['traefik', 'envoy'];

/**
 * Gauges of each replica of an engine, there from its start. Where Prometheus has one at the start of the window, its last
 * scrape of the replica had succeeded: a counter that was not there then had counted nothing.
 */
const PRESENCE: Readonly<Record<Engine, string>> = {
  traefik: 'traefik_config_last_reload_success',
  envoy: 'envoy_server_live',
};

/** Growth of counters in the last minute: `growth(metric{matchers,$traefik})`. */
const GROWTH = /growth\((\w+\{[^{}()]*\$(traefik|envoy)\})\)/g;

/**
 * Template in PromQL alone. `increase` takes the first sample of a series for what was there before, so it misses what a
 * series counted until its first scrape: all of it where the first errors come at once. A series that is younger than the
 * minute counts with its whole value instead, unless its replica was not scraped without it: what a Prometheus that
 * starts, or finds a replica anew, sees first may be of any age.
 */
function withGrowth(template: string): string {
  return template.replaceAll(GROWTH, (_, series: string, engine: Engine) => {
    const born = `(last_over_time(${series}[1m]) unless ${series} offset 1m)`;
    const known = `${PRESENCE[engine]}{$${engine}_replicas} offset 1m`;
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
