import { MAX_TRIES } from './campaign.ts';
import type { Result } from './execute.ts';

function passed(results: readonly Result[]): number {
  return results.filter(({ problems }) => problems.length === 0).length;
}

/** One line for each workload: plans, passed, sum of the plans' seconds. */
export function table(results: readonly Result[]): string {
  const workloads = [...new Set(results.map(({ workload }) => workload))];
  const rows = workloads.map((workload) => {
    const own = results.filter((result) => result.workload === workload);
    const seconds = own.reduce((sum, result) => sum + result.seconds, 0);
    return [workload, own.length, passed(own), seconds.toFixed(1)];
  });
  return [['workload', 'plans', 'passed', 'seconds'], ...rows]
    .map(([first, ...rest]) => [String(first).padEnd(12), ...rest.map((cell) => String(cell).padStart(9))])
    .map((cells) => cells.join(''))
    .join('\n');
}

/** Number of shown log lines of a failed plan, and their maximum length. */
const LOG_LINES = 8;
const LOG_LENGTH = 300;

/** Every failed plan with its problems and the end of its operators' logs. */
export function failures(results: readonly Result[]): string {
  return results
    .filter(({ problems }) => problems.length > 0)
    .flatMap(({ id, problems, log }) => [
      `FAILED ${id}`,
      ...problems.map((problem) => `  ${problem}`),
      ...log.slice(-LOG_LINES).map((line) => `    ${line.slice(0, LOG_LENGTH)}`),
    ])
    .join('\n');
}

/** The last line: passed and total number of plans, and those whose fault found no target. */
export function count(results: readonly Result[]): string {
  const struck = results.filter((result) => result.struck);
  const idle = results.length - struck.length;
  const counts = `${struck.length} plans, ${passed(struck)} passed, ${struck.length - passed(struck)} failed`;
  return idle === 0 ? counts : `${counts}; ${idle} more found no target in ${MAX_TRIES} runs each`;
}

/** Tolerated share of plans without a target: the number of some calls depends on timing. */
const IDLE_SHARE = 0.02;

/** Whether a campaign is successful. */
export function succeeded(results: readonly Result[]): boolean {
  const idle = results.filter(({ struck }) => !struck);
  return passed(results) === results.length && idle.length <= IDLE_SHARE * results.length;
}
