/**
 * `npm run load [-- <minutes>]`: creates rules by POST at 80 % of the maximum rate of the machine, by default for ten
 * minutes, on a control plane of its own whose API server is killed twice meanwhile. Exits with 1 if an acknowledged
 * rule is missing, or memory has grown.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { restDoor } from '../bench/door.ts';
import { HEAP_SLACK_MIB, longRun, say } from '../bench/longrun.ts';
import { makeOwner } from '../bench/owner.ts';
import { RestProcess } from '../bench/restprocess.ts';
import type { RestVitals } from '../bench/restvitals.ts';
import type { Stage } from '../bench/stage.ts';
import { RuleAudit } from './audit.ts';
import { CLIENTS, Traffic } from './traffic.ts';

const MINUTES = 10;

/** Seconds of the measurement of the maximum rate. */
const MEASURED_SECONDS = 30;

/** Share of that rate at which the load runs. */
const SHARE = 0.8;

/** Seconds between two samples of the REST API's memory. */
const SAMPLE_SECONDS = 5;

function usageText({ heapMiB, rssMiB }: RestVitals): string {
  return `heap ${heapMiB.toFixed(1)} MiB after a collection, ${rssMiB.toFixed(0)} MiB resident`;
}

/** The peak resident memory in each third of the load, in MiB: a leak would make them differ. */
async function peaksOf(rest: RestProcess, seconds: number): Promise<readonly number[]> {
  const peaks: number[] = [];
  for (let second = 0; second < seconds; second += SAMPLE_SECONDS) {
    const third = Math.floor((3 * second) / seconds);
    peaks[third] = Math.max(peaks[third] ?? 0, (await rest.counts()).residentMiB);
    await sleep(1000 * SAMPLE_SECONDS);
  }
  return peaks;
}

async function measure(stage: Stage, minutes: number): Promise<boolean> {
  const { world } = stage;
  const token = await makeOwner(world);
  const rest = await RestProcess.start(stage);
  const door = restDoor({ url: rest.url, token, namespace: world.namespace, connections: CLIENTS });
  const audit = new RuleAudit(world);
  const end = new AbortController();
  const looking = audit.run(end.signal);
  const traffic = new Traffic(door, audit);
  const most = await traffic.asFastAsPossible(MEASURED_SECONDS);
  const rate = SHARE * most;
  say(`${CLIENTS} clients reach ${most.toFixed(0)} rules/s; the load is ${rate.toFixed(0)} rules/s`);
  const before = await rest.vitals();
  say(`before: ${usageText(before)}, load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const seconds = 60 * minutes;
  const restarts = [1, 2].map(async (third) => {
    await sleep((1000 * seconds * third) / 3);
    await stage.restartApiServer();
    say(`API server killed after ${((seconds * third) / 3).toFixed(0)} s, and healthy again`);
  });
  const [peaks] = await Promise.all([peaksOf(rest, seconds), traffic.at(rate, seconds), ...restarts]);
  end.abort();
  await looking;
  const after = await rest.vitals();
  say(`after: ${usageText(after)}, load of the machine ${loadavg()[0]?.toFixed(1)}`);
  say(`peak resident memory in each third: ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MiB`);
  await door.close();
  await rest.end();
  say(`responses: ${JSON.stringify(Object.fromEntries(traffic.answers))}`);
  say(
    `${audit.found.size} acknowledged rules found, ${audit.lost.length} lost; ${audit.unannounced.size} stored although their request failed`,
  );
  return audit.lost.length === 0 && after.heapMiB <= before.heapMiB + HEAP_SLACK_MIB;
}

await longRun('load', MINUTES, measure);
