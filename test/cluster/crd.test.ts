import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayRuleSpecSchema } from '../../src/api/gatewayrule.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { APPLICATIONS, GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { PATH_REGEXES } from '../support/specs.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let count = 0;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
});

/** Whether the real API server accepts a spec. */
async function serverTakes(spec: unknown): Promise<boolean> {
  count += 1;
  const metadata = { name: `r${count}`, namespace: team.namespace };
  try {
    await client.create(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec }, TESTER, {
      // A stored rule would occupy hosts and ports of other tests.
      dryRun: true,
    });
    return true;
  } catch (error) {
    if (isFailure(error, 'invalid')) {
      return false;
    }
    throw error;
  }
}

const http = { serviceId: 'web', containerPort: 8080, domainName: 'shop.example.com' };
const tcp = { serviceId: 'db', containerPort: 3306, endPoint: { ip: '0.0.0.0', port: 13306 } };
const tls = { serviceId: 'db', containerPort: 3306, domainName: 'db.example.com' };
const of = (more: object) => ({ appId: 1, protocol: 'http', http: { ...http, ...more } });

/** Headers that no rule sets, as the proxy decides on them. */
const OF_CONNECTIONS = [
  'Connection',
  'content-length',
  'Transfer-Encoding',
  'upgrade',
  'Keep-Alive',
  'TE',
  'trailer',
  'Proxy-Connection',
];

