/** Folder or file of `src`, and what it may import. */
export interface Layer {
  /** Content in a few words, for CONTRIBUTING.md. */
  readonly holds: string;
  /** Layers that it may import; a layer may import itself. */
  readonly imports: readonly string[];
}

/**
 * Layers of `src` from the bottom up: each imports only layers that stand above it here. A folder that is missing
 * here may import nothing and be imported by nobody.
 */
export const LAYERS: Readonly<Record<string, Layer>> = {
  base: { holds: 'general primitives: deadlines, pauses, backoff, text, quantities', imports: [] },
  telemetry: { holds: 'log, metrics and health endpoints', imports: ['base'] },
  api: { holds: 'Stoa’s kinds: schemas, conditions, reasons, labels', imports: ['base'] },
  kube: { holds: 'client of the Kubernetes API; knows no kind of Stoa’s', imports: ['base'] },
  controller: {
    holds:
      'runtime: reflector, cache, watches, queue with fairness among namespaces (`queue.ts`, `debts.ts`), controller, leader election; knows no kind of Stoa’s',
    imports: ['base', 'kube'],
  },
  content: {
    holds: 'what engines run of Secrets, within bounds: certificates, keys, passwords',
    imports: ['base', 'api'],
  },
  objects: {
    holds: 'kinds that Stoa reads and writes, as stored',
    imports: ['base', 'api', 'kube', 'content'],
  },
  names: {
    holds:
      'hosts and ports of the gateway as names that belong to teams: declarations, claims, and who may have what',
    imports: ['base', 'api', 'kube', 'objects'],
  },
  workload: {
    holds: 'kinds of workloads, their readiness and state, and the diagnosis of broken pods',
    imports: ['base', 'api', 'kube', 'objects'],
  },
  component: {
    holds: 'components: how labels identify them, their caches and facts',
    imports: ['base', 'api', 'kube', 'controller', 'objects', 'workload'],
  },
  rule: {
    holds:
      'meaning of a GatewayRule: its effective form, competing rules, names, ports, and whether it may exist',
    imports: ['base', 'api', 'kube', 'objects', 'names', 'component'],
  },
  engines: {
    holds: 'a folder for each gateway engine: what it can do, the objects that it needs, and its metrics',
    imports: ['base', 'api', 'kube', 'content', 'objects', 'names', 'component', 'rule'],
  },
  match: {
    holds:
      'who answers a request: the routes attached to a Gateway, of all writers, in the order of its engine',
    imports: ['base', 'api', 'kube', 'objects', 'names', 'rule'],
  },
  store: {
    holds: 'client of app stores, the addresses it may reach, and whose signatures count',
    imports: ['base', 'api'],
  },
  registry: {
    holds: 'client of OCI registries, and what it has of them: versions of artifacts',
    imports: ['base', 'store'],
  },
  monitor: {
    holds: 'Prometheus queries for components, and the reports made of the answers',
    imports: ['base', 'api', 'objects', 'rule', 'component', 'engines'],
  },
  gateway: {
    holds: 'GatewayRules → HTTPRoutes, listeners, certificates',
    imports: [
      'base',
      'api',
      'kube',
      'controller',
      'content',
      'objects',
      'names',
      'rule',
      'component',
      'engines',
      'match',
    ],
  },
  allowed: {
    holds: 'what untrusted objects may have: kinds, pods, containers, volumes, grants',
    imports: ['base', 'api', 'kube', 'objects', 'workload'],
  },
  source: {
    holds: 'seam between installs and the source of their content: what one asks, and the other gives',
    imports: ['base', 'api', 'objects', 'names', 'workload', 'store'],
  },
  model: {
    holds:
      'application models, the first source: how they are read, and the objects that are built of them; knows no cluster',
    imports: [
      'base',
      'api',
      'kube',
      'objects',
      'rule',
      'workload',
      'component',
      'store',
      'registry',
      'allowed',
      'source',
    ],
  },
  chart: {
    holds:
      'Helm charts, the second source: fetched from repositories and registries, and rendered in a sandbox that has no file, no network, and the time and the random bytes of a request',
    imports: ['base', 'api', 'objects', 'workload', 'store', 'registry', 'allowed', 'source'],
  },
  migrate: {
    holds:
      'Ingresses of ingress-nginx → GatewayRules, by a table of its annotations, and requests that prove these; knows no cluster',
    imports: ['base', 'api', 'kube', 'objects', 'rule', 'engines'],
  },
  install: {
    holds: 'MarketInstalls → components, phase by phase; knows no source',
    imports: [
      'base',
      'api',
      'kube',
      'controller',
      'objects',
      'names',
      'workload',
      'component',
      'store',
      'allowed',
      'source',
    ],
  },
  application: {
    holds: 'status of Applications from components, rules and installs',
    imports: ['base', 'api', 'kube', 'controller', 'objects', 'workload', 'component', 'install'],
  },
  rest: {
    holds: 'REST API',
    imports: [
      'base',
      'api',
      'kube',
      'controller',
      'content',
      'objects',
      'names',
      'rule',
      'workload',
      'component',
      'match',
      'store',
      'monitor',
      'install',
    ],
  },
  client: { holds: 'typed client of the REST API, also an npm package', imports: ['base'] },
  console: {
    holds: 'page in the browser: a view of the REST API, built by itself',
    imports: ['base', 'api', 'client'],
  },
  'config.ts': { holds: 'configuration file', imports: ['api', 'names', 'store', 'monitor', 'rest'] },
  plugin: {
    holds: '`kubectl stoa`: applications as trees, explanations, ports, the console on this machine',
    imports: [
      'base',
      'api',
      'kube',
      'objects',
      'names',
      'rule',
      'engines',
      'match',
      'workload',
      'component',
      'store',
      'registry',
      'model',
      'migrate',
      'install',
      'monitor',
      'rest',
      'client',
      'config.ts',
    ],
  },
  operator: {
    holds: 'operator process: puts the controllers together',
    imports: [
      'base',
      'telemetry',
      'api',
      'kube',
      'controller',
      'objects',
      'names',
      'component',
      'store',
      'registry',
      'engines',
      'gateway',
      'source',
      'model',
      'chart',
      'install',
      'application',
      'config.ts',
    ],
  },
  roles: {
    holds: 'the processes: operator, REST API, and the retirement of Stoa',
    imports: ['telemetry', 'kube', 'controller', 'store', 'chart', 'rest', 'config.ts', 'operator'],
  },
  'main.ts': {
    holds: 'entry point of all processes: loads the role of this one',
    imports: ['telemetry', 'config.ts', 'roles'],
  },
};
