import { request } from 'undici';
import { z } from 'zod';
import { LABELS } from '../../api/group.ts';
import { KubeError } from '../../kube/error.ts';
import { NAMESPACES } from '../../objects/core.ts';
import type { Application } from '../../objects/stoa.ts';
import { type ComponentMonitor, componentMonitorSchema } from '../../rest/schema/monitor.ts';
import type { Connection } from '../connect.ts';
import type { FigureSource } from '../options.ts';
import { clean } from '../text/measure.ts';
import { type Figures, figuresOf, type Window } from './figures.ts';

/** The figures of an application's components, or why there are none, in words for people. */
export type Answer =
  | { readonly type: 'figures'; readonly figures: ReadonlyMap<string, Figures> }
  | { readonly type: 'none'; readonly why: string };

/** Milliseconds for an answer: Prometheus has 10 s. */
const TIMEOUT_MS = 15_000;

const recordsSchema = z.array(componentMonitorSchema);

/** As much of an error of the REST API as is shown. */
const problemSchema = z.object({ detail: z.string() });

/** Asks Stoa's REST API, as the user, how the components of an application are used. */
export async function askFigures(
  connection: Connection,
  { url, region, token }: FigureSource,
  { metadata, spec }: Application,
  window: Window,
): Promise<Answer> {
  if (url === undefined) {
    return none('name the REST API of Stoa by --rest or STOA_REST');
  }
  const bearer = token ?? (await connection.token());
  if (bearer === undefined) {
    return none('the user of the kubeconfig has no token, which the REST API wants: set STOA_TOKEN');
  }
  const team = await teamOf(connection, metadata.namespace ?? '');
  if (team.type === 'none') {
    return team;
  }
  const path = ['teams', team.id, 'regions', region, 'apps', String(spec.id)]
    .map(encodeURIComponent)
    .join('/');
  const query = new URLSearchParams(
    Object.entries(window).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return await ask(`${url}/openapi/v1/${path}/monitor/query_range?${query}`, bearer, window);
}

async function ask(url: string, token: string, window: Window): Promise<Answer> {
  const { origin } = new URL(url);
  try {
    const answer = await request(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await answer.body.json();
    if (answer.statusCode !== 200) {
      const detail = problemSchema.safeParse(body).data?.detail ?? 'without a reason';
      return none(`the REST API at ${origin} answers ${answer.statusCode}: ${clean(detail)}`);
    }
    const records = recordsSchema.safeParse(body);
    return records.success
      ? reading(records.data, window)
      : none(`what answers at ${origin} is not the REST API of Stoa`);
  } catch (error) {
    return none(`the REST API at ${origin} cannot be reached: ${clean((error as Error).message)}`);
  }
}

function reading(records: readonly ComponentMonitor[], window: Window): Answer {
  const statuses = records.flatMap(({ monitors }) => monitors.map(({ status }) => status));
  return statuses.includes('not-configured')
    ? none('the REST API has no Prometheus to ask: set monitoring.url of its configuration')
    : { type: 'figures', figures: figuresOf(records, window) };
}

async function teamOf(
  { client }: Connection,
  namespace: string,
): Promise<{ readonly type: 'team'; readonly id: string } | (Answer & { readonly type: 'none' })> {
  try {
    const { metadata } = await client.get(NAMESPACES, { name: namespace });
    const id = metadata.labels?.[LABELS.team];
    return id === undefined
      ? none(`the namespace ${namespace} has no label ${LABELS.team}`)
      : { type: 'team', id };
  } catch (error) {
    if (error instanceof KubeError) {
      return none(`the team of the namespace cannot be read: ${clean(error.message)}`);
    }
    throw error;
  }
}

function none(why: string): Answer & { readonly type: 'none' } {
  return { type: 'none', why: `no live figures: ${why}` };
}
