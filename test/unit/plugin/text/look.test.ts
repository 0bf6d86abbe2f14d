import { describe, expect, it } from 'vitest';
import { lookFor } from '../../../../src/plugin/text/look.ts';

describe('a look', () => {
  const terminal = { isTTY: true, columns: 100 };

  it.each<[string, Parameters<typeof lookFor>, string, number | undefined]>([
    ['boxes on a terminal', [terminal, false, {}], '├─ ', 100],
    ['ASCII in a pipe, whose lines are not cut', [{}, false, {}], '|- ', undefined],
    ['ASCII with --plain', [terminal, true, {}], '|- ', 100],
    ['ASCII with NO_COLOR', [terminal, false, { NO_COLOR: '1' }], '|- ', 100],
    ['ASCII on a dumb terminal', [terminal, false, { TERM: 'dumb' }], '|- ', 100],
    ['80 columns where a terminal does not tell', [{ isTTY: true, columns: 0 }, false, {}], '├─ ', 80],
  ])('has %s', (_, args, branch, width) => {
    const look = lookFor(...args);
    expect([look.glyphs.branch, look.width]).toEqual([branch, width]);
    expect(look.paint('bad', 'x') === 'x').toBe(branch === '|- ');
  });
});
