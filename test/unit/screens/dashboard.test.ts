import { describe, expect, it } from 'vitest';
import { dashboardSvg, type Graph, valueText } from '../../screens/dashboard.ts';

const SPAN = { start: 1_700_000_000, end: 1_700_000_100 };

function drawn(...graphs: Graph[]): string {
  return dashboardSvg('Stoa', 'a note', graphs, SPAN);
}

describe('a dashboard', () => {
  it('has a line for each series, from the bottom to the largest value of all', () => {
    const series = [
      {
        name: '<GET>',
        points: [
          [1_700_000_000, 0],
          [1_700_000_050, 4],
          [1_700_000_100, 2],
        ],
      },
      { name: 'PUT', points: [[1_700_000_100, 1]] },
    ] as const;
    const picture = drawn({ title: 'Requests', unit: 'reqps', series });
    expect(picture.match(/points="[^"]*"/g)).toEqual(['points="64,164 285,34 506,99"', 'points="506,131.5"']);
    expect(picture).toContain('&lt;GET&gt;');
    expect(picture).toContain('>4 req/s</text>');
    expect(picture).toContain('>22:13:20</text>');
  });

  it('has as many names in a legend as fit', () => {
    const series = Array.from({ length: 9 }, (_, index) => ({ name: `series number ${index}`, points: [] }));
    const picture = drawn({ title: 'a', unit: 's', series });
    expect(picture).toContain('series number 3');
    expect(picture).not.toContain('series number 4');
    expect(picture).toContain('and 5 more');
  });

  it('labels panels without data, and draws zeros at the bottom', () => {
    expect(drawn({ title: 'a', unit: 's', series: [] })).toContain('no data');
    const zeros = drawn({ title: 'a', unit: 's', series: [{ name: 'x', points: [[SPAN.end, 0]] }] });
    expect(zeros).toContain('points="506,164"');
  });
});

it.each([
  [0, 's', '0'],
  [0.01234, 's', '12.3 ms'],
  [2, 's', '2 s'],
  [200 * 2 ** 20, 'bytes', '200 MiB'],
  [0.5, 'reqps', '0.5 req/s'],
  [0.923, 'percentunit', '92.3 %'],
  [0.001, 'percentunit', '0.1 %'],
  [1234.5, 'none', '1230'],
])('%d %s is %s', (value, unit, text) => {
  expect(valueText(value, unit)).toBe(text);
});
