import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { plotFiles } from '../../bench/plot/generate.ts';
import { growthOf } from '../../bench/plot/growth.ts';
import { sectionsOf } from '../../bench/plot/table.ts';

const root = new URL('../../../', import.meta.url);

it('the plots are the output of npm run generate, and the document shows them', async () => {
  const files = await plotFiles();
  const document = await readFile(new URL('docs/performance.md', root), 'utf8');
  expect(files.size).toBeGreaterThan(0);
  for (const [path, content] of files) {
    expect(await readFile(new URL(path, root), 'utf8'), path).toBe(content);
    expect(document).toContain(`(${path.replace('docs/', '')})`);
  }
});

/** The figures of a document with one table of these rows. */
function ratiosOf(...rows: string[]) {
  return sectionsOf(
    ['# Speed', '', '| figure | measured | bar | met |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  )
    .flatMap(({ ratios }) => ratios)
    .map(({ figure, middle, least, most }) => [figure, middle, least, most]);
}

it('a figure becomes a multiple of its bar, beyond 1 if the bar is missed', () => {
  expect(
    ratiosOf(
      '| p50 beyond raw | 4.5 ms (1.5–6) | ≤ 3 ms | NO |',
      '| share of raw | 40 % (20–80); raw 122 writes/s (113–156) | ≥ 80 % | NO |',
      '| resync | 1.5 s CPU (1–2), 0 writes | ≤ 2 s CPU, 0 writes | yes |',
      '| p99 of an edit | × 3 (2–4): 105.8 ms (71.4–130.1) | ≤ 2 × idle | NO |',
      '| p99 beyond that of the same | 5 ms (-5–10) | ≤ 25 ms | yes |',
    ),
  ).toEqual([
    ['p50 beyond raw', 1.5, 0.5, 2],
    ['share of raw', 2, 1, 4],
    ['resync', 0.75, 0.5, 1],
    ['p99 of an edit', 1.5, 1, 2],
    ['p99 beyond that of the same', 0.2, -0.2, 0.4],
  ]);
});

it('a row with two bars becomes two figures, and "the same" is replaced by its subject', () => {
  expect(
    ratiosOf(
      '| rule → route, idle: all of it * | p50 10 ms (5–20), p99 80 ms (40–120) | p50 ≤ 10 ms, p99 ≤ 40 ms | NO |',
      '| the same, beside others | 5 s (5–5) | ≤ 10 s | yes |',
      '| the same: writes of it | 5 s (5–5) | ≤ 10 s | yes |',
    ),
  ).toEqual([
    ['rule → route, idle: all of it, p50', 1, 0.5, 2],
    ['rule → route, idle: all of it, p99', 2, 1, 3],
    ['rule → route, idle, beside others', 0.5, 0.5, 0.5],
    ['rule → route, idle: writes of it', 0.5, 0.5, 0.5],
  ]);
});

it('rows without a bar, with a bar of zero or with a relative bar are left out', () => {
  expect(
    ratiosOf(
      '| calls | 0.00 (0.00–0.00) | ≤ 0 | yes |',
      '| written raw | p50 14 ms (10–15) | calibration | yes |',
      '| a thousand | 52 rules/s (38–53) | ≥ 90 rules/s where the raw rate is 300 writes/s | NO |',
      '| CPU per edit | 5.9, 5.2, 6.0 ms | ≤ 2 × that of the smallest | yes |',
    ),
  ).toEqual([]);
});

it('the table of growth becomes its costs by the number of rules', () => {
  const table = ['| rules | heap, MiB |', '| --- | --- |', '| 1,000 | 31 |', '| 97,000 | 460 |', '', 'Text.'];
  expect(growthOf(['# Speed', ...table].join('\n'))).toEqual({
    sizes: [1000, 97_000],
    costs: [{ name: 'heap, MiB', values: [31, 460] }],
  });
  expect(() => growthOf('# Speed')).toThrow('no table of growth');
});
