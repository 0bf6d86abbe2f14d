import { z } from 'zod';

/** Result of the last recorded run of cluster tests on a minor version. */
const testedSchema = z.strictObject({
  kubernetes: z.string(),
  gatewayApi: z.string(),
  /** Day of the run, as `2026-11-29`. */
  day: z.iso.date(),
  files: z.int().positive(),
  passed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
});

/** Results by the names of minors. */
export const testedMinorsSchema = z.record(z.string(), testedSchema);

/** Result of the last recorded run of cluster tests on a minor version. */
export type Tested = z.infer<typeof testedSchema>;

/** File with the results, which `npm run minors -- --record` writes. */
export const TESTED = new URL('tested.json', import.meta.url);
