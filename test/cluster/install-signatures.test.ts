import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import type { Condition } from '../../src/api/condition.ts';
import { parseConfig } from '../../src/config.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { CONFIG_MAPS, SECRETS } from '../../src/objects/core.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { archiveOf } from '../support/chartarchive.ts';
import { silentProgress } from '../support/progress.ts';
import { type RunningRegistry, startRegistry } from '../support/registry.ts';
import { bundleByKey, payloadByKey, payloadFor, statementFor } from '../support/signatures.ts';
import { bundlesAt, contentDigest, payloadsAt, type RegistryContent } from '../support/signedregistry.ts';
import { keyPair } from '../support/sigstore.ts';
import { app, templateOf } from '../support/template.ts';
import { run } from './support/cli.ts';
import { pushChart, pushContent } from './support/push.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

const publisher = keyPair();
const stranger = keyPair();

/** Hash of the key of the publisher, as a verdict names it. */
const PUBLISHER = `key ${contentDigest(publisher.publicKey.export({ type: 'spki', format: 'der' }))}`;

let folder: string;
let registry: RunningRegistry;
let plane: GatewayPlane;
let client: KubeClient;
let shop: Shop;
const stop = new AbortController();
let running: Promise<unknown>;

/** Starts an operator that takes from the registry what the publisher has signed, and nothing else. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-signed-installs-'));
  [registry, plane, shop] = await Promise.all([
    startRegistry(folder),
    startGatewayPlane({ stateDir: folder, progress: silentProgress }),
    Shop.open(),
  ]);
  client = await connect(plane.kubeconfig);
  const { ca, server } = plane.access;
  const headers = { Authorization: `Bearer ${plane.operatorToken}` };
  const operator = createOperator({
    access: { server, credentials: async () => ({ ca, headers }) },
    config: parseConfig(configText(), 'test'),
    log: createLog('silent'),
    registry: new Registry(),
  });
  running = operator.run(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await Promise.all([plane.stop(), registry.stop(), shop.close()]);
  await rm(folder, { recursive: true, force: true });
});

function configText(): string {
  const keys = [publisher.publicKey.export({ type: 'spki', format: 'pem' })];
  const stores = ['127.0.0.0/8', { url: `oci://${registry.address}/signed`, verify: { keys } }];
  return stringify({ gateway: { namespace: 'stoa-system', name: 'stoa' }, market: { stores } });
}

/** Pushes a version of a chart with one ConfigMap; resolves to the digest of its manifest. */
function push(name: string, version: string, text: string): Promise<string> {
  const archive = archiveOf([
    { path: `${name}/Chart.yaml`, content: `apiVersion: v2\nname: ${name}\nversion: ${version}\n` },
    {
      path: `${name}/templates/text.yaml`,
      content: `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { text: ${text} }\n`,
    },
  ]);
  return pushChart(`${registry.address}/signed`, join(folder, `${name}-${version}.tgz`), archive);
}

function sign(name: string, signatures: RegistryContent): Promise<void> {
  return pushContent(`${registry.address}/signed/${name}`, signatures);
}

function payload(digest: string, by = publisher): RegistryContent {
  return payloadsAt(digest, [payloadByKey(by, payloadFor(digest))]);
}

/** Install of a new team, of something in the registry. */
async function installOf(name: string, type = 'helm') {
  const team = await Team.create(client);
  const market = { url: `oci://${registry.address}/signed`, type };
  const install = new Install(client, team, shop, name, { market, deploy: false });
  const before = await contentsOf(client, team.namespace);
  return { install, team, before };
}

