import type { GateOptions } from '../store/exchange.ts';
import type { IndexReader } from './fetch/indexreader.ts';
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
  return { renderer, turns, repositories: new ChartRepositories(allowed, readerInTurn(renderer, turns)) };
}

/** Milliseconds that a fetch waits for its turn with the index that it has got. */
const PATIENCE_MS = 60_000;

/** Reader of indexes that takes turns with all that is rendered. */
function readerInTurn(reader: IndexReader, turns: Turns): IndexReader {
  return {
    async choose(index, { namespace = '', ...chart }, signal) {
      const asker = { namespace, name: `index of ${chart.name}`, patienceMs: PATIENCE_MS };
      const leave = await turns.take(asker, signal);
      if (leave === undefined) {
        return { type: 'refused', refusal: { type: 'busy' } };
      }
      try {
        return await reader.choose(index, chart, signal);
      } finally {
        leave();
      }
    },
  };
}
