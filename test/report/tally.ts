import { readFile } from 'node:fs/promises';

/** Number of tests by result. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Results of a run of vitest: its tests, and the number of their files. */
export interface Tallied extends Tally {
  readonly files: number;
}

const NOTHING: Tallied = { passed: 0, failed: 0, skipped: 0, files: 0 };

/** Results in a JSON report of vitest; none where it is missing. */
export async function tallyOf(report: string): Promise<Tallied> {
  const text = await readFile(report, 'utf8').catch(() => '');
  if (text === '') {
    return NOTHING;
  }
  const { testResults, ...counts } = JSON.parse(text) as {
    readonly testResults: readonly unknown[];
  } & Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>;
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
    files: testResults.length,
  };
}
