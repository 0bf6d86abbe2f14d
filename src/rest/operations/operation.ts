import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { RequestBody } from '../contract/body.ts';
import type { AuthenticatedCaller } from '../guard/guard.ts';
import { Problem, type ProblemName, withoutLevel } from '../problem/problem.ts';
import { APPLICATION, type Scope, TEAM, type TeamScope } from '../scope.ts';
import { OF_APPLICATION, OF_TEAM, type Parameter } from './parameters.ts';

/** The success response of an operation. */
interface Success<A> {
  readonly status: 200 | 201;
  readonly description: string;
  readonly body: z.ZodType<A>;
  /** Headers of the response: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a success response, and the values of its headers. */
export interface Reply<A = unknown> {
  readonly body: A;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as it arrives, before anything of it is read. */
interface IncomingCall {
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Receives the paths of members of the body that have no effect. */
  readonly ignored: (paths: readonly string[]) => void;
  readonly log: Logger;
}

/**
 * A request of one operation. Parameters and body are read when the handler requests them, so that it decides
 * which problem comes first: a rule that does not exist, or a body that is not valid.
 */
interface Call<P, B> {
  readonly path: string;
  readonly log: Logger;
  value<N extends keyof P & string>(name: N): P[N];
  /** Throws where the operation declares no body. */
  body(): B;
}

/** A request in the scope of an application. */
export interface ApplicationCall<P, B = unknown> extends Call<P, B> {
  readonly scope: Scope;
}

/** A request in the scope of a team. */
interface TeamCall<P, B> extends Call<P, B> {
  readonly team: TeamScope;
}

/** A request of an authenticated caller to a region. */
interface RegionCall<P, B> extends Call<P, B> {
  readonly caller: AuthenticatedCaller;
}

/** The definition of an operation: its documentation and its handler, bound by the types of what both concern. */
interface Definition<P, B, A, C> {
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
  readonly handle: (call: C) => Promise<Reply<A>>;
}

/** One operation of the API: the router and the OpenAPI document derive from it. */
export type Operation = Omit<Definition<Record<string, unknown>, unknown, unknown, never>, 'handle'> &
  (
    | {
        readonly on: 'application';
        readonly handle: (incoming: IncomingCall, scope: Scope) => Promise<Reply>;
      }
    | {
        readonly on: 'team';
        readonly regionOf: (incoming: IncomingCall) => string | undefined;
        readonly handle: (incoming: IncomingCall, team: TeamScope) => Promise<Reply>;
      }
    | {
        readonly on: 'region';
        readonly regionOf: (incoming: IncomingCall) => string | undefined;
        readonly handle: (incoming: IncomingCall, caller: AuthenticatedCaller) => Promise<Reply>;
      }
  );

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
export function onApplication<P, B, A>(definition: Definition<P, B, A, ApplicationCall<P, B>>): Operation {
  return {
    ...definition,
    on: 'application',
    path: `${APPLICATION}${definition.path}`,
    parameters: { ...OF_APPLICATION, ...definition.parameters },
    problems: [...APPLICATION_PROBLEMS, ...definition.problems],
    handle: (incoming, scope) =>
      namedAsSent(definition.body, incoming.body, () =>
        definition.handle({ ...callOf(definition, incoming), scope }),
      ),
  };
}

/** An operation on a team; its path is below that of the team, and its path or query names the region. */
export function onTeam<P extends InRegion, B, A>(definition: Definition<P, B, A, TeamCall<P, B>>): Operation {
  return {
    ...definition,
    on: 'team',
    path: `${TEAM}${definition.path}`,
    parameters: { ...OF_TEAM, ...definition.parameters },
    problems: [...TEAM_PROBLEMS, ...definition.problems],
    regionOf: (incoming) => callOf(definition, incoming).value('region_name'),
    handle: (incoming, team) => definition.handle({ ...callOf(definition, incoming), team }),
  };
}

/** Parameters of an operation that names its region itself. */
interface InRegion {
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

/** Result of `work`; a Problem that it throws names the members of the body as they were sent. */
async function namedAsSent<A>(
  body: RequestBody<unknown> | undefined,
  raw: unknown,
  work: () => Promise<A>,
): Promise<A> {
  try {
    return await work();
  } catch (error) {
    const level = error instanceof Problem ? body?.canonical(raw).level : undefined;
    throw error instanceof Problem && level !== undefined ? withoutLevel(error, level) : error;
  }
}

function callOf<P, B>(
  { parameters, body }: Pick<Definition<P, B, unknown, never>, 'parameters' | 'body'>,
  incoming: IncomingCall,
): Call<P, B> {
  return {
    path: incoming.path,
    log: incoming.log,
    value: (name) => parameters[name].read(textOf(parameters[name], name, incoming), name),
    body: () => {
      if (body === undefined) {
        throw new Error('the operation declares no body');
      }
      const canonical = body.canonical(incoming.body);
      incoming.ignored(canonical.ignored);
      return body.read(canonical.body);
    },
  };
}

function textOf(parameter: Parameter, name: string, { params, query, headers }: IncomingCall): unknown {
  switch (parameter.in) {
    case 'path':
      return params[name];
    case 'query':
      return query[name];
    case 'header':
      return headers[name.toLowerCase()];
  }
}
