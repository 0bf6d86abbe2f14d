import type { Registry } from 'prom-client';

/** Value of a metric with the given labels, 0 if there is none; for a histogram, pass the name of a series. */
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
