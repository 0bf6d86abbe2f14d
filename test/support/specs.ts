import fc from 'fast-check';

/** A spec of a GatewayRule that may be invalid, and the fields in which it differs from a valid one. */
export interface Specimen {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly touched: readonly string[];
}

const HTTP = { serviceId: 'web', containerPort: 8080, domainName: 'shop.example.com' };
const TCP = {
  serviceId: 'db',
  containerPort: 3306,
  endPoint: { ip: '0.0.0.0', port: 13306 },
  defaultPort: 13306,
  defaultIp: '0.0.0.0',
};

const long = (length: number) => 'x'.repeat(length);
const ODD = [
  '',
  ' ',
  'a b',
  ' a',
  'a ',
  'a  b',
  'a\r\nb: c',
  'a\n',
  'a\0',
  'a\x7f',
  'ü',
  '日本',
  '😀',
  '\ud800',
];
const JSON_ODD = [null, 1, true, [], {}];

const oneOf = (...values: readonly unknown[]) => fc.constantFrom(...values);
const text = (...values: readonly unknown[]) => fc.oneof(oneOf(...values, ...ODD, ...JSON_ODD), fc.string());
const int = (min: number, max: number) =>
  fc.oneof(oneOf(min - 1, min, max, max + 1, -1, 1.5, 2 ** 53, 1e30, '80', null, [true]), fc.integer());
const flag = oneOf(true, false, null, 0, 'true');
const port = fc.oneof(oneOf(70_000), int(1, 65_535));
const label = text('a', 'a.b_c-d', '-a', 'a-', 'A1', long(63), long(64));

function map(names: fc.Arbitrary<string>, values: fc.Arbitrary<string>, max: number) {
  const maps = fc
    .array(fc.tuple(names, values), { maxLength: max + 1 })
    .map((entries) => Object.fromEntries(entries));
  return fc.oneof(
    { weight: 9, arbitrary: maps },
    { weight: 1, arbitrary: oneOf(...JSON_ODD, { a: 1 }, { a: null }) },
  );
}

function list(items: fc.Arbitrary<unknown>, max: number) {
  const lists = fc.oneof(
    fc.array(items, { maxLength: 3 }),
    fc
      .integer({ min: max - 1, max: max + 1 })
      .map((length) => Array.from({ length }, (_, index) => ({ key: `k${index}`, value: 'v' }))),
  );
  return fc.oneof({ weight: 9, arbitrary: lists }, { weight: 1, arbitrary: oneOf(null, {}, [1], [{}]) });
}

const headerName = fc.constantFrom(
  ...['X-A', 'x-a', 'X-B', 'a', '--1', 'a_b', 'a.b', '_a', '.a', '#a#', 'a b', 'a:', 'a=b', 'ü', '__proto__'],
  ...['', 'constructor', long(256), long(257), 'a\r\nb'],
);
const headerValue = fc.oneof(
  fc.constantFrom('v', '^.*$', '(', 'a;b', 'a, b', long(4096), long(4097), long(10_000), ...ODD),
  fc.string(),
);
const cookieName = fc.constantFrom(
  ...['user', 'USER', 'a', 'b', '__Host-a', '_ga', "a'b", 'a$|^', 'a=b', 'a;b', 'a b', 'ü', '__proto__'],
  ...['', long(128), long(129), 'a\r\n'],
);
const cookieValue = fc.oneof(
  fc.constantFrom('1', '.*', 'a=b', 'a;b', 'a,b', '"a"', '\\', long(512), long(513), ...ODD),
  fc.string(),
);
const extension = fc.record({
  key: fc.constantFrom('httptohttps', 'lb-type', 'a', 'A', 'a:b', 'a b', 'ü', '', long(32), long(33)),
  value: fc.constantFrom('true', 'upstream-hash-by:$uri', long(256), long(257), ...ODD),
});
const parameterName = fc.constantFrom('a', 'A', 'a.b', 'a b', 'ü', '', '__proto__', long(128), long(129));
const parameterValue = fc.constantFrom('1', 'a b', '', '%', long(512), long(513), ...ODD);
const duration = text(
  '0s',
  '500ms',
  '1m30s',
  '99999h',
  '100000s',
  '1',
  '1.5s',
  '-1s',
  '1h1m1s1ms',
  '1d',
  '1us',
);
const setHeader = fc.record({ key: headerName, value: headerValue });
const host = fc.oneof(
  fc.domain(),
  text(
    ...[
      'a',
      '1a',
      '11.22.33.44',
      '*.a.b',
      '*',
      'a.*.b',
      '*.*.b',
      'f*.b',
      'A.b',
      'a_b',
      '-a.b',
      'a-.b',
      'a..b',
    ],
    ...['a.b.', '.a', 'a:80', 'a/b', '[::1]', `${'a.'.repeat(126)}a`, `${'a.'.repeat(126)}aa`, long(300)],
  ),
);
const path = fc.oneof(
  fc.webPath(),
  text(
    ...[
      '/',
      '/a',
      '/a/',
      '//',
      '/a//b',
      '/..',
      '/a/../b',
      '/a/..',
      '/./a',
      '/a/.',
      '/a..b',
      '/...',
      'a',
      '/a?b',
    ],
    ...[
      '/a#b',
      '/%20',
      '/%2',
      '/%zz',
      '/%2F',
      '/a%2fb',
      '/a b',
      '/a\nb',
      "/-._~!$&'()*+,;=:@",
      '/^.*$',
      '/{a}',
    ],
    ...[`/${long(1023)}`, `/${long(1024)}`],
  ),
);
const ip = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  text(
    ...['0.0.0.0', '::', '::1', '::ffff:1.2.3.4', '::FFFF:102:304', '::ffff:1', '::1.2.3.4', 'fe80::1%eth0'],
    ...['1.2.3', '01.2.3.4', '256.1.1.1', '1.2.3.4/8', '[::1]', '1:2:3:4:5:6:7::', 'example.com'],
  ),
);

