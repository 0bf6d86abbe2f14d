import { z } from 'zod';
import type { ComponentReport, ItemReport } from '../../../monitor/report.ts';
import type { Sample } from '../../../monitor/response.ts';
import { namedObject } from '../../http/schema.ts';

/** One series: contract 2.7. */
const monitorDataSchema = namedObject('MonitorDataSerializers', {
  value: z.array(z.string()).describe('Unix seconds and the sample; of a range, the last one.'),
  values: z
    .array(z.array(z.string()))
    .describe('All samples of a range, each as Unix seconds and the sample.')
    .optional(),
});

/** Values of an item: contract 2.7. */
const dataSchema = namedObject('Data', {
  resultType: z.enum(['vector', 'matrix']).describe('vector for now, matrix over a time.'),
  result: z.array(monitorDataSchema).describe('The series; empty where there is nothing to tell.'),
});

/** One item of a component: contract 2.7. */
const monitorItemSchema = namedObject('ComponentMonitorItemsSerializers', {
  data: dataSchema,
  monitor_item: z.string().describe('What is told; docs/monitoring.md has the units.'),
  status: z.string().describe('success, or why the values are missing or not all there.'),
});

/** Usage of a component: contract 2.7. */
export const componentMonitorSchema = namedObject('ComponentMonitorSerializers', {
  monitors: z
    .array(monitorItemSchema)
    .describe('The items with values, in the order of the configuration; with exact, all of them.'),
  service_id: z.string().describe('The component.'),
  service_cname: z.string().describe('Name of the component that people see.'),
  service_alias: z.string().describe('Alias of the component.'),
});

export type ComponentMonitor = z.infer<typeof componentMonitorSchema>;

/** Type of a result, in the terms of Prometheus: `vector` for now, `matrix` over a range. */
type ResultType = ComponentMonitor['monitors'][number]['data']['resultType'];

/** Record of a component's report: contract 2.7. */
export function monitorRecord(
  { component, items }: ComponentReport,
  resultType: ResultType,
): ComponentMonitor {
  return {
    monitors: items.map((item) => itemRecord(item, resultType)),
    service_id: component.id,
    service_cname: component.name,
    service_alias: component.alias,
  };
}

function itemRecord({ item, status, series }: ItemReport, resultType: ResultType) {
  const result = series.map((samples) => ({
    // The contract has a single sample, which of a range is the last one.
    value: samples.slice(-1).flatMap(texts),
    ...(resultType === 'matrix' ? { values: samples.map(texts) } : {}),
  }));
  return { data: { resultType, result }, monitor_item: item, status };
}

function texts([seconds, value]: Sample): [string, string] {
  return [String(seconds), String(value)];
}
