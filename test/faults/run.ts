/**
 * The fault campaign: runs every workload many times, each time with one fault at one call or event, on a cluster of
 * its own. Prints a table, the failures, and last the count; exits with 1 if a plan failed.
 *
 *     npm run faults
 *     npm run faults -- --workload=<name> [--workload=<name>]   only the plans of these
 *     npm run faults -- --only=<plan> [--only=<plan>]           also shows the operator's log
 *     npm run faults -- --list                                  names the plans, runs none
 *     npm run faults -- --record                                records the ends of workloads without faults, which
 *                                                               npm test compares a sample with; runs no plan
 */
import { parseArgs } from 'node:util';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { allPlans, campaign, learn } from './campaign.ts';
import { parsePlan, planId } from './plan.ts';
import { record } from './recorded.ts';
import { count, failures, succeeded, table } from './report.ts';
import { openStage } from './stage.ts';
import { WORKLOADS, workloadOf } from './workloads.ts';

/** Runs of a workload without faults: as references for the plans of the same run, or for the recorded sample. */
const REFERENCE_RUNS = 3;
const RECORD_RUNS = 10;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    workload: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const chosen = values.only?.map(parsePlan);
const names = chosen?.map(({ workload }) => workload) ?? values.workload ?? WORKLOADS.map(({ name }) => name);
const workloads = [...new Set(names)].map(workloadOf);
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => stop.abort(new Error(signal)));
}

const progress = terminalProgress(process.stderr);
const stage = await openStage(progress, stop.signal);
try {
  const task = progress.task('plans');
  const references = await learn(stage, workloads, values.record ? RECORD_RUNS : REFERENCE_RUNS);
  const plans = chosen ?? allPlans(references);
  if (values.record) {
    await record(references);
  } else if (values.list) {
    process.stdout.write(`${plans.map(planId).join('\n')}\n`);
  } else {
    let ended = 0;
    let failed = 0;
    const results = await campaign(stage, plans, references, stage.plane.signal, ({ id, problems }) => {
      ended += 1;
      if (problems.length > 0) {
        failed += 1;
        progress.info(`FAILED ${id}: ${problems[0]}`);
      }
      task.note(`${ended} of ${plans.length}, ${failed} failed`);
    });
    const log = chosen === undefined ? [] : results.flatMap((result) => result.log);
    process.stdout.write([...log, table(results), failures(results), count(results), ''].join('\n'));
    process.exitCode = succeeded(results) ? 0 : 1;
  }
  task.done();
} finally {
  await stage.close();
}
