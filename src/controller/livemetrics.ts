import { Gauge, type LabelValues, type Registry } from 'prom-client';

/** Gauge whose values are computed from a source, such as caches, when metrics are scraped. */
export interface LiveMetric<Label extends string, Source> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly valuesOf: (source: Source) => readonly LiveValue<Label>[];
}

interface LiveValue<Label extends string> {
  readonly labels: LabelValues<Label>;
  readonly value: number;
}

/** Function that registers a metric, or replaces the source of a registered one. */
export type ObserveLive = <Label extends string, Source>(
  metric: LiveMetric<Label, Source>,
  source: Source,
) => void;

/** Live metrics of a registry. */
export function createLiveMetrics(registry: Registry): ObserveLive {
  const readers = new Map<string, () => readonly LiveValue<string>[]>();
  return ({ name, help, labelNames, valuesOf }, source) => {
    const isNew = !readers.has(name);
    readers.set(name, () => valuesOf(source));
    if (isNew) {
      new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        collect() {
          this.reset();
          for (const { labels, value } of readers.get(name)?.() ?? []) {
            this.set(labels, value);
          }
        },
      });
    }
  };
}
