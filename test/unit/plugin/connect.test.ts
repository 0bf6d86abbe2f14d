import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withConnection } from '../../../src/plugin/connect.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-connect-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Namespace of a connection whose context has one, and which the command line may name. */
async function namespaceOf(context: string, namespace?: string): Promise<string> {
  const kubeconfig = join(folder, crypto.randomUUID());
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [{ name: 'u', user: { token: 't' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: context } }],
    'current-context': 'x',
  };
  await writeFile(kubeconfig, JSON.stringify(config));
  return withConnection(
    { kubeconfig, context: undefined, namespace },
    async (connection) => connection.namespace,
  );
}

it('is to the namespace of the command line, of the context, or default', async () => {
  expect(await namespaceOf('team', 'other')).toBe('other');
  expect(await namespaceOf('team')).toBe('team');
  expect(await namespaceOf('')).toBe('default');
});

it('is to no namespace of a context whose name leads elsewhere', async () => {
  await expect(namespaceOf('../team')).rejects.toThrow(
    'the namespace of the context of your kubeconfig: "../team" is no name of a namespace',
  );
  expect(await namespaceOf('../team', 'other')).toBe('other');
});
