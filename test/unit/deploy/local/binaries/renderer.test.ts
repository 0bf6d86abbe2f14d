import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersUpTo } from '../../../../../deploy/local/binaries/gomodules.ts';
import { initialized } from '../../../../../deploy/local/binaries/initialized.ts';
import { ensureRenderer, modulesIn, placeRenderer } from '../../../../../deploy/local/binaries/renderer.ts';
import { CHART_BOUNDS } from '../../../../../src/chart/bounds.ts';
import { ENGINE_FILE } from '../../../../../src/chart/files.ts';
import { programModule } from '../../../../support/wasm.ts';
import { contents, recordedProgress, script, temporaryFolder } from './support.ts';

/** Go that builds a program of its target and flags, from one module beside those of the repository. */
const GO = `case "$*" in
  version) echo "go version go1.99.1 linux/amd64" ;;
  "list -deps -f {{.ImportPath}}"*) ;;
  "list -deps "*) printf 'a.io/Mod\\tv1.2.3\\t%s/mod\\t%s/mod/sub\\n' "$SOURCES" "$SOURCES" ;;
  "env "*) echo go1.99.1; echo "$SOURCES/go" ;;
  "build "*)
    for argument; do case "$argument" in */) folder="$argument" ;; esac; done
    echo "$GOOS $GOARCH $CGO_ENABLED $*" > "$SOURCES/built"
    /bin/cp "$SOURCES/program" "$folder/renderer" ;;
esac`;

/** Program that the Go of tests builds. */
const PROGRAM = programModule({ memory: { 0: Buffer.from('data') }, calls: [] });

/** Environment with this Go, and a cache and sources of its own. */
async function environmentWith(
  go: string | undefined,
): Promise<NodeJS.ProcessEnv & { readonly SOURCES: string }> {
  const folder = await temporaryFolder();
  const [programs, sources] = [join(folder, 'programs'), join(folder, 'sources')];
  for (const [path, text] of [
    ['go/LICENSE', 'terms of Go\n'],
    ['mod/LICENSE', 'terms of a module\n'],
    ['mod/license.go', 'code'],
    ['mod/sub/NOTICE', 'of a part'],
  ] as const) {
    await mkdir(dirname(join(sources, path)), { recursive: true });
    await writeFile(join(sources, path), text);
  }
  await writeFile(join(sources, 'program'), PROGRAM);
  if (go !== undefined) {
    await script(join(programs, 'go'), go);
  }
  return { PATH: programs, XDG_CACHE_HOME: join(folder, 'cache'), SOURCES: sources };
}

describe('the renderer of charts', () => {
  it('is built for WebAssembly, without paths of this machine, and initialized, and then taken from the cache', async () => {
    const env = await environmentWith(GO);
    const progress = recordedProgress();
    const renderer = await ensureRenderer({ progress, env });
    expect(basename(renderer)).toBe(ENGINE_FILE);
    expect(await readFile(renderer)).toEqual(await initialized(PROGRAM, CHART_BOUNDS.memory));
    expect(await readFile(join(env.SOURCES, 'built'), 'utf8')).toMatch(
      /^wasip1 wasm 0 build .*-trimpath .*-buildmode=c-shared -ldflags -s -w .*stoa\.dev\/local\/renderer\n$/,
    );
    expect(progress.lines).toEqual([
      'Building renderer.wasm with Go',
      'done: Building renderer.wasm with Go',
    ]);
    await script(join(env.PATH ?? '', 'go'), 'exit 1');
    expect(await ensureRenderer({ progress, env })).toBe(renderer);
    expect(progress.lines).toHaveLength(2);
  });

  it('has a list of the modules in it, with the texts of their licences', async () => {
    const env = await environmentWith(GO);
    const renderer = await ensureRenderer({ progress: recordedProgress(), env });
    expect(await modulesIn(renderer)).toEqual([
      { name: 'stdlib', version: 'go1.99.1', texts: ['terms of Go'] },
      { name: 'a.io/Mod', version: 'v1.2.3', texts: ['terms of a module', 'of a part'] },
    ]);
  });

  it('is one for all that need it at once', async () => {
    const env = await environmentWith(GO);
    const progress = recordedProgress();
    const [one, two] = await Promise.all([1, 2].map(() => ensureRenderer({ progress, env })));
    expect(two).toBe(one);
    expect(progress.lines.filter((line) => line.startsWith('done'))).toHaveLength(1);
  });

  it.each<[string, string | undefined, string]>([
    ['without Go', undefined, 'cannot build renderer.wasm (no Go on PATH): install Go >= 1.26'],
    ['with an old Go', 'echo go version go1.20.1 linux/amd64', 'is go1.20.1, older than 1.26'],
    [
      'with an error in its sources',
      `case "$1" in version) echo go1.99.1 ;; *) echo "main.go:1: no" >&2; exit 1 ;; esac`,
      'cannot build renderer.wasm: go build failed: main.go:1: no (log: ',
    ],
  ])('is not made %s', async (_title, go, message) => {
    const env = await environmentWith(go);
    await expect(ensureRenderer({ progress: recordedProgress(), env })).rejects.toThrow(message);
    const left = await contents(env.XDG_CACHE_HOME ?? '');
    expect(left.filter((path) => path.includes('.work-') || path.includes(ENGINE_FILE))).toEqual([]);
  });

  it('is not made of modules without licence', async () => {
    const env = await environmentWith(GO.replaceAll('%s/mod', '%s/none'));
    await mkdir(join(env.SOURCES, 'none/sub'), { recursive: true });
    const progress = recordedProgress();
    await expect(ensureRenderer({ progress, env })).rejects.toThrow(
      'a.io/Mod v1.2.3 has no file with its licence',
    );
  });

  it('stands where the sources look for it, again after a change', async () => {
    const env = await environmentWith(GO);
    const link = join(env.SOURCES, ENGINE_FILE);
    const options = { progress: recordedProgress(), env };
    for (const _time of ['first', 'second']) {
      await placeRenderer(options, link);
      expect(await readlink(link)).toBe(await ensureRenderer(options));
    }
    const other = { ...options, env: { ...env, XDG_CACHE_HOME: join(env.SOURCES, 'cache') } };
    await placeRenderer(other, link);
    expect(await readlink(link)).toBe(await ensureRenderer(other));
    expect((await contents(env.SOURCES)).filter((path) => path.startsWith(`${ENGINE_FILE}.`))).toEqual([]);
  });
});

it('the licences of a module are in the folders of its packages and above them', () => {
  expect(foldersUpTo('/m/a', ['/m/a/b/c', '/m/a', '/m/a/b/d'])).toEqual([
    '/m/a',
    '/m/a/b',
    '/m/a/b/c',
    '/m/a/b/d',
  ]);
  expect(foldersUpTo('/m/a', ['/m/ab/c'])).toEqual(['/m/a']);
});
