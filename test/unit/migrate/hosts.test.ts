import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { type Given, halves, ingress, migrated, problems } from './support.ts';

const HOST = 'web.example.com';
const REDIRECT = { redirect: { scheme: 'https', code: 308 } };

/** Hosts, paths and certificates of the rules of an Ingress among several. */
function rulesOf(name: string, objects: readonly object[]) {
  const found = migrated(objects).ingresses.find((each) => each.ingress === `shop/${name}`);
  return (found?.rules ?? []).map(({ http }) => ({
    host: http?.domainName,
    path: http?.domainPath ?? '/',
    certificate: http?.certificateName,
    redirects: http?.policy?.redirect?.scheme === 'https',
  }));
}

const withTls = (entries: readonly object[], given: Given = {}) =>
  ingress({ ...given, spec: { tls: entries } });

describe('the certificate of a host', () => {
  it('is for the paths of all of its Ingresses, and so is the redirect to HTTPS', () => {
    const all = [
      ingress({ tls: true }),
      ingress({ name: 'api', path: '/api', age: 1 }),
      ingress({ name: 'old', path: '/old', age: 2, annotations: { 'ssl-redirect': 'false' } }),
    ];
    expect(rulesOf('api', all)).toEqual([
      { host: HOST, path: '/api', certificate: 'web-tls', redirects: false },
      { host: HOST, path: '/api', certificate: undefined, redirects: true },
    ]);
    expect(rulesOf('old', all)).toEqual([
      { host: HOST, path: '/old', certificate: 'web-tls', redirects: false },
      { host: HOST, path: '/old', certificate: undefined, redirects: false },
    ]);
  });

  it('is that of the oldest Ingress with some', () => {
    const all = [
      withTls([{ hosts: [HOST], secretName: 'late' }], { age: 2 }),
      withTls([{ hosts: [HOST], secretName: 'early' }], { name: 'api', path: '/api', age: 1 }),
    ];
    expect(rulesOf('web', all)[0]?.certificate).toBe('early');
  });

  it.each<[string, readonly object[], string]>([
    [
      'the entry with the very name before a wildcard',
      [
        { hosts: ['*.example.com'], secretName: 'wild' },
        { hosts: [HOST], secretName: 'own' },
      ],
      'own',
    ],
    [
      'a wildcard that fits',
      [
        { hosts: ['other.example.org'], secretName: 'other' },
        { hosts: ['*.example.com'], secretName: 'wild' },
      ],
      'wild',
    ],
    ['an entry without hosts', [{ secretName: 'any' }], 'any'],
  ])('is %s', (_, entries, secret) => {
    expect(rulesOf('web', [withTls(entries)])[0]?.certificate).toBe(secret);
  });

  it('is that of the wildcard host above it, where it has none', () => {
    const all = [
      withTls([{ hosts: ['*.example.com'], secretName: 'wild' }], { host: '*.example.com' }),
      ingress({ name: 'own', age: 1 }),
    ];
    expect(rulesOf('own', all).map(({ certificate }) => certificate)).toEqual(['wild', undefined]);
  });

  it.each<[string, readonly object[]]>([
    ['without a Secret', [{ hosts: [HOST] }]],
    ['for other hosts', [{ hosts: ['other.example.org'], secretName: 'other' }]],
  ])('is that of the controller by an entry %s: no Ingress of the host has rules', (_, entries) => {
    const all = [withTls(entries), ingress({ name: 'api', path: '/api', age: 1 })];
    expect(problems(all)).toHaveLength(2);
    expect(problems(all).every((text) => text.includes('name a Secret'))).toBe(true);
  });

  describe('whose Secret was read', () => {
    let secret: (name: string) => object;

    beforeAll(async () => {
      const { certificate } = await issueServer(await createAuthority(), HOST, [HOST]);
      secret = (name) => ({
        kind: 'Secret',
        metadata: { name, namespace: 'shop' },
        data: { 'tls.crt': Buffer.from(certificate).toString('base64') },
      });
    });

    it('is the first that fits, whatever the hosts of its entry', () => {
      const entries = [
        { hosts: ['*.example.com'], secretName: 'broken' },
        { hosts: ['other.example.org'], secretName: 'fits' },
      ];
      const broken = { kind: 'Secret', metadata: { name: 'broken', namespace: 'shop' } };
      expect(rulesOf('web', [withTls(entries), broken, secret('fits')])[0]?.certificate).toBe('fits');
    });

    it('is that of the controller where it is for another host', () => {
      const other = withTls([{ hosts: ['b.example.com'], secretName: 'own' }], { host: 'b.example.com' });
      expect(problems([other, secret('own')]).join()).toContain('is not for b.example.com');
    });
  });
});

