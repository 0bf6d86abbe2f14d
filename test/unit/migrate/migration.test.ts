import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatewayRuleSpecSchema } from '../../../src/api/gatewayrule.ts';
import { visibleLines } from '../../../src/base/visible.ts';
import { readYaml } from '../../../src/kube/yaml.ts';
import { printed } from '../../../src/migrate/print.ts';
import { ROWS } from '../../../src/migrate/table.ts';
import { specOf } from '../../../src/migrate/translated.ts';
import { type Given, halves, ingress, migrated, problems } from './support.ts';

const TARGET = { serviceName: 'web', containerPort: 80, domainName: 'web.example.com' };

/** HTTP halves of the rules of an Ingress with annotations. */
function withAnnotations(annotations: Readonly<Record<string, string>>) {
  return halves({ annotations });
}

it('an Ingress without annotations has no limit that nobody asked for, and the output says so', () => {
  expect(halves({})).toEqual([TARGET]);
  expect(migrated([ingress()]).notes.join()).toContain('limits bodies to 1 MiB');
  const sized = [ingress({ annotations: { 'proxy-body-size': '8m' } })];
  expect(migrated(sized).notes.join()).not.toContain('limits bodies');
  expect(migrated(sized).ingresses[0]?.rules[0]?.notes.join()).toContain('STREAMS');
});

it('a host with TLS has a rule for HTTPS, and one that sends plain requests there', () => {
  const policy = {
    responseHeaders: {
      set: [{ key: 'Strict-Transport-Security', value: 'max-age=31536000; includeSubDomains' }],
    },
  };
  expect(halves({ tls: true })).toEqual([
    { ...TARGET, certificateName: 'web-tls', policy },
    { ...TARGET, policy: { redirect: { scheme: 'https', code: 308 } } },
  ]);
  expect(halves({ tls: true }, { hsts: 'false', 'http-redirect-code': '301' })).toEqual([
    { ...TARGET, certificateName: 'web-tls' },
    { ...TARGET, policy: { redirect: { scheme: 'https', code: 301 } } },
  ]);
  expect(halves({ tls: true, annotations: { 'ssl-redirect': 'false' } })).toMatchObject([
    { certificateName: 'web-tls' },
    TARGET,
  ]);
});