const block = fc.oneof(
  fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: -1, max: 129 })).map((parts) => parts.join('/')),
  text(
    ...['10.0.0.0/8', '0.0.0.0/0', '::/0', '10.0.0.1', '10.0.0.0/08', '10.0.0.0/33', '::/129', '/8', '1/8'],
    ...['::ffff:10.0.0.0/104', 'fe80::1%eth0/64', '10.0.0.0/8/8', '10.0.0.0/', 'example.com/8', '*'],
  ),
);
const manyBlocks = (count: number) =>
  Array.from({ length: count }, (_, index) => `10.${index >> 8}.${index & 255}.0/24`);
const blocks = fc.oneof(
  fc.array(block, { maxLength: 3 }),
  oneOf(null, {}, '10.0.0.0/8', ['::1/128', '::1/128'], manyBlocks(64), manyBlocks(65)),
);

const headerNames = fc.oneof(
  fc.array(headerName, { maxLength: 3 }),
  oneOf(
    ...[
      ['Cookie', 'X-User'],
      ['Authorization'],
      ['Host'],
      ['X-Forwarded-For'],
      ['x-forwarded-uri'],
      ['Te'],
      ['X-A', 'x-a'],
    ],
    ...[[], null, 'Cookie', {}, Array.from({ length: 17 }, (_, index) => `X-${index}`)],
  ),
);

/** Expressions for paths, valid and invalid. */
export const PATH_REGEXES = [
  ...[
    '/',
    '/a',
    '/a/',
    '/a/?',
    '/a/?b',
    '/a?',
    '/ab',
    '/a(/.*)?',
    '/a(/b|/c)',
    '/a(/b|c)',
    '/a(/b)?c',
    '/a(/?b)',
  ],
  ...[String.raw`/a/\d+`, String.raw`/a/\w+\.html`, String.raw`/a/\s`, '/a/\\', String.raw`/a/[\d-]+`],
  ...['/[0-9a-f]+', '/[z-a]', '/[^/]+/x', '/[a-]', '/[]', '/[', '/[:a:]', '/[[:alpha:]]', '/[a-c-e]'],
  ...[
    '/(a|b)*',
    '/((a))',
    '/(?i:a)',
    '/(?=a)',
    '/(a',
    '/a)',
    '/()',
    '/(|a)?',
    '/a{2}',
    '/a**',
    '/a*?',
    '/a|/b',
  ],
  ...[
    'a',
    '^/a',
    '/a$',
    '/a b',
    "/a'",
    '/a;',
    '/%61',
    '/a*b*c*d*e*f*g*h*',
    '/a*b*c*d*e*f*g*h*i*',
    '',
    null,
    1,
  ],
  ...[`/${long(255)}`, `/${long(256)}`, '/v1.0/x', String.raw`/v1\.0/x`, '/a\n'],
];

