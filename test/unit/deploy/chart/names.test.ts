import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Declarations } from '../../../../src/names/declarations.ts';
import { decideName } from '../../../../src/names/gate.ts';
import { isPublicSuffix } from '../../../../src/names/suffix.ts';
import { type AdmittedWrite, POLICY_MESSAGES, refusalsOf } from '../../../support/namepolicy.ts';
import { claimOf, namespaceOf, settingsOf, viewOf } from '../../../support/names.ts';

function http(domainName: string, more: object = {}): object {
  return { metadata: {}, spec: { http: { domainName, ...more } } };
}

function tls(domainName: string): object {
  return { metadata: {}, spec: { tls: { domainName } } };
}

function tcp(port: number): object {
  return { metadata: {}, spec: { tcp: { endPoint: { port } } } };
}

function declared(hosts: string): Readonly<Record<string, string>> {
  return { 'stoa.dev/hosts': hosts };
}

/** Declarations of another team in the configuration. */
const BANK = { configuredHosts: { '*.bank.example.com': 'bank', 'pay.example.com': 'bank' } };

const ISSUERS = { 'stoa.dev/issuers': 'clusterissuer/ours' };
const PORTS = { 'stoa.dev/ports': '30000-30010, 31000' };

describe('a host', () => {
  const table: readonly [string, Omit<AdmittedWrite, 'team' | 'object'> & { host: string }, string[]][] = [
    ['without declarations', { host: 'shop.example.com' }, []],
    ['that is declared', { host: 'shop.example.com', annotations: declared('shop.example.com') }, []],
    [
      'in a declared pattern',
      { host: 'a.b.example.com', annotations: declared(' *.example.com ,x.org') },
      [],
    ],
    ['pattern in a declared one', { host: '*.b.example.com', annotations: declared('*.example.com') }, []],
    [
      'outside the declared ones',
      { host: 'shop.example.com', annotations: declared('*.shop.example.com, x.org') },
      [
        'spec.http.domainName: shop.example.com is none of the hosts declared for the team shop: *.shop.example.com, x.org. Use one of these, or ask those who manage Namespaces for the host',
      ],
    ],
    [
      'that ends alike, but is no subdomain',
      { host: 'myshop.example.com', annotations: declared('*.example.org, shop.example.com') },
      [expect.stringContaining('none of the hosts')],
    ],
    [
      'pattern around the declared ones',
      { host: '*.example.com', annotations: declared('*.shop.example.com') },
      [expect.stringContaining('none of the hosts')],
    ],
    [
      'of another team',
      { host: 'pay.example.com', configured: BANK },
      ['spec.http.domainName: pay.example.com is declared for another team. Use another host'],
    ],
    [
      'in a pattern of another team',
      { host: 'a.b.bank.example.com', configured: BANK },
      [expect.stringContaining('is declared for another team')],
    ],
    [
      'pattern around one of another team',
      { host: '*.example.com', configured: BANK },
      [
        'spec.http.domainName: *.example.com covers a host that is declared for another team. Use a narrower pattern, or single hosts',
      ],
    ],
    [
      'that the team declares within the pattern of another team',
      {
        host: 'shop.bank.example.com',
        configured: { configuredHosts: { ...BANK.configuredHosts, 'shop.bank.example.com': 'shop' } },
      },
      [],
    ],
    [
      'that another team declares within a pattern of the team',
      { host: 'pay.example.com', annotations: declared('*.example.com'), configured: BANK },
      [expect.stringContaining('is declared for another team')],
    ],
    [
      'that the Namespace declares too',
      { host: 'pay.example.com', annotations: declared('pay.example.com'), configured: BANK },
      [expect.stringContaining('is declared for another team')],
    ],
    [
      'of the team itself',
      { host: 'pay.example.com', configured: { configuredHosts: { 'pay.example.com': 'shop' } } },
      [],
    ],
    [
      'pattern for a top-level domain',
      { host: '*.com' },
      [
        'spec.http.domainName: *.com covers a whole top-level domain and needs a declaration. Use a narrower pattern, or ask those who manage Namespaces to declare it for the team shop',
      ],
    ],
    [
      'pattern for a top-level domain that is declared',
      { host: '*.corp', annotations: declared('*.corp') },
      [],
    ],
    [
      'pattern around the hosts of installs',
      { host: '*.example.com', configured: { marketDomain: 'apps.example.com' } },
      [
        'spec.http.domainName: *.example.com overlaps the hosts of installs in apps.example.com and needs a declaration. Use a narrower pattern, or ask those who manage Namespaces to declare it for the team shop',
      ],
    ],
    [
      'pattern for the hosts of installs',
      { host: '*.apps.example.com', configured: { marketDomain: 'apps.example.com' } },
      [expect.stringContaining('overlaps the hosts of installs')],
    ],
    [
      'pattern below those of installs',
      { host: '*.my.apps.example.com', configured: { marketDomain: 'apps.example.com' } },
      [expect.stringContaining('overlaps the hosts of installs')],
    ],
    [
      'of an install, which nobody declares',
      {
        host: '80.web.shop.apps.example.com',
        annotations: declared('a.org'),
        configured: { marketDomain: 'apps.example.com', refusesUndeclared: true },
      },
      [],
    ],
    [
      'pattern for the installs of the Namespace',
      { host: '*.shop.apps.example.com', configured: { marketDomain: 'apps.example.com' } },
      [],
    ],
    [
      'of an install of another Namespace',
      { host: '80.web.bank.apps.example.com', configured: { marketDomain: 'apps.example.com' } },
      [
        'spec.http.domainName: 80.web.bank.apps.example.com is one of the installs of another Namespace. Use another host',
      ],
    ],
    [
      'of an install of another Namespace that is declared for the team',
      {
        host: 'x.bank.apps.example.com',
        configured: {
          marketDomain: 'apps.example.com',
          configuredHosts: { 'x.bank.apps.example.com': 'shop' },
        },
      },
      [],
    ],
    [
      'of no Namespace of installs',
      { host: 'bank.apps.example.com', configured: { marketDomain: 'apps.example.com' } },
      [],
    ],
    [
      'beside those of installs',
      { host: '*.myapps.example.com', configured: { marketDomain: 'apps.example.com' } },
      [],
    ],
    [
      'that is not declared where everything must be',
      { host: 'shop.example.com', configured: { refusesUndeclared: true } },
      [
        'spec.http.domainName: shop.example.com is not declared for the team shop. Ask those who manage Namespaces for it',
      ],
    ],
    [
      'that is declared where everything must be',
      {
        host: 'shop.example.com',
        annotations: declared('shop.example.com'),
        configured: { refusesUndeclared: true },
      },
      [],
    ],
  ];

  it.each(table)('%s', (_, { host, ...write }, refusals) => {
    expect(refusalsOf({ ...write, team: 'shop', object: http(host) })).toEqual(refusals);
  });

  it('is checked for passed-through TLS, too', () => {
    const write = { team: 'shop', configured: BANK };
    expect(refusalsOf({ ...write, object: tls('pay.example.com') })).toEqual([
      'spec.tls.domainName: pay.example.com is declared for another team. Use another host',
    ]);
    expect(refusalsOf({ ...write, object: tls('shop.example.com') })).toEqual([]);
    const oldObject = http('pay.example.com');
    expect(refusalsOf({ ...write, oldObject, object: tls('pay.example.com') })).toEqual([]);
    expect(refusalsOf({ ...write, oldObject: tls('a.org'), object: tls('pay.example.com') })).toHaveLength(1);
  });
});

