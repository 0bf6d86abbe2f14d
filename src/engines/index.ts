import { core } from './core.ts';
import type { Dialect } from './engine.ts';
import { envoyGateway } from './envoygateway/engine.ts';
import type { EngineMetrics } from './metrics.ts';
import { nginxGatewayFabric } from './nginxgatewayfabric/engine.ts';
import { traefik } from './traefik/engine.ts';

/**
 * All engines: a row for each, and first what every engine understands. To add one: a row here, and a folder with
 * `abilities.ts` (a row for each feature that differs from the Gateway API alone, with the kind and the content of the
 * object that carries it), `objects.ts` (its kinds and contents), `engine.ts` (how it puts them together), and
 * `metrics.ts` where Stoa reads its figures. Documentation, rights in the chart, guards and sources of metrics derive
 * from these; a table of docs/monitoring.md lists the queries. Golden files: `test/golden/gateway`.
 */
export const ENGINES = [core, traefik, envoyGateway, nginxGatewayFabric] as const;

/** The dialect of the engine whose GatewayClasses name this controller. */
export function dialectOf(controllerName: string | undefined): Dialect {
  return ENGINES.find(({ controllers }) => controllers.some((name) => name === controllerName)) ?? core;
}

/** Metrics of engines; those of the first one that has data count. */
export const ENGINE_METRICS = ENGINES.flatMap(({ metrics }) => metrics ?? []);

/** Source of metrics on requests: the name of an engine in the configuration of monitoring. */
export type MetricsSource = (typeof ENGINE_METRICS)[number]['source'];

/** A value for each engine whose metrics Stoa reads. */
export function perEngine<T>(make: (metrics: EngineMetrics) => T): Readonly<Record<MetricsSource, T>> {
  const entries = ENGINE_METRICS.map((metrics) => [metrics.source, make(metrics)] as const);
  return Object.fromEntries(entries) as Record<MetricsSource, T>;
}
