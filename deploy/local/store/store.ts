import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { chartRepository } from './charts.ts';
import { answerFault, type Fault, faultSchema } from './fault.ts';
import { newestIn, type StoredModel, titleOf, versionsOf, withoutFirstComponent } from './models.ts';

/** Settings of a store. */
export interface StoreOptions {
  readonly host: string;
  /** Port; 0 for any free one. */
  readonly port: number;
  /** Folders of the models, see `versionsOf`. */
  readonly folders: readonly string[];
  /** Folder of the charts that the store serves below `/charts`, each in a folder of its own; undefined for none. */
  readonly charts?: string;
  /** Access key that clients must send; undefined for none. */
  readonly accessKey?: string;
  /** Image registry that the store names for every model; undefined for none. */
  readonly hub?: { readonly hubURL: string; readonly hubUser: string; readonly hubPassword: string };
  /** Called with every request before it is answered. */
  readonly onRequest?: (request: Request) => void;
}

/** Store that serves until it is closed. */
export interface LocalStore {
  readonly url: string;
  /** Sets the fault of all further requests. */
  fail(fault: Fault): void;
  /** Closes the store and all connections. */
  close(): Promise<void>;
}

/**
 * Serves a stand-in for an app store, none of which can be run here: the part of their HTTP API that installs
 * need, and a repository of charts. Fails as `fail` or `PUT /fault` demands.
 */
export async function serveStore(options: StoreOptions): Promise<LocalStore> {
  const state: { fault: Fault } = { fault: { type: 'none' } };
  const fetches = new Map<string, number>();
  const fail = (fault: Fault) => {
    state.fault = fault;
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
    return answerFault(state.fault, response) ? undefined : next();
  });
  app.use(
    '/app-server/openapi',
    admission(options.accessKey),
    interfaceOf(options, (model) => {
      const before = fetches.get(`${model.app}@${model.version}`) ?? 0;
      fetches.set(`${model.app}@${model.version}`, before + 1);
      return state.fault.type === 'changed' && before > 0 ? withoutFirstComponent(model.text) : model.text;
    }),
  );

  if (options.charts !== undefined) {
    app.use('/charts', chartRepository(options.charts));
  }

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

/** Middleware that rejects requests without the access key or without a tenant. */
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

/** Routes of the five reads; `templateOf` is the template of a model as it is to be answered. */
function interfaceOf(
  { folders, hub }: StoreOptions,
  templateOf: (model: StoredModel) => string,
): express.Router {
  const router = express.Router();
  router.get('/info', (request, response) => {
    answer(response, { marketID: request.query.marketDomain, name: 'local store' });
  });
  router.get('/apps', ({ query }, response) => {
    const [page, pageSize] = [Number(query.page ?? 1), Number(query.pageSize ?? 10)];
    const found = newestIn(folders).filter((model) => titleOf(model).includes(String(query.query ?? '')));
    const apps = found
      .slice((page - 1) * pageSize, page * pageSize)
      .map((newest) => described(newest, versionsOf(folders, newest.app)));
    answer(response, { apps, total: found.length, page, pageSize });
  });
  router.get('/apps/:app', ({ params }, response) => {
    const models = versionsOf(folders, params.app);
    const newest = models.at(-1);
    answer(response, newest && described(newest, models));
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

/** An application as lists and details have it. */
function described(newest: StoredModel, models: readonly StoredModel[]): object {
  const { app: appKeyID } = newest;
  const versions = models.map(({ version }) => ({ appKeyID, appVersion: version, enable: true }));
  return { appKeyID, name: titleOf(newest), desc: '', versions };
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
