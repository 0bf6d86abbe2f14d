import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Wakes } from '../../../../src/plugin/status/wakes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Reasons for pictures, and the times (ms) of these; a picture takes no time. */
function drawing(): { readonly wakes: Wakes; readonly times: number[] } {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const wakes = new Wakes();
  const began = Date.now();
  const times: number[] = [];
  const draw = async () => {
    while (!stop.signal.aborted) {
      times.push(Date.now() - began);
      await wakes.next(stop.signal);
    }
  };
  void draw();
  return { wakes, times };
}

it('without a stream, a picture follows every two seconds', async () => {
  const { times } = drawing();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(times).toEqual([0, 2_000, 4_000, 6_000]);
});

it('with a stream, a picture follows every ten seconds', async () => {
  const { wakes, times } = drawing();
  wakes.tell(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(times).toEqual([0, 10_000, 20_000]);
});

it('a change is drawn at once, and another picture follows soon', async () => {
  const { wakes, times } = drawing();
  wakes.tell(true);
  await vi.advanceTimersByTimeAsync(3_000);
  wakes.changed();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(times).toEqual([0, 3_000, 5_000, 15_000]);
});

it('changes that follow a picture closely are drawn together', async () => {
  const { wakes, times } = drawing();
  wakes.tell(true);
  for (const ms of [3_000, 100, 100, 100]) {
    await vi.advanceTimersByTimeAsync(ms);
    wakes.changed();
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(times).toEqual([0, 3_000, 3_500]);
});

it('the end of a stream is drawn at once, and pictures follow often again', async () => {
  const { wakes, times } = drawing();
  wakes.tell(true);
  await vi.advanceTimersByTimeAsync(3_000);
  wakes.tell(false);
  wakes.tell(false);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(times).toEqual([0, 3_000, 5_000, 7_000]);
});

it('nothing is waited for after the end', async () => {
  const stop = new AbortController();
  const next = new Wakes().next(stop.signal);
  stop.abort();
  await next;
  expect(vi.getTimerCount()).toBe(0);
});
