import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { loadAccess } from '../../../src/kube/access.ts';
import { answer, serve } from './support.ts';

function idToken(exp: number): string {
  return `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.sig`;
}

const EXPIRED = idToken(1);
const VALID = idToken(4_000_000_000);

/** File of a kubeconfig whose token has expired. */
async function kubeconfig(issuer: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-oidc-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config');
  const content = `# of anna
clusters: [{ name: c, cluster: { server: 'https://api.invalid' } }]
contexts: [{ name: x, context: { cluster: c, user: anna } }]
current-context: x
users:
  - name: anna
    user:
      auth-provider:
        name: oidc
        config: { idp-issuer-url: '${issuer}', client-id: id, client-secret: se:cret, id-token: '${EXPIRED}', refresh-token: once }
`;
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

it('asks the issuer for new tokens once, and keeps them in the kubeconfig', async () => {
  const asked: object[] = [];
  const { url } = await serve(async (request, response) => {
    if (request.method === 'GET') {
      return answer(response, 200, { token_endpoint: `${url}/token` });
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push({ ...form, authorization: request.headers.authorization });
    answer(response, 200, { id_token: VALID, refresh_token: 'next' });
  });
  const file = await kubeconfig(url);
  const access = loadAccess({}, { KUBECONFIG: file });
  for (const _ of [1, 2]) {
    const both = await Promise.all([access.credentials(), access.credentials()]);
    expect(both.map(({ headers }) => headers)).toEqual(
      [1, 2].map(() => ({ Authorization: `Bearer ${VALID}` })),
    );
  }
  expect(asked).toEqual([
    {
      grant_type: 'refresh_token',
      refresh_token: 'once',
      authorization: `Basic ${Buffer.from('id:se%3Acret').toString('base64')}`,
    },
  ]);
  const written = await readFile(file, 'utf8');
  expect(written).toContain('# of anna');
  expect(written).toContain('next');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await loadAccess({}, { KUBECONFIG: file }).credentials()).headers).toEqual({
    Authorization: `Bearer ${VALID}`,
  });
});

it('says that the user must log in again where the issuer refuses', async () => {
  const { url } = await serve((request, response) =>
    request.method === 'GET'
      ? answer(response, 200, { token_endpoint: `${url}/token` })
      : answer(response, 400, { error: 'invalid_grant' }),
  );
  const file = await kubeconfig(url);
  await expect(loadAccess({}, { KUBECONFIG: file }).credentials()).rejects.toThrow('log in again');
});
