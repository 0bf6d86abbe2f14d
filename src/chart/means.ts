import type { AppCatalog } from '../store/catalog.ts';
import type { GateOptions } from '../store/exchange.ts';
import { ChartCatalog } from './fetch/catalog.ts';
import { ChartRepositories } from './fetch/repositories.ts';
import { rendererFiles } from './files.ts';
import { Renderer } from './renderer.ts';

/** Repositories of charts and the renderer, which all installs of a process share. */
export interface ChartMeans {
  readonly repositories: ChartRepositories;
  readonly renderer: Renderer;
}

/** Means for the charts of the repositories that the configuration allows; nothing runs before the first chart. */
export function createChartMeans(allowed: GateOptions): ChartMeans {
  const renderer = new Renderer(rendererFiles());
  return { renderer, repositories: new ChartRepositories(allowed, renderer) };
}

/** Catalog of the repositories and registries that the configuration allows; nothing runs before the first question. */
export function createChartCatalog(allowed: GateOptions): AppCatalog {
  return new ChartCatalog(allowed, new Renderer(rendererFiles()));
}
