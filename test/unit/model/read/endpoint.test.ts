import { describe, expect, it } from 'vitest';
import type { AddressRange } from '../../../../src/store/guard.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

const PORT = { container_port: 3306, protocol: 'mysql' };

/** Every address. */
const ALL: readonly AddressRange[] = [
  { address: '0.0.0.0', prefix: 0 },
  { address: '::', prefix: 0 },
];

/** Endpoints that a component with these fields gets, or the reason why it is left out. */
function read(fields: Wire, allowed = ALL): unknown {
  const elsewhere = app('db', {
    service_source: 'third_party',
    share_image: '',
    port_map_list: [PORT],
    ...fields,
  });
  const { components, notApplied } = modelOf([app('web'), elsewhere], {}, allowed);
  return components.find(({ key }) => key === 'db')?.endpoints ?? notApplied[0]?.why;
}

const info = (value: unknown) => ({ endpoints: { endpoints_type: 'static', endpoints_info: value } });

const listed = (...texts: unknown[]) => info(JSON.stringify(texts));

describe('endpoints of a component that runs elsewhere', () => {
  it.each<[string, Wire, unknown]>([
    ['an IPv4 address', listed('10.0.0.5'), [{ address: '10.0.0.5', family: 'IPv4' }]],
    [
      'an IPv4 address with a port',
      listed(' 10.0.0.5:3307 '),
      [{ address: '10.0.0.5', family: 'IPv4', port: 3307 }],
    ],
    ['an IPv6 address in another form', listed('FD00:0:0::7'), [{ address: 'fd00::7', family: 'IPv6' }]],
    ['an IPv6 address in brackets', listed('[fd00::7]'), [{ address: 'fd00::7', family: 'IPv6' }]],
    ['an IPv6 address with a port', listed('[fd00::7]:1'), [{ address: 'fd00::7', family: 'IPv6', port: 1 }]],
    ['one address twice', listed('10.0.0.5', '10.0.0.5'), [{ address: '10.0.0.5', family: 'IPv4' }]],
    ['a list that is no text', info(['10.0.0.5']), [{ address: '10.0.0.5', family: 'IPv4' }]],
    ['a list alone', { endpoints: { static: ['10.0.0.5'] } }, [{ address: '10.0.0.5', family: 'IPv4' }]],
  ])('are read: %s', (_, fields, expected) => {
    expect(read(fields)).toEqual(expected);
  });

  it.each<[string, Wire, RegExp]>([
    ['none at all', {}, /has no static endpoints/],
    ['those of an API', { endpoints: { endpoints_type: 'api' } }, /has no static endpoints/],
    ['those of a Service', { endpoints: { endpoints_type: 'kubernetes' } }, /has no static endpoints/],
    ['an empty list', listed(), /no list of addresses/],
    ['a text that is no JSON', info('10.0.0.5'), /no list of addresses/],
    ['a text that is too long', info(`[${'"10.0.0.5",'.repeat(10_000)}"10.0.0.5"]`), /no list of addresses/],
    ['endpoints that are a number', { endpoints: 7 }, /has no static endpoints/],
    ['500 of them', listed(...Array.from({ length: 500 }, (__, at) => `10.0.0.${at}`)), /has 500 endpoints/],
    ['a number', listed(167772165), /no text/],
    ['a long text', listed('1'.repeat(301)), /no text, or too long/],
    ['an octal number', listed('010.0.0.1'), /010\.0\.0\.1 must be an IP address/],
    ['a hexadecimal number', listed('0x0a.0.0.1'), /must be an IP address/],
    ['an address of two numbers', listed('10.1'), /must be an IP address/],
    ['a domain name', listed('db.example.com'), /db\.example\.com must be an IP address .* no domain name/],
    ['a URL', listed('http://10.0.0.5'), /must be an IP address/],
    ['an address with a zone', listed('fd00::1%eth0'), /must be an IP address/],
    ['an IPv4 address in brackets', listed('[10.0.0.5]:80'), /must be an IP address/],
    ['port 0', listed('10.0.0.5:0'), /port of its endpoint 10\.0\.0\.5:0 must be/],
    ['a port that is too large', listed('10.0.0.5:65536'), /must be a number from 1 to 65535/],
    ['an octal port', listed('10.0.0.5:080'), /must be a number from 1 to 65535/],
    ['an empty port', listed('10.0.0.5:'), /must be a number from 1 to 65535/],
    ['no ports', { port_map_list: [], ...listed('10.0.0.5') }, /it has no ports/],
    [
      'a port that it does not have',
      { port_map_list: [PORT, { container_port: 80 }], ...listed('10.0.0.5:81') },
      /the port 81 of its endpoint 10\.0\.0\.5 is none of its ports/,
    ],
    ['one good and one bad address', listed('10.0.0.5', '127.0.0.1'), /127\.0\.0\.1 is not allowed in any/],
  ])('leave the component out: %s', (_, fields, why) => {
    expect(read(fields)).toMatch(why);
    expect(read(fields)).toMatch(/^it runs elsewhere, and .*; set the envs of those that use it in spec\./);
  });

  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    ...['::', '::1', '::10.0.0.5', '::ffff:10.0.0.5', '::ffff:169.254.169.254', '0:0:0:0:0:ffff:7f00:1'],
    ...['fe80::1', 'febf::1', 'ff02::1', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', 'fd00:ec2::254'],
  ])('never are at %s', (address) => {
    expect(read(listed(address))).toMatch(/is not allowed in any configuration/);
  });

  const RANGES = [
    { address: '192.168.10.0', prefix: 24 },
    { address: 'fd00:10::', prefix: 32 },
  ];

  it.each([
    ['192.168.10.0', true],
    ['192.168.10.255', true],
    ['192.168.11.0', false],
    ['fd00:10:ffff::1', true],
    ['fd00:11::1', false],
  ])('at %s need a range of the configuration', (address, isAllowed) => {
    const why = `${address} is in no range of market.endpoints.allowed`;
    expect(read(listed(address), RANGES)).toEqual(
      isAllowed ? [expect.objectContaining({ address })] : expect.stringContaining(why),
    );
    expect(read(listed(address), [])).toContain(why);
  });
});

it('a component that runs elsewhere has no pods', () => {
  const model = modelOf(
    [
      app('db', {
        service_source: 'third_party',
        port_map_list: [PORT],
        probes: [{ mode: 'readiness', is_used: true }],
        service_volume_map_list: [{ volume_name: 'a', volume_path: '/a' }],
        cmd: 'run',
        ...listed('10.0.0.5'),
      }),
    ],
    {},
    ALL,
  );
  expect(model.components).toMatchObject([{ image: '', cmd: '', probes: [], volumes: [] }]);
  const why = 'the component runs elsewhere, and has no pods here';
  expect(model.notApplied).toEqual([
    { path: 'apps[0].service_volume_map_list', why },
    { path: 'apps[0].probes', why },
  ]);
});
