import type { Express } from 'express';
import { componentRecords } from '../components.ts';
import { applicationRecord, installRecord } from '../contract/install/record.ts';
import { idOf } from '../contract/rule/record.ts';
import { invalidFields } from '../problem/problem.ts';
import { APPLICATION, scopeOf } from '../scope.ts';
import { installModel } from './installing.ts';
import { findInstall, listInstalls } from './installs.ts';

/** The operations on what an application has from stores; `deadlineMs` is how long a request waits for one. */
export function addInstalls(app: Express, deadlineMs?: number): void {
  app.post(`${APPLICATION}/install`, async (request, response) => {
    const { body, query, headers } = request;
    const scope = scopeOf(response);
    const call = { body, isDeploy: query.is_deploy, idempotencyKey: keyOf(headers['idempotency-key']) };
    const install = await installModel(scope, call, deadlineMs);
    response
      .set('location', `${request.path.replace(/\/install\/?$/, '')}/installs/${idOf(install.metadata.uid)}`)
      .json({ ...applicationRecord(scope), service_list: await componentRecords(scope) });
  });
  app.get(`${APPLICATION}/installs`, async (_request, response) => {
    response.json((await listInstalls(scopeOf(response))).map(installRecord));
  });
  app.get(`${APPLICATION}/installs/:install_id`, async ({ params }, response) => {
    response.json(installRecord(await findInstall(scopeOf(response), params.install_id)));
  });
}

/** An empty key would be the same for everybody who forgot theirs. */
function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === '') {
    throw invalidFields([{ field: 'Idempotency-Key', message: 'must not be empty' }]);
  }
  return header?.toString();
}
