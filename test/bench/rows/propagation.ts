import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import type { BenchCluster } from '../benchcluster.ts';
import type { Account } from '../child.ts';
import { OperatorProcess } from '../child.ts';
import { percentile, type Row } from '../row.ts';

const ROUNDS = 60;

/** Maximum delay of a rule beyond that of a handwritten route, in ms at the median. */
const MOST_ADDED = 60;

/** Delay until a new rule carries a request, compared with a bare route in the same run. */
export async function propagation(world: BenchCluster, account: Account, url: string): Promise<Row[]> {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  const [rules, routes]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await world.rule(`rule${round}`);
    rules.push(await untilAnswered(url, `rule${round}.example.com`));
    await bareRoute(world, `bare${round}`);
    routes.push(await untilAnswered(url, `bare${round}.example.com`));
  }
  await operator.end('SIGTERM');
  const added = percentile(rules, 0.5) - percentile(routes, 0.5);
  return [
    row('rule acknowledged → first answer through the engine', rules, ''),
    row('the same for an HTTPRoute written by hand', routes, ''),
    {
      figure: 'what Stoa adds at the median',
      measured: `${added.toFixed(0)} ms`,
      bar: `≤ ${MOST_ADDED} ms`,
      met: added <= MOST_ADDED,
    },
  ];
}

function row(figure: string, times: readonly number[], bar: string): Row {
  const [middle, high] = [percentile(times, 0.5), percentile(times, 0.99)];
  const measured = `p50 ${middle.toFixed(0)}, p99 ${high.toFixed(0)} ms (${times.length})`;
  return { figure, measured, bar: bar || 'the engine batches', met: true };
}

async function untilAnswered(url: string, host: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { statusCode, body } = await request(url, { headers: { host } });
    await body.dump();
    if (statusCode === 200) {
      return performance.now() - began;
    }
    await sleep(1);
  }
}

async function bareRoute({ client, namespace }: BenchCluster, name: string): Promise<void> {
  await client.apply(
    HTTP_ROUTES,
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name, namespace },
      spec: {
        parentRefs: [{ namespace: 'default', name: 'bench', sectionName: 'http' }],
        hostnames: [`${name}.example.com`],
        rules: [{ backendRefs: [{ name: 'web', port: 8080 }] }],
      },
    },
    'bench',
  );
}
