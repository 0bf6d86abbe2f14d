/** Setup file of each test file, which passes the file's resource usage to the reporter. */
import { afterAll } from 'vitest';
import { type Used, used, usedSince } from './meter.ts';

declare module 'vitest' {
  interface TaskMeta {
    used?: Used;
  }
}

const before = used();

// Hooks run in reverse order of their registration, so this one runs last.
// biome-ignore lint/correctness/noEmptyPattern: fixtures are read from the pattern, of which there are none
afterAll(({}, suite) => {
  suite.meta.used = usedSince(before);
});