describe('the API server and zod agree on a GatewayRule', () => {
  it.each<[string, unknown, boolean]>([
    ['the least that a rule needs', of({}), true],
    ['a tcp rule', { appId: 1, protocol: 'tcp', tcp }, true],
    ['a tcp rule for UDP', { appId: 1, protocol: 'tcp', tcp: { ...tcp, transport: 'UDP' } }, true],
    ['a transport in lower case', { appId: 1, protocol: 'tcp', tcp: { ...tcp, transport: 'udp' } }, false],
    ['a tls rule', { appId: 1, protocol: 'tls', tls }, true],
    ['a tls rule without its protocol', { tls: { ...tls, serviceId: undefined, serviceName: 'db' } }, true],
    ['a tls rule for a wildcard', { appId: 1, tls: { ...tls, domainName: '*.example.com' } }, false],
    ['a tls rule of a component without its application', { tls }, false],
    ['a tls rule beside another', { appId: 1, tls, tcp }, false],
    ['a tls rule under another protocol', { appId: 1, protocol: 'tcp', tls }, false],
    ['all parts', { appId: 1, protocol: 'tls', http, tcp, tls }, false],
    ['both halves', { appId: 1, protocol: 'http', http, tcp }, false],
    ['the wrong half', { appId: 1, protocol: 'http', tcp }, false],
    ['no half', { appId: 1, protocol: 'tcp' }, false],
    ['another protocol', { appId: 1, protocol: 'udp', tcp }, false],
    ['no application', { protocol: 'http', http }, false],
    ['application 0', { ...of({}), appId: 0 }, false],
    [
      'an application by its name',
      { application: 'shop', http: { ...http, serviceId: undefined, serviceName: 'web' } },
      true,
    ],
    ['an application by its name and its number', { ...of({}), application: 'shop' }, false],
    [
      'an application of another namespace',
      { application: 'other/shop', http: { ...http, serviceId: undefined, serviceName: 'web' } },
      false,
    ],
    [
      'an application without a name',
      { application: '', http: { ...http, serviceId: undefined, serviceName: 'web' } },
      false,
    ],
    ['a component of an application by its name', { application: 'shop', http }, false],
    ['a wildcard host', of({ domainName: '*.example.com' }), true],
    ['a wildcard inside', of({ domainName: 'a.*.example.com' }), false],
    ['upper case', of({ domainName: 'Shop.example.com' }), false],
    ['a host of 254 characters', of({ domainName: `${'a.'.repeat(126)}aa` }), false],
    ['port 0', of({ containerPort: 0 }), false],
    ['port 65536', of({ containerPort: 65536 }), false],
    ['half a port', of({ containerPort: 80.5 }), false],
    ['a port by its name', of({ containerPort: 'http' }), true],
    ['a port by a name with digits first', of({ containerPort: '9p-2000' }), true],
    ['a port by a name of 63 characters', of({ containerPort: 'a'.repeat(63) }), true],
    ['a port by a name of 64 characters', of({ containerPort: 'a'.repeat(64) }), false],
    ['a port by its number as text', of({ containerPort: '80' }), false],
    ['a port by a name in capitals', of({ containerPort: 'HTTP' }), false],
    ['a port by a name without a letter', of({ containerPort: '8-0' }), false],
    ['a port by a name with - at the end', of({ containerPort: 'http-' }), false],
    ['a port by a name of two lines', of({ containerPort: 'http\n' }), false],
    ['a port by an empty name', of({ containerPort: '' }), false],
    ['a port by a truth value', of({ containerPort: true }), false],
    ['a tcp rule with a port by its name', { appId: 1, tcp: { ...tcp, containerPort: 'db' } }, true],
    ['a tcp rule with a port as text', { appId: 1, tcp: { ...tcp, containerPort: '3306' } }, false],
    ['copies to a port by its name', of({ policy: { mirror: { serviceId: 'b', port: 'http' } } }), true],
    ['copies to port 0', of({ policy: { mirror: { serviceId: 'b', port: 0 } } }), false],
    [
      'questions to a port by its name',
      of({ policy: { externalAuth: { serviceId: 'b', port: 'http' } } }),
      true,
    ],
    [
      'questions to a port in capitals',
      of({ policy: { externalAuth: { serviceId: 'b', port: 'HTTP' } } }),
      false,
    ],
    ['a path', of({ domainPath: '/a/b-c.d%20' }), true],
    ['a path without slash', of({ domainPath: 'a' }), false],
    ['an empty path', of({ domainPath: '' }), false],
    ['a double slash', of({ domainPath: '/a//b' }), false],
    ['a dot segment', of({ domainPath: '/a/./b' }), false],
    ['a climbing segment at the end', of({ domainPath: '/a/..' }), false],
    ['dots inside a segment', of({ domainPath: '/a..b/...' }), true],
    ['an encoded slash', of({ domainPath: '/a%2Fb' }), false],
    ['an escaped character of UTF-8', of({ domainPath: '/caf%c3%A9/%F0%9F%98%80' }), true],
    ['an escaped letter', of({ domainPath: '/%61dmin' }), false],
    ['an escaped dot segment', of({ domainPath: '/x/%2e%2E/y' }), false],
    ['an escaped backslash', of({ domainPath: '/a%5cb' }), false],
    ['an escaped control character', of({ domainPath: '/a%0Ab' }), false],
    ['an escape that is not of UTF-8', of({ domainPath: '/a%80b' }), false],
    ['a long path without escapes', of({ domainPath: `/${'a'.repeat(1000)}` }), true],
    ['a long path with escapes', of({ domainPath: `/${'a'.repeat(198)}%20` }), false],
    ['half an escape', of({ domainPath: '/a%2' }), false],
    ['a query', of({ domainPath: '/a?b' }), false],
    ['a line break', of({ domainPath: '/a\n' }), false],
    ['cookies', of({ domainCookie: { user: 'beta', 'a-b': '' } }), true],
    ['a cookie that ends another', of({ domainCookie: { user: 'a;b' } }), false],
    ['headers', of({ domainHeader: { 'X-Env': '^.*$', 'x_b.c': 'a b' } }), true],
    ['a header twice, in another case', of({ domainHeader: { 'X-A': '1', 'x-a': '2' } }), false],
    ['a header that would not be kept', of({ domainHeader: JSON.parse('{"__proto__": "1"}') }), false],
    ['a header without value', of({ domainHeader: { a: '' } }), false],
    ['a header of 10,000 characters', of({ domainHeader: { a: 'x'.repeat(10_000) } }), false],
    ['four cookies', of({ domainCookie: { a: '1', b: '2', c: '3', d: '4' } }), false],
    ['a cookie name with a blank', of({ domainCookie: { 'a b': '1' } }), false],
    ['a header value with a line break', of({ domainHeader: { a: 'b\r\nc: d' } }), false],
    [
      'an extension twice',
      of({
        ruleExtensions: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      }),
      false,
    ],
    ['a weight below zero', of({ theWeight: -1 }), false],
    [
      'every setting',
      of({
        configuration: { proxyBodySize: 0, proxyBuffering: 'off', setHeaders: [{ key: 'X-A', value: '' }] },
      }),
      true,
    ],
    ['buffering of another kind', of({ configuration: { proxyBuffering: 'yes' } }), false],
    [
      'a header set twice, in another case',
      of({
        configuration: {
          setHeaders: [
            { key: 'X-A', value: '1' },
            { key: 'x-a', value: '2' },
          ],
        },
      }),
      false,
    ],
    ...OF_CONNECTIONS.map((key): [string, unknown, boolean] => [
      `the header ${key} of a connection`,
      of({ configuration: { setHeaders: [{ key, value: 'x' }] } }),
      false,
    ]),
    [
      'a host for the component',
      of({ configuration: { setHeaders: [{ key: 'Host', value: 'a.example.com' }] } }),
      true,
    ],
    [
      'a header set with a line break',
      of({ configuration: { setHeaders: [{ key: 'A', value: 'b\r\nc: d' }] } }),
      false,
    ],
    ['one buffer', of({ configuration: { proxyBufferNumbers: 1 } }), false],
    ['no buffers', of({ configuration: { proxyBufferNumbers: 0 } }), false],
    [
      'an invalid address',
      { appId: 1, protocol: 'tcp', tcp: { ...tcp, endPoint: { ip: '1.2.3', port: 1 } } },
      false,
    ],
    [
      'an IPv4 address in the form of IPv6',
      { appId: 1, protocol: 'tcp', tcp: { ...tcp, endPoint: { ip: '::ffff:1.2.3.4', port: 1 } } },
      false,
    ],
    [
      'an IPv6 address with a zone',
      { appId: 1, protocol: 'tcp', tcp: { ...tcp, endPoint: { ip: 'fe80::1%eth0', port: 1 } } },
      false,
    ],
    [
      'an IPv6 address',
      { appId: 1, protocol: 'tcp', tcp: { ...tcp, endPoint: { ip: '::1', port: 1 } } },
      true,
    ],
  ])('%s', async (_, spec, valid) => {
    expect(gatewayRuleSpecSchema.safeParse(spec).success).toBe(valid);
    expect(await serverTakes(spec)).toBe(valid);
  });
});

