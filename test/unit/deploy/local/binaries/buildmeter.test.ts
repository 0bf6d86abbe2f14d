import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BuildMeter } from '../../../../../deploy/local/binaries/buildmeter.ts';

const sizes = new Map([
  ['runtime', 100_000],
  ['fmt', 20_000],
  ['example.com/a', 500_000],
  ['example.com/b', 300_000],
]);

test('a build begins at nothing and ends short of what linking takes', () => {
  const meter = new BuildMeter(sizes, []);
  expect(meter.share).toBe(0);
  for (const name of sizes.keys()) {
    meter.record(name);
  }
  expect(meter.share).toBeCloseTo(0.95);
});

test('what an interrupted build compiled counts as done', () => {
  const fresh = new BuildMeter(sizes, []);
  for (const name of ['runtime', 'fmt']) {
    fresh.record(name);
  }
  const resumed = new BuildMeter(sizes, ['runtime', 'fmt', 'of another module']);
  expect(resumed.share).toBe(fresh.share);
  expect(resumed.done).toBe(0);
});

test('a build that compiles the first package again finds nothing of earlier builds', () => {
  const resumed = new BuildMeter(sizes, ['runtime', 'fmt', 'example.com/a']);
  const fresh = new BuildMeter(sizes, []);
  for (const meter of [resumed, fresh]) {
    meter.record('runtime');
  }
  expect(resumed.share).toBe(fresh.share);
});

test('the time that is left follows from the pace', () => {
  const meter = new BuildMeter(sizes, []);
  meter.record('runtime');
  const left = meter.secondsLeft({ weight: meter.done, seconds: 10 });
  expect(left).toBeCloseTo((10 * (1 - meter.share)) / (meter.share / 0.95));
});

test('the share never falls but when the cache is found empty, and stays between 0 and 1', () => {
  const names = fc.array(fc.constantFrom('fmt', 'example.com/a', 'example.com/b', 'unknown'));
  fc.assert(
    fc.property(names, names, (earlier, seen) => {
      const meter = new BuildMeter(sizes, earlier);
      for (const name of seen) {
        const before = meter.share;
        meter.record(name);
        expect(meter.share).toBeGreaterThanOrEqual(before - 1e-9);
        expect(meter.share).toBeLessThanOrEqual(1);
      }
    }),
  );
});
