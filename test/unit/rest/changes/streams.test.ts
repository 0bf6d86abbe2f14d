import { expect, it } from 'vitest';
import { Streams } from '../../../../src/rest/changes/streams.ts';
import { Throttled } from '../../../../src/rest/problem/problem.ts';

it('a caller has a bounded number of streams, and gets places back', () => {
  const streams = new Streams();
  const [leave] = Array.from({ length: 8 }, () => streams.enter('a'));
  expect(() => streams.enter('a')).toThrow(Throttled);
  streams.enter('b');
  leave?.();
  streams.enter('a');
  expect(() => streams.enter('a')).toThrow(Throttled);
});

it('all callers have a bounded number of streams together', () => {
  const streams = new Streams();
  const leaves = Array.from({ length: 1_000 }, (_, index) => streams.enter(`caller-${index}`));
  expect(() => streams.enter('one-more')).toThrow('1000 in all');
  leaves[0]?.();
  streams.enter('one-more');
});
