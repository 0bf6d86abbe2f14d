/**
 * Brings the wrapper modules and the Gateway API CRDs to the versions in versions.json.
 * Run by hand after a change there: `node deploy/local/binaries/update.ts`. Needs Go and a module proxy.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { catalogue } from './catalogue.ts';
import versions from './versions.json' with { type: 'json' };

const run = promisify(execFile);
const crdFolder = join(import.meta.dirname, '..', 'crds', 'gateway-api');

/** A wrapper module: its folder here and the published module that it pins. */
interface Wrapper {
  readonly folder: string;
  readonly module: string;
  readonly version: string;
}

const kubernetes: Wrapper = {
  folder: 'kubernetes',
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
];

const plurals = [
  'gatewayclasses',
  'gateways',
  'httproutes',
  'grpcroutes',
  'tcproutes',
  'tlsroutes',
  'udproutes',
  'referencegrants',
  'backendtlspolicies',
  'listenersets',
];

const goMod = z.object({
  Require: z.array(z.object({ Path: z.string(), Version: z.string() })),
});
const downloaded = z.object({ Dir: z.string(), GoMod: z.string() });

for (const wrapper of wrappers) await updateWrapper(wrapper);
await copyCrds(`v${versions.gatewayApi}`);

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
    if (build.folder === folder) await go(folder, 'list', '-deps', build.package);
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

async function copyCrds(version: string): Promise<void> {
  say(`Gateway API CRDs ${version}`);
  const { Dir } = await download('etcd', `sigs.k8s.io/gateway-api@${version}`);
  await rm(crdFolder, { recursive: true, force: true });
  await mkdir(crdFolder, { recursive: true });
  for (const plural of plurals) {
    const file = `gateway.networking.k8s.io_${plural}.yaml`;
    // The module cache is read-only: the content is copied, not the mode.
    await writeFile(join(crdFolder, file), await readFile(join(Dir, 'config/crd/experimental', file)));
  }
  await writeFile(join(crdFolder, 'README.md'), crdReadme(version));
}

function crdReadme(version: string): string {
  return `# Gateway API CRDs

NOTICE: the YAML files are unchanged copies from \`config/crd/experimental\` of the Kubernetes Gateway API
${version} (module \`sigs.k8s.io/gateway-api\`), © The Kubernetes Authors, under the Apache License 2.0.

\`node deploy/local/binaries/update.ts\` writes this folder; do not edit it by hand.
`;
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
