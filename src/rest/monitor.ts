import type { Express } from 'express';
import type { Logger } from 'pino';
import { componentsOf, type MonitoredComponent } from '../monitor/component.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { Range } from '../monitor/prometheus.ts';
import { type ComponentReport, type ItemAnswer, outageOf, reportsOf } from '../monitor/query.ts';
import { rangeOf } from '../monitor/range.ts';
import { HTTP_ROUTES } from '../objects/gatewayapi.ts';
import { readComponents } from './components.ts';
import { readSource } from './domains.ts';
import { invalidFields, Problem } from './problem.ts';
import { APPLICATION, scopeOf } from './routes.ts';
import type { Scope } from './scope.ts';
import { monitorRecord } from './wire/monitor.ts';
import { flagOf } from './wire/parse.ts';

/** Who is asked, and who hears of what was not answered. */
interface Watcher {
  readonly monitor: Monitor;
  readonly log: Logger;
}

/** The operations that tell how the components of an application are used. */
export function addMonitor(app: Express, watcher: Watcher): void {
  app.get(`${APPLICATION}/monitor/query`, async ({ query }, response) => {
    const outerOnly = flagOf(query.is_outer, 'is_outer');
    const reports = await report(scopeOf(response), watcher, { outerOnly });
    response.json(reports.map((each) => monitorRecord(each, 'vector')));
  });
  app.get(`${APPLICATION}/monitor/query_range`, async ({ query }, response) => {
    const outerOnly = flagOf(query.is_outer, 'is_outer');
    const parsed = rangeOf(query);
    if (parsed.type === 'invalid') {
      throw invalidFields(parsed.problems);
    }
    const reports = await report(scopeOf(response), watcher, { outerOnly, range: parsed.range });
    response.json(reports.map((each) => monitorRecord(each, 'matrix')));
  });
}

/** What a request asks for. */
interface Question {
  readonly outerOnly: boolean;
  readonly range?: Range;
}

async function report(
  scope: Scope,
  { monitor, log }: Watcher,
  { outerOnly, range }: Question,
): Promise<readonly ComponentReport[]> {
  const all = await readMonitored(scope, monitor);
  const components = outerOnly ? all.filter(({ outer }) => outer) : all;
  const answers = await monitor.ask(components, range);
  for (const { item, answer } of answers.filter(isFailure)) {
    log.warn({ item, answer }, 'Prometheus gave no answer');
  }
  refuseOutage(answers);
  return reportsOf(components, answers);
}

function isFailure({ answer }: ItemAnswer): boolean {
  return !['answered', 'not-asked', 'not-configured'].includes(answer.type);
}

/** What nobody was asked for is an answer; that nobody could be asked is none. */
function refuseOutage(answers: readonly ItemAnswer[]): void {
  switch (outageOf(answers)) {
    case 'unreachable':
      throw new Problem('monitorUnreachable', 'Prometheus cannot be reached: see monitoring.url');
    case 'too-slow':
      throw new Problem(
        'monitorTooSlow',
        'Prometheus has not answered in time: try again, or a shorter range',
      );
    default:
      break;
  }
}

/** The application's components, read as the caller. */
async function readMonitored(scope: Scope, monitor: Monitor): Promise<readonly MonitoredComponent[]> {
  const { client, namespace } = scope;
  const [workloads, { services, rules }, routes] = await Promise.all([
    readComponents(scope),
    readSource(scope),
    monitor.readsRoutes ? client.list(HTTP_ROUTES, { namespace }) : [],
  ]);
  return componentsOf({ namespace, workloads, services, rules, routes });
}