describe('annotations become fields', () => {
  it.each<[Readonly<Record<string, string>>, object]>([
    [{ 'proxy-body-size': '8m' }, { configuration: { proxyBodySize: 8 } }],
    [{ 'proxy-body-size': '1500k' }, { configuration: { proxyBodySize: 2 } }],
    [{ 'proxy-read-timeout': '7' }, { configuration: { proxyReadTimeout: 7 } }],
    [
      { 'limit-rps': '3' },
      { policy: { rateLimit: { requests: 3, per: 'second', burst: 15, by: 'client' } } },
    ],
    [
      { 'limit-rpm': '3', 'limit-burst-multiplier': '2' },
      { policy: { rateLimit: { requests: 3, per: 'minute', burst: 6, by: 'client' } } },
    ],
    [
      { 'whitelist-source-range': '10.0.0.0/8, 1.2.3.4' },
      { policy: { allow: ['10.0.0.0/8', '1.2.3.4/32'] } },
    ],
    [{ 'auth-type': 'basic', 'auth-secret': 'people' }, { policy: { basicAuth: { secretName: 'people' } } }],
    [
      { 'auth-url': 'http://auth.shop.svc.cluster.local:8080/check', 'auth-response-headers': 'X-User' },
      {
        policy: {
          externalAuth: { serviceName: 'auth', port: 8080, path: '/check', responseHeaders: ['X-User'] },
        },
      },
    ],
    [
      { 'permanent-redirect': 'https://new.example.com$request_uri', 'permanent-redirect-code': '308' },
      { policy: { redirect: { scheme: 'https', host: 'new.example.com', code: 308 } } },
    ],
    [
      { 'temporal-redirect': 'http://a.example.com:81/b' },
      {
        policy: {
          redirect: { scheme: 'http', host: 'a.example.com', port: 81, path: { full: '/b' }, code: 302 },
        },
      },
    ],
    [
      { 'permanent-redirect': '/new', 'permanent-redirect-code': '308' },
      { policy: { redirect: { path: { full: '/new' }, code: 308 } } },
    ],
    [
      { 'temporal-redirect': 'http://a.example.com', 'temporal-redirect-code': '308' },
      { policy: { redirect: { host: 'a.example.com', code: 302 } } },
    ],
    [{ 'upstream-vhost': 'in.example.com' }, { policy: { rewrite: { host: 'in.example.com' } } }],
    [{ 'backend-protocol': 'GRPC' }, { policy: { backend: { protocol: 'h2c' } } }],
    [
      {
        'backend-protocol': 'https',
        'proxy-ssl-verify': 'on',
        'proxy-ssl-name': 'web.internal',
        'proxy-ssl-secret': 'other/web-ca',
      },
      { policy: { backend: { protocol: 'https', serverName: 'web.internal', caConfigMapName: 'web-ca' } } },
    ],
    [{ 'backend-protocol': 'HTTP', 'proxy-ssl-verify': 'on' }, {}],
    [{ 'backend-protocol': 'SPDY' }, {}],
    [{ affinity: 'cookie' }, { ruleExtensions: [{ key: 'lb-type', value: 'cookie-session-affinity' }] }],
    [
      { 'upstream-hash-by': '$remote_addr' },
      { ruleExtensions: [{ key: 'lb-type', value: 'upstream-hash-by:$remote_addr' }] },
    ],
    [
      { 'mirror-target': 'http://copy.shop.svc.cluster.local$request_uri' },
      { policy: { mirror: { serviceName: 'copy', port: 80 } } },
    ],
    [
      { 'proxy-next-upstream': 'error timeout http_503', 'proxy-next-upstream-tries': '2' },
      { policy: { retry: { attempts: 1, codes: [503] } } },
    ],
    [
      { 'enable-cors': 'true', 'cors-allow-origin': 'https://a.example.com' },
      { policy: { cors: { allowOrigins: ['https://a.example.com'], allowCredentials: true } } },
    ],
    [
      { 'enable-cors': 'true', 'cors-allow-origin': 'a.example.com:80, https://b.example.com, ,' },
      { policy: { cors: { allowOrigins: ['https://b.example.com'] } } },
    ],
    [{ 'enable-cors': 'true', 'cors-allow-origin': '  ' }, { policy: { cors: { allowOrigins: ['*'] } } }],
    [
      { 'x-forwarded-prefix': '/p', 'rewrite-target': '/a' },
      { policy: { requestHeaders: { set: [{ key: 'X-Forwarded-Prefix', value: '/p' }] } } },
    ],
  ])('%j', (annotations, expected) => {
    const [half, ...others] = withAnnotations(annotations);
    expect(half).toMatchObject({ ...TARGET, ...expected });
    expect(others).toEqual([]);
  });

  it('an empty prefix sets no header', () => {
    const [half] = withAnnotations({ 'x-forwarded-prefix': '', 'rewrite-target': '/a' });
    expect(half?.policy).toEqual({ rewrite: { path: { full: '/a' } } });
  });

  it('origins below a domain are more than they were, and the line says so', () => {
    const annotations = { 'enable-cors': 'true', 'cors-allow-origin': 'https://*.example.com' };
    const lines = migrated([ingress({ annotations })]).ingresses.flatMap((each) => each.lines);
    expect(lines.find(({ name }) => name === 'enable-cors')?.text).toContain('all names below the domain');
  });

  it('a size of zero is no limit', () => {
    expect(withAnnotations({ 'proxy-body-size': '0' })).toEqual([TARGET]);
  });

  it('the headers of a ConfigMap are set on answers', () => {
    const map = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'headers', namespace: 'shop' },
      data: { 'X-A': 'b' },
    };
    const { ingresses } = migrated([ingress({ annotations: { 'custom-headers': 'shop/headers' } }), map]);
    expect(ingresses[0]?.rules[0]?.http?.policy?.responseHeaders).toEqual({
      set: [{ key: 'X-A', value: 'b' }],
    });
  });

  it('the root of an application and the host with www. have rules of their own', () => {
    expect(withAnnotations({ 'app-root': '/start', 'from-to-www-redirect': 'true' }).slice(1)).toEqual([
      {
        ...TARGET,
        policy: { redirect: { path: { full: '/start' }, code: 302 }, match: { path: 'exact' } },
      },
      {
        ...TARGET,
        domainName: 'www.web.example.com',
        policy: { redirect: { host: 'web.example.com', code: 308 } },
      },
    ]);
  });

  it('the root of an application has the settings of its path, and that of browsers that keep to HTTPS', () => {
    const annotations = { 'app-root': '/start', 'proxy-body-size': '8m', affinity: 'cookie' };
    const [main, , root] = halves({ tls: true, annotations });
    expect(root?.policy?.redirect).toEqual({ path: { full: '/start' }, code: 302 });
    expect(root).toMatchObject({
      configuration: main?.configuration,
      ruleExtensions: main?.ruleExtensions,
      policy: { responseHeaders: main?.policy?.responseHeaders },
    });
  });

  it('an alias has the same rules', () => {
    const hosts = withAnnotations({ 'server-alias': 'a.example.com,b.example.com' }).map(
      (half) => half.domainName,
    );
    expect(hosts).toEqual(['web.example.com', 'a.example.com', 'b.example.com']);
  });

  it('an alias is for all paths of the host, unless it is a host itself', () => {
    const { ingresses } = migrated([
      ingress({ name: 'a', path: '/a' }),
      ingress({
        name: 'b',
        age: 1,
        path: '/b',
        annotations: { 'server-alias': 'x.example.com,c.example.com' },
      }),
      ingress({ name: 'c', path: '/c', host: 'c.example.com' }),
      ingress({ name: 'd', age: 2, path: '/d', annotations: { 'server-alias': 'y.example.com' } }),
    ]);
    const hosts = ingresses.map(({ rules }) => rules.map(({ http }) => http?.domainName));
    const both = ['web.example.com', 'x.example.com'];
    expect(hosts).toEqual([both, both, ['c.example.com'], both]);
  });
});

