import { vi } from 'vitest';
import { waiting } from '../report/meter.ts';

/** Waits until `check` no longer throws, by default for 45 s; fails with what it threw last. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 45_000): Promise<T> {
  return waiting('condition', () => vi.waitFor(check, { timeout, interval: 5 }));
}
