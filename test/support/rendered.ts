import type { ChartObject, RenderedChart, SourcedObject } from '../../src/chart/rendering.ts';

/** Content of a chart `shop` with some objects. */
export function renderedChart(fields: Partial<RenderedChart> = {}): RenderedChart {
  return {
    chart: { name: 'shop', version: '1.0.0', appVersion: '' },
    objects: [],
    hooks: [],
    crds: [],
    notes: '',
    soughtSecrets: false,
    texts: '',
    draws: 0,
    ...fields,
  };
}

/** Object of a chart, from the template of its kind. */
export function sourced(object: ChartObject): SourcedObject {
  return { source: `shop/templates/${object.kind.toLowerCase()}.yaml`, object };
}

/** Hook of a chart: a Job, unless `object` says otherwise. */
export function hook(
  events: readonly string[],
  weight: number,
  object: ChartObject = job(`${events.join('-')}-${weight}`),
): RenderedChart['hooks'][number] {
  return { ...sourced(object), events, weight, deletePolicies: [] };
}

const POD = { containers: [{ name: 'main', image: 'example.com/main:1' }] };

/** Workload of a kind with a selector of `app: <name>`. */
export function workload(name: string, kind = 'Deployment'): ChartObject {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, labels },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: POD } },
  };
}

/** Job of a chart. */
export function job(name: string, pod: object = {}): ChartObject {
  const template = { spec: { ...POD, restartPolicy: 'Never', ...pod } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec: { template } };
}

/** Service of a chart for the pods with some labels. */
export function service(name: string, selector: Readonly<Record<string, string>>): ChartObject {
  const spec = { selector, ports: [{ name: 'http', port: 80, targetPort: 8080 }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec };
}

/** Secret of a chart. */
export function secret(name: string, texts: Readonly<Record<string, string>>): ChartObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: texts };
}
