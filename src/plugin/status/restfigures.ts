import { z } from 'zod';
import { conditionOf } from '../../api/condition.ts';
import { LABELS } from '../../api/group.ts';
import { REASONS } from '../../api/reason.ts';
import { KubeError } from '../../kube/error.ts';
import { NAMESPACES } from '../../objects/core.ts';
import type { Application } from '../../objects/stoa.ts';
import { componentMonitorSchema } from '../../rest/resources/monitor/record.ts';
import type { Connection } from '../connect.ts';
import { type Figures, figuresOf, type Window } from './figures.ts';
import { type RestPlace, readRest } from './restclient.ts';

/** Source of live figures. */
export interface FigureSource {
  readonly rest: RestPlace;
  readonly region: string;
  /** Token that replaces the one of the kubeconfig. */
  readonly token: string | undefined;
}

/** Figures of an application's components, or why there are none, for the user. */
type FiguresResult =
  | { readonly type: 'figures'; readonly figures: ReadonlyMap<string, Figures> }
  | { readonly type: 'none'; readonly why: string };

const RANGE = '/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query_range';

const recordsSchema = z.array(componentMonitorSchema);

/** Figures of an application's components, from Stoa's REST API as the user. */
export async function fetchFigures(
  connection: Connection,
  { rest, region, token: given }: FigureSource,
  application: Application,
  window: Window,
): Promise<FiguresResult> {
  const token = given ?? (await connection.token());
  if (token === undefined) {
    return none('the user of the kubeconfig has no token, which the REST API wants: set STOA_TOKEN');
  }
  const team = await teamOf(connection, application);
  if (team.type === 'none') {
    return team;
  }
  const path = { team_id: team.id, region_name: region, app_id: application.spec.id };
  // Rounded values are too coarse for rates, and the reason for missing ones is told only here.
  const { start, end, step } = window;
  const query = { start: `${start}`, end: `${end}`, step: `${step}`, exact: 'true' };
  const reply = await readRest({ connection, place: rest, token }, (client) =>
    client.GET(RANGE, { params: { path, query } }),
  );
  return reply.type === 'json' ? reading(reply.json, window) : none(reply.why);
}

function reading(json: unknown, window: Window): FiguresResult {
  const { data: records } = recordsSchema.safeParse(json);
  if (records === undefined) {
    return none('what answers is not the REST API of Stoa: name that by --rest or STOA_REST');
  }
  const statuses = new Set(records.flatMap(({ monitors }) => monitors.map(({ status }) => status)));
  const misconfigured = MISCONFIGURED.find(({ status }) => statuses.has(status));
  return misconfigured === undefined
    ? { type: 'figures', figures: figuresOf(records, window) }
    : none(misconfigured.why);
}

/** Statuses by which the configuration of the REST API keeps figures away, and the way out. */
const MISCONFIGURED = [
  {
    status: 'not-configured',
    why: 'the REST API has no Prometheus to ask: set monitoring.url of its configuration',
  },
  {
    status: 'not-selected',
    why: 'Prometheus has figures, but none of the gateway: set monitoring.engineSelector of the configuration of the REST API',
  },
] as const;

/** Team of an application in the paths of the REST API, or why there is none. */
type TeamResult =
  | { readonly type: 'team'; readonly id: string }
  | (FiguresResult & { readonly type: 'none' });

async function teamOf({ client }: Connection, application: Application): Promise<TeamResult> {
  const { namespace } = application.metadata;
  try {
    const { metadata } = await client.get(NAMESPACES, { name: namespace });
    const id = metadata.labels?.[LABELS.team];
    return id === undefined ? teamByName(application) : { type: 'team', id };
  } catch (error) {
    if (error instanceof KubeError) {
      return none(`the team of the namespace cannot be read: ${error.message}`);
    }
    throw error;
  }
}

/**
 * Team of an application whose namespace has no label: that of the namespace's name, if the operator has found that the
 * namespace is one. Only its configuration says so, and another namespace can be the team of that name by its label.
 */
function teamByName({ metadata: { namespace }, status }: Application): TeamResult {
  const accepted = conditionOf(status, 'Accepted');
  if (accepted === undefined) {
    return none(
      `the namespace ${namespace} has no label ${LABELS.team}, and the operator has not reported yet whether it is a team by its name`,
    );
  }
  return accepted.reason === REASONS.namespaceWithoutTeam
    ? none(accepted.message)
    : { type: 'team', id: namespace };
}

function none(why: string): FiguresResult & { readonly type: 'none' } {
  return { type: 'none', why: `no live figures: ${why}` };
}
