import type { BenchCluster } from '../benchcluster.ts';
import { type Account, OperatorProcess } from '../child.ts';
import { atMost, type Row, repeated } from '../row.ts';

const LEASE_SECONDS = 15;

/** Delay of rules when the leader stops or is killed while another operator stands by. */
export async function handover(world: BenchCluster, account: Account): Promise<Row[]> {
  let leading = new OperatorProcess(account);
  await leading.quiet();
  const change = async (signal: 'SIGTERM' | 'SIGKILL', rule: string) => {
    const next = new OperatorProcess(account);
    await next.warm();
    await leading.end(signal);
    leading = next;
    return firstRoute(world, rule);
  };
  const graceful = await repeated((round) => change('SIGTERM', `graceful${round}`));
  const killed = await repeated((round) => change('SIGKILL', `killed${round}`));
  await leading.end('SIGTERM');
  const unit = 's';
  return [
    atMost('graceful hand-over → the other replica writes', graceful, { unit, most: 1, digits: 2 }),
    atMost('leader killed → the other replica writes', killed, { unit, most: LEASE_SECONDS + 2, digits: 2 }),
  ];
}

/** Seconds until a rule created now has its route. */
async function firstRoute(world: BenchCluster, name: string): Promise<number> {
  const began = performance.now();
  const rule = await world.rule(name);
  const took = ((await world.stand([name])) - began) / 1000;
  await world.remove([rule]);
  return took;
}
