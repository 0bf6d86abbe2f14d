import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { create } from 'tar';
import { parse, stringify } from 'yaml';

/** Chart in an archive. */
interface PackedChart {
  /** Name of the archive, `NAME-VERSION.tgz`. */
  readonly file: string;
  /** Content of its `Chart.yaml`. */
  readonly metadata: { readonly name: string; readonly version: string };
  readonly archive: Buffer;
}

/**
 * Repository of the charts in the folders of a folder, as `helm repo index` makes one. Each request packs them, so that
 * changes show at once: an archive depends on names and contents alone.
 */
export function chartRepository(folder: string): express.Router {
  const router = express.Router();
  router.get('/index.yaml', async (_, response) => {
    response.type('yaml').send(indexOf(await chartsIn(folder)));
  });
  router.get('/:file', async ({ params }, response) => {
    const chart = (await chartsIn(folder)).find(({ file }) => file === params.file);
    response.status(chart === undefined ? 404 : 200).type('gzip');
    response.send(chart?.archive);
  });
  return router;
}

function indexOf(charts: readonly PackedChart[]): string {
  const entries = Map.groupBy(charts, ({ metadata }) => metadata.name);
  return stringify({
    apiVersion: 'v1',
    entries: Object.fromEntries(
      [...entries].map(([name, versions]) => [
        name,
        versions.map(({ metadata, file, archive }) => ({
          ...metadata,
          urls: [file],
          digest: hash('sha256', archive),
        })),
      ]),
    ),
  });
}

async function chartsIn(folder: string): Promise<readonly PackedChart[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map((name) => packed(join(folder, name), name)));
}

async function packed(folder: string, name: string): Promise<PackedChart> {
  const metadata = parse(await readFile(join(folder, 'Chart.yaml'), 'utf8')) as PackedChart['metadata'];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(name, relative(folder, join(entry.parentPath, entry.name))));
  // tar's stream types are not those of Node.
  const archive = create(
    {
      cwd: join(folder, '..'),
      gzip: { portable: true },
      portable: true,
      mtime: new Date(0),
      onWriteEntry: ({ stat }) => {
        if (stat !== undefined) {
          stat.mode = 0o644;
        }
      },
    },
    paths.toSorted(),
  ) as unknown as Readable;
  return { file: `${name}-${metadata.version}.tgz`, metadata, archive: await buffer(archive) };
}
