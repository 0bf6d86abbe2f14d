/**
 * `npm run soak [-- <minutes>]`: rules and installs come and go for twenty minutes where nothing is said, on a
 * control plane of its own. The API server is killed in every third round while the operator is at work, and
 * halfway the operator is ended and another one started. Ends with 1 where objects are left, or a process
 * does not come back to what it needed after its first round.
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

const MINUTES = 20;

/** The API server is killed in every so many rounds. */
const KILLED_EVERY = 3;

/** Milliseconds that connections and timers have to be given up, and objects to be collected. */
const SETTLE_MS = 90_000;

function told({ heapMiB, rssMiB, sockets, timers }: Vitals): string {
  return `heap ${heapMiB.toFixed(1)} MiB, ${rssMiB.toFixed(0)} MiB resident, ${sockets} sockets, ${timers} timers`;
}

/** What a process needs when it has nothing to do, waiting until that is no more than `baseline`. */
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

/** One operator's life of so many minutes; whether it ended as it began. */
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
      say(`after the first round: ${told(baseline)}`);
    }
  }
  const end = await atRest(operator, baseline);
  say(`after ${rounds} rounds: ${told(end)}`);
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
  say('the operator is ended, and another one started');
  const other = await life(churn, minutes / 2, one.rounds);
  const left = await surplus(churn, before, SETTLE_MS);
  say(`${one.rounds + other.rounds} rounds; ${left.length} objects left${left.map((each) => `\n  ${each}`)}`);
  installs.close();
  await store.close();
  return one.good && other.good && left.length === 0;
}

await longRun('soak', MINUTES, soak);
