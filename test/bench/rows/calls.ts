import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import { type BenchCluster, names } from '../benchcluster.ts';
import type { OperatorProcess } from '../child.ts';
import { writes } from '../child.ts';
import { atMost, type Row, repeated } from '../row.ts';

const COUNT = 20;

/**
 * Writes of the operator per rule, by change of the rule. Writes of the application's status are counted separately:
 * they grow with time, not with rules.
 */
export async function callsPerRule(world: BenchCluster, operator: OperatorProcess): Promise<Row[]> {
  const rounds = await repeated((round) => lifeOfRules(new Counter(world, operator), `calls${round}`));
  const row = (figure: string, what: keyof Calls, most: number) =>
    atMost(
      `calls per rule: ${figure}`,
      rounds.map((calls) => calls[what]),
      { unit: '', most, digits: 2 },
    );
  return [
    row('create', 'create', 3),
    row('edit', 'edit', 3),
    row('edit that moves it to another path and deletes the old route', 'move', 4),
    row('apply without a change', 'noop', 0),
    row('foreign event', 'foreign', 0),
    row('delete', 'removal', 1),
    atMost(
      `writes of the application’s status while ${COUNT} rules are changed`,
      rounds.map(({ rollUps }) => rollUps),
      { unit: '/s', most: 1, digits: 2 },
    ),
  ];
}

interface Calls {
  readonly create: number;
  readonly edit: number;
  readonly move: number;
  readonly noop: number;
  readonly foreign: number;
  readonly removal: number;
  /** Status writes of the application per second. */
  readonly rollUps: number;
}

/** Counter of the operator's writes during an action. */
class Counter {
  readonly world: BenchCluster;
  readonly operator: OperatorProcess;

  constructor(world: BenchCluster, operator: OperatorProcess) {
    this.world = world;
    this.operator = operator;
  }

  /** Writes per rule until the operator is idle again, without those of the application's status. */
  async count(act: () => Promise<unknown>): Promise<number> {
    const before = await this.#sum();
    await act();
    return ((await this.#sum()) - before) / COUNT;
  }

  async #sum(): Promise<number> {
    return writes(await this.operator.quiet()) - this.world.rollUps;
  }
}

async function lifeOfRules(counter: Counter, prefix: string): Promise<Calls> {
  const { world, operator } = counter;
  const rules = names(prefix, COUNT);
  const applied = (http: Partial<HttpRule> = {}) =>
    counter.count(async () => {
      await world.rules(rules, http);
      await operator.quiet();
      await world.accept();
    });
  const [began, rollUps] = [performance.now(), world.rollUps];
  const create = await applied();
  const edit = await applied({ theWeight: 50 });
  const move = await applied({ domainPath: '/moved' });
  const rollUpsPerSecond = (1000 * (world.rollUps - rollUps)) / (performance.now() - began);
  const noop = await counter.count(() => world.rules(rules, { domainPath: '/moved' }));
  const foreign = await counter.count(() => world.touchGateway(`calls ${process.hrtime.bigint()}`));
  const last = await world.rules(rules, { domainPath: '/moved' });
  const removal = await counter.count(() => world.remove(last));
  return { create, edit, move, noop, foreign, removal, rollUps: rollUpsPerSecond };
}
