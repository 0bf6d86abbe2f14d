import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Allowed, createGuard, isPublic } from '../../../src/store/guard.ts';

const PUBLIC: Allowed = { type: 'public' };
const HTTPS = new URL('https://hub.example.com');
const HTTP = new URL('http://hub.example.com');

describe('a public address', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00::1',
  ])('%s is', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it.each([
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254']],
    ['link-local', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1']],
    ['carrier-grade NAT', ['100.64.0.0', '100.100.100.200', '100.127.255.255']],
    ['multicast and reserved', ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:1.1.1.1']],
    ['IPv4-compatible', ['::127.0.0.1', '::1.1.1.1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::1.1.1.1', '64:ff9b:1::7f00:1']],
    ['6to4 and Teredo', ['2002:7f00:1::', '2002:101:101::1', '2001:0:1::1', '192.88.99.1']],
    [
      'documentation and benchmarks',
      ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
    ],
    ['metadata of clouds', ['169.254.169.254', '192.0.0.192', '168.63.129.16']],
  ])('%s is not', (_, addresses) => {
    expect(addresses.filter(isPublic)).toEqual([]);
  });

  it('is never an IPv6 address that embeds an IPv4 address', () => {
    const hex = (high: number, low: number) => `${high.toString(16)}:${low.toString(16)}`;
    const forms = [
      (ip: string) => `::ffff:${ip}`,
      (ip: string) => `::${ip}`,
      (ip: string) => `64:ff9b::${ip}`,
      (ip: string) => `2002:${ip}::1`,
    ];
    const half = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(half, half, fc.constantFrom(...forms), (high, low, form) => {
        expect(isPublic(form(hex(high, low)))).toBe(false);
      }),
    );
  });
});

describe('the guard', () => {
  it.each<[string, readonly Allowed[], URL, string, boolean]>([
    ['a public address by https', [PUBLIC], HTTPS, '1.1.1.1', true],
    ['a public address by http', [PUBLIC], HTTP, '1.1.1.1', false],
    ['a private address', [PUBLIC], HTTPS, '10.0.0.1', false],
    ['a public address that is not listed', [range('10.0.0.0', 8)], HTTPS, '1.1.1.1', false],
    ['a listed address', [range('10.0.0.0', 8)], HTTPS, '10.255.0.1', true],
    ['a listed address by http', [range('10.0.0.0', 8)], HTTP, '10.255.0.1', true],
    ['an address beside the listed', [range('10.0.0.0', 8)], HTTPS, '11.0.0.1', false],
    ['a listed address in the form of IPv6', [range('127.0.0.0', 8)], HTTPS, '::ffff:127.0.0.1', true],
    ['another one in that form', [range('127.0.0.0', 8)], HTTPS, '::ffff:10.0.0.1', false],
    ['a listed IPv6 address', [range('fd00::', 8)], HTTPS, 'fd12::1', true],
    ['IPv4 where all of IPv6 is listed', [range('::', 0)], HTTPS, '10.0.0.1', false],
    ['IPv6 where all of IPv4 is listed', [range('0.0.0.0', 0)], HTTPS, 'fd12::1', false],
    ['a listed origin', [origin('http://hub.example.com')], HTTP, '10.0.0.1', true],
    ['the origin with another scheme', [origin('http://hub.example.com')], HTTPS, '10.0.0.1', false],
    [
      'the origin with another port',
      [origin('https://hub.example.com')],
      new URL('https://hub.example.com:8443'),
      '1.1.1.1',
      false,
    ],
    ['anything where nothing is listed', [], HTTPS, '1.1.1.1', false],
    ['a registry with verify', [registry('hub.example.com')], HTTPS, '1.1.1.1', false],
    ['a path of one', [registry('hub.example.com/team')], HTTPS, '1.1.1.1', false],
    [
      'a registry with verify that another entry lists too',
      [registry('hub.example.com'), origin('https://hub.example.com')],
      HTTPS,
      '10.0.0.1',
      true,
    ],
  ])('%s', (_, allowed, url, address, permitted) => {
    expect(createGuard(allowed)(url, address)).toBe(permitted);
  });

  it('permits by default all public addresses, over https alone', () => {
    const guard = createGuard([PUBLIC]);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        expect(guard(HTTPS, address)).toBe(isPublic(address));
        expect(guard(HTTP, address)).toBe(false);
      }),
    );
  });

  it.each([
    ['an inner address', '34.0.0.9', HTTPS, false],
    ['an inner address in the form of IPv6', '::ffff:34.0.0.9', HTTPS, false],
    ['an inner IPv6 address', '2600:1900:1::9', HTTPS, false],
    ['an address beside it', '34.0.1.9', HTTPS, true],
    ['an inner address that is listed', '34.0.0.200', HTTP, true],
  ])('with ranges of the cluster: %s', (_, address, url, permitted) => {
    const inner = [
      { address: '34.0.0.7', prefix: 24 },
      { address: '2600:1900:1::7', prefix: 64 },
    ];
    expect(createGuard([PUBLIC, range('34.0.0.200', 32)], inner)(url, address)).toBe(permitted);
  });

  it('permits nothing outside of a single listed range', () => {
    const guard = createGuard([range('127.0.0.0', 8)]);
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(guard(HTTP, address)).toBe(address.startsWith('127.'));
      }),
    );
  });
});

function range(address: string, prefix: number): Allowed {
  return { type: 'range', address, prefix };
}

function registry(place: string): Allowed {
  return { type: 'registry', place, policy: { type: 'keys', keys: [] } };
}

function origin(text: string): Allowed {
  return { type: 'origin', origin: text };
}
