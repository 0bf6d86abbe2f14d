/**
 * Writes what is generated of the chart: the schema of its values, its dashboards, and as kustomizations what it
 * renders to.
 * `npm run generate`; a test fails where it is stale.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { ensureBinaries } from '../local/binaries/ensure.ts';
import { terminalProgress } from '../local/progress.ts';
import { dashboardFiles } from './dashboards.ts';
import { BASE, byTemplate, renderChart } from './render.ts';
import { valuesSchemaFile } from './values.ts';

const HEADER = '# Generated from deploy/chart by `npm run generate`: change the template there.\n';

/** The kustomizations, and which templates of the chart they have. */
const FOLDERS = [
  { folder: 'deploy/base/access', of: 'access', also: ['namespace.yaml'] },
  { folder: 'deploy/base', of: undefined, also: ['access'] },
  { folder: 'deploy/monitoring', of: 'monitoring', also: [] },
  { folder: 'deploy/retire', of: 'retire', also: ['namespace.yaml'] },
];

/** The folders of templates that have kustomizations of their own. */
const APART = /^(access|monitoring|retire)\//;

/** Folders of which all that is in them is generated. */
export const GENERATED = ['deploy/base', 'deploy/monitoring', 'deploy/retire'];

/** What the chart does not make, because `helm install --create-namespace` does. */
const NAMESPACE = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: BASE.namespace,
    labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
  },
};

/** The generated kustomizations: path below the repository's root to content. */
export async function kustomizations(helm: string): Promise<Map<string, string>> {
  const args = ['serviceMonitor', 'prometheusRule', 'dashboards'].map((each) => `--set=${each}.enabled=true`);
  const templates = byTemplate(await renderChart({ helm, args }));
  const files = new Map(
    ['deploy/base/access', 'deploy/retire'].map((folder) => [
      `${folder}/namespace.yaml`,
      HEADER + stringify(NAMESPACE),
    ]),
  );
  for (const { folder, of, also } of FOLDERS) {
    const own = [...templates.keys()].filter((path) => APART.exec(path)?.[1] === of).toSorted();
    for (const path of own) {
      files.set(`${folder}/${fileOf(path)}`, HEADER + templates.get(path)?.join('---\n'));
    }
    files.set(
      `${folder}/kustomization.yaml`,
      HEADER +
        stringify({
          apiVersion: 'kustomize.config.k8s.io/v1beta1',
          kind: 'Kustomization',
          resources: [...also, ...own.map(fileOf)],
        }),
    );
  }
  return files;
}

/** The file of a template's documents in its kustomization. */
function fileOf(path: string): string {
  return path.replace(APART, '').replace('/', '-');
}

if (import.meta.main) {
  const root = new URL('../../', import.meta.url);
  const schema = valuesSchemaFile();
  for (const [path, content] of [[schema.path, schema.content] as const, ...dashboardFiles()]) {
    await writeFile(new URL(path, root), content);
  }
  const { helm } = await ensureBinaries({ names: ['helm'], progress: terminalProgress(process.stderr) });
  const files = await kustomizations(helm);
  for (const folder of GENERATED) {
    await rm(new URL(folder, root), { recursive: true, force: true });
  }
  for (const [path, content] of files) {
    await mkdir(new URL(dirname(path), root), { recursive: true });
    await writeFile(new URL(path, root), content);
  }
}
