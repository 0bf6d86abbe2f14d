import type { Express, Request, Response } from 'express';
import type { AccessCheck } from '../guard/access.ts';
import { receiveBody } from '../guard/body.ts';
import type { Admit } from '../guard/guard.ts';
import { Problem } from '../problem/problem.ts';
import { resolveTeam, scopeOf } from '../scope.ts';
import { traceOf } from '../trace.ts';
import { IGNORED_HEADER, ignoredHeader } from './headers.ts';
import type { Operation, Reply } from './operation.ts';
import { headersOf, refuseUnknown, type UnknownOf, unknownOf } from './unknown.ts';

/** Admission of callers, and the check of what they may read. */
interface Access {
  readonly admit: Admit;
  readonly hasAccess: AccessCheck;
}

/**
 * Routes of operations, and of other methods on their paths: these get 405, with Allow (RFC 9110, 15.5.6). The
 * middleware of the application's path has resolved the scope of operations on an application.
 */
export function addOperations(app: Express, operations: readonly Operation[], access: Access): void {
  const ownHeaders = headersOf(operations);
  for (const operation of operations) {
    const unknownIn = unknownOf(operation, ownHeaders);
    app[operation.method](operation.path, async (request, response) => {
      const { body, headers = {} } = await reply({ ...operation, unknownIn }, request, response, access);
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

async function reply(
  operation: Operation & { readonly unknownIn: UnknownOf },
  request: Request,
  response: Response,
  { admit, hasAccess }: Access,
): Promise<Reply> {
  const { path, params, query, headers, body } = request;
  const ignored = (paths: readonly string[]) => {
    if (paths.length > 0) {
      response.set(IGNORED_HEADER, ignoredHeader(paths));
    }
  };
  const incoming = { path, params, query, headers, body, ignored, log: traceOf(response).log };
  /** Callers learn of this when they are known. */
  const checkWords = () => {
    const unknown = operation.unknownIn(incoming);
    operation.method === 'get' ? ignored(unknown.map(({ field }) => field)) : refuseUnknown(unknown);
  };
  switch (operation.on) {
    case 'application':
      checkWords();
      return operation.handle(incoming, scopeOf(response));
    case 'team': {
      const caller = await admit(request, response, operation.regionOf(incoming));
      const team = await resolveTeam(caller, String(params.team_id), hasAccess);
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
