import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { blobPath, type Descriptor, type OciDocument } from '../../deploy/image/oci.ts';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { until } from '../e2e/until.ts';
import { freePort } from './freeport.ts';
import { silentProgress } from './progress.ts';

/** Registry of Distribution that runs on this machine. */
export interface RunningRegistry {
  /** Host and port. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts a registry that stores below a folder, with its settings of authentication; resolves when it answers. */
export async function startRegistry(
  folder: string,
  auth: Readonly<Record<string, unknown>> = {},
): Promise<RunningRegistry> {
  const [{ distribution }, port] = await Promise.all([
    ensureBinaries({ names: ['distribution'], progress: silentProgress }),
    freePort(),
  ]);
  const address = `127.0.0.1:${port}`;
  const config = join(folder, 'registry.yaml');
  await writeFile(
    config,
    stringify({
      version: 0.1,
      log: { level: 'error', accesslog: { disabled: true } },
      storage: { filesystem: { rootdirectory: join(folder, 'registry') } },
      http: { addr: address },
      auth,
    }),
  );
  const child = spawn(distribution, ['serve', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, OTEL_TRACES_EXPORTER: 'none' },
  });
  const ended = once(child, 'exit');
  const complaint = text(child.stderr);
  const failed = ended.then(async () => {
    throw new Error(`the registry ended: ${await complaint}`);
  });
  // It is stopped in the end.
  failed.catch(() => undefined);
  await Promise.race([failed, until('the registry answers', () => silent(`http://${address}/v2/`))]);
  return {
    address,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Why a URL does not answer; nothing if it does. */
async function silent(url: string): Promise<readonly string[]> {
  return fetch(url).then(
    ({ ok, status }) => (ok || status === 401 ? [] : [String(status)]),
    (error: unknown) => [String(error)],
  );
}

/** Pushes everything of an OCI layout below a path of a registry, by the API of OCI registries. */
export async function pushLayout(layout: string, registry: string): Promise<readonly string[]> {
  const index = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8')) as Required<OciDocument>;
  const names: string[] = [];
  for (const descriptor of index.manifests) {
    const name = descriptor.annotations?.['org.opencontainers.image.ref.name'] ?? '';
    const [repository = '', tag = ''] = name.split(':');
    await pushManifest({ layout, url: urlOf(registry, repository) }, descriptor, tag);
    names.push(name);
  }
  return names;
}

/** URL of a repository such as `127.0.0.1:5000/acme/stoa` in the API of its registry. */
export function urlOf(registry: string, repository: string): string {
  const [host, ...path] = `${registry}/${repository}`.split('/');
  return `http://${host}/v2/${path.join('/')}`;
}

/** Layout, and the repository that it goes to. */
interface Push {
  readonly layout: string;
  readonly url: string;
}

async function pushManifest(push: Push, { digest, mediaType }: Descriptor, reference: string): Promise<void> {
  const content = await readFile(join(push.layout, blobPath(digest)));
  const { config, layers = [], manifests = [] } = JSON.parse(content.toString()) as OciDocument;
  for (const each of manifests) {
    await pushManifest(push, each, each.digest);
  }
  for (const each of config === undefined ? [] : [config, ...layers]) {
    await pushBlob(push, each);
  }
  const headers = { 'content-type': mediaType };
  expectOk(await fetch(`${push.url}/manifests/${reference}`, { method: 'PUT', headers, body: content }));
}

async function pushBlob({ layout, url }: Push, { digest }: Descriptor): Promise<void> {
  if ((await fetch(`${url}/blobs/${digest}`, { method: 'HEAD' })).ok) {
    return;
  }
  const started = await fetch(`${url}/blobs/uploads/`, { method: 'POST' });
  expectOk(started);
  const target = new URL(started.headers.get('location') ?? '', url);
  target.searchParams.set('digest', digest);
  const headers = { 'content-type': 'application/octet-stream' };
  const body = await readFile(join(layout, blobPath(digest)));
  expectOk(await fetch(target, { method: 'PUT', headers, body }));
}

function expectOk({ ok, status, url }: Response): void {
  if (!ok) {
    throw new Error(`${url} answers ${status}`);
  }
}