describe('a guard of a host', () => {
  it.each<[string, Given['annotations']]>([
    ['server-snippet', { 'server-snippet': 'deny all;' }],
    ['auth-tls-secret', { 'auth-tls-secret': 'shop/ca' }],
  ])('%s refuses all of its Ingresses, each with the way out', (name, annotations = {}) => {
    const all = [
      ingress({ annotations, age: 1 }),
      ingress({ name: 'api', path: '/api' }),
      ingress({ name: 'else', host: 'else.example.com' }),
    ];
    const found = migrated(all).ingresses.map(({ ingress: of, rules }) => [of, rules.length]);
    expect(found).toEqual([
      ['shop/api', 0],
      ['shop/else', 1],
      ['shop/web', 0],
    ]);
    const [api] = migrated(all).ingresses;
    expect(api?.problems.join()).toContain(
      `${name} of shop/web, which ingress-nginx has for all paths of ${HOST}`,
    );
  });

  it('that asks for certificates of clients counts on a canary too', () => {
    const canary = { canary: 'true', 'canary-weight': '10', 'auth-tls-secret': 'shop/ca' };
    const all = [ingress(), ingress({ name: 'next', service: 'next', annotations: canary })];
    expect(migrated(all).ingresses.flatMap(({ rules }) => rules)).toEqual([]);
  });
});

describe('what asks for nothing is not refused', () => {
  it.each<[string, Given['annotations']]>([
    [
      'certificates of clients that are not verified',
      { 'auth-tls-secret': 'shop/ca', 'auth-tls-verify-client': 'off' },
    ],
    ['depth without a Secret', { 'auth-tls-verify-depth': '2' }],
    ['satisfy any with one guard', { satisfy: 'any', 'whitelist-source-range': '10.0.0.0/8' }],
    [
      'a firewall that is off',
      { 'enable-modsecurity': '0', 'enable-owasp-core-rules': 'true', 'modsecurity-snippet': 'x' },
    ],
    ['parameters of FastCGI for HTTP', { 'fastcgi-index': 'index.php' }],
    ['a pattern beside a value', { canary: 'false', 'canary-by-header-pattern': 'a+' }],
    ['an empty snippet', { 'configuration-snippet': ' ' }],
    ['the host of the request', { 'upstream-vhost': '$host' }],
    ['a hash of two variables', { 'upstream-hash-by': '$remote_addr$request_uri' }],
    [
      'a permanent redirect beside a temporal one',
      { 'temporal-redirect': 'https://a.example.org', 'permanent-redirect': 'https://b.example.org/?a=b' },
    ],
    ['a limit that is out of reach', { 'proxy-read-timeout': '999999999' }],
  ])('%s', (_, annotations = {}) => {
    expect(problems([ingress({ annotations })])).toEqual([]);
  });

  it('satisfy any with two guards is', () => {
    const annotations = {
      satisfy: 'any',
      'whitelist-source-range': '10.0.0.0/8',
      'auth-url': 'http://a.shop.svc/b',
    };
    expect(problems([ingress({ annotations })]).join()).toContain('any would let in more');
  });

  it('a forced redirect on a host that has its certificate of another Ingress', () => {
    const all = [
      ingress({ tls: true }),
      ingress({ name: 'api', path: '/api', age: 1, annotations: { 'force-ssl-redirect': 'true' } }),
    ];
    expect(problems(all)).toEqual([]);
  });

  it('a canary of a path without a type of its own', () => {
    const canary = ingress({
      name: 'next',
      service: 'next',
      pathType: 'ImplementationSpecific',
      annotations: { canary: 'true', 'canary-weight': '9' },
    });
    expect(problems([ingress(), canary])).toEqual([]);
  });

  it('a path without a Service, which the original leaves out', () => {
    const resource = { resource: { apiGroup: 'x', kind: 'Bucket', name: 'b' } };
    const service = { service: { name: 'web', port: { number: 80 } } };
    const paths = [
      { path: '/files', pathType: 'Prefix', backend: resource },
      { path: '/', pathType: 'Prefix', backend: service },
    ];
    const all = [ingress({ spec: { rules: [{ host: HOST, http: { paths } }] } })];
    expect(problems(all)).toEqual([]);
    expect(migrated(all).ingresses[0]?.notes.join()).toContain(`${HOST}/files is left out`);
  });
});

it('a refusal names nothing that only rules have', () => {
  const cases: readonly Given[] = [
    { path: '/a b' },
    { path: '/a//b' },
    { host: 'Bad_Host' },
    { annotations: { 'rewrite-target': 'no-slash' }, path: '/x' },
    { annotations: { 'ssl-passthrough': 'true' }, host: '*.example.com' },
    { annotations: { 'limit-rps': '999999999' } },
  ];
  const found = cases.flatMap((given) => problems([ingress(given)]));
  expect(found.length).toBeGreaterThanOrEqual(cases.length - 1);
  expect(found.filter((text) => /spec\.(http|tls)\.|domainName|domainPath/.test(text))).toEqual([]);
});

describe('the limit of requests', () => {
  it.each<[Given['annotations'], object]>([
    [
      { 'limit-rps': '3', 'limit-rpm': '0' },
      { requests: 3, per: 'second' },
    ],
    [
      { 'limit-rps': '0', 'limit-rpm': '7' },
      { requests: 7, per: 'minute' },
    ],
    [
      { 'limit-rps': '3', 'limit-rpm': '7' },
      { requests: 7, per: 'minute' },
    ],
  ])('of %j is kept', (annotations = {}, limit) => {
    expect(halves({ annotations })[0]?.policy?.rateLimit).toMatchObject(limit);
  });
});

