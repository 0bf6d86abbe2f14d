import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findAccess } from '../../../src/kube/findaccess.ts';
import { podAccess, podServer } from '../../../src/kube/podaccess.ts';

const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

it('finds the server in the environment of a pod, and only there', () => {
  expect(podServer(pod)).toBe('https://10.0.0.1:443');
  expect(podServer({ ...pod, KUBERNETES_SERVICE_HOST: 'fd00::1' })).toBe('https://[fd00::1]:443');
  expect(podServer({})).toBeUndefined();
});

it('reads the token again, because Kubernetes replaces it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-pod-'));
  await writeFile(join(folder, 'ca.crt'), 'the ca');
  await writeFile(join(folder, 'token'), 'old\n');
  const access = podAccess('https://10.0.0.1', { folder });
  expect(await access.credentials()).toEqual({ ca: 'the ca', headers: { Authorization: 'Bearer old' } });
  await writeFile(join(folder, 'token'), 'new');
  expect(await access.credentials()).toMatchObject({ headers: { Authorization: 'Bearer new' } });
  await rm(folder, { recursive: true });
});

it('prefers a kubeconfig that names a server', async () => {
  vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.0.0.1');
  vi.stubEnv('KUBERNETES_SERVICE_PORT', '443');
  vi.stubEnv('HOME', '/nowhere');
  vi.stubEnv('KUBECONFIG', '');
  expect(findAccess().server).toBe('https://10.0.0.1:443');
  vi.stubEnv('KUBECONFIG', '/nowhere/config');
  expect(findAccess().server).toBe('https://10.0.0.1:443');
  const folder = await mkdtemp(join(tmpdir(), 'stoa-find-'));
  const file = join(folder, 'config');
  const clusters = [{ name: 'c', cluster: { server: 'https://one.example.com' } }];
  const contexts = [{ name: 'x', context: { cluster: 'c', user: 'nobody' } }];
  await writeFile(file, JSON.stringify({ clusters, contexts, 'current-context': 'x' }));
  vi.stubEnv('KUBECONFIG', file);
  expect(findAccess().server).toBe('https://one.example.com');
  await rm(folder, { recursive: true });
  vi.unstubAllEnvs();
});