describe('a canary', () => {
  const canary = (annotations: Given['annotations']) =>
    ingress({ name: 'canary', service: 'next', annotations: { canary: 'true', ...annotations } });
  const both = (annotations: Given['annotations']) =>
    migrated([ingress(), canary(annotations)]).ingresses.flatMap(({ rules }) => rules);

  it('shares the requests with the main rule by weight', () => {
    expect(both({ 'canary-weight': '20' }).map(({ http }) => [http?.serviceName, http?.theWeight])).toEqual([
      ['web', 80],
      ['next', 20],
    ]);
  });

  it('gets requests by a header, or by a cookie', () => {
    expect(both({ 'canary-by-header': 'X-C' })[1]?.http).toMatchObject({ domainHeader: { 'X-C': 'always' } });
    expect(both({ 'canary-by-header': 'X-C', 'canary-by-header-value': 'v' })[1]?.http).toMatchObject({
      domainHeader: { 'X-C': 'v' },
    });
    expect(both({ 'canary-by-cookie': 'c' })[1]?.http).toMatchObject({ domainCookie: { c: 'always' } });
  });

  it('has a rule for each way by which it gets requests, all to its one Service', () => {
    const all = { 'canary-by-header': 'X-C', 'canary-by-cookie': 'c', 'canary-weight': '5' };
    const rules = both(all).slice(1);
    expect(rules.map(({ http }) => http)).toMatchObject([
      { serviceName: 'next', theWeight: 5 },
      { serviceName: 'next', domainHeader: { 'X-C': 'always' } },
      { serviceName: 'next', domainCookie: { c: 'always' } },
    ]);
    expect(new Set(rules.map(({ part }) => part)).size).toBe(3);
  });

  it('that is refused gets no requests', () => {
    const rules = both({ 'canary-by-header': 'X-C', 'canary-by-header-pattern': 'a+' });
    expect(rules.map(({ http }) => http?.serviceName)).toEqual(['web']);
  });

  it('without its main Ingress has no rule', () => {
    expect(problems([canary({ 'canary-weight': '20' })])).toEqual([
      'no main Ingress has web.example.com/ with the same pathType: the canary gets no requests; give it the host and path of the Ingress that it is for',
    ]);
  });
});

