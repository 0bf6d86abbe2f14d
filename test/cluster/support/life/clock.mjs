/**
 * Clock of a process that jumps: adds the milliseconds in the file STOA_CLOCK to the time of day. Timers and
 * `performance.now()` go on as they do when the clock of a machine is set. Loaded with `--import`.
 */
import { readFileSync } from 'node:fs';

const Real = globalThis.Date;
const file = process.env.STOA_CLOCK ?? '';

/** Milliseconds for which the content of the file is known. */
const KNOWN_MS = 50;

let readAt = Number.NEGATIVE_INFINITY;
let aheadMs = 0;

function now() {
  if (performance.now() - readAt > KNOWN_MS) {
    readAt = performance.now();
    aheadMs = Number(readFileSync(file, 'utf8'));
  }
  return Real.now() + aheadMs;
}

globalThis.Date = class extends Real {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }

  static now() {
    return now();
  }
};
