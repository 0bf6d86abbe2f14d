import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { AuthenticatedCaller } from '../guard/guard.ts';
import type { Scope, TeamScope } from '../scope.ts';
import type { RequestBody } from './body.ts';
import type { Canonical } from './canonical.ts';
import type { Parameter } from './parameters.ts';

/** A request as it arrives, before anything of it is read. */
export interface IncomingCall {
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
  /** Name of the level that the body does not have, and fields of Problems do. */
  level(): string | undefined;
}

/** A request in the scope of an application. */
export interface ApplicationCall<P, B = unknown> extends Call<P, B> {
  readonly scope: Scope;
}

/** A request in the scope of a team. */
export interface TeamCall<P, B> extends Call<P, B> {
  readonly team: TeamScope;
}

/** A request of an authenticated caller to a region. */
export interface RegionCall<P, B> extends Call<P, B> {
  readonly caller: AuthenticatedCaller;
}

/** Parameters and body that an operation declares. */
interface Declared<P, B> {
  readonly parameters: { readonly [N in keyof P]: Parameter<P[N]> };
  readonly body?: RequestBody<B>;
}

/** An incoming request as a call of an operation that declares these parameters and this body. */
export function callOf<P, B>({ parameters, body }: Declared<P, B>, incoming: IncomingCall): Call<P, B> {
  let known: Canonical | undefined;
  const canonical = () => {
    known ??= body?.canonical(incoming.body);
    return known;
  };
  return {
    path: incoming.path,
    log: incoming.log,
    value: (name) => readParameter(parameters[name], name, incoming),
    body: () => {
      const read = canonical();
      if (body === undefined || read === undefined) {
        throw new Error('the operation declares no body');
      }
      incoming.ignored(read.ignored);
      return body.read(read.body);
    },
    level: () => canonical()?.level,
  };
}

/** Value of a parameter of an incoming request. */
export function readParameter<T>(parameter: Parameter<T>, name: string, incoming: IncomingCall): T {
  return parameter.read(textOf(parameter.in, name, incoming), name);
}

function textOf(place: Parameter['in'], name: string, { params, query, headers }: IncomingCall): unknown {
  switch (place) {
    case 'path':
      return params[name];
    case 'query':
      return query[name];
    case 'header':
      return headers[name.toLowerCase()];
  }
}
