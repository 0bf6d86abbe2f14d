/**
 * `npm run soak [-- <minutes>]`: creates and deletes rules and installs, by default for twenty minutes, on a control
 * plane of its own. The API server is killed in every third round while the operator is busy; halfway, the operator
 * ends and another one starts. Then a rule and an install live with other clients that write to the same objects, and rest
 * for five minutes. Exits with 1 if objects are left, a process does not return to its resource usage after the first
 * round, or Stoa undoes what others do or writes at rest.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStore } from '../../deploy/local/store/store.ts';
import { OperatorProcess } from '../bench/child.ts';
import { Installs } from '../bench/installs.ts';
import { HEAP_SLACK_MIB, longRun, say } from '../bench/longrun.ts';
import type { Vitals } from '../bench/operator.ts';
import type { Stage } from '../bench/stage.ts';
import { type Churn, round, stock, surplus } from './churn.ts';
import { isGoodCompany } from './company.ts';

const MINUTES = 20;

/** Number of rounds between two kills of the API server. */
const KILLED_EVERY = 3;

/** Milliseconds for the release of connections and timers, and the garbage collection of objects. */
const SETTLE_MS = 90_000;

function usageText({ heapMiB, rssMiB, sockets, timers }: Vitals): string {
  return `heap ${heapMiB.toFixed(1)} MiB, ${rssMiB.toFixed(0)} MiB resident, ${sockets} sockets, ${timers} timers`;
}

/** Resource usage of an idle process, at the latest after a timeout, or as soon as it is at most `baseline`. */
async function atRest(operator: OperatorProcess, baseline?: Vitals): Promise<Vitals> {
  const until = performance.now() + SETTLE_MS;
  await operator.quiet();
  for (;;) {
    const now = await operator.ask('collect');
    if (baseline === undefined || isBack(now, baseline) || performance.now() > until) {
      return now;
    }
    await sleep(1000);
  }
}

function isBack(now: Vitals, baseline: Vitals): boolean {
  return (
    now.heapMiB <= baseline.heapMiB + HEAP_SLACK_MIB &&
    now.sockets <= baseline.sockets &&
    now.timers <= baseline.timers
  );
}

/** One operator's run for so many minutes; returns whether its resource usage is the same at both ends. */
async function life(
  churn: Churn,
  minutes: number,
  first: number,
): Promise<{ rounds: number; good: boolean }> {
  const { stage } = churn;
  const operator = new OperatorProcess(stage.account);
  const until = performance.now() + 60_000 * minutes;
  let rounds = 0;
  let baseline: Vitals | undefined;
  while (performance.now() < until) {
    const isKilled = rounds % KILLED_EVERY === KILLED_EVERY - 1;
    await round(churn, first + rounds, isKilled ? () => stage.restartApiServer() : async () => undefined);
    rounds += 1;
    if (baseline === undefined) {
      baseline = await atRest(operator);
      say(`after the first round: ${usageText(baseline)}`);
    }
  }
  const end = await atRest(operator, baseline);
  say(`after ${rounds} rounds: ${usageText(end)}`);
  await operator.end('SIGTERM');
  return { rounds, good: baseline !== undefined && isBack(end, baseline) };
}

async function soak(stage: Stage, minutes: number): Promise<boolean> {
  const models = join(import.meta.dirname, '../faults/models');
  const store = await serveStore({ host: '127.0.0.1', port: 0, folders: [models] });
  const installs = new Installs(stage.world, store.url, 'small');
  const churn = { stage, installs };
  const before = await stock(churn);
  const one = await life(churn, minutes / 2, 0);
  say('the operator has ended; another one starts');
  const other = await life(churn, minutes / 2, one.rounds);
  const left = await surplus(churn, before, SETTLE_MS);
  say(`${one.rounds + other.rounds} rounds; ${left.length} objects left${left.map((each) => `\n  ${each}`)}`);
  installs.close();
  await store.close();
  const isGood = await isGoodCompany();
  return one.good && other.good && left.length === 0 && isGood;
}

await longRun('soak', MINUTES, soak);