/** Copies what a tag has, with its signature, to a tag of another or the same repository, as whoever may push can. */
async function moveTag(name: string, tag: string, to: string, as: string): Promise<void> {
  const from = `http://${registry.address}/v2/signed/${name}`;
  const accept = 'application/vnd.oci.image.manifest.v1+json';
  const bytesOf = async (path: string) =>
    Buffer.from(await (await fetch(`${from}/${path}`, { headers: { accept } })).arrayBuffer());
  const manifest = await bytesOf(`manifests/${tag}`);
  const { config, layers } = JSON.parse(Buffer.from(manifest).toString());
  const blobs = [config, ...layers].map(async ({ digest }: { digest: string }) => [
    `blobs/${digest}`,
    await bytesOf(`blobs/${digest}`),
  ]);
  await sign(to, Object.fromEntries(await Promise.all(blobs)));
  await sign(to, { [`manifests/${as}`]: manifest, ...payload(contentDigest(manifest)) });
}

async function textIn({ namespace }: Team, name: string): Promise<unknown> {
  return ((await client.get(CONFIG_MAPS, { namespace, name })) as { data?: { text?: string } }).data?.text;
}

/** Refusal of the version of an install, by its signature. */
function refusal(install: Install): Promise<Condition> {
  return install.condition('TemplateResolved', 'False', 'SignatureInvalid');
}

it.each<[string, (digest: string) => RegistryContent]>([
  ['of cosign 2', payload],
  ['of cosign 3', (digest) => bundlesAt(digest, [bundleByKey(publisher, statementFor(digest))], 'tag')],
])('a chart with a signature %s is installed, and the status names who signed', async (title, signatures) => {
  const name = title.replaceAll(/\W/g, '');
  await sign(name, signatures(await push(name, '1.0.0', 'signed')));
  const { install, team } = await installOf(name);
  await install.apply('1.0.0');
  await install.condition('Ready', 'True');
  const { message } = await install.condition('TemplateResolved', 'True');
  expect(message).toContain(`signed by ${PUBLISHER}`);
  expect((await install.get()).status?.template?.signedBy).toBe(PUBLISHER);
  expect(await client.get(CONFIG_MAPS, { namespace: team.namespace, name })).toMatchObject({
    data: { text: 'signed' },
  });
});

it('a model is installed once it is signed', async () => {
  const file = join(folder, 'model.json');
  await writeFile(file, templateOf([app('web')]));
  const target = `oci://${registry.address}/signed/model:1.0`;
  const { code, stdout } = await run('env', [`DOCKER_CONFIG=${folder}`, PROGRAM, 'publish', file, target]);
  expect(code).toBe(0);
  const { install, team, before } = await installOf('model', 'oci');
  await install.apply('1.0');
  await refusal(install);
  expect(await contentsOf(client, team.namespace)).toEqual(before);
  await sign('model', payload(/sha256:[0-9a-f]{64}/.exec(stdout)?.[0] ?? ''));
  // An edit asks the registry at once.
  await install.apply('1.0', { upgrade: {} });
  await install.condition('Ready', 'True');
  expect((await install.get()).status?.template?.signedBy).toBe(PUBLISHER);
});

it('an unsigned chart is refused, and nothing of it is made', async () => {
  await push('unsigned', '1.0.0', 'unsigned');
  const { install, team, before } = await installOf('unsigned');
  await install.apply('1.0.0');
  expect((await refusal(install)).message).toContain('the registry has no signature of cosign');
  await install.condition('Ready', 'False', 'SignatureInvalid');
  expect(await contentsOf(client, team.namespace)).toEqual(before);
});

it('what somebody else has signed is refused', async () => {
  await sign('strange', payload(await push('strange', '1.0.0', 'strange'), stranger));
  const { install, team, before } = await installOf('strange');
  await install.apply('1.0.0');
  expect((await refusal(install)).message).toContain('no key of verify in market.stores');
  expect(await contentsOf(client, team.namespace)).toEqual(before);
});

it('what is unsigned is not parsed, even where it is no chart at all', async () => {
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.empty.v1+json', digest: contentDigest('{}'), size: 2 },
    layers: [],
  });
  await sign('nothing', { 'manifests/1.0.0': manifest });
  const { install } = await installOf('nothing');
  await install.apply('1.0.0');
  await refusal(install);
  await sign('nothing', payload(contentDigest(manifest)));
  await install.apply('1.0.0', { values: {} });
  expect((await install.condition('TemplateResolved', 'False', 'StoreAnswerInvalid')).message).toContain(
    'no Helm chart',
  );
});

