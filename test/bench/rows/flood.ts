import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { names } from '../benchcluster.ts';
import { OperatorProcess } from '../child.ts';
import { median, type Row, spread } from '../row.ts';
import type { Stage } from '../stage.ts';

/** Rules of one team, each for a host of its own. */
const FLOODS = [2_000, 20_000];

/** Requests of a neighbour, and its new rules. */
const REQUESTS = 300;
const RULES = 5;

/** Milliseconds between two requests for a new rule. */
const PAUSE_MS = 10;

/** The gateway answers such rules itself: no component is needed. */
const ANSWERED = { policy: { redirect: { host: 'answered.example.net' } } };

/** Rows on a flood of rules of one team, as a neighbour feels it: in its requests, and until its new rules answer. */
export async function* flood({ world, account, url }: Stage): AsyncGenerator<readonly Row[]> {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  await world.rule('neighbour', ANSWERED);
  await untilAnswered(url, 'neighbour');
  await requests(url);
  const calm = await requests(url);
  yield [row('request of a neighbour without a flood', calm), row(NEW_RULE, await newRules('calm'))];
  let there = 0;
  for (const many of FLOODS) {
    const batch = names('flood', many).slice(there);
    there = many;
    await world.rules(batch, ANSWERED);
    await world.stand(batch);
    await operator.quiet();
    await untilAnswered(url, batch.at(-1) ?? '');
    const times = await requests(url);
    yield [
      row(`request of a neighbour beside ${many} rules`, times),
      {
        figure: `the same, × without`,
        measured: (median(times) / median(calm)).toFixed(2),
        bar: 'the engine compares one host after the other',
        met: true,
      },
      row(`${NEW_RULE} beside ${many} rules`, await newRules(`beside-${many}`)),
    ];
  }
  await operator.end('SIGTERM');

  async function newRules(prefix: string): Promise<number[]> {
    const times: number[] = [];
    for (const name of names(prefix, RULES)) {
      const began = performance.now();
      await world.rule(name, ANSWERED);
      await untilAnswered(url, name);
      times.push(performance.now() - began);
    }
    return times;
  }
}

const NEW_RULE = 'rule of a neighbour until the gateway answers for it';

function row(figure: string, times: readonly number[]): Row {
  return { figure, measured: spread(times, 'ms', 1), bar: 'for comparison', met: true };
}

async function statusOf(url: string, name: string): Promise<number> {
  const { statusCode, body } = await request(url, { headers: { host: `${name}.example.com` } });
  await body.dump();
  return statusCode;
}

async function untilAnswered(url: string, name: string): Promise<void> {
  while ((await statusOf(url, name)) !== 302) {
    await sleep(PAUSE_MS);
  }
}

async function requests(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const began = performance.now();
    await statusOf(url, 'neighbour');
    times.push(performance.now() - began);
  }
  return times;
}
