/**
 * Brings the wrapper modules and the CRDs of others to the versions in versions.json.
 * Run by hand after a change there: `node deploy/local/binaries/update.ts`. Needs Go and a module proxy.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import {
  type Bundle,
  certManager,
  envoyGateway,
  gatewayApi,
  prometheusOperator,
  traefik,
} from './bundles.ts';
import { catalogue } from './catalogue.ts';
import versions from './versions.json' with { type: 'json' };

const run = promisify(execFile);
const crdFolder = join(import.meta.dirname, '..', 'crds');

/** A wrapper module: its folder here and the published module that it pins. */
interface Wrapper {
  readonly folder: string;
  readonly module: string;
  readonly version: string;
}

const kubernetes: Wrapper = {
  folder: 'controlplane',
  module: 'k8s.io/kubernetes',
  version: `v${versions.kubernetes}`,
};

const wrappers: readonly Wrapper[] = [
  kubernetes,
  { folder: 'etcd', module: 'go.etcd.io/etcd/server/v3', version: `v${versions.etcd}` },
  { folder: 'traefik', module: 'github.com/traefik/traefik/v3', version: `v${versions.traefik}` },
  {
    folder: 'prometheus',
    module: 'github.com/prometheus/prometheus',
    version: prometheusModuleVersion(versions.prometheus),
  },
  { folder: 'helm', module: 'helm.sh/helm/v3', version: `v${versions.helm}` },
];

const goMod = z.object({
  Require: z.array(z.object({ Path: z.string(), Version: z.string() })),
});
const downloaded = z.object({ Dir: z.string(), GoMod: z.string() });

for (const wrapper of wrappers) await updateWrapper(wrapper);
for (const bundle of [gatewayApi, traefik, envoyGateway, certManager, prometheusOperator])
  await copyCrds(bundle);

/** Only the pinned module is kept as a requirement: tidy then finds the rest as that module wants it. */
async function updateWrapper(wrapper: Wrapper): Promise<void> {
  const { folder, module, version } = wrapper;
  say(`${folder}: ${module} ${version}`);
  const file = join(import.meta.dirname, folder, 'go.mod');
  const bare = (await readFile(file, 'utf8'))
    .replaceAll(/^require (?:\([^)]*\)|.*)\n+/gm, '')
    .replace(/^go .*\n/m, (line) => `${line}\nrequire ${module} ${version}\n`);
  await writeFile(file, wrapper === kubernetes ? await withStagingReplaces(bare, wrapper) : bare);
  // -e: some modules that only tests of dependencies name are not to be had.
  await go(folder, 'mod', 'tidy', '-e');
  // What the programs themselves need must be there.
  for (const { build } of Object.values(catalogue)) {
    if (build.module === folder) await go(folder, 'list', '-deps', build.package);
  }
}

/** Kubernetes requires its staging modules as v0.0.0; published, they are v0.<minor>.<patch>. */
async function withStagingReplaces(text: string, { folder, module, version }: Wrapper): Promise<string> {
  const { GoMod } = await download(folder, `${module}@${version}`);
  const published = goMod.parse(JSON.parse(await go(folder, 'mod', 'edit', '-json', GoMod)));
  const stagingVersion = version.replace(/^v1\./, 'v0.');
  const lines = published.Require.filter(({ Version }) => Version === 'v0.0.0').map(
    ({ Path }) => `\t${Path} => ${Path} ${stagingVersion}\n`,
  );
  return text.replace(/^replace \([^)]*\)\n/m, `replace (\n${lines.join('')})\n`);
}

/** Prometheus 3.15.0 is published as Go module v0.315.0. */
function prometheusModuleVersion(version: string): string {
  const [major, minor, patch] = version.split('.').map(Number);
  return `v0.${Number(major) * 100 + Number(minor)}.${patch}`;
}

async function copyCrds(bundle: Bundle): Promise<void> {
  const { name, wrapper, module, version, source, files, licence, readme } = bundle;
  say(`CRDs of ${module} ${version}`);
  const { Dir } = await download(wrapper, `${module}@${version}`);
  const folder = join(crdFolder, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const originals = [
    ...files.map((file) => join(Dir, source, file)),
    ...licence.map((file) => join(Dir, file)),
  ];
  for (const original of originals) {
    // The module cache is read-only: the content is copied, not the mode.
    await writeFile(join(folder, basename(original)), await readFile(original));
  }
  await writeFile(join(folder, 'README.md'), readme);
}

async function download(folder: string, module: string): Promise<z.infer<typeof downloaded>> {
  return downloaded.parse(JSON.parse(await go(folder, 'mod', 'download', '-json', module)));
}

async function go(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('go', args, {
    cwd: join(import.meta.dirname, folder),
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', CGO_ENABLED: '0' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
