import { applicationIdOf } from '../../component/target.ts';
import type { KubeObject } from '../../kube/object.ts';
import {
  APPLICATIONS,
  type Application,
  GATEWAY_RULES,
  type GatewayRule,
  MARKET_INSTALLS,
} from '../../objects/stoa.ts';
import type { Connection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { type Figures, windowAt } from './figures.ts';
import { fetchFigures } from './restfigures.ts';
import type { RestSource } from './restteam.ts';
import { type ApplicationView, type UnownedView, unownedViewOf, viewOf } from './view.ts';

/** Applications to show, and the source of their figures and changes. */
export interface StatusQuery {
  /** Name or id; undefined for all. */
  readonly application: string | undefined;
  readonly allNamespaces: boolean;
  readonly source: RestSource;
}

/** Applications at one time; also the form of `-o json`. */
interface StatusSnapshot {
  readonly applications: readonly ApplicationView[];
  /** Rules that belong to no application, where no single application is asked for. */
  readonly unowned: readonly UnownedView[];
  /** Remarks on all applications, such as why there are no figures. */
  readonly remarks: readonly string[];
}

/** Snapshot of the applications of a query; `now` is in milliseconds. Throws Refused and KubeError. */
export async function observeStatus(
  connection: Connection,
  query: StatusQuery,
  now: number,
): Promise<StatusSnapshot> {
  const { client } = connection;
  const namespace = query.allNamespaces ? undefined : connection.namespace;
  const [all, rules, installs] = await Promise.all([
    client.list(APPLICATIONS, { namespace }),
    client.list(GATEWAY_RULES, { namespace }),
    client.list(MARKET_INSTALLS, { namespace }),
  ]);
  const applications = chosen(all, query.application, namespace);
  const { figures, remarks } = await figuresFor(connection, query, applications, now);
  const isIn = ({ metadata }: Application, each: KubeObject) =>
    each.metadata.namespace === metadata.namespace;
  const views = applications.map((application) => {
    const { id } = application.spec;
    const observed = {
      application,
      rules: rules.filter((rule) => isIn(application, rule) && applicationIdOf(rule) === id),
      installs: installs.filter((install) => isIn(application, install) && install.spec.appId === id),
    };
    return viewOf(observed, figures.get(application.metadata.uid) ?? new Map());
  });
  const unowned = query.application === undefined ? unownedIn(rules, all) : [];
  return {
    applications: views,
    unowned,
    remarks: [...emptiness(views, unowned, namespace), ...remarks],
  };
}

/** Rules of each namespace that belong to none of its applications. */
function unownedIn(
  rules: readonly GatewayRule[],
  applications: readonly Application[],
): readonly UnownedView[] {
  const ids = new Set(applications.map(({ metadata, spec }) => `${metadata.namespace}/${spec.id}`));
  const spaces = new Set(applications.map(({ metadata }) => metadata.namespace));
  const alone = rules.filter((rule) => !ids.has(`${rule.metadata.namespace}/${applicationIdOf(rule)}`));
  return [...Map.groupBy(alone, ({ metadata }) => metadata.namespace)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([namespace, own]) => unownedViewOf(namespace, spaces.has(namespace), own));
}

/** All applications, or those with the name or, as in the REST API, the id. */
function chosen(
  all: readonly Application[],
  wanted: string | undefined,
  namespace: string | undefined,
): readonly Application[] {
  const found = all.filter(
    ({ metadata, spec }) => wanted === undefined || metadata.name === wanted || String(spec.id) === wanted,
  );
  if (wanted !== undefined && found.length === 0) {
    const names = all.map(({ metadata }) => metadata.name).join(', ');
    throw new Refused(
      `the namespace ${namespace} has no application ${wanted}; it has ${names || 'none: look with -A, or name another by -n'}`,
    );
  }
  return found.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function placeOf({ metadata }: Application): string {
  return `${metadata.namespace} ${metadata.name}`;
}

function emptiness(
  views: readonly ApplicationView[],
  unowned: readonly UnownedView[],
  namespace: string | undefined,
): string[] {
  return views.length > 0 || unowned.length > 0
    ? []
    : [
        namespace === undefined
          ? 'there are no applications'
          : `no applications in the namespace ${namespace}; -A looks in all`,
      ];
}

/** Figures of each application by its uid, fetched one after the other because of the REST API's rate limits. */
async function figuresFor(
  connection: Connection,
  { source }: StatusQuery,
  applications: readonly Application[],
  now: number,
) {
  const window = windowAt(now / 1000);
  const figures = new Map<string, ReadonlyMap<string, Figures>>();
  const remarks = new Set<string>();
  for (const application of applications) {
    const result = await fetchFigures(connection, source, application, window);
    if (result.type === 'figures') {
      figures.set(application.metadata.uid, result.figures);
    } else {
      remarks.add(result.why);
    }
  }
  return { figures, remarks };
}