it('an upgrade to an unsigned version leaves the signed one in place', async () => {
  await sign('kept', payload(await push('kept', '1.0.0', 'signed')));
  await push('kept', '2.0.0', 'unsigned');
  const { install, team } = await installOf('kept');
  await install.apply('1.0.0');
  await install.condition('Ready', 'True');
  await install.apply('2.0.0');
  await refusal(install);
  expect(await client.get(CONFIG_MAPS, { namespace: team.namespace, name: 'kept' })).toMatchObject({
    data: { text: 'signed' },
  });
});

it('a version that was signed before is not installed as another one', async () => {
  await sign('old', payload(await push('old', '1.0.0', 'old')));
  await sign('replayed', payload(await push('replayed', '1.0.0', 'first')));
  const { install, team } = await installOf('replayed');
  await install.apply('1.0.0');
  await install.condition('Ready', 'True');
  for (const name of ['old', 'replayed']) {
    await moveTag(name, '1.0.0', 'replayed', '2.0.0');
    await install.apply('2.0.0', { values: { name } });
    const { message } = await install.condition('TemplateResolved', 'False', 'StoreAnswerInvalid');
    expect(message).toContain(`what the store sends for this version is the chart ${name} 1.0.0`);
  }
  expect(await textIn(team, 'replayed')).toBe('first');
  await sign('replayed', payload(await push('replayed', '2.0.0', 'second')));
  await install.apply('2.0.0');
  await install.condition('Ready', 'True');
  expect(await textIn(team, 'replayed')).toBe('second');
});

it('a signed version has the same bytes each time, and a range leads to no older one', async () => {
  for (const version of ['1.0.0', '1.1.0', '2.0.0']) {
    await sign('steady', payload(await push('steady', version, `first of ${version}`)));
  }
  const { install, team } = await installOf('steady');
  for (const version of ['1.1.0', '2.0.0']) {
    await install.apply(version);
    await install.condition('Ready', 'True');
  }
  await install.apply('^1');
  const older = await install.condition('TemplateResolved', 'False', 'VersionReplayed');
  expect(older.message).toContain('the registry has version 1.1.0 for ^1, which is older than version 2.0.0');
  expect(await textIn(team, 'steady')).toBe('first of 2.0.0');

  // The user goes back by name, to what the install has not had.
  await install.apply('1.0.0');
  await install.condition('Ready', 'True');
  expect(await textIn(team, 'steady')).toBe('first of 1.0.0');

  const { status } = await install.get();
  const pin = status?.history?.find(({ version }) => version === '1.1.0')?.secretName ?? '';
  const target = { namespace: team.namespace, name: pin };
  await client.delete(SECRETS, { ...target, uid: (await client.get(SECRETS, target)).metadata.uid });
  await sign('steady', payload(await push('steady', '1.1.0', 'second of 1.1.0')));
  await install.apply('1.1.0');
  const replaced = await install.condition('TemplateResolved', 'False', 'VersionReplayed');
  expect(replaced.message).toContain('the registry has other bytes for version 1.1.0 ');
  expect(await textIn(team, 'steady')).toBe('first of 1.0.0');
});

it('a model that was signed as another version is refused', async () => {
  const file = join(folder, 'model.json');
  await writeFile(file, templateOf([app('web')]));
  const target = `oci://${registry.address}/signed/moved:1.0`;
  const { code, stdout } = await run('env', [`DOCKER_CONFIG=${folder}`, PROGRAM, 'publish', file, target]);
  expect(code).toBe(0);
  await sign('moved', payload(/sha256:[0-9a-f]{64}/.exec(stdout)?.[0] ?? ''));
  await moveTag('moved', '1.0', 'moved', '2.0');
  const { install } = await installOf('moved', 'oci');
  await install.apply('2.0');
  expect((await refusal(install)).message).toContain('what is signed is the model moved 1.0');
  await install.apply('1.0');
  await install.condition('Ready', 'True');
});
