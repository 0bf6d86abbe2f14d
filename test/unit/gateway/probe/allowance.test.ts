import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Allowance } from '../../../../src/gateway/probe/allowance.ts';

it('lets the slow routes of a namespace keep the probe waiting for ten seconds at once, then for a fifth of the time', () => {
  const allowance = new Allowance();
  for (let count = 0; count < 10; count += 1) {
    expect(allowance.pauseOf('evil', 0)).toBe(0);
    allowance.charge('evil', 1_000, 0);
  }
  expect(allowance.pauseOf('evil', 0)).toBe(0);
  allowance.charge('evil', 1_000, 0);
  expect(allowance.pauseOf('evil', 0)).toBe(5_000);
  expect(allowance.pauseOf('evil', 4_000)).toBe(1_000);
  expect(allowance.pauseOf('evil', 5_000)).toBe(0);
});

it('charges no question that is answered soon', () => {
  const allowance = new Allowance();
  expect(allowance.charge('team', 499, 0)).toBe(false);
  expect(allowance.charge('team', 60_000, 0)).toBe(true);
  expect(allowance.pauseOf('team', 0)).toBe(60_000);
});

it('does not charge one namespace with what another one costs', () => {
  const allowance = new Allowance();
  allowance.charge('evil', 120_000, 0);
  expect(allowance.pauseOf('evil', 0)).toBe(60_000);
  expect(allowance.pauseOf('other', 0)).toBe(0);
});

it('is never exceeded by more than the burst and one question, whoever is asked when', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(gaps, (waits) => {
      const allowance = new Allowance();
      let [now, waited] = [0, 0];
      for (const gap of waits) {
        now += gap;
        if (allowance.pauseOf('evil', now) === 0) {
          now += 1_000;
          waited += 1_000;
          allowance.charge('evil', 1_000, now);
        }
      }
      expect(waited).toBeLessThanOrEqual(11_000 + now / 5);
    }),
  );
});
