import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { fetchArtifact } from '../../src/model/artifact.ts';
import { gateOf } from '../../src/store/exchange.ts';
import type { Allowed } from '../../src/store/guard.ts';
import { type RunningRegistry, startRegistry } from '../support/registry.ts';
import { app, templateOf } from '../support/template.ts';
import { type Ended, run } from './support/cli.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

const LOOPBACK: Allowed = { type: 'range', address: '127.0.0.0', prefix: 8 };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-models-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a file of the test; resolves to its path. */
async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** Runs `kubectl stoa publish` with no other Docker configuration than that of the test. */
function publish(args: readonly string[], password = ''): Promise<Ended> {
  return run('env', [`DOCKER_CONFIG=${folder}`, PROGRAM, 'publish', ...args], password);
}

function fetched(registry: RunningRegistry, version: string, accessKey = '') {
  const { signal } = new AbortController();
  const means = { gate: gateOf({ stores: [LOOPBACK] }), stores: [LOOPBACK], signal };
  const store = { url: `oci://${registry.address}/models`, accessKey };
  return fetchArtifact(means, store, { appModelId: 'shop', appModelVersion: version } as MarketInstallSpec);
}

const MODEL = templateOf([app('web')]);

describe('a registry that is open', () => {
  let registry: RunningRegistry;

  beforeAll(async () => {
    registry = await startRegistry(await mkdtemp(join(folder, 'registry-')));
  });

  afterAll(() => registry.stop());

  const at = (tag: string) => `oci://${registry.address}/models/shop:${tag}`;

  it('has a model as it was published', async () => {
    const { code, stdout, stderr } = await publish([await fileOf('shop.json', MODEL), at('1.0')]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^oci:\/\/127\.0\.0\.1:\d+\/models\/shop:1\.0 is published: sha256:[0-9a-f]{64}\n$/,
    );
    expect(await fetched(registry, '1.0')).toEqual({ type: 'fetched', content: { template: MODEL } });
    const manifest = await fetch(`http://${registry.address}/v2/models/shop/manifests/1.0`, {
      headers: { accept: 'application/vnd.oci.image.manifest.v1+json' },
    });
    expect(await manifest.json()).toMatchObject({
      artifactType: 'application/vnd.stoa.model.v1+json',
      config: { mediaType: 'application/vnd.stoa.model.config.v1+json' },
      layers: [{ mediaType: 'application/vnd.stoa.model.v1+json', size: Buffer.byteLength(MODEL) }],
    });
  });

  it.each([
    ['no JSON', '{', /^error: the model cannot be installed: /],
    ['no model', '{"apps": []}', /^error: the model cannot be installed: /],
    ['no file', undefined, /^error: the file cannot be read: ENOENT/],
  ])('gets nothing that is %s', async (_, text, message) => {
    const file = text === undefined ? join(folder, 'none.json') : await fileOf('broken.json', text);
    const { code, stderr } = await publish([file, at('2.0')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(await fetched(registry, '2.0')).toEqual({
      type: 'refused',
      refusal: { type: 'version-not-found' },
    });
  });

  it('has other things under other tags', async () => {
    const put = async (path: string, type: string, body: string) => {
      const headers = { 'content-type': type };
      const base = `http://${registry.address}/v2/models/shop/`;
      return await fetch(new URL(path, base), { method: 'PUT', headers, body });
    };
    const manifest = await fetch(`http://${registry.address}/v2/models/shop/manifests/1.0`, {
      headers: { accept: 'application/vnd.oci.image.manifest.v1+json' },
    }).then((response) => response.text());
    const other = manifest.replaceAll('stoa.model.v1+json', 'other.v1+json');
    await put('manifests/other', 'application/vnd.oci.image.manifest.v1+json', other);
    expect(await fetched(registry, 'other')).toEqual({
      type: 'refused',
      refusal: { type: 'not-a-model-manifest' },
    });
    expect(await fetched(registry, 'a/b')).toMatchObject({ refusal: { type: 'version-not-found' } });
  });

  it('serves an install, and its upgrade', async () => {
    const client: KubeClient = await connect();
    const shop = await Shop.open();
    try {
      const team = await Team.create(client);
      const before = await contentsOf(client, team.namespace);
      const second = templateOf([app('web'), app('db')]);
      expect((await publish([await fileOf('second.json', second), at('1.1')])).code).toBe(0);
      const market = { url: `oci://${registry.address}/models`, type: 'oci' };
      const install = new Install(client, team, shop, 'shop', { market });
      await install.apply('1.0');
      await install.condition('Ready', 'True');
      await install.apply('1.1');
      await install.condition('Ready', 'True');
      const { components } = (await install.get()).status ?? {};
      expect(components?.map(({ name }) => name)).toEqual(['web', 'db']);
      await install.apply('7.0');
      await install.condition('Ready', 'False', 'ModelVersionNotFound');
      await install.remove();
      expect(await contentsOf(client, team.namespace)).toEqual(before);
    } finally {
      await shop.close();
    }
  });
});

describe('a registry with a list of passwords', () => {
  let registry: RunningRegistry;

  beforeAll(async () => {
    const own = await mkdtemp(join(folder, 'registry-'));
    const path = join(own, 'htpasswd');
    await writeFile(path, 'reader:$2b$05$abcdefghijklmnopqrstuuLK7U1u6pVRmL7L1BBM2aS35PSZnDXlK\n');
    registry = await startRegistry(own, { htpasswd: { realm: 'registry', path } });
  });

  afterAll(() => registry.stop());

  it('takes a model from its user alone, by options or by the Docker configuration', async () => {
    const file = await fileOf('shop.json', MODEL);
    const at = (tag: string) => `oci://${registry.address}/models/shop:${tag}`;
    const denied = await publish([file, at('1.0')]);
    expect(denied).toMatchObject({ code: 2, stderr: expect.stringContaining('wants an access key (401)') });
    const asUser = ['--username=reader', '--password-stdin'];
    expect((await publish([file, at('1.0'), ...asUser], 'other\n')).stderr).toContain('(401)');
    expect(await publish([file, at('1.0'), ...asUser], 's3cret\n')).toMatchObject({ code: 0, stderr: '' });
    const auth = Buffer.from('reader:s3cret').toString('base64');
    await fileOf('config.json', JSON.stringify({ auths: { [registry.address]: { auth } } }));
    expect(await publish([file, at('1.1')])).toMatchObject({ code: 0, stderr: '' });
    expect(await fetched(registry, '1.1', 'reader:s3cret')).toMatchObject({ type: 'fetched' });
    expect(await fetched(registry, '1.1')).toMatchObject({ refusal: { type: 'unauthorized' } });
  });
});
