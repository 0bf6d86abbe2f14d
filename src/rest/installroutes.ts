import type { Express } from 'express';
import { componentRecords } from './components.ts';
import { findInstall, installModel, listInstalls } from './installs.ts';
import { APPLICATION, scopeOf } from './routes.ts';
import { applicationRecord, installRecord } from './wire/installrecord.ts';
import { idOf } from './wire/record.ts';

/** The operations on what an application has from stores. */
export function addInstalls(app: Express): void {
  app.post(`${APPLICATION}/install`, async (request, response) => {
    const { body, query, headers } = request;
    const scope = scopeOf(response);
    const key = headers['idempotency-key'];
    const install = await installModel(scope, {
      body,
      isDeploy: query.is_deploy,
      idempotencyKey: typeof key === 'string' ? key : undefined,
    });
    response
      .set('location', `${request.path.replace(/\/install$/, '')}/installs/${idOf(install.metadata.uid)}`)
      .json({ ...applicationRecord(scope), service_list: await componentRecords(scope) });
  });
  app.get(`${APPLICATION}/installs`, async (_request, response) => {
    response.json((await listInstalls(scopeOf(response))).map(installRecord));
  });
  app.get(`${APPLICATION}/installs/:install_id`, async ({ params }, response) => {
    response.json(installRecord(await findInstall(scopeOf(response), params.install_id)));
  });
}
