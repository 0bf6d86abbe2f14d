import type { AppCatalog } from '../store/catalog.ts';
import type { GateOptions } from '../store/exchange.ts';
import { ChartCatalog } from './fetch/catalog.ts';
import { ChartRepositories } from './fetch/repositories.ts';
import { rendererFiles } from './files.ts';
import { Renderer } from './renderer.ts';
import { Turns } from './turns.ts';

/** Repositories of charts and the renderer, which all installs of a process share in turns. */
export interface ChartMeans {
  readonly repositories: ChartRepositories;
  readonly renderer: Renderer;
  readonly turns: Turns;
}

/** Means for the charts of the repositories that the configuration allows; nothing runs before the first chart. */
export function createChartMeans(allowed: GateOptions): ChartMeans {
  const renderer = new Renderer(rendererFiles());
  const turns = new Turns();
  return { renderer, turns, repositories: new ChartRepositories(allowed, renderer, turns) };
}

/** Catalog of the repositories and registries that the configuration allows; nothing runs before the first question. */
export function createChartCatalog(allowed: GateOptions): AppCatalog {
  return new ChartCatalog(allowed, new Renderer(rendererFiles()));
}