describe('an Ingress that passes TLS on', () => {
  const annotations = { 'ssl-passthrough': 'true' };
  const rules = (given: Given) => migrated([ingress({ annotations, ...given })]).ingresses[0]?.rules;

  it('has a TLS rule, and one that sends plain requests to HTTPS where it has TLS', () => {
    expect(rules({ tls: true })).toMatchObject([
      { tls: TARGET, notes: [] },
      { http: { ...TARGET, policy: { redirect: { scheme: 'https', code: 308 } } } },
    ]);
    expect(rules({ tls: true, annotations: { ...annotations, 'ssl-redirect': 'false' } })).toHaveLength(1);
    expect(rules({})).toMatchObject([
      { tls: TARGET, notes: ['there is no rule for plain requests: the component speaks TLS'] },
    ]);
    expect(rules({ annotations: { 'ssl-passthrough': 'false' } })).toMatchObject([{ http: TARGET }]);
  });

  it('leaves out what the original leaves out', () => {
    const backend = { service: { name: 'other', port: { number: 81 } } };
    const paths = [
      { path: '/a', pathType: 'Prefix', backend },
      { path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } },
    ];
    const found = rules({ tls: true, spec: { rules: [{ host: 'web.example.com', http: { paths } }] } });
    expect(found?.find(({ tls }) => tls !== undefined)).toMatchObject({ tls: TARGET });
    expect(found?.find(({ http }) => http?.domainPath === '/a')).toMatchObject({
      http: { policy: { redirect: { scheme: 'https' } } },
      notes: [
        'connections to web.example.com are passed on whatever their paths: by HTTPS, /a is the component’s of /',
      ],
    });
  });

  it.each<[string, Given, string]>([
    ['without a path /', { path: '/a' }, 'no path / of web.example.com leads to a Service'],
    ['for a wildcard', { host: '*.example.com' }, 'have an Ingress for each name'],
  ])('has no rule %s', (_, given, text) => {
    expect(problems([ingress({ annotations, ...given })]).join()).toContain(text);
  });

  it('has the host alone', () => {
    const twice = [ingress({ annotations }), ingress({ annotations, name: 'zweb', age: 1 })];
    const [first, second] = migrated(twice).ingresses;
    expect([first?.rules.length, second?.rules.length]).toEqual([1, 0]);
    expect(second?.notes).toEqual([
      'web.example.com/ is left out: Ingress shop/web has it already, and the older one counts',
    ]);
  });

  it('takes plain requests of other Ingresses of the host to HTTPS, where they end at its component', () => {
    const both = [
      ingress({ annotations, tls: true }),
      ingress({ name: 'api', path: '/api', age: 1 }),
      ingress({ name: 'old', path: '/old', age: 2, annotations: { 'ssl-redirect': 'false' } }),
    ];
    const byName = new Map(migrated(both).ingresses.map((each) => [each.ingress, each.rules]));
    expect(byName.get('shop/api')).toMatchObject([{ http: { policy: { redirect: { scheme: 'https' } } } }]);
    expect(byName.get('shop/old')).toMatchObject([{ http: { domainPath: '/old' } }]);
    expect(byName.get('shop/old')?.[0]?.http).not.toHaveProperty('certificateName');
  });
});

