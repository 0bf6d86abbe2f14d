import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/** What is told of a request: in its answer, and in the log. */
export interface Trace {
  readonly id: string;
  /** Names the request in every line. */
  readonly log: Logger;
  /** Who asks, once that is known. */
  user?: string;
  /** The region whose API server is asked, once that is known. */
  region?: string;
}

/** Gives every request an id, its own where it brings one of use, and writes a line when it is over. */
export function traced(log: Logger): RequestHandler {
  return (request, response, next) => {
    const id = requestId(request.headers['x-request-id']);
    const trace: Trace = { id, log: log.child({ request_id: id }) };
    response.locals.trace = trace;
    response.set('x-request-id', id);
    const began = performance.now();
    const address = request.ip;
    response.once('close', () => {
      const ms = Math.round(performance.now() - began);
      trace.log.info({ ...lineOf(request, response), ms, address }, 'request');
    });
    next();
  };
}

/** What is told of a request. */
export function traceOf(response: Response): Trace {
  return response.locals.trace as Trace;
}

/** A request's own id, where it is short and plain enough for logs; else a new one. */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : randomUUID();
}

/** Neither path nor query: what they name may be of no concern to those who read logs. */
function lineOf({ method, route }: Request, response: Response): object {
  const { user, region } = traceOf(response);
  return {
    method,
    route: (route as { readonly path: string } | undefined)?.path,
    // Without an answer, the client has gone before.
    status: response.writableFinished ? response.statusCode : undefined,
    region,
    user,
  };
}
