import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { buildClient } from '../../deploy/client/main.ts';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { run } from './support/cli.ts';
import { recordLeftovers } from './support/leftovers.ts';
import { member } from './support/member.ts';
import { rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

const root = join(import.meta.dirname, '../..');

/** Folder of an application that depends on the package. */
let folder: string;
let client: KubeClient;
let team: Team;

/** The program of the package's README. */
async function example(): Promise<string> {
  const readme = await readFile(join(root, 'deploy/client/README.md'), 'utf8');
  return /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
}

beforeAll(async () => {
  client = await connect();
  [team, folder] = await Promise.all([Team.create(client), mkdtemp(join(tmpdir(), 'stoa-client-'))]);
  await team.component('web');
  const modules = join(folder, 'node_modules');
  const archive = await buildClient(join(folder, 'build'));
  await mkdir(join(modules, 'stoa-client'), { recursive: true });
  await promisify(execFile)('tar', [
    '--extract',
    `--file=${archive}`,
    '--strip-components=1',
    `--directory=${join(modules, 'stoa-client')}`,
  ]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']) {
    await cp(join(root, 'node_modules', name), join(modules, name), { recursive: true });
  }
  const options = { module: 'nodenext', target: 'es2024', types: ['node'], strict: true, noEmit: true };
  const compilerOptions = { ...options, exactOptionalPropertyTypes: true };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['certify.ts'] }));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function typesOf(program: string) {
  return writeFile(join(folder, 'certify.ts'), program).then(() =>
    run(join(root, 'node_modules/.bin/tsc'), ['--project', folder]),
  );
}

it('has types, by which a path or a member that does not exist is an error', async () => {
  const program = await example();
  expect(await typesOf(program)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(program).toContain("'/openapi/v1/httpdomains'");
  const elsewhere = await typesOf(program.replace('/openapi/v1/httpdomains', '/openapi/v1/hosts'));
  expect(elsewhere.stdout).toContain('/openapi/v1/hosts');
  expect((await typesOf(program.replace('private_key:', 'key:'))).stdout).toContain('private_key');
});

it('lets the program of its README give a rule its certificate', async () => {
  const { namespace, host } = team;
  await team.rule('waiting', { domainName: `shop.${host}`, autoSsl: true, autoSslConfig: 'controller' });
  await team.rule('plain', { domainName: `plain.${host}` });
  const issued = await issueServer(await createAuthority(), 'shop', [`shop.${host}`]);
  await writeFile(join(folder, 'tls.crt'), issued.certificate);
  await writeFile(join(folder, 'tls.key'), issued.key);
  await writeFile(join(folder, 'certify.ts'), await example());
  const by = { name: 'admin', by: 'ClusterRoleBinding' } as const;
  const token = await member(client, { namespace, name: 'certifier' }, by);
  recordLeftovers(`clusterrolebinding/${namespace}-certifier`);
  await eventually(async () =>
    expect(await rest('/httpdomains', { token, method: 'GET' })).toMatchObject({ status: 200 }),
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['certify.ts', `.${host}`], {
    cwd: folder,
    env: { ...process.env, STOA_URL: inject('cluster').restUrl, STOA_TOKEN: token },
  });
  expect(stdout).toBe(`shop.${host} has its certificate\n`);
  const rules = await client.list(GATEWAY_RULES, { namespace });
  const numbers = new Map(rules.map(({ metadata, spec }) => [metadata.name, spec.http?.certificateId ?? 0]));
  expect(numbers.get('waiting')).toBeGreaterThan(0);
  expect(numbers.get('plain')).toBe(0);
});