describe('a port', () => {
  const table: readonly [string, number, Omit<AdmittedWrite, 'team' | 'object'>, string[]][] = [
    ['without declarations', 30500, {}, []],
    ['in a declared range', 30010, { annotations: PORTS }, []],
    ['that is declared', 31000, { annotations: PORTS }, []],
    [
      'outside the declared ones',
      30011,
      { annotations: PORTS },
      [
        'spec.tcp.endPoint.port: 30011 is none of the ports declared for the team shop: 30000-30010, 31000. Use one of these, or ask those who manage Namespaces for the port',
      ],
    ],
    [
      'beside a range that is none',
      30000,
      { annotations: { 'stoa.dev/ports': '30000, 31000-' } },
      [expect.stringContaining('none of the ports declared for the team shop: none')],
    ],
    [
      'declared in the configuration',
      30001,
      { configured: { configuredPorts: { '30000 - 30010': 'shop' } } },
      [],
    ],
    [
      'of another team',
      30001,
      { configured: { configuredPorts: { '30000-30010': 'bank' } } },
      ['spec.tcp.endPoint.port: 30001 is declared for another team. Use another port'],
    ],
    [
      'that is not declared where everything must be',
      30001,
      { configured: { refusesUndeclared: true } },
      [expect.stringContaining('is none of the ports declared for the team shop: none')],
    ],
  ];

  it.each(table)('%s', (_, port, write, refusals) => {
    expect(refusalsOf({ ...write, team: 'shop', object: tcp(port) })).toEqual(refusals);
  });
});