describe('the configuration of the controller', () => {
  it('refuses all Ingresses for guards that no rule carries', () => {
    for (const key of [
      'block-user-agents',
      'block-referers',
      'http-snippet',
      'server-snippet',
      'location-snippet',
    ]) {
      const [only] = migrated([ingress()], { [key]: 'x' }).ingresses;
      expect(only?.problems.join()).toContain(`give --config a copy without ${key}`);
    }
  });

  it('has blocked addresses, which rules refuse', () => {
    expect(halves({}, { 'block-cidrs': '10.0.0.0/8' })[0]?.policy?.deny).toEqual(['10.0.0.0/8']);
  });

  it('says that a redirect never ends behind a load balancer that ends TLS', () => {
    const { ingresses, notes } = migrated([ingress({ tls: true })], { 'use-forwarded-headers': 'true' });
    expect(notes.join()).toContain('never ends');
    const redirect = ingresses[0]?.rules.find(({ http }) => http?.policy?.redirect !== undefined);
    expect(redirect?.http?.policy).toEqual(REDIRECT);
    expect(redirect?.notes.join()).toContain('never ends');
  });

  it('sends no request for a challenge to HTTPS', () => {
    const path = '/.well-known/acme-challenge/token';
    const redirects = halves({ path, tls: true }).filter(({ policy }) => policy?.redirect !== undefined);
    expect(redirects).toEqual([]);
  });
});

describe('names of rules', () => {
  const names = (objects: readonly object[]) =>
    migrated(objects).ingresses.flatMap(({ rules }) => rules.map(({ name }) => name));

  it('say what the rules are for', () => {
    const backend = { service: { name: 'web', port: { number: 80 } } };
    const paths = ['/', '/api', '/static/'].map((path) => ({ path, pathType: 'Prefix', backend }));
    const annotations = { 'from-to-www-redirect': 'true', 'app-root': '/start' };
    const shop = ingress({
      name: 'shop',
      annotations,
      spec: {
        rules: [{ host: HOST, http: { paths } }],
        tls: [{ hosts: [HOST, `www.${HOST}`], secretName: 'shop' }],
      },
    });
    expect(names([shop]).toSorted()).toEqual(
      [
        '',
        '-api',
        '-api-to-https',
        '-app-root',
        '-app-root-plain',
        '-static',
        '-static-slash',
        '-static-slash-plain',
        '-static-to-https',
        '-to-https',
        '-www',
        '-www-plain',
      ].map((end) => `shop${end}`),
    );
  });

  it('are unique, and those of other rules do not change them', () => {
    const api = ingress({ name: 'shop-api', host: 'b.example.com' });
    const backend = { service: { name: 'web', port: { number: 80 } } };
    const paths = ['/api', '/API'].map((path) => ({ path, pathType: 'Exact', backend }));
    const shop = ingress({ name: 'shop', spec: { rules: [{ host: HOST, http: { paths } }] } });
    const found = names([api, shop]);
    expect(new Set(found).size).toBe(3);
    expect(found).toContain('shop-api');
    expect(names([shop, api])).toEqual(found);
  });
});

describe('regular paths', () => {
  const paths = (texts: readonly string[], annotations: Given['annotations'] = { 'use-regex': 'true' }) => {
    const rules = [
      {
        host: HOST,
        http: {
          paths: texts.map((path, index) => ({
            path,
            pathType: 'ImplementationSpecific',
            backend: { service: { name: `s${index}`, port: { number: 80 } } },
          })),
        },
      },
    ];
    return migrated([ingress({ annotations, spec: { rules } })]).ingresses[0];
  };

  it('are expressions where engines would try them in another turn', () => {
    const found = paths(['/user/[a-z]+', '/user/setting', '/']);
    const regexes = found?.rules.map(({ http }) => http?.policy?.match?.pathRegex);
    expect(regexes).toEqual(['/user/setting(/.*)?', '/user/[a-z]+.*', undefined]);
  });

  it('that get no request are left out, and the output says so', () => {
    const found = paths(['/api(/|$)(.*)', '/api/v2'], { 'rewrite-target': '/$2' });
    expect(found?.rules).toHaveLength(1);
    expect(found?.notes.join()).toContain('/api/v2 is left out: ingress-nginx tries /api(/|$)(.*)');
  });

  it('whose turn no rule can give are told', () => {
    const found = paths(['/shop/(a|b)/[0-9]', '/shop/(a|b)/.'], { 'use-regex': 'true' });
    expect(found?.rules).toHaveLength(2);
    const prefix = paths(['/v/[a-z]+', '/v/abcdef(/|$)(.*)'], { 'rewrite-target': '/$2' });
    const texts = [
      ...(prefix?.problems ?? []),
      ...(prefix?.rules ?? []).flatMap(({ notes }) => notes),
    ].join();
    expect(texts).toContain('a gateway may give them to');
  });
});
