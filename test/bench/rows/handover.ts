import { type Account, OperatorProcess } from '../child.ts';
import type { Row } from '../row.ts';
import type { World } from '../world.ts';

const LEASE_SECONDS = 15;

/** How long rules wait when the leader ends, by itself or killed, and another operator stands by. */
export async function handover(world: World, account: Account, leader: OperatorProcess): Promise<Row[]> {
  const second = new OperatorProcess(account);
  await warm(second);
  await leader.end('SIGTERM');
  const graceful = await firstRoute(world, 'graceful');
  const third = new OperatorProcess(account);
  await warm(third);
  await second.end('SIGKILL');
  const killed = await firstRoute(world, 'killed');
  await third.end('SIGTERM');
  return [
    row('graceful hand-over → the other replica writes', graceful, 1),
    row('leader killed → the other replica writes', killed, LEASE_SECONDS + 2),
  ];
}

async function warm(operator: OperatorProcess): Promise<void> {
  while (!(await operator.ask('look')).ready) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Seconds until a rule made now has its route. */
async function firstRoute(world: World, name: string): Promise<number> {
  const began = performance.now();
  const rule = await world.rule(name);
  await world.until(() => world.seen(name) !== undefined);
  const took = (performance.now() - began) / 1000;
  await world.remove([rule]);
  return took;
}

function row(figure: string, seconds: number, bar: number): Row {
  return { figure, measured: `${seconds.toFixed(2)} s`, bar: `≤ ${bar} s`, met: seconds <= bar };
}