describe('an issuer', () => {
  const table: readonly [string, object, Omit<AdmittedWrite, 'team' | 'object'>, string[]][] = [
    ['without declarations', { autoSsl: true, autoSslConfig: 'issuer/mine' }, {}, []],
    [
      'that is declared',
      { autoSsl: true, autoSslConfig: 'clusterissuer/ours' },
      { annotations: ISSUERS },
      [],
    ],
    [
      'that is not declared',
      { autoSsl: true, autoSslConfig: 'issuer/mine' },
      { annotations: ISSUERS },
      [
        'spec.http.autoSslConfig: issuer/mine is none of the issuers declared for the team shop: clusterissuer/ours. Use one of these, or ask those who manage Namespaces for the issuer',
      ],
    ],
    [
      'that the configuration declares for another team',
      { autoSsl: true, autoSslConfig: 'issuer/mine' },
      { configured: { configuredIssuers: { bank: ['issuer/mine'], shop: ['issuer/ours'] } } },
      [expect.stringContaining('none of the issuers declared for the team shop: issuer/ours')],
    ],
    [
      'where none is declared',
      { autoSsl: true, autoSslConfig: 'issuer/mine' },
      { annotations: { 'stoa.dev/issuers': '' } },
      [expect.stringContaining('none of the issuers declared for the team shop: none')],
    ],
    [
      'of the Namespace where the configuration has others',
      { autoSsl: true, autoSslConfig: 'clusterissuer/ours' },
      { annotations: ISSUERS, configured: { configuredIssuers: { shop: ['issuer/it'] } } },
      [expect.stringContaining('none of the issuers declared for the team shop: issuer/it')],
    ],
    [
      'that is declared, spelled otherwise',
      { autoSsl: true, autoSslConfig: 'ClusterIssuer:ours' },
      { annotations: ISSUERS },
      [],
    ],
    [
      'that is declared, with another name in capitals',
      { autoSsl: true, autoSslConfig: 'clusterissuer/Ours' },
      { annotations: ISSUERS },
      [expect.stringContaining('clusterissuer/Ours is none of the issuers')],
    ],
    [
      'of a service outside, which begins alike',
      { autoSsl: true, autoSslConfig: 'issuer/acme/x' },
      { annotations: ISSUERS },
      [],
    ],
    [
      'beside a certificate, which nothing obtains',
      { certificateId: 7, autoSsl: true, autoSslConfig: 'issuer/mine' },
      { annotations: ISSUERS },
      [],
    ],
    [
      'where the configuration declares none',
      { autoSsl: true, autoSslConfig: 'issuer/mine' },
      { configured: { configuredIssuers: { shop: [] } } },
      [expect.stringContaining('none of the issuers declared for the team shop: none')],
    ],
    ['of a service outside', { autoSsl: true, autoSslConfig: 'acme' }, { annotations: ISSUERS }, []],
    ['that nothing obtains', { autoSslConfig: 'issuer/mine' }, { annotations: ISSUERS }, []],
    ['where none is named', { autoSsl: true }, { annotations: ISSUERS }, []],
  ];

  it.each(table)('%s', (_, settings, write, refusals) => {
    expect(refusalsOf({ ...write, team: 'shop', object: http('shop.example.com', settings) })).toEqual(
      refusals,
    );
  });
});

describe('an edit', () => {
  const hosts = declared('*.shop.example.com');
  const names = { autoSsl: true, autoSslConfig: 'issuer/mine' };
  const table: readonly [string, object, object, Readonly<Record<string, string>>, number][] = [
    ['keeps a host that was declared later', http('a.org'), http('a.org', { domainPath: '/v1' }), hosts, 0],
    ['gets no host that is not declared', http('a.shop.example.com'), http('a.org'), hosts, 1],
    ['gets no host in place of a port', tcp(30000), http('a.org'), hosts, 1],
    ['keeps a port that was declared later', tcp(32000), tcp(32000), PORTS, 0],
    ['gets no port that is not declared', tcp(30000), tcp(32000), PORTS, 1],
    ['gets no port in place of a host', http('a.org'), tcp(32000), PORTS, 1],
    ['keeps an issuer', http('a.org', names), http('b.org', names), ISSUERS, 0],
    [
      'gets no other issuer',
      http('a.org', { ...names, autoSslConfig: 'issuer/it' }),
      http('a.org', names),
      ISSUERS,
      1,
    ],
    ['turns on no issuer', http('a.org', { ...names, autoSsl: false }), http('a.org', names), ISSUERS, 1],
    ['gets no issuer in place of a port', tcp(30000), http('a.org', names), ISSUERS, 1],
  ];

  it.each(table)('%s', (_, oldObject, object, annotations, count) => {
    expect(refusalsOf({ team: 'shop', oldObject, object, annotations })).toHaveLength(count);
  });
});

