import { expect, it } from 'vitest';
import { isOffered, rangesText, readPorts, withoutPorts } from '../../../src/names/ports.ts';

const ranges = [
  { from: 31_000, to: 31_000 },
  { from: 30_000, to: 30_002 },
];

it('offers what lies in a range, both ends included', () => {
  const offered = [29_999, 30_000, 30_002, 30_003, 31_000].filter((port) => isOffered(port, ranges));
  expect(offered).toEqual([30_000, 30_002, 31_000]);
  expect(rangesText(ranges)).toBe('31000, 30000-30002');
  expect(rangesText([])).toBe('none');
});

it.each([
  ['', []],
  [' 31000 , 30000 - 30002, ', ranges],
])('reads %j', (text, expected) => {
  expect(readPorts(text)).toEqual({ type: 'valid', ranges: expected });
});

it.each(['30000-', 'http', '0', '65536', '30002-30000', '1-2-3', '1;2'])('does not read %j', (text) => {
  expect(readPorts(text).type).toBe('invalid');
});

it.each([
  ['one within', '30001', '31000, 30000, 30002'],
  ['both ends', '30000, 30002', '31000, 30001'],
  ['a range across an end', '30002-31000', '30000-30001'],
  ['all', '1-65535', 'none'],
  ['none that are there', '29999, 30003-30999, 31001', '31000, 30000-30002'],
])('takes %s away', (_, text, expected) => {
  const others = readPorts(text);
  expect(rangesText(withoutPorts(ranges, others.type === 'valid' ? others.ranges : []))).toBe(expected);
});
