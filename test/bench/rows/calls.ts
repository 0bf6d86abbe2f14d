import type { OperatorProcess } from '../child.ts';
import { writes } from '../child.ts';
import type { Row } from '../row.ts';
import { names, type World } from '../world.ts';

const COUNT = 50;

/** Writes of the operator per rule, for what can happen to a rule. */
export async function callsPerRule(world: World, operator: OperatorProcess): Promise<Row[]> {
  const rules = names('calls', COUNT);
  const create = await counted(operator, async () => {
    await world.rules(rules);
    await operator.quiet();
    await world.accept();
  });
  const edit = await counted(operator, async () => {
    await world.rules(rules, '/edited');
    await operator.quiet();
    await world.accept();
  });
  const noop = await counted(operator, async () => void (await world.rules(rules, '/edited')));
  const foreign = await counted(operator, () => world.touchGateway(`calls ${process.hrtime.bigint()}`));
  const applied = await world.rules(rules, '/edited');
  const removal = await counted(operator, () => world.remove(applied));
  return [
    row('create', create, 3),
    row('edit', edit, 3),
    row('apply without a change', noop, 0),
    row('foreign event', foreign, 0),
    row('delete', removal, 1),
  ];
}

async function counted(operator: OperatorProcess, act: () => Promise<void>): Promise<number> {
  const before = writes(await operator.quiet());
  await act();
  return (writes(await operator.quiet()) - before) / COUNT;
}

function row(what: string, calls: number, bar: number): Row {
  return {
    figure: `calls per rule: ${what}`,
    measured: calls.toFixed(2),
    bar: `≤ ${bar}`,
    met: calls <= bar,
  };
}
