import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLiveMetrics, type LiveMetric } from '../../../src/controller/livemetrics.ts';

const SIZES: LiveMetric<'box', ReadonlyMap<string, number>> = {
  name: 'sizes',
  help: 'Size of a box.',
  labelNames: ['box'],
  valuesOf: (boxes) => [...boxes].map(([box, value]) => ({ labels: { box }, value })),
};

async function lines(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('sizes{'));
}

it('has the values of its source at the time of the scrape', async () => {
  const registry = new Registry();
  const boxes = new Map([['a', 1]]);
  createLiveMetrics(registry)(SIZES, boxes);
  expect(await lines(registry)).toEqual(['sizes{box="a"} 1']);
  boxes.clear();
  boxes.set('b', 2);
  expect(await lines(registry)).toEqual(['sizes{box="b"} 2']);
});

it('replaces the source of a metric that is registered already', async () => {
  const registry = new Registry();
  const observe = createLiveMetrics(registry);
  observe(SIZES, new Map([['a', 1]]));
  observe(SIZES, new Map([['b', 2]]));
  expect(await lines(registry)).toEqual(['sizes{box="b"} 2']);
});