describe('an Ingress has no rules at all', () => {
  it.each<[string, Given, string]>([
    ['with a snippet', { annotations: { 'configuration-snippet': 'deny all;' } }, 'no text of a user'],
    [
      'with client certificates',
      { annotations: { 'auth-tls-secret': 'shop/ca' } },
      'asks clients for certificates at a port',
    ],
    [
      'whose component has any certificate',
      { annotations: { 'backend-protocol': 'HTTPS', 'proxy-ssl-name': 'web.internal' } },
      'the original takes any certificate, and a rule verifies it',
    ],
    [
      'whose component has a certificate for a variable',
      {
        annotations: {
          'backend-protocol': 'GRPCS',
          'proxy-ssl-verify': 'on',
          'proxy-ssl-name': '$host',
          'proxy-ssl-secret': 'shop/ca',
        },
      },
      'proxy-ssl-name must be a DNS name',
    ],
    ['with FastCGI', { annotations: { 'backend-protocol': 'FCGI' } }, 'no gateway engine speaks FastCGI'],
    [
      'with an expression that engines read differently',
      { path: '/[0-9]{2}', annotations: { 'use-regex': 'true' } },
      'engines may read differently',
    ],
    [
      'with other captures',
      { path: '/(a|b)(.*)', annotations: { 'rewrite-target': '/$2' } },
      'have a path of its own, such as /NAME(/|$)(.*)',
    ],
    [
      'with a password elsewhere',
      { annotations: { 'auth-type': 'basic', 'auth-secret': 'a/b' } },
      'namespace a',
    ],
    [
      'with a bad list of addresses',
      { annotations: { 'whitelist-source-range': 'all' } },
      'refuses the Ingress',
    ],
    ['with a bad limit', { annotations: { 'limit-rps': 'many' } }, 'ingress-nginx refuses the Ingress'],
    [
      'with an authority outside',
      { annotations: { 'auth-url': 'https://auth.example.com' } },
      'asks a Service',
    ],
    [
      'with a redirect to a path and a query',
      { annotations: { 'permanent-redirect': '/a?b=c' } },
      'without a query',
    ],
    [
      'with a temporal redirect to a path',
      { annotations: { 'temporal-redirect': '/a' } },
      'ingress-nginx refuses the Ingress',
    ],
    ['without a host', { host: '' }, 'name the hosts'],
    ['with TLS that ends before it', { annotations: { 'force-ssl-redirect': 'true' } }, 'redirect there'],
    [
      'with the certificate of the controller',
      { spec: { tls: [{ hosts: ['web.example.com'] }] } },
      'name a Secret',
    ],
  ])('%s', (_, given, why) => {
    const [only] = migrated([ingress(given)]).ingresses;
    expect(only?.problems.join()).toContain(why);
    expect(only?.rules).toEqual([]);
  });
});

it('regular paths with the same beginning are places of their own', () => {
  const annotations = { 'use-regex': 'true' };
  const paths = ['/items/[0-9]+', '/items/[a-z]+'];
  expect(problems(paths.map((path, index) => ingress({ name: `i${index}`, path, annotations })))).toEqual([]);
});

it('a regular path of one Ingress makes those of the other Ingresses of its host regular', () => {
  const { ingresses } = migrated([
    ingress({ name: 'a', path: '/a', annotations: { 'use-regex': 'true' } }),
    ingress({ name: 'b', path: '/b' }),
    ingress({ name: 'c', path: '/c', host: 'other.example.com' }),
  ]);
  const noted = ingresses.map(({ rules }) => rules.flatMap(({ notes }) => notes).join());
  expect(noted).toEqual([expect.stringContaining('in any case'), expect.stringContaining('in any case'), '']);
});

it('values that ingress-nginx ignores leave its defaults', () => {
  const { ingresses } = migrated([ingress({ annotations: { 'proxy-body-size': 'big' } })], {
    'proxy-body-size': '4m',
  });
  expect(ingresses[0]?.rules[0]?.http?.configuration).toEqual({ proxyBodySize: 4 });
  expect(ingresses[0]?.lines.map(({ verdict }) => verdict)).toEqual(['ignored', 'field']);
});

