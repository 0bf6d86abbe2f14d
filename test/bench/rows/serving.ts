import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { conditionOf } from '../../../src/api/condition.ts';
import { Cache } from '../../../src/controller/cache.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../src/objects/stoa.ts';
import { silent } from '../../support/log.ts';
import { type BenchCluster, names } from '../benchcluster.ts';
import { type Account, OperatorProcess } from '../child.ts';
import { median, percentile, type Row } from '../row.ts';

/** Rules that are created one after the other, and at once. */
const SINGLE = 60;
const MANY = 1000;

/** Seconds for which the CPU of an idle operator is measured. */
const IDLE_SECONDS = 60;

/** Share of the rules at once that the raw client asks for, one in so many, and its pause between two rounds. */
const ONE_IN = 10;
const PAUSE_MS = 100;

/** Bars: the time to the condition as a multiple of that of the raw client, and the delay of the condition. */
const MOST_TIMES = 2;
const MOST_DELAY_MS = 10_000;

/** The gateway answers such rules itself: no component is needed. */
const ANSWERED = { policy: { redirect: { host: 'answered.example.net' } } };

/** Times at which rules got the condition Serving=True, by name. */
class ServingTimes {
  readonly #times = new Map<string, PromiseWithResolvers<number>>();
  readonly #stop = new AbortController();
  readonly #cache: Cache<GatewayRule>;

  constructor({ client }: BenchCluster) {
    this.#cache = new Cache({ client, resource: GATEWAY_RULES, indexes: {}, log: silent });
    this.#cache.onChange(({ after }) => {
      if (after !== undefined && conditionOf(after.status, 'Serving')?.status === 'True') {
        this.#of(after.metadata.name).resolve(performance.now());
      }
    });
  }

  async open(): Promise<this> {
    void this.#cache.run(this.#stop.signal);
    await this.#cache.synced;
    return this;
  }

  close(): void {
    this.#stop.abort();
  }

  /** Time of a rule, as soon as there is one. */
  of(name: string): Promise<number> {
    return this.#of(name).promise;
  }

  #of(name: string): PromiseWithResolvers<number> {
    const found = this.#times.get(name) ?? Promise.withResolvers<number>();
    this.#times.set(name, found);
    return found;
  }
}

/** Milliseconds after the acknowledged write of a rule. */
interface Delays {
  /** Until the raw client got the first answer. */
  readonly carried: number;
  /** Until a watch showed the condition. */
  readonly serving: number;
}

/** Time from a rule to its condition Serving, beside a client that asks the gateway itself from the write on. */
export async function* serving(
  world: BenchCluster,
  account: Account,
  url: string,
): AsyncGenerator<readonly Row[]> {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  const times = await new ServingTimes(world).open();
  yield singleRows('idle', await oneByOne(world, times, url, 'idle'));
  const began = performance.now();
  const thousand = await atOnce(world, times, url);
  yield manyRows(thousand, began);
  yield singleRows(`beside ${MANY} rules`, await oneByOne(world, times, url, 'beside'));
  times.close();
  yield await costRows(operator, account);
}

/** CPU of an operator whose rules do not change, and of one that starts with them. Ends both. */
async function costRows(operator: OperatorProcess, account: Account): Promise<Row[]> {
  const before = await operator.ask('unwatch');
  await sleep(IDLE_SECONDS * 1000);
  const after = await operator.ask('look');
  await operator.end('SIGTERM');
  const next = new OperatorProcess(account);
  await next.warm();
  const started = await next.ask('look');
  // Each rule is decided on once, and its route asked for once.
  await next.reconciled(2 * MANY);
  const ended = await next.ask('look');
  await next.end('SIGTERM');
  const share = (after.cpuSeconds - before.cpuSeconds) / IDLE_SECONDS;
  return [
    {
      figure: `CPU of the operator while ${MANY} rules stay as they are`,
      measured: `${(100 * share).toFixed(1)} % of a core`,
      bar: '≤ 2 %',
      met: share <= 0.02,
    },
    {
      figure: `CPU of an operator that starts with ${MANY} rules, until it has asked for each`,
      measured: `${(ended.cpuSeconds - started.cpuSeconds).toFixed(1)} s`,
      bar: 'for comparison',
      met: true,
    },
  ];
}

