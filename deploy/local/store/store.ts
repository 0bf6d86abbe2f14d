import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { answerFault, type Fault, faultSchema } from './fault.ts';
import { type StoredModel, titleOf, versionsOf, withoutFirstComponent } from './models.ts';

/** What a store is made of. */
export interface StoreOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Where the models are, see `versionsOf`. */
  readonly folders: readonly string[];
  /** What clients must send; without it they need send nothing. */
  readonly accessKey?: string;
  /** The registry that it names for every model; without it, it names none. */
  readonly hub?: { readonly hubURL: string; readonly hubUser: string; readonly hubPassword: string };
  /** Hears of every request before it is answered. */
  readonly onRequest?: (request: Request) => void;
}

/** A store that serves until it is closed. */
export interface LocalStore {
  readonly url: string;
  /** Makes it fail from now on, or no longer. */
  fail(fault: Fault): void;
  /** Ends it, whatever is under way. */
  close(): Promise<void>;
}

/**
 * Stands in for an app store, none of which can be run here: speaks the part of their HTTP API that installs
 * need, and fails in every way that it is told to, also by `PUT /fault`.
 */
export async function serveStore(options: StoreOptions): Promise<LocalStore> {
  const told: { fault: Fault } = { fault: { type: 'none' } };
  const fetches = new Map<string, number>();
  const fail = (fault: Fault) => {
    told.fault = fault;
    fetches.clear();
  };

  const app = express();
  app.put('/fault', express.json(), (request, response) => {
    const { success, data, error } = faultSchema.safeParse(request.body);
    if (success) {
      fail(data);
    }
    response.status(success ? 200 : 400).json(success ? data : { code: 400, msg: error.message });
  });
  app.use('/app-server', (request, response, next) => {
    options.onRequest?.(request);
    return answerFault(told.fault, response) ? undefined : next();
  });
  app.use(
    '/app-server/openapi',
    admission(options.accessKey),
    interfaceOf(options, (model) => {
      const before = fetches.get(`${model.app}@${model.version}`) ?? 0;
      fetches.set(`${model.app}@${model.version}`, before + 1);
      return told.fault.type === 'changed' && before > 0 ? withoutFirstComponent(model.text) : model.text;
    }),
  );

  const server = createServer(app).listen(options.port, options.host);
  await once(server, 'listening');
  return {
    url: `http://${options.host}:${(server.address() as AddressInfo).port}`,
    fail,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Lets through who sends the access key, and names the tenant. */
function admission(accessKey: string | undefined): RequestHandler {
  return (request, response, next) => {
    const sent = request.get('authorization');
    if (accessKey !== undefined && sent !== accessKey) {
      const status = sent === undefined ? 401 : 403;
      response.status(status).json({ code: status, msg: `access key ${sent}` });
      return;
    }
    if (typeof request.query.marketDomain !== 'string') {
      response.status(400).json({ code: 400, msg: 'marketDomain is missing' });
      return;
    }
    next();
  };
}

/** The four reads; `templateOf` gives the template of a model as it is to be answered. */
function interfaceOf(
  { folders, hub }: StoreOptions,
  templateOf: (model: StoredModel) => string,
): express.Router {
  const router = express.Router();
  router.get('/info', (request, response) => {
    answer(response, { marketID: request.query.marketDomain, name: 'local store' });
  });
  router.get('/apps/:app', ({ params }, response) => {
    const models = versionsOf(folders, params.app);
    const newest = models.at(-1);
    const versions = models.map(({ version }) => ({
      appKeyID: params.app,
      appVersion: version,
      enable: true,
    }));
    answer(response, newest && { appKeyID: params.app, name: titleOf(newest), desc: '', versions });
  });
  router.get('/apps/:app/versions/:version', ({ params, query }, response) => {
    const model = versionsOf(folders, params.app).find(({ version }) => version === params.version);
    const template = query.getTemplate === 'true' && model !== undefined ? templateOf(model) : '';
    answer(
      response,
      model && { appKeyID: model.app, appName: titleOf(model), version: model.version, template },
    );
  });
  router.get('/apps/:app/apphubinfo', ({ params }, response) => {
    const none = { hubURL: '', hubUser: '', hubPassword: '' };
    const known = versionsOf(folders, params.app).length > 0;
    answer(response, known ? { ...(hub ?? none), namespace: '', isTrust: false } : undefined);
  });
  return router;
}

function answer(response: Response, body: object | undefined): void {
  if (body === undefined) {
    response.status(404).json({ code: 404, msg: 'there is no such thing here' });
    return;
  }
  if (response.req.acceptsEncodings('gzip')) {
    response
      .type('json')
      .set('content-encoding', 'gzip')
      .send(gzipSync(JSON.stringify(body)));
    return;
  }
  response.json(body);
}