describe('an Ingress is left alone', () => {
  const classOf = (name: string, controller: string) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata: { name },
    spec: { controller },
  });

  it.each<[string, Given, string]>([
    ['without a class', { className: null }, 'it has no class'],
    ['of another controller', { className: 'other' }, 'the controller example.com/other serves it'],
    ['of an unknown class', { className: 'unknown' }, 'is not among the input'],
    ['of two controllers', { more: { 'kubernetes.io/ingress.class': 'other' } }, 'two classes'],
  ])('%s', (_, given, why) => {
    const { ingresses, left } = migrated([ingress(given), classOf('other', 'example.com/other')]);
    expect(ingresses).toEqual([]);
    expect(left).toEqual([{ ingress: 'shop/web', why: expect.stringContaining(why) }]);
  });

  it('unless a class of ingress-nginx has that name', () => {
    const { ingresses } = migrated([ingress({ className: 'own' }), classOf('own', 'k8s.io/ingress-nginx')]);
    expect(ingresses).toHaveLength(1);
  });
});

it('a path that an older Ingress has is left out of the younger one, whose other paths stay', () => {
  const backend = { service: { name: 'web', port: { number: 80 } } };
  const paths = ['/', '/own'].map((path) => ({ path, pathType: 'Prefix', backend }));
  const second = ingress({
    name: 'a',
    age: 1,
    spec: { rules: [{ host: 'web.example.com', http: { paths } }] },
  });
  const [younger, older] = migrated([ingress(), second]).ingresses;
  expect(younger?.rules.map(({ http }) => http?.domainPath)).toEqual(['/own']);
  expect(younger?.notes.join()).toContain('Ingress shop/web has it already');
  expect(older?.rules).toHaveLength(1);
});

const anyAnnotations = fc.dictionary(
  fc.constantFrom(...Object.keys(ROWS)),
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'true',
      'false',
      '1',
      '10m',
      'cookie',
      'basic',
      '/$2',
      '/a',
      'http://a.shop.svc/b',
      '10.0.0.0/8',
    ),
  ),
  { maxKeys: 8 },
);

it('whatever the annotations, all rules are valid, and the output has them and nothing else', () => {
  fc.assert(
    fc.property(anyAnnotations, fc.boolean(), (annotations, tls) => {
      const migration = migrated([ingress({ annotations, tls })]);
      const rules = migration.ingresses.flatMap((each) => each.rules);
      for (const rule of rules) {
        expect(gatewayRuleSpecSchema.safeParse(specOf(rule)).error).toBeUndefined();
      }
      const text = [...printed(migration, undefined)].join('\n');
      expect(visibleLines(text)).toBe(text);
      const read = readYaml(text);
      expect(read).toMatchObject({
        ok: true,
        documents: rules.map((rule) => ({ metadata: { name: rule.name }, spec: specOf(rule) })),
      });
    }),
    { numRuns: 500 },
  );
});

/** Ends that a line of a comment seems to have, with what seems to come after it. */
const LIES = [
  '\u202eno rule',
  'a\u2028spec: {}',
  'a\x1b[2J',
  '\u2066a\u2069',
  'a\u200bb',
  'a\u3164b',
  'a\u{e0041}b',
  'a\ufe0fb',
];

it.each(LIES)('no text of an Ingress from a file hides something: %j', (lie) => {
  const given = [
    ingress({
      annotations: { 'configuration-snippet': lie, 'enable-cors': lie },
      more: { [`a/${lie}`]: lie },
    }),
    ingress({
      name: `web-${lie}`,
      namespace: `shop-${lie}`,
      host: `web-${lie}.example.com`,
      path: `/${lie}`,
    }),
    ingress({ name: 'tls', service: `web-${lie}`, spec: { tls: [{ hosts: [lie], secretName: lie }] } }),
    ingress({ name: 'class', className: lie }),
    ingress({ namespace: lie }),
  ];
  const text = [...printed(migrated(given), undefined)].join('\n');
  expect(text).toContain('# Ingress shop/web: ');
  expect(visibleLines(text)).toBe(text);
  expect(readYaml(text).ok).toBe(true);
});

it('the time for 5,000 Ingresses of one host is bounded', () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    ingress({ name: `web-${index}`, path: `/p${index}`, annotations: { 'use-regex': 'true' } }),
  );
  const begin = performance.now();
  const { ingresses } = migrated(many);
  expect(ingresses.filter(({ rules }) => rules.length === 1)).toHaveLength(5000);
  expect(performance.now() - begin).toBeLessThan(20_000);
});
