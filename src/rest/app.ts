import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { KubeClient } from '../kube/client.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { PortRange } from '../rule/ports.ts';
import { authenticate } from './auth.ts';
import { addDocs } from './docs.ts';
import { problemOf } from './failure.ts';
import { listAllHttpRules } from './httpdomains.ts';
import { addInstalls } from './installroutes.ts';
import { addMonitor } from './monitor.ts';
import { Problem, problemBody } from './problem.ts';
import { APPLICATION, addRules } from './routes.ts';
import { resolveScope, type ScopeParameters } from './scope.ts';

/** What the REST API needs from outside. */
export interface RestDependencies {
  /** Acts as the service itself; requests are carried out as their callers. */
  readonly client: KubeClient;
  readonly region: string;
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
  /** Milliseconds that a request waits until its install is planned; 30,000 where nothing is said. */
  readonly installDeadlineMs?: number;
  readonly monitor: Monitor;
  readonly log: Logger;
  /** Hears of every answer. */
  readonly answered: (method: string, status: number, seconds: number) => void;
}

/** The REST API as an Express application. */
export function createApp(dependencies: RestDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response, next) => {
    const began = performance.now();
    response.on('finish', () => {
      dependencies.answered(request.method, response.statusCode, (performance.now() - began) / 1000);
    });
    next();
  });

  addDocs(app);
  // Who asks, and for what, comes before the body: nothing of a stranger's is parsed.
  app.use(APPLICATION, async (request: Request<ScopeParameters>, response, next) => {
    response.locals.scope = await resolveScope(dependencies, request.params, request.headers.authorization);
    next();
  });
  app.use(jsonOnly, express.json({ limit: '64kb' }));

  addRules(app);
  addInstalls(app, dependencies.installDeadlineMs);
  addMonitor(app, dependencies);
  app.get('/openapi/v1/httpdomains', async ({ headers, query }, response) => {
    const { client: service, region } = dependencies;
    const client = service.as(await authenticate(service, headers.authorization));
    response.json(await listAllHttpRules({ client, service, region }, query.auto_ssl));
  });

  app.use((request) => {
    throw new Problem('pathNotFound', `${request.method} ${request.path} is not an operation of this API`);
  });
  app.use(errorHandler(dependencies.log));
  return app;
}

const jsonOnly: RequestHandler = (request, _response, next) => {
  // Null where there is no body.
  if (request.is('application/json') === false) {
    const given = request.headers['content-type'] ?? 'none';
    throw new Problem('notJson', `send the header Content-Type: application/json; it is ${given}`);
  }
  next();
};

function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const problem = problemOf(error);
    const { status } = problem.answer;
    if (status >= 500) {
      log.error({ err: error, method: request.method, path: request.path }, 'request failed');
    }
    if (status === 401) {
      response.setHeader('www-authenticate', 'Bearer');
    }
    response
      .status(status)
      .type('application/problem+json')
      .send(JSON.stringify(problemBody(problem)));
  };
}
