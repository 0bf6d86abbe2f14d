import { expect, it } from 'vitest';
import { usageOf, usageText } from '../../../../src/console/parts/usage.ts';

function item(monitor_item: string, ...samples: readonly string[]) {
  const result = samples.map((value) => ({ value: ['1', value], values: [] }));
  return { monitor_item, status: 'success', data: { resultType: 'vector' as const, result } };
}

it('usage is told per second, with errors where there are any, and the latency of most', () => {
  const usage = usageOf({
    monitors: [item('request', '16'), item('error_rate', '0.5'), item('p95', '12.4')],
  });
  expect(usage).toEqual({ requests: 3.2, errors: 0.5, latency: 12.4 });
  expect(usageText(usage)).toBe('3.2/s · 0.5 % errors · 12 ms');
});

it('what nobody knows is left out', () => {
  expect(usageOf({ monitors: [item('request'), item('p95', 'NaN'), item('request_time', '7')] })).toEqual({
    latency: 7,
  });
  expect(usageText({})).toBe('');
  expect(usageText({ requests: 0.04, errors: 0 })).toBe('0.04/s');
});