describe('a rule that is being deleted', () => {
  const inDeletion = (host: string) => ({
    ...http(host),
    metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
  });
  const hosts = declared('shop.example.com');

  it('gets no host that is not declared', () => {
    const [oldObject, object] = [inDeletion('shop.example.com'), inDeletion('a.org')];
    expect(refusalsOf({ team: 'shop', oldObject, object, annotations: hosts })).toHaveLength(1);
    expect(refusalsOf({ team: 'shop', oldObject, object: inDeletion('*.com') })).toHaveLength(1);
  });

  it('loses its finalizers, whatever is declared', () => {
    const oldObject = inDeletion('*.com');
    expect(refusalsOf({ team: 'shop', oldObject, object: oldObject, annotations: hosts })).toEqual([]);
  });
});

it('names the field in every message', () => {
  expect(POLICY_MESSAGES.length).toBeGreaterThan(8);
  for (const message of POLICY_MESSAGES) {
    expect(message).toMatch(/^spec\.(http\.domainName|http\.autoSslConfig|tcp\.endPoint\.port): /);
  }
});

describe('the policy and the gate', () => {
  const labels = fc.constantFrom('a', 'b', 'shop', 'example', 'com');
  const host = fc
    .tuple(fc.boolean(), fc.array(labels, { minLength: 1, maxLength: 4 }))
    .map(([isWildcard, parts]) => `${isWildcard ? '*.' : ''}${parts.join('.')}`);
  const hosts = fc.uniqueArray(host, { maxLength: 3 });

  it('agree on hosts, but for public suffixes of several parts', () => {
    const seen = { granted: 0, refused: 0 };
    fc.assert(
      fc.property(host, hosts, hosts, hosts, fc.boolean(), (wanted, annotated, own, others, refuses) => {
        const ours = own.filter((each) => !others.includes(each));
        const undeclared = refuses ? 'refuse' : 'first-come';
        const settings = settingsOf({
          teams: { shop: { hosts: ours }, bank: { hosts: others } },
          undeclared,
        });
        const annotations = annotated.length > 0 ? declared(annotated.join(', ')) : {};
        const declarations = new Declarations(settings, [namespaceOf('shop', annotations)]);
        const policy = { undeclared, domain: 'example.com' } as const;
        const decision = decideName(claimOf('shop/rule', wanted, 1), viewOf([], { declarations, policy }));
        const isSuffix = wanted.startsWith('*.') && isPublicSuffix(wanted.slice(2));
        fc.pre(!(isSuffix && wanted.slice(2).includes('.')));
        const configuredHosts = Object.fromEntries([
          ...ours.map((each) => [each, 'shop']),
          ...others.map((each) => [each, 'bank']),
        ]);
        const configured = { configuredHosts, refusesUndeclared: refuses, marketDomain: 'example.com' };
        const refusals = refusalsOf({ team: 'shop', object: http(wanted), annotations, configured });
        seen[refusals.length > 0 ? 'refused' : 'granted'] += 1;
        expect([wanted, refusals.length > 0]).toEqual([wanted, decision.type === 'refused']);
      }),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.granted, seen.refused)).toBeGreaterThan(100);
  });

  it('agree on ports', () => {
    const texts = fc.constantFrom(
      '',
      '1-4',
      '2, 5',
      '3',
      '5-4',
      ' 2 - 3 ,',
      '0-2',
      '4-70000',
      '3-',
      'x',
      '1,,2',
      '2 3',
      '2 -\t4',
      '2\n-4',
      '2\t',
      '2-3-4',
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        texts,
        fc.constantFrom('', '2-3', '6'),
        (port, text, others) => {
          const settings = settingsOf({ teams: { bank: { ports: others } } });
          const annotations = { 'stoa.dev/ports': text };
          const declarations = new Declarations(settings, [namespaceOf('shop', annotations)]);
          const claim = claimOf('shop/rule', `port ${port}`, 1);
          const decision = decideName(claim, viewOf([], { declarations }));
          const configured = { configuredPorts: others === '' ? {} : { [others]: 'bank' } };
          const refusals = refusalsOf({ team: 'shop', object: tcp(port), annotations, configured });
          expect([text, refusals.length > 0]).toEqual([text, decision.type === 'refused']);
        },
      ),
      { numRuns: 500 },
    );
  });
});
