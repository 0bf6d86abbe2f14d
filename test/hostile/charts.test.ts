import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { repository } from '../../deploy/local/repository.ts';
import { CHART_BOUNDS } from '../../src/chart/bounds.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import { archiveOf, chartArchive } from '../support/chartarchive.ts';
import { contentOf, renderRequest, testRenderer } from '../support/charts.ts';
import { eventually } from '../support/eventually.ts';

/**
 * The author of a chart wants the memory, the time, the files and the network of the operator. Each chart is rendered by
 * the same renderer, which then renders a harmless one.
 */
let renderer: Renderer;

const HARMLESS = chartArchive('harmless', { 'templates/a.yaml': configMap('{{ .Release.Name }}') });

beforeAll(async () => {
  renderer = await testRenderer();
});

afterEach(async () => {
  const { objects } = contentOf(await renderer.render(renderRequest(HARMLESS)));
  expect(objects).toHaveLength(1);
});

afterAll(() => renderer.close());

/** ConfigMap with the output of a template. */
function configMap(template: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: loot }\ndata:\n  loot: ${template}\n`;
}

async function refusalOf(archive: Uint8Array, values: Readonly<Record<string, unknown>> = {}) {
  const outcome = await renderer.render(renderRequest(archive, { values }));
  return outcome.type === 'refused' ? outcome.refusal : outcome;
}

describe('a template wants all memory or time', () => {
  it.each<[title: string, template: string, ...bounds: string[]]>([
    // Two bounds: the second one comes first on a busy machine.
    ['a long list', '{{ range until 1000000000 }}x{{ end }}', 'out-of-memory'],
    ['a long text', '{{ repeat 2000000000 "x" }}', 'out-of-memory'],
    [
      'a text that doubles',
      '{{ $x := "xxxxxxxx" }}{{ range until 40 }}{{ $x = print $x $x }}{{ end }}',
      'out-of-memory',
    ],
    ['much output', '{{ range until 850 }}{{ repeat 20000 "x" }}{{ end }}', 'too-much-output', 'too-slow'],
    [
      'no end',
      '{{ range until 100000 }}{{ range until 100000 }}{{ $_ := list 1 2 3 }}{{ end }}{{ end }}',
      'too-slow',
    ],
    ['itself, as a text', '{{ tpl .Values.again . }}', 'too-deep'],
    ['a dictionary in itself', '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ printf "%v" $d }}', 'too-deep'],
    [
      'a copy of that',
      '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $_ := deepCopy $d }}',
      'too-deep',
      'too-slow',
    ],
    ['itself', '{{ template "again" . }}', 'template-failed'],
    ['itself, included', '{{ include "again" . }}', 'template-failed'],
  ])('%s', async (_title, template, ...bounds) => {
    const archive = chartArchive('hungry', {
      'values.yaml': "again: '{{ tpl .Values.again . }}'\n",
      'templates/_again.tpl': `{{- define "again" }}${template}{{ end -}}`,
      'templates/a.yaml': configMap(template),
    });
    const refusal = await refusalOf(archive);
    expect(bounds).toContain(refusal.type);
  });
});

describe('an archive wants more than it says', () => {
  it.each<[string, Uint8Array, object]>([
    [
      'it is too large',
      Buffer.alloc(CHART_BOUNDS.archive + 1),
      { type: 'archive-too-large', message: 'the archive has more than 10485760 bytes' },
    ],
    [
      'it unpacks to far more',
      chartArchive('bomb', { 'zeros.bin': '\0'.repeat(CHART_BOUNDS.unpacked + 1) }),
      { type: 'archive-too-large', message: 'the chart unpacks to more than 52428800 bytes' },
    ],
    [
      'a dependency in it does',
      archiveOf([
        { path: 'bomb/Chart.yaml', content: 'apiVersion: v2\nname: bomb\nversion: 1.0.0\n' },
        {
          path: 'bomb/charts/inner-1.0.0.tgz',
          content: chartArchive('inner', { 'zeros.bin': '\0'.repeat(CHART_BOUNDS.unpacked + 1) }),
        },
      ]),
      { type: 'archive-too-large' },
    ],
    [
      'it has a path out of its folder',
      archiveOf([{ path: 'evil/../../../tmp/loot', content: 'x' }]),
      { type: 'not-a-chart', message: 'chart illegally references parent directory' },
    ],
    [
      'it has an absolute path',
      archiveOf([{ path: 'evil//etc/loot', content: 'x' }]),
      { type: 'not-a-chart', message: 'chart illegally contains absolute paths' },
    ],
    ['it is compressed nonsense', gzipSync(Buffer.alloc(1000, 'x')), { type: 'not-a-chart' }],
    [
      'its values are a bomb of aliases',
      chartArchive('aliases', {
        'values.yaml': ['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefghij'].reduce(
          (text, name, index, all) =>
            index === 0
              ? `${name}\n`
              : `${text}${name}: &${name} [${`*${all[index - 1]?.[0]},`.repeat(9)}]\n`,
          '',
        ),
      }),
      { type: 'not-a-chart', message: expect.stringContaining('excessive aliasing') },
    ],
  ])('%s', async (_title, archive, refusal) => {
    expect(await refusalOf(archive)).toMatchObject(refusal);
  });

  it('a link leads to a file of the host', async () => {
    const archive = archiveOf([
      { path: 'links/Chart.yaml', content: 'apiVersion: v2\nname: links\nversion: 1.0.0\n' },
      { path: 'links/passwd', link: '/etc/passwd' },
      { path: 'links/templates/b.yaml', link: '/etc/passwd' },
      { path: 'links/templates/a.yaml', content: configMap('{{ .Files.Get "passwd" | quote }}') },
    ]);
    expect(await lootOf(archive)).toBe('');
  });
});

it('values want more memory than a request may have', async () => {
  expect(await refusalOf(HARMLESS, { large: 'x'.repeat(CHART_BOUNDS.request) })).toEqual({
    type: 'request-too-large',
  });
});

describe('a few bytes are millions of values', () => {
  const many = `&x [${'{},'.repeat(4000)}]`;
  const again = `[${'*x,'.repeat(95)}]`;

  it('in the objects of a chart', async () => {
    const object = `apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec:\n  x: ${many}\n  y: ${again}\n`;
    expect(await refusalOf(chartArchive('many', { 'templates/a.yaml': object }))).toEqual({
      type: 'too-much-output',
    });
  });

  it('in a text of values', async () => {
    const text = Buffer.from(`x: ${many}\ny: ${again}\n`);
    const read = await renderer.readValues(text, new AbortController().signal);
    expect(read).toEqual({ type: 'refused', refusal: { type: 'too-much-output' } });
  });
});

describe('levels are more than a recursion takes', () => {
  it.each([900, 3_000])('in the objects of a chart: %i', async (levels) => {
    const spec = `${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`;
    const object = `apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: ${spec}\n`;
    expect(await refusalOf(chartArchive('deep', { 'templates/a.yaml': object }))).toEqual({
      type: 'too-deep',
    });
  });

  it('but not in objects as Kubernetes has them', async () => {
    const spec = `${'{a: '.repeat(150)}1${'}'.repeat(150)}`;
    const object = `apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: ${spec}\n`;
    expect(await refusalOf(chartArchive('deep', { 'templates/a.yaml': object }))).toMatchObject({
      type: 'rendered',
    });
  });
});

/** Text that a chart has put into its ConfigMap. */
async function lootOf(archive: Uint8Array): Promise<unknown> {
  const { objects } = contentOf(await renderer.render(renderRequest(archive)));
  return (objects[0]?.object.data as { loot?: unknown } | undefined)?.loot;
}

describe('a template wants what the host has', () => {
  it.each([
    ['a file', '{{ .Files.Get "/etc/passwd" | quote }}', ''],
    ['a file above it', '{{ .Files.Get "../../../../etc/passwd" | quote }}', ''],
    ['all files', '{{ len (.Files.Glob "/**") | quote }}', '0'],
    ['an address', '{{ getHostByName "localhost" | quote }}', ''],
    ['the time', '{{ now | date "2006" | quote }}', '2026'],
  ])('%s', async (_title, template, loot) => {
    expect(await lootOf(chartArchive('curious', { 'templates/a.yaml': configMap(template) }))).toBe(loot);
  });

  it.each(['env "PATH"', 'expandenv "$PATH"', 'readFile "/etc/passwd"'])('%s', async (call) => {
    const archive = chartArchive('curious', { 'templates/a.yaml': configMap(`{{ ${call} }}`) });
    expect(await refusalOf(archive)).toMatchObject({
      type: 'template-failed',
      message: expect.stringContaining(`function "${call.split(' ')[0]}" not defined`),
    });
  });
});

describe('a schema wants another document', () => {
  let requests: string[];
  let origin: string;
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('{}');
  });

  beforeAll(async () => {
    requests = [];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => server.close());

  it.each([
    ['a file', () => '"$ref": "file:///etc/passwd"', 'file:///etc/passwd'],
    ['a file beside it', () => '"$ref": "Chart.yaml"', 'file:///Chart.yaml'],
    ['a page', () => `"$ref": "${origin}/x.json"`, '/x.json'],
    [
      'a page with TLS',
      () => '"allOf": [{ "$ref": "https://localhost/y.json" }]',
      'https://localhost/y.json',
    ],
    ['a schema of schemas', () => `"$schema": "${origin}/meta.json"`, '/meta.json'],
  ])('%s', async (_title, member, url) => {
    const archive = chartArchive('nosy', {
      'values.schema.json': `{ ${member()} }`,
      'templates/a.yaml': configMap('x'),
    });
    expect(await refusalOf(archive)).toMatchObject({
      type: 'schema-unusable',
      message: expect.stringMatching(new RegExp(`refers to \\S*${url}, which is not read$`)),
    });
    expect(requests).toEqual([]);
  });

  it('a place in itself is read', async () => {
    const archive = chartArchive('own', {
      'values.schema.json':
        '{ "$ref": "#/definitions/all", "definitions": { "all": { "required": ["name"] } } }',
      'templates/a.yaml': configMap('x'),
    });
    expect(await refusalOf(archive)).toEqual({
      type: 'values-invalid',
      problems: [{ path: [], message: "missing property 'name'" }],
    });
  });

  it.each([
    ['in circles', '{ "$ref": "#" }', 'values-invalid'],
    ['deep', `${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`, 'schema-unusable'],
    ['that is no schema', '{ "type": 5 }', 'schema-unusable'],
    ['that is no JSON', '{', 'schema-unusable'],
    [
      'with a costly pattern',
      '{ "properties": { "a": { "pattern": "((((((a{1,99}){1,99}){1,99}){1,99}){1,99})" } } }',
      'schema-unusable',
    ],
    [
      'with a pattern that goes back',
      '{ "properties": { "a": { "pattern": "^(x+x+)+y$" } } }',
      'values-invalid',
    ],
  ])('a schema %s', async (_title, schema, type) => {
    const archive = chartArchive('odd', {
      'values.yaml': `a: ${'x'.repeat(50_000)}\n`,
      'values.schema.json': schema,
      'templates/a.yaml': configMap('x'),
    });
    expect((await refusalOf(archive)).type).toBe(type);
  });
});

/** Program that renders a chart without an end, as the operator does. */
const RENDERING = `
const { Renderer } = await import(${importOf('src/chart/renderer.ts')});
const { rendererFiles } = await import(${importOf('src/chart/files.ts')});
const { renderRequest } = await import(${importOf('test/support/charts.ts')});
const { chartArchive } = await import(${importOf('test/support/chartarchive.ts')});
const template = '{{ range until 100000 }}{{ range until 100000 }}{{ $_ := list 1 2 3 }}{{ end }}{{ end }}';
const archive = chartArchive('endless', { 'templates/a.yaml': template });
await new Renderer(rendererFiles()).render(renderRequest(archive));
`;

function importOf(path: string): string {
  return JSON.stringify(join(repository.root, path));
}

/** Process of the sandbox of another process, once it has taken more CPU time than its start does. */
function busySandboxOf(pid: number): Promise<string> {
  return eventually(async () => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const [child = ''] = children.split(' ');
    const [, , , , , , , , , , , user = 0] = (await readFile(`/proc/${child}/stat`, 'utf8'))
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    expect(user / TICKS).toBeGreaterThan(5);
    return child;
  }, SLOW_START_MS);
}

/** Milliseconds within which a sandbox gets the CPU time of its start, even beside other tests on two cores. */
const SLOW_START_MS = 150_000;

/** Units of the CPU time of a process in a second. */
const TICKS = 100;

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a chart wants to run on when the operator ends by %s',
  async (signal) => {
    const operator = spawn(process.execPath, ['--input-type=module', '-e', RENDERING], { stdio: 'inherit' });
    onTestFinished(() => void operator.kill('SIGKILL'));
    const sandbox = await busySandboxOf(operator.pid ?? 0);
    operator.kill(signal);
    await eventually(() => expect(existsSync(`/proc/${sandbox}/exe`)).toBe(false), 10_000);
  },
  SLOW_START_MS + 30_000,
);
