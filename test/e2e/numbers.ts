import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { DELAY_HEADER } from '../../deploy/local/node/echo.ts';
import { LABELS } from '../../src/api/group.ts';
import { componentsOf } from '../../src/monitor/component.ts';
import { createMonitor } from '../../src/monitor/monitor.ts';
import { reportsOf } from '../../src/monitor/report.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { createRule } from './rest.ts';
import type { Stage } from './stage.ts';
import { Team } from './team.ts';
import { until } from './until.ts';

/** Milliseconds between two requests, and the component's delay for each. */
const EVERY_MS = 50;
const DELAY_MS = 200;

/** Seconds until the minute that Prometheus evaluates is full of requests, and seconds of observation afterwards. */
const FILLING_SECONDS = 80;
const WATCHED_SECONDS = 40;

/** Seconds between two queries. */
const LOOK_SECONDS = 5;

/** A measured item next to the sent load. */
export interface Compared {
  readonly item: string;
  readonly shown: number;
  readonly sent: number;
  /** Whether they agree within the tolerance. */
  readonly agrees: boolean;
}

/** Tolerated deviation of an item, as a share of the sent load. */
const TOLERANCES = { request_time: 0.2, request: 0.1, request_client: 0.2 } as const;

/**
 * Sends requests at a steady pace to a component with a known delay, and compares them with the metrics of Prometheus.
 */
export async function playNumbers(
  stage: Stage,
  url: string,
  gatewayNamespace: string,
): Promise<readonly Compared[]> {
  const team = await Team.open(stage.client);
  const host = `numbers.${team.id}.test`;
  const monitor = createMonitor({ url, items: [] }, gatewayNamespace);
  const { gateway } = stage;
  const pool = new Pool(`http://${gateway.host}:${gateway.httpPort}`);
  const send = async (): Promise<number> => {
    const headers = { host, [DELAY_HEADER]: String(DELAY_MS) };
    const answer = await pool.request({ method: 'GET', path: '/', headers });
    await answer.body.text();
    return answer.statusCode;
  };
  try {
    const component = {
      id: 'web',
      port: 8080,
      protocol: 'http',
      replicas: 1,
      accepts: 'connections',
    } as const;
    await team.deploy([component], stage.image);
    const http = { service_id: 'web', container_port: 8080, domain_name: host, whether_open: true };
    const created = await createRule(stage, team, { protocol: 'http', http });
    if (created.status !== 200) {
      throw new Error(`the rule was not created: ${created.status} ${created.text}`);
    }
    await until('the gateway responds', async () => ((await send()) === 200 ? [] : ['no response with 200']));
    const timer = setInterval(() => void send(), EVERY_MS);
    await sleep(1000 * FILLING_SECONDS);
    const looks: ReadonlyMap<string, number>[] = [];
    for (let seconds = 0; seconds < WATCHED_SECONDS; seconds += LOOK_SECONDS) {
      looks.push(await look(stage, team, monitor));
      await sleep(1000 * LOOK_SECONDS);
    }
    clearInterval(timer);
    return compare(looks);
  } finally {
    await Promise.all([pool.close(), monitor.close(), team.close()]);
  }
}

/** The component's items, as in the REST API, as numbers. */
async function look(
  { client }: Stage,
  { namespace }: Team,
  monitor: ReturnType<typeof createMonitor>,
): Promise<ReadonlyMap<string, number>> {
  const labelSelector = LABELS.componentId;
  const [workloads, services, routes] = await Promise.all([
    client.list(DEPLOYMENTS, { namespace, labelSelector }),
    client.list(SERVICES, { namespace, labelSelector }),
    client.list(HTTP_ROUTES, { namespace }),
  ]);
  const components = componentsOf({ namespace, workloads, services, rules: [], routes });
  const tenant = { team: namespace, namespace };
  const [report] = reportsOf(components, await monitor.query(components, { tenant, exact: true }));
  return new Map(report?.items.map(({ item, series }) => [item, Number(series[0]?.[0]?.[1])]));
}

function compare(looks: readonly ReadonlyMap<string, number>[]): readonly Compared[] {
  const aSecond = 1000 / EVERY_MS;
  // Little's law: waiting requests = requests per second × seconds that each waits.
  const sent = {
    request_time: DELAY_MS,
    request: 5 * aSecond,
    request_client: (aSecond * DELAY_MS) / 1000,
  };
  return (['request_time', 'request', 'request_client'] as const).map((item) => {
    const shown = looks.reduce((sum, each) => sum + (each.get(item) ?? Number.NaN), 0) / looks.length;
    const off = Math.abs(shown / sent[item] - 1);
    return { item, shown, sent: sent[item], agrees: off <= TOLERANCES[item] };
  });
}
