import type { ComponentReport, ItemReport } from '../../../monitor/report.ts';
import type { Sample } from '../../../monitor/response.ts';
import type { ComponentMonitor } from './response.ts';

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
