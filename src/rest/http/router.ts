import type { Express, Request, Response } from 'express';
import { streamChanges } from '../changes/stream.ts';
import type { Streams } from '../changes/streams.ts';
import type { AccessCheck } from '../guard/access.ts';
import { receiveBody } from '../guard/body.ts';
import type { Admit } from '../guard/guard.ts';
import { Problem } from '../problem/problem.ts';
import { resolveTeam, scopeOf } from '../scope.ts';
import { traceOf } from '../trace.ts';
import type { IncomingCall } from './call.ts';
import { IGNORED_HEADER, ignoredHeader } from './headers.ts';
import type { Operation, Reply, StreamOperation } from './operation.ts';
import { readHeaders, refuseUnknown, type UnknownOf, unknownOf } from './unknown.ts';

/** Admission of callers, the check of what they may read, and room for streams until `stop` aborts. */
interface Access {
  readonly admit: Admit;
  readonly hasAccess: AccessCheck;
  readonly streams: Streams;
  readonly stop: AbortSignal;
}

/** A request on its way to an operation. */
interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly incoming: IncomingCall;
  /** Checks the names of parameters, headers and members of the body. Callers learn of this when they are known. */
  readonly checkWords: () => void;
}

/**
 * Routes of operations, and of other methods on their paths: these get 405, with Allow (RFC 9110, 15.5.6). The
 * middleware of the application's path has resolved the scope of operations on an application.
 */
export function addOperations(app: Express, operations: readonly Operation[], access: Access): void {
  const ownHeaders = readHeaders(operations);
  for (const operation of operations) {
    const unknownIn = unknownOf(operation, ownHeaders);
    app[operation.method](operation.path, async (request, response) => {
      const exchange = exchangeOf(operation, unknownIn, request, response);
      if (operation.on === 'stream') {
        await stream(operation, exchange, access);
        return;
      }
      const { body, headers = {} } = await reply(operation, exchange, access);
      response.status(operation.success.status).set(headers).json(body);
    });
  }
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const allowed = ofPath.map(({ method }) => method.toUpperCase()).join(', ');
    app.route(path).all((request, response) => {
      response.set('allow', allowed);
      throw new Problem('verbNotServed', `${request.method} is not served here; there is ${allowed}`);
    });
  }
}

function exchangeOf(
  { method }: Operation,
  unknownIn: UnknownOf,
  request: Request,
  response: Response,
): Exchange {
  const { path, params, query, headers, body } = request;
  const ignored = (paths: readonly string[]) => {
    if (paths.length > 0) {
      response.set(IGNORED_HEADER, ignoredHeader(paths));
    }
  };
  const incoming = { path, params, query, headers, body, ignored, log: traceOf(response).log };
  const checkWords = () => {
    const unknown = unknownIn(incoming);
    method === 'get' ? ignored(unknown.map(({ field }) => field)) : refuseUnknown(unknown);
  };
  return { request, response, incoming, checkWords };
}

async function reply(
  operation: Exclude<Operation, StreamOperation>,
  { request, response, incoming, checkWords }: Exchange,
  { admit, hasAccess }: Access,
): Promise<Reply> {
  switch (operation.on) {
    case 'application':
      checkWords();
      return operation.handle(incoming, scopeOf(response));
    case 'team': {
      const caller = await admit(request, response, operation.regionOf(incoming));
      const team = await resolveTeam(caller, String(request.params.team_id), hasAccess);
      await receiveBody(request, response);
      checkWords();
      return operation.handle({ ...incoming, body: request.body }, team);
    }
    case 'region': {
      const caller = await admit(request, response, operation.regionOf(incoming));
      checkWords();
      return operation.handle(incoming, caller);
    }
  }
}

async function stream(
  operation: StreamOperation,
  { request, response, incoming, checkWords }: Exchange,
  { admit, hasAccess, streams, stop }: Access,
): Promise<void> {
  const caller = await admit(request, response, operation.regionOf(incoming));
  const teamNow = () => resolveTeam(caller, String(request.params.team_id), hasAccess);
  checkWords();
  const feed = await operation.handle(incoming, await teamNow());
  const displaced = new AbortController();
  // One region has other teams than another one.
  const team = JSON.stringify([caller.region.name, feed.namespace]);
  const leave = streams.enter({ caller: caller.sharer, team }, () => displaced.abort());
  caller.leave();
  const check = async () => {
    await caller.again();
    const { namespace } = await operation.handle(incoming, await teamNow());
    if (namespace !== feed.namespace) {
      throw new Problem('teamNotFound', 'the team has another namespace now');
    }
  };
  await streamChanges(response, { ...feed, check }, AbortSignal.any([stop, displaced.signal])).finally(leave);
}
