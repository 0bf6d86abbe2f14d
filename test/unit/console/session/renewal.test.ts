import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRenewed, renewalDelay } from '../../../../src/console/session/renewal.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A session that begins now and lives for some minutes, renewed by `renew`; `ended` is what its user got. */
function renewed(minutes: number, renew: (count: number) => Promise<number | undefined>) {
  const stop = new AbortController();
  const got: (number | undefined)[] = [];
  let count = 0;
  const work = keepRenewed(
    { expiresAt: minutes * MINUTE_MS },
    {
      renew: async () => {
        count += 1;
        const expiresAt = await renew(count);
        return expiresAt === undefined ? undefined : { expiresAt };
      },
      onSession: (session) => got.push(session?.expiresAt),
    },
    stop.signal,
  );
  return { got, stop, work, asked: () => count };
}

describe('a session', () => {
  it.each([
    [600_000, 540_000],
    [60_000, 30_000],
    [0, 0],
    [-1_000, 0],
    [Number.MAX_SAFE_INTEGER, 2 ** 31 - 1],
  ])('whose token lives for %d ms is renewed after %d ms', (life, delay) => {
    expect(renewalDelay(life)).toBe(delay);
  });

  it('is renewed a minute before each end of its token', async () => {
    const { got, stop, work } = renewed(10, async (count) => (10 + 10 * count) * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(9 * MINUTE_MS - 1);
    expect(got).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(got).toEqual([20 * MINUTE_MS]);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(got).toEqual([20 * MINUTE_MS, 30 * MINUTE_MS]);
    stop.abort();
    await work;
  });

  it('ends with its token, not before, where the issuer gives no other', async () => {
    const { got, work } = renewed(10, async () => undefined);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS - 1);
    expect(got).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(got).toEqual([undefined]);
    await work;
  });

  it('asks again while the issuer does not answer, also after the end of the token', async () => {
    const { got, asked, stop, work } = renewed(1, async (count) => {
      if (count < 9) {
        throw new TypeError('fetch failed');
      }
      return 20 * MINUTE_MS;
    });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(asked()).toBe(9);
    expect(got).toEqual([20 * MINUTE_MS]);
    stop.abort();
    await work;
  });

  it('is renewed every ten seconds at most, where the clock is ahead of the issuer', async () => {
    const { asked, stop, work } = renewed(-10, async () => -5 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked()).toBe(7);
    stop.abort();
    await work;
  });

  it.each([
    ['while it waits', async () => undefined],
    [
      'while the issuer does not answer',
      async () => {
        throw new TypeError('fetch failed');
      },
    ],
  ])('that is signed out %s gets nothing more', async (when, renew) => {
    const { got, stop, work } = renewed(10, renew);
    await vi.advanceTimersByTimeAsync(when === 'while it waits' ? MINUTE_MS : 9 * MINUTE_MS + 1);
    stop.abort();
    await work;
    expect(got).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
