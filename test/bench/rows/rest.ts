import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { type BenchCluster, inParallel } from '../benchcluster.ts';
import { type Door, rawDoor, restDoor } from '../door.ts';
import { APPLICATION_IDS, makeOwner } from '../owner.ts';
import { Passthrough } from '../passthroughprocess.ts';
import { type RestCounts, RestProcess } from '../restprocess.ts';
import { median, percentile, type Row, repeated, spread } from '../row.ts';
import type { Stage } from '../stage.ts';

/** Numbers of concurrent clients. */
const CLIENTS = [1, 8, 32] as const;

/** Rules of one burst. */
const RULES = 256;

/** Bursts after which the CPU time of a POST is no longer that of a new process. */
const WARM_UP_ROUNDS = 6;

/** Overhead of a POST of a rule, compared with the resulting write directly to the API server; row by row. */
export async function* rest(stage: Stage): AsyncGenerator<readonly Row[]> {
  const { world } = stage;
  const token = await makeOwner(world);
  const process = await RestProcess.start(stage);
  const common = { token, namespace: world.namespace, connections: Math.max(...CLIENTS) };
  const passthrough = await Passthrough.start(stage);
  const doors = {
    raw: rawDoor({ ...common, url: stage.account.server, ca: stage.ca }),
    least: rawDoor({ ...common, url: passthrough.url }),
    rest: restDoor({ ...common, url: process.url }),
  };
  const pair = async (clients: number, name: string): Promise<Pair> => {
    const raw = await burst(doors.raw, clients, `raw-${name}`);
    await empty(world);
    const least = await burst(doors.least, clients, `least-${name}`);
    await empty(world);
    const before = await process.counts();
    const own = await burst(doors.rest, clients, `rest-${name}`);
    const cost = perRule(before, await process.counts());
    await empty(world);
    return { raw, least, rest: own, cost };
  };
  // Warm-up: both servers compile their hot functions, which takes more than a thousand requests.
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await pair(8, `first-${round}`);
  }
  for (const clients of CLIENTS) {
    yield rowsOf(clients, await repeated((round) => pair(clients, `${clients}-${round}`)));
  }
  await Promise.all(Object.values(doors).map((door) => door.close()));
  await Promise.all([process.end(), passthrough.end()]);
}

/** Measurements of a burst of writes. */
interface Burst {
  /** Milliseconds of each write, from request to acknowledgement. */
  readonly times: readonly number[];
  /** Writes per second, all clients together. */
  readonly rate: number;
}

interface Pair {
  readonly raw: Burst;
  /** Through the pass-through server. */
  readonly least: Burst;
  readonly rest: Burst;
  readonly cost: Cost;
}

/** Creates rules with unique hosts by concurrent clients, each of which waits for its response. */
async function burst(door: Door, clients: number, name: string): Promise<Burst> {
  const times: number[] = [];
  const indexes = Array.from({ length: RULES }, (_, index) => index).values();
  const client = async () => {
    for (const index of indexes) {
      const application = APPLICATION_IDS[index % APPLICATION_IDS.length] ?? 0;
      const began = performance.now();
      await door.create({ application, host: `${name}-${index}.example.com` });
      times.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return { times, rate: (1000 * RULES) / (performance.now() - began) };
}

/** Deletes all rules, so that every burst begins with none. */
async function empty({ client, namespace }: BenchCluster): Promise<void> {
  await inParallel(await client.listMetadata(GATEWAY_RULES, { namespace }), ({ metadata: { name, uid } }) =>
    client.delete(GATEWAY_RULES, { namespace, name, uid }),
  );
}

/** Cost of one rule for the REST API. */
type Cost = Pick<RestCounts, 'calls' | 'cpuSeconds'>;

function perRule(before: RestCounts, after: RestCounts): Cost {
  return {
    calls: (after.calls - before.calls) / RULES,
    cpuSeconds: (after.cpuSeconds - before.cpuSeconds) / RULES,
  };
}

function rowsOf(clients: number, pairs: readonly Pair[]): Row[] {
  const of = (share: number) =>
    pairs.map(({ raw, rest: own }) => ({
      raw: percentile(raw.times, share),
      own: percentile(own.times, share),
    }));
  const added = of(0.5).map(({ raw, own }) => own - raw);
  const shares = pairs.map(({ raw, rest: own }) => (100 * own.rate) / raw.rate);
  const tails = of(0.99).map(({ raw, own }) => own / raw);
  const what = `POST of a rule → 200, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
  return [
    {
      figure: `${what}: p50 beyond that of the raw write`,
      measured: `${spread(added, 'ms', 1)}; raw ${spread(
        of(0.5).map(({ raw }) => raw),
        'ms',
        1,
      )}`,
      bar: '≤ 3 ms',
      met: median(added) <= 3,
    },
    {
      figure: 'the same: share of the raw throughput',
      measured: `${spread(shares, '%')}; raw ${spread(
        pairs.map(({ raw }) => raw.rate),
        'writes/s',
      )}`,
      bar: '≥ 80 %',
      met: median(shares) >= 80,
    },
    {
      figure: 'for comparison, the raw write through a bare Express server: share of the raw throughput',
      measured: `${spread(
        pairs.map(({ raw, least }) => (100 * least.rate) / raw.rate),
        '%',
      )}; p50 + ${spread(
        pairs.map(({ raw, least }) => percentile(least.times, 0.5) - percentile(raw.times, 0.5)),
        'ms',
        1,
      )}`,
      bar: 'for comparison',
      met: true,
    },
    {
      figure: 'the same: p99 as a multiple of that of the raw write',
      measured: `${spread(tails, '', 2)}; raw ${spread(
        of(0.99).map(({ raw }) => raw),
        'ms',
        1,
      )}`,
      bar: '≤ 2',
      met: median(tails) <= 2,
    },
    {
      figure: 'the same: calls of the API server, and CPU of the REST API',
      measured: `${spread(
        pairs.map(({ cost }) => cost.calls),
        '',
        2,
      )}; ${spread(
        pairs.map(({ cost }) => 1000 * cost.cpuSeconds),
        'ms',
        1,
      )}`,
      bar: 'for comparison',
      met: true,
    },
  ];
}
