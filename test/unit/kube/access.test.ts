import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadAccess } from '../../../src/kube/access.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-access-'));
  file = join(folder, 'config');
  vi.stubEnv('KUBECONFIG', file);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

function kubeconfig(user: object, server = 'https://one.example.com'): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'c', cluster: { server } },
      { name: 'd', cluster: { server: 'https://two.example.com' } },
    ],
    users: [{ name: 'u', user }],
    contexts: [
      { name: 'x', context: { cluster: 'c', user: 'u' } },
      { name: 'y', context: { cluster: 'd', user: 'u' } },
    ],
    'current-context': 'x',
  });
}

async function authorization(access: ReturnType<typeof loadAccess>): Promise<unknown> {
  return (await access.credentials()).headers;
}

it('reads the file of the start again', async () => {
  await writeFile(file, kubeconfig({ token: 'old' }));
  const access = loadAccess();
  expect(await authorization(access)).toEqual({ Authorization: 'Bearer old' });
  vi.stubEnv('KUBECONFIG', join(folder, 'other'));
  await writeFile(file, kubeconfig({ token: 'new' }));
  expect(await authorization(access)).toEqual({ Authorization: 'Bearer new' });
});

it('reads a token file and certificates again', async () => {
  const paths = { token: join(folder, 'token'), certificate: join(folder, 'crt'), key: join(folder, 'key') };
  const user = {
    tokenFile: paths.token,
    'client-certificate': paths.certificate,
    'client-key': paths.key,
  };
  await writeFile(file, kubeconfig(user));
  const write = (value: string) => Promise.all(Object.values(paths).map((path) => writeFile(path, value)));
  await write('old');
  const access = loadAccess();
  for (const value of ['old', 'new']) {
    await write(value);
    const { headers, cert, key } = await access.credentials();
    expect([headers, String(cert), String(key)]).toEqual([
      { Authorization: `Bearer ${value}` },
      value,
      value,
    ]);
  }
});

it('runs a plugin once while its token is valid', async () => {
  const runs = join(folder, 'runs');
  const credential = {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { token: 'of-plugin', expirationTimestamp: '2999-01-01T00:00:00Z' },
  };
  const script = `echo run >> ${runs}; echo '${JSON.stringify(credential)}'`;
  await writeFile(
    file,
    kubeconfig({
      exec: {
        apiVersion: credential.apiVersion,
        interactiveMode: 'Never',
        command: 'sh',
        args: ['-c', script],
      },
    }),
  );
  const access = loadAccess();
  for (const _ of [1, 2, 3]) {
    expect(await authorization(access)).toEqual({ Authorization: 'Bearer of-plugin' });
  }
  expect(await readFile(runs, 'utf8')).toBe('run\n');
});

it('uses the given context', async () => {
  await writeFile(file, kubeconfig({ token: 't' }));
  expect(loadAccess().server).toBe('https://one.example.com');
  expect(loadAccess({ context: 'y' }).server).toBe('https://two.example.com');
  expect(() => loadAccess({ context: 'z' })).toThrow('the kubeconfig has no context z; it has x, y');
});

it('reports a missing configuration', () => {
  vi.stubEnv('KUBECONFIG', '');
  vi.stubEnv('HOME', folder);
  expect(() => loadAccess()).toThrow('no Kubernetes cluster is configured');
});

it('keeps the context of the start, and sends nobody else’s credentials to its server', async () => {
  await writeFile(file, kubeconfig({ token: 't' }));
  const access = loadAccess();
  await writeFile(file, kubeconfig({ token: 't' }).replace('"current-context":"x"', '"current-context":"y"'));
  expect(await authorization(access)).toEqual({ Authorization: 'Bearer t' });
  await writeFile(file, kubeconfig({ token: 't' }, 'https://three.example.com'));
  await expect(access.credentials()).rejects.toThrow('names another server by now');
});

it('tells how to install a credential plugin that is missing', async () => {
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1beta1',
    command: 'no-such-program',
    installHint: 'brew install it',
  };
  await writeFile(file, kubeconfig({ exec }));
  await expect(loadAccess().credentials()).rejects.toThrow(
    'the credential plugin no-such-program is not there: brew install it',
  );
});
