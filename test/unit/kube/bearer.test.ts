import { expect, it } from 'vitest';
import { bearerClient, withoutCredentials } from '../../../src/kube/bearer.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { answer, serve, THING, THINGS } from './support.ts';

it('a call carries its token, and none of the credentials of the access', async () => {
  const seen: string[] = [];
  const { url } = await serve((request, response) => {
    seen.push(...request.rawHeaders);
    answer(response, 200, THING);
  });
  const credentials = async () => ({
    headers: { Authorization: 'Bearer service', 'Impersonate-User': 'root' },
    auth: 'root:secret',
  });
  const transport = await createTransport(withoutCredentials({ server: url, credentials }));
  await bearerClient(transport, 'mine').get(THINGS, { namespace: 'n', name: 'a' });
  const pairs = seen.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), seen[index + 1]]] : [],
  );
  expect(pairs.filter(([name]) => /^(authorization|impersonate)/.test(name ?? ''))).toEqual([
    ['authorization', 'Bearer mine'],
  ]);
  await transport.close();
});

it('a connection verifies the server, and presents no client certificate', async () => {
  const tls = { ca: 'ca', servername: 'api', rejectUnauthorized: true };
  const credentials = async () => ({ ...tls, cert: 'certificate', key: 'key', pfx: 'both', passphrase: 'x' });
  const bare = withoutCredentials({ server: 'https://api', credentials });
  expect([bare.server, await bare.credentials()]).toEqual(['https://api', tls]);
});
