import type { z } from 'zod';
import type { EVENT_STREAM, Feed } from '../changes/stream.ts';
import type { AuthenticatedCaller } from '../guard/guard.ts';
import { Problem, type ProblemName, withoutLevel } from '../problem/problem.ts';
import { APPLICATION, type Scope, TEAM, type TeamScope } from '../scope.ts';
import type { RequestBody } from './body.ts';
import { type ApplicationCall, callOf, type IncomingCall, type RegionCall, type TeamCall } from './call.ts';
import { OF_APPLICATION, OF_TEAM, type Parameter } from './parameters.ts';

/** The success response of an operation. */
interface Success<A> {
  readonly status: 200 | 201;
  readonly description: string;
  readonly body: z.ZodType<A>;
  /** Media type of the body, where it is no JSON. */
  readonly mediaType?: typeof EVENT_STREAM;
  /** Headers of the response: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a success response, and the values of its headers. */
export interface Reply<A = unknown> {
  readonly body: A;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The documentation of an operation. */
interface Documentation<P = Record<string, unknown>, B = unknown, A = unknown> {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path with `:name` for each parameter. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly parameters: { readonly [N in keyof P]: Parameter<P[N]> };
  readonly body?: RequestBody<B>;
  readonly success: Success<A>;
  /** Whether If-None-Match applies. */
  readonly conditional?: boolean;
  /** Problems of this operation, beside those that every operation has. */
  readonly problems: readonly ProblemName[];
  /** The problem that carries the status of another server, which may be any 4xx. */
  readonly passesOn?: ProblemName;
}

/**
 * The definition of an operation: its documentation and its handler, bound by the types of what both concern. The
 * handler resolves to the reply, or to what the reply is made of.
 */
export interface Definition<P, B, A, C, R = Reply<A>> extends Documentation<P, B, A> {
  readonly handle: (call: C) => Promise<R>;
}

/** An operation on an application, as the router knows it. */
interface ApplicationOperation<R = Reply> extends Documentation {
  readonly on: 'application';
  readonly handle: (incoming: IncomingCall, scope: Scope) => Promise<R>;
}

/** An operation on a team, as the router knows it. */
interface TeamOperation<R = Reply> extends Documentation {
  readonly on: 'team';
  readonly regionOf: (incoming: IncomingCall) => string | undefined;
  readonly handle: (incoming: IncomingCall, team: TeamScope) => Promise<R>;
}

/** An operation on a region, as the router knows it. */
interface RegionOperation extends Documentation {
  readonly on: 'region';
  readonly regionOf: (incoming: IncomingCall) => string | undefined;
  readonly handle: (incoming: IncomingCall, caller: AuthenticatedCaller) => Promise<Reply>;
}

/** An operation on a team whose response goes on for as long as its caller reads it, as the router knows it. */
export interface StreamOperation extends Documentation {
  readonly on: 'stream';
  readonly regionOf: (incoming: IncomingCall) => string | undefined;
  readonly handle: (incoming: IncomingCall, team: TeamScope) => Promise<Omit<Feed, 'check'>>;
}

/** One operation of the API: the router and the OpenAPI document derive from it. */
export type Operation = ApplicationOperation | TeamOperation | RegionOperation | StreamOperation;

/** Problems of every operation on a team; a body is checked even where none is expected. */
const TEAM_PROBLEMS: readonly ProblemName[] = [
  'teamNotFound',
  'teamAmbiguous',
  'regionNotFound',
  'pathNotFound',
  'tooLarge',
  'notJson',
];

/** Problems of every operation on an application. */
const APPLICATION_PROBLEMS: readonly ProblemName[] = [...TEAM_PROBLEMS, 'appNotFound'];

/** An operation on an application; its path is below that of the application. */
export function onApplication<P, B, A, R extends Pick<Reply<A>, 'body'> = Reply<A>>(
  definition: Definition<P, B, A, ApplicationCall<P, B>, R>,
): ApplicationOperation<R> {
  return {
    ...definition,
    on: 'application',
    path: `${APPLICATION}${definition.path}`,
    parameters: { ...OF_APPLICATION, ...definition.parameters },
    problems: [...APPLICATION_PROBLEMS, ...definition.problems],
    handle: (incoming, scope) => {
      const call = callOf(definition, incoming);
      return namedAsSent(call, () => definition.handle({ ...call, scope }));
    },
  };
}

/** An operation on a team; its path is below that of the team, and its path or query names the region. */
export function onTeam<P extends InRegion, B, A, R extends Pick<Reply<A>, 'body'> = Reply<A>>(
  definition: Definition<P, B, A, TeamCall<P, B>, R>,
): TeamOperation<R> {
  return {
    ...definition,
    ...placeInTeam(definition),
    on: 'team',
    handle: (incoming, team) => definition.handle({ ...callOf(definition, incoming), team }),
  };
}

/** An operation on a team whose response is a stream of changes; its path is below that of the team. */
export function streamOnTeam<P extends InRegion>(
  definition: Definition<P, never, string, TeamCall<P, never>, Omit<Feed, 'check'>>,
): StreamOperation {
  return {
    ...definition,
    ...placeInTeam(definition),
    on: 'stream',
    handle: (incoming, team) => definition.handle({ ...callOf(definition, incoming), team }),
  };
}

/** Path, parameters, problems and region of an operation below the path of a team. */
function placeInTeam<P extends InRegion, B, A, C, R>(definition: Definition<P, B, A, C, R>) {
  return {
    path: `${TEAM}${definition.path}`,
    parameters: { ...OF_TEAM, ...definition.parameters },
    problems: [...TEAM_PROBLEMS, ...definition.problems],
    regionOf: (incoming: IncomingCall) => callOf(definition, incoming).value('region_name'),
  };
}

/** Parameters of an operation that names its region itself. */
export interface InRegion {
  readonly region_name: string | undefined;
}

/** An operation on the region that its query names, across all teams. */
export function onRegion<P extends InRegion, B, A>(
  definition: Definition<P, B, A, RegionCall<P, B>>,
): Operation {
  return {
    ...definition,
    on: 'region',
    problems: ['regionNotFound', ...definition.problems],
    regionOf: (incoming) => callOf(definition, incoming).value('region_name'),
    handle: (incoming, caller) => definition.handle({ ...callOf(definition, incoming), caller }),
  };
}

/** Result of `work`; a Problem of fields that it throws names the members of the body as they were sent. */
async function namedAsSent<A>(
  { level }: Pick<ApplicationCall<unknown>, 'level'>,
  work: () => Promise<A>,
): Promise<A> {
  return await work().catch((error: unknown) => {
    const added = error instanceof Problem && error.fields.length > 0 ? level() : undefined;
    throw error instanceof Problem && added !== undefined ? withoutLevel(error, added) : error;
  });
}
