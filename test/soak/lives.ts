import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorProcess } from '../bench/child.ts';
import { KeptOperator } from '../bench/kept.ts';
import { HEAP_SLACK_MIB, say } from '../bench/longrun.ts';
import type { Vitals } from '../bench/operator.ts';
import type { Stage } from '../bench/stage.ts';

/** Number of rounds between two kills of the API server. */
const KILLED_EVERY = 3;

/** Milliseconds for the release of connections and timers, and the garbage collection of objects. */
export const SETTLE_MS = 90_000;

/** Work of one round, counted from 0; calls `meanwhile` while the operator is busy. */
export type Round = (count: number, meanwhile: () => Promise<void>) => Promise<void>;

/** Rounds of both operators, and whether the resource usage of each was the same at both ends. */
interface Lives {
  readonly rounds: number;
  readonly good: boolean;
}

/**
 * Rounds for so many minutes, in every third of which the API server is killed. Halfway, the operator ends and another
 * one starts.
 */
export async function twoLives(stage: Stage, minutes: number, round: Round): Promise<Lives> {
  const one = await life(stage, minutes / 2, round);
  say('the operator has ended; another one starts');
  const other = await life(stage, minutes / 2, (count, meanwhile) => round(one.rounds + count, meanwhile));
  return { rounds: one.rounds + other.rounds, good: one.good && other.good };
}

/** One operator's run for so many minutes. */
async function life(stage: Stage, minutes: number, round: Round): Promise<Lives> {
  const operator = new KeptOperator(stage.account);
  const until = performance.now() + 60_000 * minutes;
  let rounds = 0;
  let baseline: Vitals | undefined;
  while (performance.now() < until) {
    const isKilled = rounds % KILLED_EVERY === KILLED_EVERY - 1;
    await round(rounds, isKilled ? () => stage.restartApiServer() : async () => undefined);
    rounds += 1;
    if (baseline === undefined || operator.isNew) {
      baseline = await atRest(operator.process);
      say(`after the first round: ${usageText(baseline)}`);
    }
  }
  const end = await atRest(operator.process, baseline);
  say(`after ${rounds} rounds: ${usageText(end)}`);
  await operator.end();
  return { rounds, good: baseline !== undefined && isBack(end, baseline) };
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

function usageText({ heapMiB, rssMiB, sockets, timers }: Vitals): string {
  return `heap ${heapMiB.toFixed(1)} MiB, ${rssMiB.toFixed(0)} MiB resident, ${sockets} sockets, ${timers} timers`;
}
