import type { Logger } from 'pino';
import { tryRead } from '../../../kube/error.ts';
import { type PodOwnership, PodsByOwner } from '../../../monitor/pods.ts';
import type { Range } from '../../../monitor/prometheus.ts';
import {
  type ComponentReport,
  type ItemResult,
  isOutage,
  lacksGateway,
  type Outage,
  outageOf,
  reportsOf,
  withoutEmpty,
} from '../../../monitor/report.ts';
import { HTTP_ROUTES } from '../../../objects/httproute.ts';
import { JOBS, PODS, REPLICA_SETS } from '../../../objects/workload.ts';
import { Problem, type ProblemName } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { readComponents } from '../components/read.ts';
import { readSource } from '../rules/source.ts';
import { Monitored, type Selection } from './monitored.ts';
import { recently } from './recent.ts';

/** A request for reports: the selected components, over a range or for now. */
export interface ReportRequest {
  readonly selection: Selection;
  /** Whether values are not rounded, and items without values listed with the reason. */
  readonly exact: boolean;
  readonly range?: Range;
}

/** Reports, and what they cost. */
interface Reported {
  readonly reports: readonly ComponentReport[];
  /** Queries that were sent to Prometheus for them. */
  readonly queries: number;
}

/** Reports on the components of a scope; throws a Problem where Prometheus gives none. */
type Reporter = (scope: Scope, request: ReportRequest, log: Logger) => Promise<Reported>;

/** Reporter that caches components briefly: dashboards poll, and the components take several lists. */
export function createReporter(): Reporter {
  const monitoredIn = recently(cacheKeyOf, readMonitored);
  return async (scope, { selection, exact, range }, log) => {
    const components = await (await monitoredIn(scope)).components(scope, selection);
    const tenant = { team: scope.teamId, namespace: scope.namespace };
    let queries = 0;
    const onSend = () => {
      queries += 1;
    };
    const results = await scope.monitor.query(components, { range, tenant, onSend, exact });
    for (const { item, result } of results.filter(isOutage)) {
      log.warn({ item, result }, 'Prometheus query failed');
    }
    refuseOutage(results);
    const reports = reportsOf(components, results);
    if (lacksGateway(reports)) {
      log.warn('Prometheus has series of an engine, but none that monitoring.engineSelector selects');
    }
    return { reports: exact || scope.monitor.listsEmpty ? reports : withoutEmpty(reports), queries };
  };
}

/** Problems for the outages of Prometheus. */
const OUTAGES: Readonly<Record<Outage, { readonly name: ProblemName; readonly detail: string }>> = {
  'no-credentials': {
    name: 'monitorUnauthorized',
    detail: 'Stoa has no credentials for Prometheus: see monitoring.auth, and the log of the REST API',
  },
  unauthorized: {
    name: 'monitorUnauthorized',
    detail:
      'Prometheus rejects the credentials of Stoa: see monitoring.auth, and monitoring.headers for tenants',
  },
  unreachable: { name: 'monitorUnreachable', detail: 'Prometheus cannot be reached: see monitoring.url' },
  busy: { name: 'monitorBusy', detail: 'Prometheus starts, or has too many requests: try again later' },
  'too-slow': {
    name: 'monitorTooSlow',
    detail: 'Prometheus has not answered in time: try again, or a shorter range',
  },
  malformed: {
    name: 'monitorMalformed',
    detail: 'what answers is not the API of Prometheus, but perhaps a page to log in: see monitoring.url',
  },
  refused: {
    name: 'monitorRefused',
    detail: 'Prometheus rejects every query: the log of the REST API has its errors',
  },
  'too-large': {
    name: 'monitorTooLarge',
    detail: 'Prometheus answers with too much: ask for a shorter range, or a longer step',
  },
};

/** An outage of Prometheus is a problem; items without data are a response. */
function refuseOutage(results: readonly ItemResult[]): void {
  const outage = outageOf(results);
  if (outage !== undefined) {
    const { name, detail } = OUTAGES[outage];
    throw new Problem(name, detail);
  }
}

/** Key of the components that one caller reads of one application. */
function cacheKeyOf({ region, namespace, application, caller }: Scope): string {
  return JSON.stringify([region, namespace, application.spec.id, caller]);
}

/** The application's components, read as the caller. */
async function readMonitored(scope: Scope): Promise<Monitored> {
  const { client, namespace, monitor } = scope;
  const [workloads, { services, rules }, routes, ownership] = await Promise.all([
    readComponents(scope),
    readSource(scope),
    monitor.readsRoutes ? client.list(HTTP_ROUTES, { namespace }) : [],
    monitor.readsPods ? readOwnership(scope) : undefined,
  ]);
  const pods = ownership && new PodsByOwner(workloads, ownership);
  return new Monitored({ namespace, workloads, services, rules, routes, pods });
}

/** Pods of the namespace, and what makes them, as far as the caller may list them. */
async function readOwnership({ client, namespace }: Scope): Promise<PodOwnership> {
  const [pods = [], ...makers] = await Promise.all(
    [PODS, REPLICA_SETS, JOBS].map(async (resource) => {
      const read = await tryRead(client.listMetadata(resource, { namespace }));
      // Items of a list of metadata have the kind of their list.
      const items = read.type === 'found' ? read.value : [];
      return items.map(({ metadata }) => ({ kind: resource.kind, metadata }));
    }),
  );
  return { pods, makers: makers.flat() };
}
