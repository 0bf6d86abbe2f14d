import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ensureBinaries } from '../../../deploy/local/binaries/ensure.ts';
import { MANIFEST_TYPE } from '../../../src/registry/manifest.ts';
import { silentProgress } from '../../support/progress.ts';
import { urlOf } from '../../support/registry.ts';
import type { RegistryContent } from '../../support/signedregistry.ts';
import { run } from './cli.ts';

/** Pushes the archive of a chart by Helm to a folder of a registry; resolves to the digest of its manifest. */
export async function pushChart(folder: string, file: string, archive: Uint8Array): Promise<string> {
  const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
  await writeFile(file, archive);
  const pushed = await run(helm, ['push', file, `oci://${folder}`, '--plain-http']);
  expect(pushed).toMatchObject({ code: 0 });
  return /sha256:[0-9a-f]{64}/.exec(`${pushed.stdout}${pushed.stderr}`)?.[0] ?? '';
}

/** Pushes manifests and blobs to a repository such as `127.0.0.1:5000/team/shop`, the blobs first. */
export async function pushContent(repository: string, content: RegistryContent): Promise<void> {
  const [registry = '', ...path] = repository.split('/');
  const url = urlOf(registry, join(...path));
  const put = async (target: URL | string, type: string, body: string | Uint8Array) => {
    const headers = { 'content-type': type };
    const { status } = await fetch(target, { method: 'PUT', headers, body: Buffer.from(body) });
    expect(status).toBe(201);
  };
  const blob = async (digest: string, body: string | Uint8Array) => {
    const { headers } = await fetch(`${url}/blobs/uploads/`, { method: 'POST' });
    const target = new URL(headers.get('location') ?? '', url);
    target.searchParams.set('digest', digest);
    await put(target, 'application/octet-stream', body);
  };
  await blob('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{}');
  const entries = Object.entries(content);
  for (const [each, body] of entries.filter(([name]) => name.startsWith('blobs/'))) {
    await blob(each.replace('blobs/', ''), body);
  }
  const isTag = ([each]: readonly [string, unknown]) => !each.includes(':');
  const manifests = entries.filter(([each]) => each.startsWith('manifests/'));
  for (const [each, body] of manifests.toSorted((one, other) => Number(isTag(one)) - Number(isTag(other)))) {
    // Helm writes none into the manifests of charts.
    const { mediaType = MANIFEST_TYPE } = JSON.parse(String(body)) as { mediaType?: string };
    await put(`${url}/${each}`, mediaType, body);
  }
}
