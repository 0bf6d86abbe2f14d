import type { Express, Response } from 'express';
import { componentsOf, type MonitoredComponent } from '../../monitor/component.ts';
import type { Range } from '../../monitor/prometheus.ts';
import { rangeOf } from '../../monitor/range.ts';
import { type ComponentReport, type ItemResult, outageOf, reportsOf } from '../../monitor/report.ts';
import { HTTP_ROUTES } from '../../objects/gatewayapi.ts';
import { readComponents } from '../components.ts';
import { monitorRecord } from '../contract/monitor/record.ts';
import { flagOf } from '../contract/parse.ts';
import { invalidFields, Problem } from '../problem/problem.ts';
import { readSource } from '../rules/domains.ts';
import type { Scope } from '../scope.ts';
import { APPLICATION, scopeOf } from '../scope.ts';
import { traceOf } from '../trace.ts';
import { recently } from './recent.ts';

/** The operations that tell how the components of an application are used. */
export function addMonitor(app: Express): void {
  // Who looks at an application looks again and again, and reading its components takes several lists.
  const report = reporterOf(recently(askedBy, readMonitored));
  app.get(`${APPLICATION}/monitor/query`, async ({ query }, response) => {
    const outerOnly = flagOf(query.is_outer, 'is_outer');
    const reports = await report(response, { outerOnly });
    response.json(reports.map((each) => monitorRecord(each, 'vector')));
  });
  app.get(`${APPLICATION}/monitor/query_range`, async ({ query }, response) => {
    const outerOnly = flagOf(query.is_outer, 'is_outer');
    const parsed = rangeOf(query);
    if (parsed.type === 'invalid') {
      throw invalidFields(parsed.problems);
    }
    const reports = await report(response, { outerOnly, range: parsed.range });
    response.json(reports.map((each) => monitorRecord(each, 'matrix')));
  });
}

/** What a request asks for. */
interface Question {
  readonly outerOnly: boolean;
  readonly range?: Range;
}

/** The components of an application; the lists stay the same objects while they are remembered. */
interface Monitored {
  readonly all: readonly MonitoredComponent[];
  /** Those with a port that is open to the outside. */
  readonly outer: readonly MonitoredComponent[];
}

function reporterOf(monitoredIn: (scope: Scope) => Promise<Monitored>) {
  return async (response: Response, { outerOnly, range }: Question): Promise<readonly ComponentReport[]> => {
    const scope = scopeOf(response);
    const { all, outer } = await monitoredIn(scope);
    const components = outerOnly ? outer : all;
    const results = await scope.monitor.query(components, range);
    for (const { item, result } of results.filter(isFailure)) {
      traceOf(response).log.warn({ item, result }, 'Prometheus query failed');
    }
    refuseOutage(results);
    return reportsOf(components, results);
  };
}

function isFailure({ result }: ItemResult): boolean {
  return !['answered', 'not-queried', 'not-configured'].includes(result.type);
}

/** An outage of Prometheus is a problem; items without data are a response. */
function refuseOutage(results: readonly ItemResult[]): void {
  switch (outageOf(results)) {
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

/** What one caller's readings of an application have in common. */
function askedBy({ region, namespace, application, caller }: Scope): string {
  return JSON.stringify([region, namespace, application.spec.id, caller]);
}

/** The application's components, read as the caller. */
async function readMonitored(scope: Scope): Promise<Monitored> {
  const { client, namespace, monitor } = scope;
  const [workloads, { services, rules }, routes] = await Promise.all([
    readComponents(scope),
    readSource(scope),
    monitor.readsRoutes ? client.list(HTTP_ROUTES, { namespace }) : [],
  ]);
  const all = componentsOf({ namespace, workloads, services, rules, routes });
  return { all, outer: all.filter(({ outer }) => outer) };
}
