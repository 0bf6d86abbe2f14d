import type { Registry } from 'prom-client';

/** The value of a metric with the given labels, 0 where there is none; of a histogram, give its series' name. */
export async function metric(
  registry: Registry,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const metrics = await registry.getMetricsAsJSON();
  const values = metrics.flatMap((each) =>
    each.values.map((value) => ({ metricName: each.name, ...value }) as const),
  );
  const found = values.find(
    (value) =>
      value.metricName === name &&
      Object.entries(labels).every(([label, wanted]) => value.labels[label as never] === wanted),
  );
  return found?.value ?? 0;
}
