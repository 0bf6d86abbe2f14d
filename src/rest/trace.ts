import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/** Trace of a request, in its response and in the log. */
interface Trace {
  readonly id: string;
  /** Logger that adds the request's id to every line. */
  readonly log: Logger;
  /** Name of the caller, once authenticated. */
  user?: string;
  /** Name of the requested region, once known. */
  region?: string;
}

/** Middleware that gives every request an id and logs one line at its end. */
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

/** The trace that `response.locals` carries. */
export function traceOf(response: Response): Trace {
  return response.locals.trace as Trace;
}

/** Id of a request: its own, where that is short and plain enough for logs, or a new one. */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : randomUUID();
}

/** Members of the log line; path and query are left out, since they may name confidential objects. */
function lineOf({ method, route }: Request, response: Response): object {
  const { user, region } = traceOf(response);
  return {
    method,
    route: (route as { readonly path: string } | undefined)?.path,
    // Undefined where the client has closed the connection first.
    status: response.writableFinished ? response.statusCode : undefined,
    region,
    user,
  };
}
