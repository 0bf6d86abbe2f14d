import { describe, expect, it } from 'vitest';
import { ENGINE_BOUNDS } from '../../../src/api/bounds.ts';
import { lapseOf, readAuthorities } from '../../../src/content/authorities.ts';
import { authorityOf, serverOf } from '../../support/authorities.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const { pem } = await authorityOf('Root');
const { pem: past } = await authorityOf('Past', undefined, { fromMs: -2 * DAY_MS, untilMs: -DAY_MS });
const { pem: future } = await authorityOf('Future', undefined, { fromMs: DAY_MS, untilMs: 2 * DAY_MS });
const { key } = await serverOf(await authorityOf('Root'));

function whyOf(data?: Readonly<Record<string, string>>): string | undefined {
  const authorities = readAuthorities(data);
  return authorities.type === 'unusable' ? authorities.why : undefined;
}

function lapse(...certificates: readonly string[]): string | undefined {
  const authorities = readAuthorities({ 'ca.crt': certificates.join('') });
  return authorities.type === 'usable' ? lapseOf(authorities.validities, now) : expect.fail();
}

describe('a ConfigMap of authorities', () => {
  it.each<[string, string]>([
    ['one certificate', pem],
    ['several, with text between them', `# ours\n${pem}\n# theirs\n${past}`],
    ['one beside a key that nobody reads', `${key}${pem}`],
    ['as many as count', pem.repeat(ENGINE_BOUNDS.trusted.certificates)],
  ])('is usable with %s', (_, text) => {
    expect(whyOf({ 'ca.crt': text })).toBeUndefined();
  });

  it.each<[string, Readonly<Record<string, string>> | undefined, string]>([
    ['without texts', undefined, 'it has no key ca.crt'],
    ['with another key', { 'tls.crt': pem }, 'it has no key ca.crt'],
    ['with other text', { 'ca.crt': 'root' }, 'its key ca.crt has no certificate in PEM'],
    ['with a private key', { 'ca.crt': key }, 'its key ca.crt has no certificate in PEM'],
    [
      'that is indented',
      { 'ca.crt': pem.replaceAll(/^/gm, ' ') },
      'its key ca.crt has a line 1 at which not every gateway begins or ends a block of PEM: each block needs a first and a last line of its own, without anything before or behind these',
    ],
    [
      'with a broken certificate behind another',
      { 'ca.crt': `${pem}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n` },
      'certificate 2 of its key ca.crt cannot be read',
    ],
    [
      'with too many',
      { 'ca.crt': pem.repeat(257) },
      'its key ca.crt has 257 certificates, and at most 256 count',
    ],
    ['that is too long', { 'ca.crt': pem.padEnd(524_289) }, 'its key ca.crt has more than 524288 bytes'],
  ])('is unusable %s', (_, data, why) => {
    expect(whyOf(data)).toBe(why);
  });
});

it.each<[string, readonly string[], RegExp | undefined]>([
  ['valid', [pem], undefined],
  ['valid beside others', [past, future, pem], undefined],
  ['past', [past, past], /^the last of its certificates has expired at \d{4}-/],
  ['to come', [past, future], /^none of its certificates is valid before \d{4}-/],
])('authorities that are %s', (_, certificates, told) => {
  const text = lapse(...certificates);
  expect(told === undefined ? text === undefined : told.test(text ?? '')).toBe(true);
});
