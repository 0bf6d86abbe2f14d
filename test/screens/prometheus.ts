import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { repository } from '../../deploy/local/repository.ts';
import type { Graph, Series, Span } from './dashboard.ts';

/** The drawn parts of a dashboard of the chart. */
const dashboardSchema = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
    }),
  ),
});

/** Response of Prometheus to a range query. */
const rangeSchema = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});

type Target = z.infer<typeof dashboardSchema>['panels'][number]['targets'][number];

/** Seconds between two points. */
const STEP = 5;

/** A dashboard of the chart by name: its title, and every panel with the data of Prometheus for a time span. */
export async function readDashboard(
  prometheus: string,
  name: string,
  span: Span,
): Promise<{ readonly title: string; readonly graphs: readonly Graph[] }> {
  const file = `${repository.root}/deploy/chart/files/dashboards/${name}.json`;
  const { title, panels } = dashboardSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const graphs = panels.map(async ({ title, fieldConfig, targets }): Promise<Graph> => {
    const series = await Promise.all(targets.map((target) => ask(prometheus, target, span)));
    return { title, unit: fieldConfig.defaults.unit, series: series.flat() };
  });
  return { title, graphs: await Promise.all(graphs) };
}

async function ask(
  prometheus: string,
  { expr, legendFormat }: Target,
  { start, end }: Span,
): Promise<Series[]> {
  // The value that Grafana would use for a Prometheus with a scrape interval of about five seconds.
  const query = expr.replaceAll('$__rate_interval', '1m');
  const parameters = new URLSearchParams({ query, start: `${start}`, end: `${end}`, step: `${STEP}` });
  const answer = await fetch(`${prometheus}/api/v1/query_range?${parameters}`);
  const { data } = rangeSchema.parse(await answer.json());
  return data.result.map(({ metric, values }) => ({
    name: legendFormat.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
    points: values
      .map(([at, value]) => [at, Number(value)] as const)
      .filter(([, value]) => Number.isFinite(value)),
  }));
}
