/** Runs before each file of tests, and has the reporter told what the file has used. */
import { afterAll } from 'vitest';
import { type Used, used, usedSince } from './meter.ts';

declare module 'vitest' {
  interface TaskMeta {
    used?: Used;
  }
}

const before = used();

// Of hooks, the first to be registered is the last to be run.
// biome-ignore lint/correctness/noEmptyPattern: fixtures are read from the pattern, of which there are none
afterAll(({}, suite) => {
  suite.meta.used = usedSince(before);
});
