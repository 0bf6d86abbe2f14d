import { expect, it } from 'vitest';
import { seriesOf } from '../../../../../src/console/pages/component/series.ts';

function item(monitor_item: string, status: string, values: string[][]) {
  const result = values.length === 0 ? [] : [{ value: values.at(-1) ?? [], values }];
  return { monitor_item, status, data: { resultType: 'matrix' as const, result } };
}

it('series stand in the order in which one reads them, in units that one reads', () => {
  const series = seriesOf({
    monitors: [
      item('own', 'success', [['60', '1']]),
      item('memory', 'no-data', []),
      item('request', 'success', [
        ['60', '10'],
        ['75', 'NaN'],
        ['90', '5'],
      ]),
    ],
  });
  expect(series.map(({ title, problem }) => [title, problem])).toEqual([
    ['Requests', ''],
    ['Memory', 'no-data'],
    ['own', ''],
  ]);
  expect(series[0]?.points).toEqual([
    { at: 60_000, value: 2 },
    { at: 90_000, value: 1 },
  ]);
});
