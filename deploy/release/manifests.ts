import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { repository } from '../local/repository.ts';
import { NAMESPACE } from '../package/generate.ts';
import { renderChart } from '../package/render.ts';

/** CRDs of Stoa in one file. */
export async function crdBundle(): Promise<string> {
  const names = (await readdir(repository.crds)).toSorted();
  const files = await Promise.all(names.map((name) => readFile(join(repository.crds, name), 'utf8')));
  return files.map((file) => `---\n${file}`).join('');
}

/** Manifests of a complete installation: the CRDs, and the objects of `deploy/base` with the image of the chart. */
export async function installation(crds: string, helm: string, chart: string): Promise<string> {
  const objects = await renderChart({ helm, chart, args: ['--no-hooks'] });
  return `---\n${stringify(NAMESPACE)}${crds}${objects}`;
}
