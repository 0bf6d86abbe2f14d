import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { type BenchCluster, inParallel } from '../benchcluster.ts';
import { type Door, rawDoor, restDoor } from '../door.ts';
import { APPLICATION_IDS, makeOwner } from '../owner.ts';
import { Passthrough } from '../passthroughprocess.ts';
import { type RestCounts, RestProcess } from '../restprocess.ts';
import { atMost, median, percentile, type Row, repeated, spread } from '../row.ts';
import type { Stage } from '../stage.ts';

/** Numbers of concurrent clients. */
const CLIENTS = [1, 8, 32] as const;

/** Rules of one burst: in less than two seconds, the garbage collection of the API server decides who is fast. */
const RULES = 2048;

/** Bursts after which the CPU time of a POST is no longer that of a new process. */
const WARM_UP_ROUNDS = 2;

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
  const taken = async (door: Door, clients: number, name: string): Promise<Burst> => {
    const before = await process.counts();
    const found = await burst(door, clients, name);
    const cost = perRule(before, await process.counts());
    await empty(world);
    return { ...found, cost };
  };
  /** A burst through each door; every other round begins with the last. */
  const takeRound = async (clients: number, round: number, prefix = ''): Promise<Round> => {
    const name = (door: keyof Round) => `${prefix}${door}-${clients}-${round}`;
    const raw = () => taken(doors.raw, clients, name('raw'));
    const least = () => taken(doors.least, clients, name('least'));
    const own = () => taken(doors.rest, clients, name('rest'));
    return round % 2 === 0
      ? { raw: await raw(), least: await least(), rest: await own() }
      : { rest: await own(), least: await least(), raw: await raw() };
  };
  // Warm-up: both servers compile their hot functions, which takes more than a thousand requests.
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await takeRound(8, round, 'first-');
  }
  for (const clients of CLIENTS) {
    yield rowsOf(clients, await repeated((round) => takeRound(clients, round)));
  }
  await Promise.all(Object.values(doors).map((door) => door.close()));
  await Promise.all([process.end(), passthrough.end()]);
}

/** Speed of a burst of writes. */
interface Speed {
  /** Milliseconds of each write, from request to acknowledgement. */
  readonly times: readonly number[];
  /** Writes per second, all clients together. */
  readonly rate: number;
}

/** A burst of writes, with what the REST API spent meanwhile. */
interface Burst extends Speed {
  readonly cost: Cost;
}

/** Bursts of one round, one through each door. */
interface Round {
  readonly raw: Speed;
  /** Through the pass-through server. */
  readonly least: Speed;
  readonly rest: Burst;
}

/** Creates rules with unique hosts by concurrent clients, each of which waits for its response. */
async function burst(door: Door, clients: number, name: string): Promise<Speed> {
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

/** Share (percent) of the raw throughput that a bare server leaves, and which the REST API may miss by this. */
const SHARE_ALLOWANCE = 5;

function rowsOf(clients: number, rounds: readonly Round[]): Row[] {
  const share = ({ raw }: Round, { rate }: Speed) => (100 * rate) / raw.rate;
  const beyond = ({ raw }: Round, { times }: Speed) => percentile(times, 0.5) - percentile(raw.times, 0.5);
  const shares = rounds.map((round) => share(round, round.rest));
  const least = median(rounds.map((round) => share(round, round.least))) - SHARE_ALLOWANCE;
  const tails = rounds.map(({ raw, rest: own }) => percentile(own.times, 0.99) / percentile(raw.times, 0.99));
  const rawAt = (part: number) => rounds.map(({ raw }) => percentile(raw.times, part));
  return [
    {
      figure: `POST of a rule → 200, ${clients} ${clients === 1 ? 'client' : 'clients'}: share of the raw throughput`,
      measured: `${spread(shares, '%')}; raw ${spread(
        rounds.map(({ raw }) => raw.rate),
        'writes/s',
      )}`,
      bar: `≥ ${least.toFixed(0)} %: that of a bare server − ${SHARE_ALLOWANCE}`,
      met: median(shares) >= least,
    },
    addedRow(
      clients,
      `raw ${spread(rawAt(0.5), 'ms', 1)}`,
      rounds.map((round) => beyond(round, round.rest)),
    ),
    {
      figure: 'the same: p99 as a multiple of that of the raw write',
      measured: `${spread(tails, '', 2)}; raw ${spread(rawAt(0.99), 'ms', 1)}`,
      bar: '≤ 1.5',
      met: median(tails) <= 1.5,
    },
    atMost(
      'the same: CPU of the REST API for each POST',
      rounds.map(({ rest: { cost } }) => 1000 * cost.cpuSeconds),
      { unit: 'ms', most: 0.8, digits: 1 },
    ),
    atMost(
      'the same: calls of the API server for each POST',
      rounds.map(({ rest: { cost } }) => cost.calls),
      { unit: '', most: 1.05, digits: 2 },
    ),
    {
      figure: 'for comparison, the raw write through a bare Express server: share of the raw throughput',
      measured: `${spread(
        rounds.map((round) => share(round, round.least)),
        '%',
      )}; p50 + ${spread(
        rounds.map((round) => beyond(round, round.least)),
        'ms',
        1,
      )}`,
      bar: 'for comparison',
      met: true,
    },
  ];
}

/** Row of the added p50. While many clients keep the cores busy, it follows from the throughput, and has no bar. */
function addedRow(clients: number, raw: string, added: readonly number[]): Row {
  const figure = 'the same: p50 beyond that of the raw write';
  const row = atMost(figure, added, { unit: 'ms', most: 3, digits: 1 });
  const measured = `${row.measured}; ${raw}`;
  return clients === 1 ? { ...row, measured } : { figure, measured, bar: 'for comparison', met: true };
}