/** The same for a thousand rules, with an engine that may write five statuses a second. */
export async function servingUnreported(world: BenchCluster, account: Account, url: string): Promise<Row[]> {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  const times = await new ServingTimes(world).open();
  const began = performance.now();
  const rows = manyRows(await atOnce(world, times, url), began);
  times.close();
  await operator.end('SIGTERM');
  return rows.map((row) => ({ ...row, figure: `${row.figure}, the engine writes 5 statuses/s` }));
}

async function oneByOne(
  world: BenchCluster,
  times: ServingTimes,
  url: string,
  prefix: string,
): Promise<Delays[]> {
  const delays: Delays[] = [];
  for (const name of names(prefix, SINGLE)) {
    await world.rule(name, ANSWERED);
    const written = performance.now();
    const [carried, served] = await Promise.all([untilAnswered(url, name, 5), times.of(name)]);
    delays.push({ carried: carried - written, serving: served - written });
  }
  return delays;
}

/** Times of a thousand rules at once: of all until the condition, of a share until the answer. */
interface Thousand {
  readonly served: readonly number[];
  readonly carried: readonly number[];
  /** Milliseconds from the answer to the condition, for that share. */
  readonly lags: readonly number[];
}

async function atOnce(world: BenchCluster, times: ServingTimes, url: string): Promise<Thousand> {
  const batch = names('many', MANY);
  const asked = batch.filter((_, index) => index % ONE_IN === 0);
  const writing = world.rules(batch, ANSWERED);
  const carried = await Promise.all(asked.map((name) => untilAnswered(url, name, PAUSE_MS)));
  await writing;
  const served = await Promise.all(batch.map((name) => times.of(name)));
  const lags = asked.map((_, index) => (served[index * ONE_IN] ?? 0) - (carried[index] ?? 0));
  return { served, carried, lags };
}

async function untilAnswered(url: string, name: string, pauseMs: number): Promise<number> {
  for (;;) {
    const { statusCode, body } = await request(url, { headers: { host: `${name}.example.com` } });
    await body.dump();
    if (statusCode === 302) {
      return performance.now();
    }
    await sleep(pauseMs);
  }
}

function singleRows(where: string, delays: readonly Delays[]): Row[] {
  const [carried, served] = [delays.map((each) => each.carried), delays.map((each) => each.serving)];
  const times = delays.map((each) => each.serving / each.carried);
  return [
    {
      figure: `rule → Serving, ${where}`,
      measured: `${percentiles(served)}; raw client ${percentiles(carried)}`,
      bar: 'the engine batches',
      met: true,
    },
    {
      figure: `the same, as a multiple of the raw client’s time`,
      measured: `p50 ${percentile(times, 0.5).toFixed(2)}, p99 ${percentile(times, 0.99).toFixed(2)}`,
      bar: `p50 ≤ ${MOST_TIMES}`,
      met: median(times) <= MOST_TIMES,
    },
  ];
}

function manyRows({ served, carried, lags }: Thousand, began: number): Row[] {
  const [all, raw] = [Math.max(...served) - began, Math.max(...carried) - began];
  return [
    {
      figure: `${MANY} rules at once until all are Serving`,
      measured: `${seconds(all)} s; raw client ${seconds(raw)} s: × ${(all / raw).toFixed(2)}`,
      bar: `≤ ${MOST_TIMES} × the raw client`,
      met: all <= MOST_TIMES * raw,
    },
    {
      figure: 'the same: a rule’s first answer → Serving',
      measured: `${percentiles(lags)}, longest ${Math.max(...lags).toFixed(0)} ms`,
      bar: `≤ ${MOST_DELAY_MS / 1000} s`,
      met: Math.max(...lags) <= MOST_DELAY_MS,
    },
  ];
}

function percentiles(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
