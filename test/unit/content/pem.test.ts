import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pemBlocks } from '../../../src/content/pem.ts';
import { goReadings } from '../../support/readers.ts';

const LABELS = [
  ...Array<string>(8).fill('CERTIFICATE'),
  'X509 CERTIFICATE',
  'PRIVATE KEY',
  'EC PARAMETERS',
  'certificate',
  '',
];
const NOISE = [
  ...[
    '',
    ' ',
    '\t',
    '\r',
    '\u00a0',
    '\ufeff',
    '\v',
    'text',
    '-----',
    'Key: value',
    ': ',
    '====',
    '# a',
    '\0',
    'é',
  ],
  ...['-----BEGIN', '-----END', '-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-----END -----'],
];
const ENDS = ['\n', '\n', '\n', '\n', '\r\n', ' \n', '\t\r\n', '\r\r\n', '\r', '\u2028\n', '', ' \r \n'];

const noise = fc.constantFrom(...NOISE);
const end = fc.constantFrom(...ENDS);
const content = fc.uint8Array({ maxLength: 100 }).map(
  (bytes) =>
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [],
);
const seldom = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 40, arbitrary: fc.constant(usual) }, other);

/** Blocks as they are usual, with a line, a line end or a label here and there that is not. */
const block = fc
  .record({
    label: fc.constantFrom(...LABELS),
    last: seldom(undefined, fc.constantFrom(...LABELS)),
    lines: content,
    within: fc.oneof(
      { weight: 8, arbitrary: fc.constant<[number, string][]>([]) },
      fc.array(fc.tuple(fc.nat(3), noise), { maxLength: 1 }),
    ),
    before: seldom('', noise),
    ends: fc.array(seldom('\n', end), { minLength: 1, maxLength: 4 }),
  })
  .map(({ label, last, lines, within, before, ends }) => {
    const all = [`${before}-----BEGIN ${label}-----`, ...lines, `-----END ${last ?? label}-----`];
    const changed = within.reduce((each, [at, line]) => each.toSpliced(at, 0, line), all);
    return changed.map((line, at) => `${line}${ends[at % ends.length]}`).join('');
  });

const file = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: block },
      fc.tuple(noise, end).map((parts) => parts.join('')),
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

it('a file has the certificates that Go finds in it, or it is refused', async () => {
  const files = fc.sample(file, { numRuns: 5_000, seed: 63 });
  const readings = await goReadings(
    'pem',
    files.map((each) => Buffer.from(each)),
  );
  const counts = { read: 0, refused: 0, more: 0 };
  for (const [index, each] of files.entries()) {
    const blocks = pemBlocks(each);
    const ours =
      typeof blocks === 'string' ? undefined : blocks.filter(({ label }) => label === 'CERTIFICATE');
    const theirs = (readings[index] ?? [])
      .filter(({ label }) => label === 'CERTIFICATE')
      .map(({ bytes }) => bytes);
    if (ours === undefined || ours.some(({ bytes }) => bytes === undefined)) {
      counts.refused += 1;
      continue;
    }
    counts.read += 1;
    counts.more += Number(ours.length > 1);
    expect({ each, certificates: theirs }).toEqual({
      each,
      certificates: ours.map(({ bytes }) => bytes?.toString('base64')),
    });
  }
  expect(Math.min(counts.read, counts.refused, counts.more)).toBeGreaterThan(500);
});
