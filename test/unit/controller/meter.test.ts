import { expect, it } from 'vitest';
import { CpuMeter } from '../../../src/controller/meter.ts';

/** Work that takes some CPU time. */
function busy(): string {
  const began = performance.now();
  while (performance.now() - began < 50) {
    JSON.stringify(process.versions);
  }
  return 'done';
}

it('a meter returns the result of work, and adds its CPU time', () => {
  const meter = new CpuMeter();
  expect(meter.ms).toBe(0);
  expect(meter.run(busy)).toBe('done');
  const once = meter.ms;
  expect(once).toBeGreaterThan(0);
  meter.run(busy);
  expect(meter.ms).toBeGreaterThan(once);
});

it('a meter counts work that throws', () => {
  const meter = new CpuMeter();
  const failure = new Error('failure');
  const work = () => {
    busy();
    throw failure;
  };
  expect(() => meter.run(work)).toThrow(failure);
  expect(meter.ms).toBeGreaterThan(0);
});
