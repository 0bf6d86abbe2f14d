import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import {
  applyManifest,
  createToken,
  isServerReady,
  openAdminClient,
} from '../../../../../deploy/local/cluster/adminclient.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../../../../../deploy/local/cluster/crds.ts';
import { UserError } from '../../../../../deploy/local/errors.ts';
import { answer, failure, serve } from '../../../kube/support.ts';

async function adminOf(listener: Parameters<typeof serve>[0]) {
  const { url } = await serve(listener);
  const admin = await openAdminClient({ server: url, ca: '', certificate: '', key: '' });
  onTestFinished(() => admin.transport.close());
  return admin;
}

it('the API server is ready when it says so in plain text', async () => {
  const ready = await adminOf((_, response) => void response.end('ok'));
  expect(await isServerReady(ready)).toBe(true);
  const starting = await adminOf(
    (_, response) => void response.writeHead(500).end('[-]poststarthook failed'),
  );
  expect(await failure(isServerReady(starting))).toEqual({ type: 'refused', status: 500 });
});

it('a manifest is applied as it stands, as kubectl does it', async () => {
  const received: string[] = [];
  const admin = await adminOf(async (request, response) => {
    received.push(`${request.method} ${request.url} ${await text(request)}`);
    answer(response, 200, {});
  });
  await applyManifest(admin, CUSTOM_RESOURCE_DEFINITIONS, 'things.example.com', '# as it stands\nkind: X\n');
  expect(received).toEqual([
    'PATCH /apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.com' +
      '?fieldManager=kubectl&force=true&fieldValidation=Strict # as it stands\nkind: X\n',
  ]);
});

it('a refused token is told with the ServiceAccount', async () => {
  const admin = await adminOf((request, response) =>
    request.url?.includes('/owner/')
      ? answer(response, 201, { status: { token: 'secret' } })
      : answer(response, 404, { message: 'not found', details: { name: 'none' } }),
  );
  expect(await createToken(admin, 'team', 'owner')).toBe('secret');
  const refused = createToken(admin, 'team', 'none');
  await expect(refused).rejects.toThrow('no token for ServiceAccount team/none: not found');
  await expect(refused).rejects.toBeInstanceOf(UserError);
});
