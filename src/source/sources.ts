import { CHARTS } from '../api/marketinstall.ts';
import type { Source } from './source.ts';

/** Source that is the one of models or that of charts, as `market.type` of an install says. */
export function sourceOfAll({ models, charts }: Readonly<Record<'models' | 'charts', Source>>): Source {
  return {
    fetch: (store, spec, asking) =>
      (spec.market.type === CHARTS ? charts : models).fetch(store, spec, asking),
    read: (content, allowed) => ('archive' in content ? charts : models).read(content, allowed),
  };
}