// The API server takes null for a field that is left out.
it.each(PATH_REGEXES.filter((each) => each !== null))(
  'the API server and zod agree on the expression %s',
  async (pathRegex) => {
    for (const domainPath of ['/', '/a', '/v1.0']) {
      const spec = of({ domainPath, policy: { match: { pathRegex } } });
      expect(await serverTakes(spec)).toBe(gatewayRuleSpecSchema.safeParse(spec).success);
    }
  },
);

it('an application id is immutable', async () => {
  const draft = {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'Application',
    metadata: { name: 'app', namespace: team.namespace },
  };
  await expect(client.apply(APPLICATIONS, { ...draft, spec: { id: 2 } }, TESTER)).rejects.toThrow(
    'is immutable',
  );
});

it.each([
  ['gatewayrule.spec.http.domainName', 'Host name that the rule answers for'],
  ['gr.spec.http.configuration.proxyBodySize', 'MiB'],
  ['stoaapp.spec', 'id\t<integer> -required-'],
])('kubectl explain %s is useful', async (path, text) => {
  const { stdout, code } = await kubectl(['explain', path]);
  expect(code).toBe(0);
  expect(stdout).toContain(text);
  expect(stdout).not.toContain('<no description>');
});

it('kubectl lists both kinds by their category', async () => {
  const { stdout } = await kubectl(['get', 'stoa', '-n', 'team-shop', '-o', 'name']);
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['application.stoa.dev/store', 'gatewayrule.stoa.dev/catalog']),
  );
});
