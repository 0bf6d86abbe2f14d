import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type ArchiveEntry, archiveOf, chartArchive } from '../../support/chartarchive.ts';
import { LOOT } from './loot.ts';
import { anySchema } from './schemas.ts';
import { anyTemplate, anyValues } from './templates.ts';

const CHART = 'apiVersion: v2\nname: odd\nversion: 1.0.0\n';

/** Beginnings of a Chart.yaml, most of which are one. */
const charts = fc.oneof(
  { weight: 16, arbitrary: fc.constant(CHART) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `${CHART}dependencies: [{ name: inner, version: '*', alias: other, condition: a, import-values: [a] }]\n`,
      `${CHART}type: library\n`,
      `${CHART}kubeVersion: '>= 99'\n`,
      'apiVersion: v1\nname: ../odd\nversion: x\n',
      'apiVersion: v9\n',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

const paths = fc.constantFrom(
  'odd/crds/a.yaml',
  'odd/templates/NOTES.txt',
  'odd/templates/_x.tpl',
  'odd/charts/inner/Chart.yaml',
  'odd/charts/inner.tgz',
  'odd/.helmignore',
  'odd/Chart.lock',
  '../loot',
  '/etc/loot',
  'odd/./../odd/values.yaml',
  'C:\\loot',
  'other/Chart.yaml',
  '',
);

const entries: fc.Arbitrary<ArchiveEntry> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ path: paths, content: fc.oneof(anyTemplate, anyValues) }) },
  { weight: 1, arbitrary: fc.record({ path: paths, link: fc.constantFrom(LOOT.file, '/etc', '..', 'odd') }) },
  { weight: 1, arbitrary: fc.constant({ path: 'odd/charts/inner.tgz', content: inner() }) },
  { weight: 1, arbitrary: fc.constant({ path: 'odd/zeros', content: Buffer.alloc(3 * 2 ** 20) }) },
);

/** Archive of a chart with odd templates, values, schema and files. */
const whole = fc
  .record({
    chart: charts,
    values: anyValues,
    schema: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, anySchema),
    templates: fc.array(anyTemplate, { minLength: 1, maxLength: 2 }),
    others: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(entries, { maxLength: 3 })),
  })
  .map(({ chart, values, schema, templates, others }) =>
    archiveOf([
      { path: 'odd/Chart.yaml', content: chart },
      { path: 'odd/values.yaml', content: values },
      ...(schema === null ? [] : [{ path: 'odd/values.schema.json', content: schema }]),
      ...templates.map((content, index) => ({ path: `odd/templates/t${index}.yaml`, content })),
      ...others,
    ]),
  );

/** Change of some bytes: of the archive, or of what is packed in it. */
const changes = fc.record({
  packed: fc.boolean(),
  at: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), {
    minLength: 1,
    maxLength: 6,
  }),
  length: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
});

const broken = fc.tuple(whole, changes).map(([archive, { packed, at, length }]) => {
  const bytes = Buffer.from(packed ? archive : gunzipSync(archive));
  for (const [place, byte] of at) {
    bytes[Math.floor(place * bytes.length)] = byte;
  }
  const cut = bytes.subarray(0, Math.ceil(length * bytes.length));
  return packed ? cut : gzipSync(cut);
});

/** Archive that a repository may deliver, or any bytes. */
export const anyArchive: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 20, arbitrary: whole },
  { weight: 2, arbitrary: broken },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => gzipSync(bytes)) },
);

/** Index of a repository, or what is almost one. */
export const anyIndex: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('entries:', '  odd:', '  - version: 1.0.0', '    urls: [a.tgz]'),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('  "odd":', '\r', '  - *a', '  &a odd: [*a]', '- -', '    digest: 7'),
      },
      { weight: 1, arbitrary: anyValues },
    ),
    { maxLength: 12 },
  )
  .map((lines) => Buffer.from(lines.join('\n')));

function inner(): Uint8Array {
  return chartArchive('inner', { 'templates/a.yaml': '{{ .Values | toYaml }}' });
}
