import { describe, expect, it } from 'vitest';
import type { UsableCertificate } from '../../../src/content/certificate.ts';
import {
  flawsOf,
  nameFlaw,
  renewalDue,
  turningPoints,
  validityEnd,
} from '../../../src/content/certificateflaws.ts';
import { GOOD_CERTIFICATE } from '../../support/rules.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const DAY_MS = 86_400_000;

function daysFromNow(days: number): Date {
  return new Date(NOW.getTime() + days * DAY_MS);
}

/** A certificate that began some days ago and ends in some days. */
function lasting(
  sinceDays: number,
  leftDays: number,
  more: Partial<UsableCertificate> = {},
): UsableCertificate {
  const [starts, expires] = [daysFromNow(-sinceDays), daysFromNow(leftDays)];
  return { ...GOOD_CERTIFICATE, starts, expires, ...more };
}

/** An authority of a chain, by its days. */
function issuer(name: string, sinceDays: number, leftDays: number) {
  return { name, starts: daysFromNow(-sinceDays), expires: daysFromNow(leftDays) };
}

const UNCERTAIN = lasting(1, 365);

describe('flaws of a certificate', () => {
  it.each<[string, UsableCertificate, string[]]>([
    ['that is sound', UNCERTAIN, []],
    ['of 90 days, with 15 left', lasting(75, 15), []],
    ['of 90 days, with 13 left', lasting(77, 13), ['expiring']],
    ['of 6 days, with 2 left, as it is renewed', lasting(4, 2), []],
    ['of 6 days, with 1 left', lasting(5, 1), ['expiring']],
    ['that ends now', lasting(90, 0), ['expired']],
    ['that begins now', lasting(0, 90), []],
    ['that begins tomorrow', lasting(-1, 90), ['not-yet-valid']],
    ['whose issuer has expired', lasting(1, 365, { issuers: [issuer('CA', 9, -1)] }), ['expired']],
    ['whose issuer is not valid yet', lasting(1, 365, { issuers: [issuer('CA', -1, 9)] }), ['not-yet-valid']],
    ['whose issuer is about to expire', lasting(1, 365, { issuers: [issuer('CA', 900, 9)] }), ['expiring']],
    [
      'that is about to expire, below an issuer that has expired',
      lasting(77, 13, { issuers: [issuer('CA', 9, -1)] }),
      ['expired', 'expiring'],
    ],
    [
      'below an upper authority that has expired',
      lasting(1, 365, { issuers: [issuer('CA', 1, 365), issuer('Upper', 9, -1)] }),
      ['chain'],
    ],
    ['with a gap', { ...UNCERTAIN, gap: 'comes alone' }, ['chain']],
    ['for clients', { ...UNCERTAIN, forServers: false }, ['purpose']],
    ['with a short RSA key', { ...UNCERTAIN, key: { type: 'rsa', bits: 1024 } }, ['key']],
    ['with an RSA key', { ...UNCERTAIN, key: { type: 'rsa', bits: 2048 } }, []],
    ['on P-384', { ...UNCERTAIN, key: { type: 'P-384' } }, []],
    ['on P-521', { ...UNCERTAIN, key: { type: 'P-521' } }, ['key']],
    ['of Ed25519', { ...UNCERTAIN, key: { type: 'Ed25519' } }, ['key']],
  ])('%s', (_, certificate, types) => {
    expect(flawsOf(certificate, NOW).map(({ type }) => type)).toEqual(types);
  });

  it('name the authority whose time it is', () => {
    const [flaw] = flawsOf(lasting(1, 365, { issuers: [issuer('Lower CA', 9, -1)] }), NOW);
    expect(flaw?.text).toBe(
      'has a chain in which that of Lower CA has expired at 2026-05-31T12:00:00.000Z: put a new one there',
    );
  });

  it('change at their turning points alone', () => {
    const certificate = lasting(10, 30, { issuers: [issuer('CA', 5, 20), issuer('Upper', -2, 50)] });
    const points = turningPoints(certificate).map((time) => time.getTime());
    const types = (ms: number) => `${flawsOf(certificate, new Date(ms)).map(({ text }) => text)}`;
    const hours = Array.from(
      { length: 100 * 24 },
      (_, hour) => daysFromNow(-30).getTime() + hour * 3_600_000,
    );
    const changes = hours.filter((ms) => types(ms) !== types(ms - 3_600_000));
    expect(changes.length).toBeGreaterThan(4);
    for (const change of changes) {
      expect(points.some((point) => point > change - 3_600_000 && point <= change)).toBe(true);
    }
  });
});

it('the end is that of the certificate or of its issuer, whichever is earlier', () => {
  const upper = issuer('Upper', 1, 1);
  const shorter = lasting(10, 30, { issuers: [issuer('CA', 10, 20), upper] });
  expect(validityEnd(shorter)).toEqual(daysFromNow(20));
  expect(renewalDue(shorter)).toEqual(daysFromNow(20 - 30 / 4));
  expect(validityEnd(lasting(10, 30))).toEqual(daysFromNow(30));
  expect(renewalDue(lasting(300, 100))).toEqual(daysFromNow(86));
});

describe('the names of a certificate', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['for the host', ['shop.example.com'], undefined],
    ['for its wildcard', ['*.example.com'], undefined],
    [
      'for others',
      ['a.example.com', 'b.example.com'],
      'is for a.example.com, b.example.com, not for shop.example.com',
    ],
    ['for none', [], 'is for no host (clients ignore its common name), not for shop.example.com'],
  ])('%s', (_, names, text) => {
    expect(nameFlaw({ names }, 'shop.example.com')?.text).toBe(text);
  });

  it('are listed as far as a message has room', () => {
    const names = Array.from({ length: 250 }, (_, index) => `${'n'.repeat(60)}${index}.example.org`);
    expect(nameFlaw({ names }, 'shop.example.com')?.text).toMatch(
      /^is for n+0\.example\.org, .*, and 240 more, not/,
    );
  });
});
