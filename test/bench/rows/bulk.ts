import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { type BenchCluster, inParallel, names } from '../benchcluster.ts';
import { type Account, OperatorProcess } from '../child.ts';
import { median, type Row, repeated, spread } from '../row.ts';
import { type Sample, takeSample } from '../sample.ts';

const COUNT = 1000;

/** Writes for a new rule until its route exists: the rule, one route and one status. */
const WRITES_PER_RULE = 3;

/**
 * Writes per second of a raw client that does the writes of a rule without the operator: the rule, its route and its
 * status. No operator may run.
 */
async function rawRate(world: BenchCluster, sample: Sample, prefix: string): Promise<number> {
  const began = performance.now();
  const rules = await inParallel(names(prefix, COUNT), async (name) => {
    const rule = await world.rule(name);
    await world.client.apply(HTTP_ROUTES, sample.route(rule), 'raw');
    return world.client.apply(GATEWAY_RULES, sample.status(rule), 'raw', { subresource: 'status' });
  });
  const rate = (COUNT * WRITES_PER_RULE) / ((performance.now() - began) / 1000);
  await world.remove(rules);
  return rate;
}

/** Creation of a thousand rules at once, until every route exists, compared with a raw client each time. */
export async function bulk(world: BenchCluster, account: Account): Promise<Row[]> {
  const sample = await takeSample(world, account);
  const rounds = await repeated(async (round) => {
    const raw = await rawRate(world, sample, `raw${round}`);
    const operator = new OperatorProcess(account);
    await operator.quiet();
    const batch = names(`bulk${round}`, COUNT);
    const began = performance.now();
    const rules = await world.rules(batch);
    const rate = COUNT / (((await world.stand(batch)) - began) / 1000);
    await world.remove(rules);
    await operator.end('SIGTERM');
    return { raw, rate };
  });
  const rates = rounds.map(({ rate }) => rate);
  const raws = rounds.map(({ raw }) => raw);
  const shares = rounds.map(({ raw, rate }) => (100 * rate * WRITES_PER_RULE) / raw);
  return [
    {
      figure: `${COUNT} rules at once until all routes exist`,
      measured: spread(rates, 'rules/s'),
      bar: '≥ 90 rules/s where the raw rate is 300 writes/s',
      met: median(rates) >= (90 * median(raws)) / 300,
    },
    {
      figure: 'the same, as a share of what the raw client’s writes allow',
      measured: `${spread(shares, '%')}, raw ${spread(raws, 'writes/s')}`,
      bar: '≥ 85 %',
      met: median(shares) >= 85,
    },
  ];
}
