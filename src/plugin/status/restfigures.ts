import { z } from 'zod';
import type { Application } from '../../objects/stoa.ts';
import { componentMonitorSchema } from '../../rest/resources/monitor/record.ts';
import type { Connection } from '../connect.ts';
import { type Figures, figuresOf, type Window } from './figures.ts';
import { readRest } from './restclient.ts';
import { type RestSource, teamAccessOf } from './restteam.ts';

/** Figures of an application's components, or why there are none, for the user. */
type FiguresResult =
  | { readonly type: 'figures'; readonly figures: ReadonlyMap<string, Figures> }
  | { readonly type: 'none'; readonly why: string };

const RANGE = '/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query_range';

const recordsSchema = z.array(componentMonitorSchema);

/** Figures of an application's components, from Stoa's REST API as the user. */
export async function fetchFigures(
  connection: Connection,
  source: RestSource,
  application: Application,
  window: Window,
): Promise<FiguresResult> {
  const found = await teamAccessOf(connection, source, application);
  if (found.type === 'none') {
    return none(found.why);
  }
  const path = { team_id: found.team, region_name: source.region, app_id: application.spec.id };
  // Rounded values are too coarse for rates, and the reason for missing ones is told only here.
  const { start, end, step } = window;
  const query = { start: `${start}`, end: `${end}`, step: `${step}`, exact: 'true' };
  const reply = await readRest(found.access, (client) => client.GET(RANGE, { params: { path, query } }));
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

function none(why: string): FiguresResult & { readonly type: 'none' } {
  return { type: 'none', why: `no live figures: ${why}` };
}
