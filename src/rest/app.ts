import express, { type Express, type Request } from 'express';
import type { Logger } from 'pino';
import { EVENT_STREAM } from './changes/stream.ts';
import { Streams } from './changes/streams.ts';
import { addConsole, type ConsolePage } from './console/page.ts';
import { createAccessCheck } from './guard/access.ts';
import { receiveBody } from './guard/body.ts';
import { createAdmit, type GuardSettings } from './guard/guard.ts';
import { limitHeaders, securityHeaders } from './guard/headers.ts';
import { addOperations } from './http/router.ts';
import { addDocs } from './openapi/docs.ts';
import { answerError } from './problem/errorhandler.ts';
import { Problem } from './problem/problem.ts';
import { createOperations, type OperationSettings } from './resources/table.ts';
import { APPLICATION, resolveScope, type ScopeParameters } from './scope.ts';
import { traced } from './trace.ts';

/** Dependencies of the REST API. */
export interface RestDependencies extends GuardSettings, OperationSettings {
  /** Proxies, by address or range, whose X-Forwarded-For counts for the origin of a request. */
  readonly trustedProxies: readonly string[];
  readonly log: Logger;
  /** The console; undefined where it is off. */
  readonly console?: ConsolePage | undefined;
  /** Aborts when the process is to end, and with it all streams. */
  readonly stop: AbortSignal;
  /** Receives every response. */
  readonly answered: (method: string, status: number, seconds: number) => void;
}

/** The REST API as an Express application. */
export function createApp(dependencies: RestDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Paths are those of the OpenAPI document, and no others that look like them; clients may end them with a slash.
  app.enable('case sensitive routing');
  app.set('trust proxy', dependencies.trustedProxies);
  app.use(traced(dependencies.log), securityHeaders, limitHeaders);
  app.use((request, response, next) => {
    const began = performance.now();
    response.on('finish', () => {
      // A stream is as long as its caller reads it, which says nothing of the service.
      if (response.get('content-type') !== EVENT_STREAM) {
        dependencies.answered(request.method, response.statusCode, (performance.now() - began) / 1000);
      }
    });
    next();
  });

  addDocs(app);
  if (dependencies.console !== undefined) {
    addConsole(app, dependencies.console);
  }
  // Caller and scope come before the body: no body of an unknown caller is parsed.
  const admit = createAdmit(dependencies);
  const hasAccess = createAccessCheck();
  app.use(APPLICATION, async (request: Request<ScopeParameters>, response, next) => {
    const { params } = request;
    const caller = await admit(request, response, params.region_name);
    response.locals.scope = await resolveScope(caller, params, hasAccess);
    await receiveBody(request, response);
    next();
  });

  const { stop } = dependencies;
  addOperations(app, createOperations(dependencies), { admit, hasAccess, streams: new Streams(), stop });
  app.use((request) => {
    throw new Problem('pathNotFound', `${request.method} ${request.path} is not an operation of this API`);
  });
  app.use(answerError);
  return app;
}
