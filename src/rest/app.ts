import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { createMaySee } from './guard/access.ts';
import { createAdmit, type GuardSettings } from './guard/guard.ts';
import { fewHeaders, MAX_BODY_BYTES, protectedAnswers, smallBodies } from './guard/headers.ts';
import { addInstalls } from './installs/routes.ts';
import { addMonitor } from './monitor/routes.ts';
import { addDocs } from './openapi/docs.ts';
import { refuseOtherVerbs } from './openapi/verbs.ts';
import { answerError } from './problem/errors.ts';
import { Problem } from './problem/problem.ts';
import { addAllHttpRules } from './rules/httpdomains.ts';
import { addRules } from './rules/routes.ts';
import { APPLICATION, resolveScope, type ScopeParameters } from './scope.ts';
import { traced } from './trace.ts';

/** What the REST API needs from outside. */
export interface RestDependencies extends GuardSettings {
  /** Proxies in front, by address or range, whose word counts for where a request comes from. */
  readonly trustedProxies: readonly string[];
  /** Milliseconds that a request waits until its install is planned; 30,000 where nothing is said. */
  readonly installDeadlineMs?: number;
  readonly log: Logger;
  /** Hears of every answer. */
  readonly answered: (method: string, status: number, seconds: number) => void;
}

/** The REST API as an Express application. */
export function createApp(dependencies: RestDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustedProxies);
  app.use(traced(dependencies.log), protectedAnswers, fewHeaders);
  app.use((request, response, next) => {
    const began = performance.now();
    response.on('finish', () => {
      dependencies.answered(request.method, response.statusCode, (performance.now() - began) / 1000);
    });
    next();
  });

  addDocs(app);
  // Who asks, and for what, comes before the body: nothing of a stranger's is parsed.
  const admit = createAdmit(dependencies);
  const maySee = createMaySee();
  app.use(APPLICATION, async (request: Request<ScopeParameters>, response, next) => {
    const { params } = request;
    const visitor = await admit(request, response, params.region_name);
    response.locals.scope = await resolveScope(visitor, params, maySee);
    next();
  });
  app.use(APPLICATION, jsonOnly, smallBodies, express.json({ limit: MAX_BODY_BYTES }));

  addRules(app);
  addInstalls(app, dependencies.installDeadlineMs);
  addMonitor(app);
  addAllHttpRules(app, admit);
  refuseOtherVerbs(app);

  app.use((request) => {
    throw new Problem('pathNotFound', `${request.method} ${request.path} is not an operation of this API`);
  });
  app.use(answerError);
  return app;
}

const jsonOnly: RequestHandler = (request, _response, next) => {
  // Some clients say of a request without a body that it has one of no bytes.
  const isEmpty = request.headers['content-length'] === '0';
  if (!isEmpty && request.is('application/json') === false) {
    const given = request.headers['content-type'] ?? 'none';
    throw new Problem('notJson', `send the header Content-Type: application/json; it is ${given}`);
  }
  next();
};
