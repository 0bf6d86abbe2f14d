import { setTimeout as sleep } from 'node:timers/promises';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { say } from '../bench/longrun.ts';
import { ACTS } from '../faults/company/acts.ts';
import { inCompany } from '../faults/company/company.ts';
import { openStage } from '../faults/stage.ts';

/** Milliseconds at rest, in which Stoa must not write. */
const REST_MS = 300_000;

/**
 * Lets a rule and an install live on a control plane of their own with other clients that write to the same objects, and
 * then rest; returns whether Stoa has done nothing wrong.
 */
export async function isGoodCompany(): Promise<boolean> {
  const stage = await openStage(terminalProgress(process.stderr), new AbortController().signal);
  try {
    const problems = await inCompany(stage, Object.keys(ACTS), () => sleep(REST_MS));
    const count = Object.keys(ACTS).length;
    say(`in company of ${count} clients, ${REST_MS / 1000} s at rest: ${problems.length} problems`);
    for (const problem of problems) {
      say(`  ${problem}`);
    }
    return problems.length === 0;
  } finally {
    await stage.close();
  }
}
