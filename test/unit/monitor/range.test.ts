import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_SAMPLES, rangeOf } from '../../../src/monitor/range.ts';

const START = '1710000000';
const END = '1710000600';

it.each([
  [
    { start: START, end: END, step: '120' },
    { start: 1_710_000_000, end: 1_710_000_600, step: 120 },
  ],
  [
    { start: START, end: END },
    { start: 1_710_000_000, end: 1_710_000_600, step: 60 },
  ],
  [
    { start: START, end: START, step: '' },
    { start: 1_710_000_000, end: 1_710_000_000, step: 60 },
  ],
  [
    { start: START, end: END, step: '5m' },
    { start: 1_710_000_000, end: 1_710_000_600, step: 300 },
  ],
  [
    { start: '1.5', end: '2.25', step: '1.5' },
    { start: 1.5, end: 2.25, step: 1.5 },
  ],
  [
    { start: '2024-03-09T16:00:00Z', end: '2024-03-09T17:10:00+01:00' },
    { start: 1_710_000_000, end: 1_710_000_600, step: 60 },
  ],
  [
    { start: '0', end: String(MAX_SAMPLES - 1), step: '1' },
    { start: 0, end: MAX_SAMPLES - 1, step: 1 },
  ],
  [
    { start: '0', end: '2678400', step: '1h' },
    { start: 0, end: 2_678_400, step: 3600 },
  ],
])('%j is a range', (query, range) => {
  expect(rangeOf(query)).toEqual({ type: 'range', range });
});

it.each([
  [{}, ['start', 'end']],
  [{ start: START }, ['end']],
  [{ end: END }, ['start']],
  [{ start: 'now', end: END, step: '0' }, ['start', 'step']],
  [{ start: END, end: START }, ['end']],
  [{ start: '0', end: '2678401' }, ['start']],
  [{ start: '0', end: String(MAX_SAMPLES), step: '1' }, ['step']],
  [{ start: START, end: END, step: '-1' }, ['step']],
  [{ start: START, end: END, step: '0.5' }, ['step']],
  [{ start: START, end: END, step: '1y' }, ['step']],
  [{ start: START, end: END, step: 'NaN' }, ['step']],
  [{ start: '0x10', end: '1e9' }, ['start', 'end']],
  [{ start: '-1', end: '' }, ['start', 'end']],
  [{ start: '999999999999', end: '999999999999' }, ['start', 'end']],
  [{ start: '2024-02-30T25:00:00Z', end: '2024-03-09' }, ['start', 'end']],
  [{ start: [START, START], end: { a: END } }, ['start', 'end']],
])('%j is refused for %j', (query, fields) => {
  const parsed = rangeOf(query);
  expect(parsed.type === 'invalid' && parsed.problems.map(({ field }) => field)).toEqual(fields);
});

it('the least step that a refusal names is accepted', () => {
  const refused = rangeOf({ start: '0', end: '1000000', step: '1' });
  const [, step] =
    (refused.type === 'invalid' && /at least (\d+) s/.exec(refused.problems[0]?.message ?? '')) || [];
  expect(rangeOf({ start: '0', end: '1000000', step })).toMatchObject({ type: 'range' });
});

it('every accepted range is within the limits of Prometheus', () => {
  const text = fc.oneof(fc.string(), fc.nat().map(String), fc.double().map(String), fc.anything());
  fc.assert(
    fc.property(fc.record({ start: text, end: text, step: text }), (query) => {
      const parsed = rangeOf(query);
      if (parsed.type === 'range') {
        const { start, end, step } = parsed.range;
        expect(end).toBeGreaterThanOrEqual(start);
        expect(step).toBeGreaterThanOrEqual(1);
        expect((end - start) / step).toBeLessThan(MAX_SAMPLES);
      } else {
        expect(parsed.problems.length).toBeGreaterThan(0);
      }
    }),
  );
});
