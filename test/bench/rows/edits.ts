import { type BenchCluster, inParallel, names } from '../benchcluster.ts';
import { type Account, OperatorProcess, writes } from '../child.ts';
import type { Row } from '../row.ts';

/** Rules in the cluster, and how many of them share one host, each with a path of its own. */
const SIZES = [100, 1000, 5000] as const;
const ON_ONE_HOST = 100;
const CROWDED = 'crowded.example.com';
const EDITS = 50;

/** Cost of an edit of a rule on a crowded host, by the number of rules in the cluster. */
export async function edits(world: BenchCluster, account: Account): Promise<Row[]> {
  const operator = new OperatorProcess(account);
  const rules = await inParallel(names('on', ON_ONE_HOST), (name) =>
    world.rule(name, { domainName: CROWDED, domainPath: `/${name}` }),
  );
  const costs: Cost[] = [];
  for (const size of SIZES) {
    const others = names('beside', size - ON_ONE_HOST).slice(rules.length - ON_ONE_HOST);
    rules.push(...(await world.rules(others)));
    await world.stand(others);
    costs.push(await costOfEdits(world, operator));
  }
  await world.remove(rules);
  await operator.end('SIGTERM');
  const [smallest = { calls: 0, cpuMs: 0 }, ...larger] = costs;
  const most = (of: keyof Cost) => Math.max(...larger.map((cost) => cost[of]));
  return [
    {
      figure: `calls per edit of a rule beside ${ON_ONE_HOST} on its host, of ${SIZES.join(', ')} in the cluster`,
      measured: costs.map(({ calls }) => calls.toFixed(2)).join(', '),
      bar: '≤ that of the smallest + 0.1',
      met: most('calls') <= smallest.calls + 0.1,
    },
    {
      figure: 'CPU of the operator per such edit',
      measured: `${costs.map(({ cpuMs }) => cpuMs.toFixed(1)).join(', ')} ms`,
      bar: '≤ 2 × that of the smallest',
      met: most('cpuMs') <= 2 * smallest.cpuMs,
    },
  ];
}

interface Cost {
  readonly calls: number;
  readonly cpuMs: number;
}

async function costOfEdits(world: BenchCluster, operator: OperatorProcess): Promise<Cost> {
  const before = await operator.quiet();
  for (let edit = 0; edit < EDITS; edit += 1) {
    await world.rule('on-0', { domainName: CROWDED, domainPath: '/on-0', theWeight: 1 + (edit % 99) });
  }
  const after = await operator.quiet();
  // Baseline: leases, probes and this query itself.
  const idle = await operator.quiet();
  const own = (idle.cpuSeconds - after.cpuSeconds) * 1000;
  return {
    calls: (writes(after) - writes(before)) / EDITS,
    cpuMs: Math.max(0, (after.cpuSeconds - before.cpuSeconds) * 1000 - own) / EDITS,
  };
}
