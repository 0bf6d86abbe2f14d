/**
 * `npm run generate`: writes the schema of the chart's values, its README, its rules for workloads, its dashboards, the
 * configuration for kube-state-metrics, and the manifests that the chart renders to. A test fails
 * where one of them is stale.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { ensureBinaries } from '../local/binaries/ensure.ts';
import { terminalProgress } from '../local/progress.ts';
import { dashboardFiles } from './dashboards.ts';
import { BASE, byTemplate, renderChart } from './render.ts';
import { engineRulesFile, impersonationRulesFile, workloadRulesFile } from './rules.ts';
import { stateMetricsFiles } from './statemetrics.ts';
import { chartReadmeFile, valuesSchemaFile } from './values.ts';

const HEADER = '# Generated from deploy/chart by `npm run generate`: change the template there.\n';

/** Kustomizations, and the templates of the chart that each consists of. */
const FOLDERS = [
  { folder: 'deploy/base/access', of: 'access', also: ['namespace.yaml'] },
  { folder: 'deploy/base', of: undefined, also: ['access'] },
  { folder: 'deploy/monitoring', of: 'monitoring', also: [] },
  { folder: 'deploy/retire', of: 'retire', also: ['namespace.yaml'] },
];

/** Folders of templates with kustomizations of their own, or with none: Helm alone runs tests. */
const APART = /^(access|monitoring|retire|tests)\//;

/** Folders whose whole content is generated. */
export const GENERATED = ['deploy/base', 'deploy/monitoring', 'deploy/retire', 'deploy/local/policies'];

/** Templates of the policies, which the local cluster has as a chart whose teams are namespaces has them. */
const POLICIES = ['access/names.yaml', 'access/secrets.yaml'];

/** Namespace, which the chart leaves to `helm install --create-namespace`. */
export const NAMESPACE = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: BASE.namespace,
    labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
  },
};

/** Generated manifests: content by path below the repository's root. */
export async function manifestFiles(helm: string): Promise<Map<string, string>> {
  const byName = byTemplate(await renderChart({ helm, args: ['--set=config.teams.mode=namespaces'] }));
  const policies = POLICIES.map(
    (path) => [`deploy/local/policies/${fileOf(path)}`, HEADER + byName.get(path)?.join('---\n')] as const,
  );
  return new Map([...(await kustomizations(helm)), ...policies]);
}

async function kustomizations(helm: string): Promise<Map<string, string>> {
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

/** Name of a template's file in its kustomization. */
function fileOf(path: string): string {
  return path.replace(APART, '').replace('/', '-');
}

if (import.meta.main) {
  const root = new URL('../../', import.meta.url);
  const defaults = await readFile(new URL('deploy/chart/values.yaml', root), 'utf8');
  const files = [
    valuesSchemaFile(defaults),
    chartReadmeFile(defaults),
    workloadRulesFile(),
    engineRulesFile(),
    impersonationRulesFile(),
  ].map(({ path, content }) => [path, content] as const);
  for (const [path, content] of [...files, ...dashboardFiles(), ...stateMetricsFiles()]) {
    await mkdir(new URL(dirname(path), root), { recursive: true });
    await writeFile(new URL(path, root), content);
  }
  const { helm } = await ensureBinaries({ names: ['helm'], progress: terminalProgress(process.stderr) });
  const rendered = await manifestFiles(helm);
  for (const folder of GENERATED) {
    await rm(new URL(folder, root), { recursive: true, force: true });
  }
  for (const [path, content] of rendered) {
    await mkdir(new URL(dirname(path), root), { recursive: true });
    await writeFile(new URL(path, root), content);
  }
}
