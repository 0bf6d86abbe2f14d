/** Query of a panel: PromQL and the legend of its series. */
type Query = readonly [expr: string, legend: string];

/** Panel of a dashboard, half as wide as the page. */
interface Panel {
  readonly title: string;
  /** Meaning, and what to look for. */
  readonly description: string;
  /** Unit in Grafana's notation, such as `s` or `reqps`. */
  readonly unit: string;
  readonly queries: readonly Query[];
}

/** Dashboard of Grafana. */
interface Dashboard {
  /** Name of the file, and id in Grafana. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** Percentile of a histogram over the interval of one point of the graph. */
function quantile(of: number, metric: string, selector: string, by = ''): string {
  return `histogram_quantile(${of}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket{${selector}}[$__rate_interval])))`;
}

function rate(metric: string, selector: string, by: string): string {
  return `sum by (${by}) (rate(${metric}{${selector}}[$__rate_interval]))`;
}

const OPERATOR = 'job="stoa-operator"';
const REST = 'job="stoa-rest"';

/** Panels of both processes. */
function processPanels(job: string): Panel[] {
  return [
    {
      title: 'Requests to the API server',
      description:
        'By status. 409 is common; 403 means that rights are missing, 429 that the API server is short.',
      unit: 'reqps',
      queries: [[rate('rest_client_requests_total', job, 'code'), '{{code}}']],
    },
    {
      title: 'Answers of the API server, 99th percentile',
      description: 'By method; the time until an answer begins.',
      unit: 's',
      queries: [[quantile(0.99, 'rest_client_request_duration_seconds', job, 'verb'), '{{verb}}']],
    },
    {
      title: 'Memory',
      description: 'Resident memory and the heap in use; docs/operations.md has what to expect.',
      unit: 'bytes',
      queries: [
        [`process_resident_memory_bytes{${job}}`, 'resident {{instance}}'],
        [`nodejs_heap_size_used_bytes{${job}}`, 'heap {{instance}}'],
      ],
    },
    {
      title: 'CPU and event loop',
      description:
        'Cores in use, and for how long the event loop was held up at the 99th percentile, in seconds.',
      unit: 'none',
      queries: [
        [`rate(process_cpu_seconds_total{${job}}[$__rate_interval])`, 'cores {{instance}}'],
        [`nodejs_eventloop_lag_p99_seconds{${job}}`, 'lag {{instance}}'],
      ],
    },
    {
      title: 'Ready',
      description: '1 while a process works or could at once; /readyz tells what keeps it from that.',
      unit: 'none',
      queries: [[`stoa_ready{${job}}`, '{{instance}}']],
    },
  ];
}

const OPERATOR_PANELS: readonly Panel[] = [
  {
    title: 'Leader',
    description: '1 for the operator that holds the lease; the sum is 1 at all times.',
    unit: 'none',
    queries: [[`leader_election_master_status{${OPERATOR}}`, '{{instance}}']],
  },
  {
    title: 'Passes',
    description: 'Reconciles by controller.',
    unit: 'ops',
    queries: [[rate('controller_runtime_reconcile_total', OPERATOR, 'controller'), '{{controller}}']],
  },
  {
    title: 'Passes that fail, or wait for a user',
    description: 'What fails is tried again; what waits for a user says so in the condition of the object.',
    unit: 'ops',
    queries: [
      [rate('controller_runtime_reconcile_errors_total', OPERATOR, 'controller'), 'fails {{controller}}'],
      [
        rate('controller_runtime_terminal_reconcile_errors_total', OPERATOR, 'controller'),
        'waits {{controller}}',
      ],
    ],
  },
  {
    title: 'Time of a pass, 99th percentile',
    description: 'By controller.',
    unit: 's',
    queries: [
      [quantile(0.99, 'controller_runtime_reconcile_time_seconds', OPERATOR, 'controller'), '{{controller}}'],
    ],
  },
  {
    title: 'Keys that wait',
    description:
      'For a worker, by controller and priority: what users change overtakes what is only looked at again.',
    unit: 'none',
    queries: [[`sum by (name, priority) (workqueue_depth{${OPERATOR}})`, '{{name}} {{priority}}']],
  },
  {
    title: 'Time for which keys wait, 99th percentile',
    description: 'By controller.',
    unit: 's',
    queries: [[quantile(0.99, 'workqueue_queue_duration_seconds', OPERATOR, 'name'), '{{name}}']],
  },
  {
    title: 'Oldest pass under way',
    description: 'By controller; one that does not end makes /livez fail.',
    unit: 's',
    queries: [[`max by (name) (workqueue_longest_running_processor_seconds{${OPERATOR}})`, '{{name}}']],
  },
];

/** Conditions of a kind; both replicas of the operator count the same objects. */
function conditions(selector: string, by: string): string {
  return `max by (${by}) (stoa_object_conditions{${OPERATOR}, ${selector}})`;
}

const ALL_OBJECTS = conditions('condition="Ready"', 'kind, status, reason');
const READY_OBJECTS = conditions('condition="Ready", status="True"', 'kind, reason');

const FLEET_PANELS: readonly Panel[] = [
  {
    title: 'Rules by state',
    description: 'GatewayRules by the status and reason of Ready; docs/reasons.md explains each reason.',
    unit: 'none',
    queries: [
      [conditions('kind="GatewayRule", condition="Ready"', 'status, reason'), 'Ready={{status}} {{reason}}'],
    ],
  },
  {
    title: 'Installs by state',
    description: 'MarketInstalls by the status and reason of Ready.',
    unit: 'none',
    queries: [
      [
        conditions('kind="MarketInstall", condition="Ready"', 'status, reason'),
        'Ready={{status}} {{reason}}',
      ],
    ],
  },
  {
    title: 'Share that is ready',
    description: 'By kind; an Application is ready if all in it is.',
    unit: 'percentunit',
    queries: [
      [
        // Nothing is ready where the number has no series.
        `(sum by (kind) (${READY_OBJECTS}) or 0 * sum by (kind) (${ALL_OBJECTS})) / sum by (kind) (${ALL_OBJECTS})`,
        '{{kind}}',
      ],
    ],
  },
  {
    title: 'Longest wait to be ready',
    description:
      'Time for which the slowest object has not been ready, by kind and reason; 0 if all are ready.',
    unit: 's',
    queries: [[`max by (kind, reason) (stoa_longest_not_ready_seconds{${OPERATOR}})`, '{{kind}} {{reason}}']],
  },
  {
    title: 'Time until the gateway serves',
    description:
      'From the write of a route until every replica of the gateway serves it, at the 50th and 99th percentile.',
    unit: 's',
    queries: [
      [quantile(0.5, 'stoa_route_serving_seconds', OPERATOR), 'p50'],
      [quantile(0.99, 'stoa_route_serving_seconds', OPERATOR), 'p99'],
    ],
  },
  {
    title: 'Conditions that do not hold',
    description: 'By kind: the step at which rules, installs and applications stop.',
    unit: 'none',
    queries: [
      [
        `sum by (kind, condition) (${conditions('condition!="Ready", status!="True"', 'kind, condition, status, reason')})`,
        '{{kind}} {{condition}}',
      ],
    ],
  },
  {
    title: 'Fields that are not in effect',
    description:
      'Number of rules by engine and field: the losses that the condition FullyExpressed tells. docs/engines.md has what each engine supports.',
    unit: 'none',
    queries: [[`max by (engine, field) (stoa_rule_losses{${OPERATOR}})`, '{{engine}} {{field}}']],
  },
];

const REST_PANELS: readonly Panel[] = [
  {
    title: 'Requests',
    description: 'Answers by method.',
    unit: 'reqps',
    queries: [[rate('http_requests_total', REST, 'method'), '{{method}}']],
  },
  {
    title: 'Answers by status',
    description: '5xx are errors of the REST API or of what stands behind it.',
    unit: 'reqps',
    queries: [[rate('http_requests_total', REST, 'code'), '{{code}}']],
  },
  {
    title: 'Time of an answer',
    description: 'Of all methods, at the 50th and 99th percentile.',
    unit: 's',
    queries: [
      [quantile(0.5, 'http_request_duration_seconds', REST), 'p50'],
      [quantile(0.99, 'http_request_duration_seconds', REST), 'p99'],
    ],
  },
];

/** Dashboards of the chart. */
const DASHBOARDS: readonly Dashboard[] = [
  {
    name: 'operator',
    title: 'Stoa: operator',
    panels: [...OPERATOR_PANELS, ...processPanels(OPERATOR)],
  },
  { name: 'fleet', title: 'Stoa: rules and installs', panels: FLEET_PANELS },
  { name: 'rest', title: 'Stoa: REST API', panels: [...REST_PANELS, ...processPanels(REST)] },
];

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

/** Width and height of a panel, in cells of the 24 that a page is wide. */
const [WIDTH, HEIGHT] = [12, 8];

/** Dashboard as Grafana reads it. */
function document({ name, title, panels }: Dashboard): object {
  return {
    uid: `stoa-${name}`,
    title,
    tags: ['stoa'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    panels: panels.map(panel),
  };
}

function panel({ title, description, unit, queries }: Panel, index: number): object {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    description,
    datasource: DATASOURCE,
    gridPos: {
      x: (index % 2) * WIDTH,
      y: Math.floor(index / 2) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: queries.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  };
}

/** Files of the dashboards: content by path below the repository's root. */
export function dashboardFiles(): Map<string, string> {
  return new Map(
    DASHBOARDS.map((dashboard) => [
      `deploy/chart/files/dashboards/${dashboard.name}.json`,
      `${JSON.stringify(document(dashboard), null, 2)}\n`,
    ]),
  );
}