/** Fields, and values at, near and beyond their bounds. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  appId: int(1, 2 ** 31 - 1),
  protocol: oneOf('http', 'tcp', 'udp', 'https', 'HTTP', '', null, 1),
  http: oneOf(undefined, HTTP, null, {}, 'http'),
  tcp: oneOf(undefined, TCP, null, {}, []),
  'http.serviceId': label,
  'http.containerPort': port,
  'http.domainName': host,
  'http.domainPath': path,
  'http.domainCookie': map(cookieName, cookieValue, 3),
  'http.domainHeader': map(headerName, headerValue, 16),
  'http.theWeight': int(0, 1_000_000),
  'http.certificateId': int(1, 2 ** 31 - 1),
  'http.whetherOpen': flag,
  'http.autoSsl': flag,
  'http.autoSslConfig': text('clusterissuer/letsencrypt', long(63), long(64)),
  'http.ruleExtensions': list(extension, 16),
  'http.configuration': oneOf({}, null, []),
  'http.configuration.proxyBodySize': int(0, 1_048_576),
  'http.configuration.proxyBufferNumbers': int(2, 65_535),
  'http.configuration.proxyBufferSize': int(1, 65_535),
  'http.configuration.proxyBuffering': text('on', 'off', 'On', 'yes'),
  'http.configuration.proxyConnectTimeout': int(0, 86_400),
  'http.configuration.proxyReadTimeout': int(0, 86_400),
  'http.configuration.proxySendTimeout': int(0, 86_400),
  'http.configuration.setHeaders': list(setHeader, 16),
  'http.policy': oneOf({}, null, [], 'x'),
  'http.policy.match': oneOf({}, null, { methods: ['GET'], path: 'exact' }),
  'http.policy.match.methods': oneOf(['GET'], ['GET', 'POST'], ['GET', 'GET'], ['get'], [], null, 'GET'),
  'http.policy.match.query': map(parameterName, parameterValue, 16),
  'http.policy.match.path': oneOf('prefix', 'exact', 'regex', '', null, 1),
  'http.policy.match.pathRegex': oneOf(...PATH_REGEXES),
  'http.policy.backend': fc.oneof(
    oneOf({}, null, [], 'https'),
    fc.record(
      {
        protocol: oneOf('http', 'h2c', 'https', 'https', 'HTTPS', 'grpc', ''),
        serverName: host,
        caConfigMapName: host,
      },
      { requiredKeys: ['protocol'] },
    ),
  ),
  'http.policy.match.grpc': oneOf({}, null, [], 'a.B', { service: 'a.B' }, { service: 'a.B', method: 'M' }),
  'http.policy.match.grpc.service': text(
    'shop.v1.Cart',
    '_a._b',
    'a..b',
    '.a',
    '1a',
    'a-b',
    'a/b',
    long(253),
    long(254),
  ),
  'http.policy.match.grpc.method': text('Get', '_get', '1', 'Get.All', 'Get*', long(128), long(129)),
  'http.policy.rewrite.path.prefix': path,
  'http.policy.rewrite.path.full': path,
  'http.policy.rewrite.host': host,
  'http.policy.timeouts.request': duration,
  'http.policy.timeouts.backendRequest': duration,
  'http.policy.timeouts': oneOf(
    {},
    null,
    { request: '1s', backendRequest: '2s' },
    { request: '0s', backendRequest: '2s' },
  ),
  'http.policy.retry': oneOf({}, null, { codes: [503] }, { attempts: 2, backoff: '100ms' }),
  'http.policy.retry.codes': oneOf([500, 503], [], [500, 500], [399], [600], ['503'], null),
  'http.policy.retry.attempts': int(1, 10),
  'http.policy.retry.backoff': duration,
  'http.policy.cors': oneOf(
    {},
    null,
    { allowOrigins: ['*'] },
    { allowOrigins: ['*'], allowCredentials: true },
  ),
  'http.policy.cors.allowOrigins': oneOf(
    ...[['*'], ['https://a.example.com'], ['https://*.example.com:8443'], ['*', 'https://a.example.com'], []],
    ...[['a.example.com'], ['https://a.example.com/'], ['ftp://a.example.com'], ['https://*'], null],
  ),
  'http.policy.redirect': oneOf(
    {},
    null,
    { code: 301 },
    { scheme: 'https' },
    { host: 'a.example.com', code: 303 },
  ),
  'http.policy.redirect.scheme': oneOf('http', 'https', 'HTTPS', '', null),
  'http.policy.redirect.host': host,
  'http.policy.redirect.port': port,
  'http.policy.redirect.path.prefix': path,
  'http.policy.mirror': fc.oneof(
    oneOf({}, null, { serviceId: 'b' }, { serviceId: 'b', port: 80 }),
    fc.record({ serviceId: label, port, percent: int(1, 100) }, { requiredKeys: ['serviceId', 'port'] }),
  ),
  'http.policy.requestHeaders.set': list(setHeader, 16),
  'http.policy.requestHeaders.add': list(setHeader, 16),
  'http.policy.requestHeaders.remove': oneOf(
    ['X-A'],
    ['x-a', 'X-B'],
    ['Host'],
    ['X-A', 'X-A'],
    ['X-A', 'x-a'],
    [],
    null,
  ),
  'http.policy.responseHeaders.set': list(setHeader, 16),
  'http.policy.rateLimit': fc.oneof(
    oneOf({ requests: 1 }, {}, null, 1, { requests: 1, per: 'hour', by: 'client' }),
    fc.record({
      requests: int(1, 1_000_000),
      per: oneOf('second', 'minute', 'hour', 'day', '', null),
      burst: int(1, 1_000_000),
      by: oneOf('client', 'rule', 'header', null),
    }),
  ),
  'http.policy.allow': blocks,
  'http.policy.deny': blocks,
  'http.policy.basicAuth': oneOf({}, null, 'users', { secretName: 'users' }),
  'http.policy.basicAuth.secretName': oneOf(
    ...['users', 'a.b', 'a..b', 'other/users', '../users', 'Users', '-a', '', long(253), long(254), null],
  ),
  'http.policy.externalAuth': fc.oneof(
    oneOf({}, null, 'auth', { serviceId: 'auth' }, { serviceId: 'auth', port: 80 }),
    oneOf({ serviceId: 'other/auth', port: 80 }, { serviceId: 'auth.other.svc', port: 80 }),
    fc.record({ serviceId: label, port, path }, { requiredKeys: ['serviceId', 'port'] }),
    fc.record({
      serviceId: fc.constant('auth'),
      port: fc.constant(80),
      requestHeaders: headerNames,
      responseHeaders: headerNames,
    }),
  ),
  'http.policy.compression': oneOf(['gzip'], ['zstd', 'brotli'], ['gzip', 'gzip'], ['br'], [], null, 'gzip'),
  'tcp.serviceId': label,
  'tcp.containerPort': port,
  'tcp.endPoint': oneOf(null, {}, '0.0.0.0:80', { ip: '0.0.0.0' }, { port: 80 }),
  'tcp.endPoint.ip': ip,
  'tcp.endPoint.port': port,
  'tcp.transport': oneOf('TCP', 'UDP', 'udp', '', null, 1),
  'tcp.ruleExtensions': list(extension, 16),
  'tcp.defaultPort': port,
  'tcp.defaultIp': text('1.2.3.4', long(45), long(46)),
};

/** Valid specs with up to two fields set to arbitrary values. */
export function specimens(): fc.Arbitrary<Specimen> {
  const touches = fc.oneof(
    ...Object.entries(FIELDS).map(([field, values]) => values.map((value) => ({ field, value }))),
  );
  return fc.array(touches, { maxLength: 2 }).map((touched) => ({
    spec: touched.reduce<Record<string, unknown>>(
      (spec, { field, value }) => withField(spec, field.split('.'), value),
      touched[0]?.field.startsWith('tcp')
        ? { appId: 1, protocol: 'tcp', tcp: TCP }
        : { appId: 1, protocol: 'http', http: HTTP },
    ),
    touched: touched.map(({ field }) => field),
  }));
}

/** Copy of an object with one field set, or removed if the value is undefined. */
function withField(
  object: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const { [name]: before, ...others } = object;
  const after = rest.length === 0 ? value : withField(isObject(before) ? before : {}, rest, value);
  return after === undefined ? others : { ...others, [name]: after };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
