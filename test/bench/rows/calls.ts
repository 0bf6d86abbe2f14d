import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import type { OperatorProcess } from '../child.ts';
import { writes } from '../child.ts';
import { atMost, type Row, repeated } from '../row.ts';
import { names, type World } from '../world.ts';

const COUNT = 20;

/** Writes of the operator per rule, for what can happen to a rule. */
export async function callsPerRule(world: World, operator: OperatorProcess): Promise<Row[]> {
  const rounds = await repeated((round) => lifeOfRules(world, operator, `calls${round}`));
  const row = (figure: string, what: keyof Calls, most: number) =>
    atMost(
      `calls per rule: ${figure}`,
      rounds.map((calls) => calls[what]),
      { unit: '', most, digits: 2 },
    );
  return [
    row('create', 'create', 3),
    row('edit', 'edit', 3),
    row('edit that moves it to another path, whose old route goes', 'move', 4),
    row('apply without a change', 'noop', 0),
    row('foreign event', 'foreign', 0),
    row('delete', 'removal', 1),
  ];
}

interface Calls {
  readonly create: number;
  readonly edit: number;
  readonly move: number;
  readonly noop: number;
  readonly foreign: number;
  readonly removal: number;
}

async function lifeOfRules(world: World, operator: OperatorProcess, prefix: string): Promise<Calls> {
  const rules = names(prefix, COUNT);
  const create = await counted(operator, async () => {
    await world.rules(rules);
    await operator.quiet();
    await world.accept();
  });
  const edited = (http: Partial<HttpRule>) =>
    counted(operator, async () => {
      await world.rules(rules, http);
      await operator.quiet();
      await world.accept();
    });
  const edit = await edited({ theWeight: 50 });
  const move = await edited({ domainPath: '/moved' });
  const noop = await counted(operator, async () => void (await world.rules(rules, { domainPath: '/moved' })));
  const foreign = await counted(operator, () => world.touchGateway(`calls ${process.hrtime.bigint()}`));
  const applied = await world.rules(rules, { domainPath: '/moved' });
  const removal = await counted(operator, () => world.remove(applied));
  return { create, edit, move, noop, foreign, removal };
}

async function counted(operator: OperatorProcess, act: () => Promise<void>): Promise<number> {
  const before = writes(await operator.quiet());
  await act();
  return (writes(await operator.quiet()) - before) / COUNT;
}
