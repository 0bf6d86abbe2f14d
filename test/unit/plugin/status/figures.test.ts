import { expect, it } from 'vitest';
import { figuresOf, windowAt } from '../../../../src/plugin/status/figures.ts';

const WINDOW = { start: 100, end: 160, step: 15 };

function item(name: string, values: string[][]) {
  return {
    monitor_item: name,
    status: 'success',
    data: {
      resultType: 'matrix' as const,
      result: values.length === 0 ? [] : [{ value: values.at(-1) ?? [], values }],
    },
  };
}

function record(...monitors: ReturnType<typeof item>[]) {
  return { service_id: 'web', service_cname: 'Web', service_alias: 'web', monitors };
}

it('the window is the last five minutes, aligned to its step', () => {
  expect(windowAt(1000)).toEqual({ start: 705, end: 990, step: 15 });
  expect(windowAt(1004)).toEqual(windowAt(990));
});

it('figures are requests per second and milliseconds, with gaps where nothing was measured', () => {
  const requests = item('request', [
    ['100', '5'],
    ['130', '10'],
    ['160', '12.5'],
  ]);
  const latency = item('request_time', [
    ['115', '8'],
    ['145', 'NaN'],
  ]);
  expect(figuresOf([record(requests, latency)], WINDOW).get('web')).toEqual({
    requestsPerSecond: { latest: 2.5, samples: [1, null, 2, null, 2.5] },
    latencyMs: { latest: null, samples: [null, 8, null, null, null] },
  });
});

it('figures of a component without series are empty', () => {
  const nothing = { latest: null, samples: [null, null, null, null, null] };
  expect(figuresOf([record(item('request', []))], WINDOW).get('web')).toEqual({
    requestsPerSecond: nothing,
    latencyMs: nothing,
  });
});
