import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Circumstances, encodeQuery, type Prometheus } from '../../../src/monitor/prometheus.ts';
import type { PrometheusResult } from '../../../src/monitor/response.ts';
import { sharedPrometheus } from '../../../src/monitor/shared.ts';
import { NOW } from './support.ts';

const ANSWERED: PrometheusResult = { type: 'answered', series: [], partial: false };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // The cache takes the time 0 for none.
  vi.advanceTimersByTime(1);
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

function counting(results: readonly PrometheusResult[] = [ANSWERED], keepMs = 2_000) {
  let asked = 0;
  const prometheus: Prometheus = {
    query: async () => {
      asked += 1;
      return results[Math.min(asked, results.length) - 1] ?? ANSWERED;
    },
    problems: () => [],
    close: async () => undefined,
  };
  return { shared: sharedPrometheus(prometheus, keepMs), asked: () => asked };
}

const UP = encodeQuery('up');

it('asks once for equal queries at the same time, and within two seconds', async () => {
  const { shared, asked } = counting();
  await Promise.all([shared.query(UP, NOW), shared.query(UP, NOW)]);
  vi.advanceTimersByTime(1_900);
  await shared.query(UP, NOW);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(200);
  await shared.query(UP, NOW);
  expect(asked()).toBe(2);
});

it.each<[string, string, Circumstances]>([
  ['another query', 'down', NOW],
  ['another team', 'up', { tenant: { ...NOW.tenant, team: 'other' } }],
  ['another namespace', 'up', { tenant: { ...NOW.tenant, namespace: 'other' } }],
  ['a range', 'up', { ...NOW, range: { start: 1, end: 2, step: 1 } }],
])('asks again for %s', async (_, text, circumstances) => {
  const { shared, asked } = counting();
  await shared.query(UP, NOW);
  await shared.query(encodeQuery(text), circumstances);
  expect(asked()).toBe(2);
});

it('keeps no failure', async () => {
  const { shared, asked } = counting([{ type: 'busy', reason: 'x' }, ANSWERED]);
  expect(await shared.query(UP, NOW)).toMatchObject({ type: 'busy' });
  expect(await shared.query(UP, NOW)).toEqual(ANSWERED);
  expect(asked()).toBe(2);
});

it('keeps nothing for no time, and still asks once for what runs at the same time', async () => {
  const { shared, asked } = counting([ANSWERED], 0);
  await Promise.all([shared.query(UP, NOW), shared.query(UP, NOW)]);
  expect(asked()).toBe(1);
  await shared.query(UP, NOW);
  expect(asked()).toBe(2);
});
