import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Aggregation,
  aggregate,
  BURST,
  EMPTY_AGGREGATION,
  type EventRecord,
  REFILL_MS,
  SERIES_MS,
  type SeriesAction,
} from '../../../src/kube/eventseries.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

function record(reason = 'Broken', type: EventRecord['type'] = 'Warning'): EventRecord {
  return { type, reason, action: 'Reconcile', note: 'it broke' };
}

/** Feeds records in turn, each given with its time. */
function feed(steps: readonly (readonly [EventRecord, number])[]): {
  state: Aggregation;
  actions: SeriesAction[];
} {
  const actions: SeriesAction[] = [];
  let state = EMPTY_AGGREGATION;
  for (const [what, now] of steps) {
    const step = aggregate(state, what, now);
    state = step.state;
    actions.push(step.action);
  }
  return { state, actions };
}

function brief(action: SeriesAction | undefined): string {
  return action?.type === 'drop' ? 'drop' : `${action?.type} ${action?.series.count}`;
}

it.each([
  ['the same again', [record(), record()], 1, ['create 1', 'count 2']],
  ['another reason', [record('A'), record('B')], 1, ['create 1', 'create 1']],
  ['another type', [record('A', 'Normal'), record('A', 'Warning')], 1, ['create 1', 'create 1']],
  ['the same just in time', [record(), record()], SERIES_MS, ['create 1', 'count 2']],
  ['the same too late', [record(), record()], SERIES_MS + 1, ['create 1', 'create 1']],
  [
    'each in time after the last',
    [record(), record(), record()],
    SERIES_MS,
    ['create 1', 'count 2', 'count 3'],
  ],
])('%s', (_, records, step, expected) => {
  const { actions } = feed(records.map((what, index) => [what, START + index * step]));
  expect(actions.map(brief)).toEqual(expected);
});

it('keeps the first record of a series', () => {
  const again = { ...record(), note: 'it broke otherwise' };
  const { actions } = feed([
    [record(), START],
    [again, START + 1],
  ]);
  expect(actions[1]).toEqual({
    type: 'count',
    series: { first: record(), since: START, last: START + 1, count: 2 },
  });
});

it('limits a flood, and writes the true count afterwards', () => {
  const flood = Array.from({ length: BURST + 10 }, (): [EventRecord, number] => [record(), START]);
  const { actions } = feed([...flood, [record(), START + REFILL_MS]]);
  expect(actions.filter(({ type }) => type !== 'drop')).toHaveLength(BURST + 1);
  expect(brief(actions.at(-1))).toBe(`count ${BURST + 11}`);
});

const steps = fc.array(
  fc.tuple(
    fc
      .constantFrom('A', 'B', 'C')
      .chain((reason) =>
        fc.constantFrom<EventRecord['type']>('Normal', 'Warning').map((type) => record(reason, type)),
      ),
    fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 10 * MINUTE })),
  ),
  { maxLength: 200 },
);

function timed(pauses: readonly (readonly [EventRecord, number])[]): [EventRecord, number][] {
  let now = START;
  return pauses.map(([what, pause]) => {
    now += pause;
    return [what, now];
  });
}

it('never writes more than the burst and the refilled tokens', () => {
  fc.assert(
    fc.property(steps, (pauses) => {
      const times = timed(pauses);
      const { actions } = feed(times);
      const written = actions.filter(({ type }) => type !== 'drop').length;
      const elapsed = (times.at(-1)?.[1] ?? START) - START;
      expect(written).toBeLessThanOrEqual(BURST + elapsed / REFILL_MS);
    }),
  );
});

it('counts every record of a series, including dropped ones', () => {
  fc.assert(
    fc.property(steps, (pauses) => {
      const times = timed(pauses);
      const { actions } = feed(times);
      for (const [index, action] of actions.entries()) {
        if (action.type !== 'drop') {
          const { first, since, count } = action.series;
          const alike = times
            .slice(0, index + 1)
            .filter(
              ([what, now]) => what.type === first.type && what.reason === first.reason && now >= since,
            );
          // Of those at the very moment when it began, some may have been dropped before it did.
          const atOnce = alike.filter(([, now]) => now === since).length;
          expect(count).toBeLessThanOrEqual(alike.length);
          expect(count).toBeGreaterThan(alike.length - atOnce);
        }
      }
    }),
  );
});

it('creates exactly one Event per series', () => {
  fc.assert(
    fc.property(steps, (pauses) => {
      const { actions } = feed(timed(pauses));
      const written = actions.flatMap((action) => (action.type === 'drop' ? [] : [action]));
      expect(written.every(({ type, series }) => (type === 'create') === (series.count === 1))).toBe(true);
    }),
  );
});

it('stores only the series of the last minutes', () => {
  fc.assert(
    fc.property(steps, (pauses) => {
      const times = timed(pauses);
      const { state } = feed(times);
      const end = times.at(-1)?.[1] ?? START;
      expect(state.series.length).toBeLessThanOrEqual(BURST + 2);
      expect(state.series.every(({ last }) => end - last <= SERIES_MS)).toBe(true);
    }),
  );
});

it('tolerates a clock that goes back', () => {
  const { state, actions } = feed([
    [record(), START],
    [record(), START - 60 * MINUTE],
  ]);
  expect(actions.map(brief)).toEqual(['create 1', 'count 2']);
  expect(state.tokens).toBe(BURST - 2);
});
