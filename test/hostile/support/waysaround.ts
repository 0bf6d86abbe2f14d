import type { RawRequest } from './rawrequest.ts';

/** Path at which the solvers of ACME answer, which no redirect may keep from them. */
const CHALLENGES = '/.well-known/acme-challenge';

/** A request that a rule refuses, in all forms that are meant to go around the rule, on both listeners. */
export function waysAround(refused: Omit<RawRequest, 'scheme'>): readonly RawRequest[] {
  const { target, host } = refused;
  const [path = '/', ...query] = target.split('?');
  const [, search = ''] = [path, query.length > 0 ? `?${query.join('?')}` : ''];
  const paths = [...disguises(path), ...outside(path)].map((each) => `${each}${search}`);
  const forms: readonly Partial<RawRequest>[] = [
    ...[...new Set(paths)].map((each) => ({ target: each })),
    ...['http', 'https'].map((scheme) => ({
      target: `${scheme}://${host}${target}`,
      host: 'other.example.com',
    })),
    ...[host.toUpperCase(), `${host}.`, `${host}:80`, `${host}:443`, `${host}:1`].map((each) => ({
      host: each,
    })),
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => ({ method })),
    ...SAID.map((headers) => ({ headers: { ...headers, ...refused.headers } })),
    ...SAID_OF_PATHS.map((name) => ({ target: '/', headers: { ...refused.headers, [name]: path } })),
  ];
  return (['http', 'https'] as const).flatMap((scheme) =>
    forms.map((form) => ({ ...refused, scheme, ...form })),
  );
}

/** Spellings of a path that a component may read as the path. */
function disguises(path: string): readonly string[] {
  const rest = path.slice(1);
  const letter = path.replace(/[a-z](?=[^/]*$)/, (char) => `%${char.charCodeAt(0).toString(16)}`);
  const inner = path.lastIndexOf('/');
  const within = ['%2f', '%2F', '%5c', ';/', '%3b/', '/;v=1/', '//', '/./', '/%2e/'].map(
    (slash) => `${path.slice(0, inner)}${slash}${path.slice(inner + 1)}`,
  );
  const before = ['//', '/./', '/%2e/', '/;/', '/.;/', '/;v=1/', '/%2f', '/%5c', '/.%2f', '/\\'];
  const up = [
    '/../',
    '/%2e%2e/',
    '/..;/',
    '/..;v=1/',
    '/..%3b/',
    '/..%2f',
    '/%2e%2e%2f',
    '%2f..%2f',
    '/..%5c',
    '/..\\',
  ];
  return [
    path,
    letter,
    ...escapes(path),
    ...within,
    ...before.map((each) => `${each}${rest}`),
    ...up.flatMap((each) => [`/free${each}${rest}`, `${CHALLENGES}${each}..${each}${rest}`]),
    ...[
      '/',
      '/x',
      ';v=1',
      '%3bv=1',
      '%3B',
      '%2fx',
      ';%0a/%0a',
      '%5cx',
      '/;v=1',
      '/.',
      '/./',
      '/x/..',
      '/x%2f..',
      '?',
      '%3f',
    ].map((each) => `${path === '/' ? '' : path}${each}`),
  ];
}

/** The path with each sign in turn that is no letter and no slash in its other forms, and with each segment that has parameters. */
function escapes(path: string): readonly string[] {
  const signs: readonly string[] = path.match(/%..|./g) ?? [];
  return signs.flatMap((sign, index) => {
    const forms = sign === '/' ? ['/', ';a/', '%3B/'] : /\w/.test(sign) ? [] : formsOf(decodeByte(sign));
    return forms.map((form) => signs.with(index, form).join('').replace(/^[^/]/, '/$&'));
  });
}

function formsOf(byte: number): readonly string[] {
  const digits = byte.toString(16).padStart(2, '0');
  const plain = String.fromCharCode(byte);
  return [`%${digits}`, `%${digits.toUpperCase()}`, ...('!' <= plain && plain <= '~' ? [plain] : [])];
}

function decodeByte(sign: string): number {
  return sign.length === 1 ? sign.charCodeAt(0) : Number.parseInt(sign.slice(1), 16);
}

/** Paths that are not the path, and that must not lead to it. */
function outside(path: string): readonly string[] {
  return [path.toUpperCase(), `${CHALLENGES}/x`, CHALLENGES, `${CHALLENGES}${path}`, '*'];
}

/** Headers by which clients say where they come from. */
const SAID: readonly Readonly<Record<string, string>>[] = [
  ...['X-Forwarded-For', 'X-Real-Ip', 'True-Client-Ip', 'X-Client-Ip'].map((name) => ({
    [name]: '192.0.2.1',
  })),
  { Forwarded: 'for=192.0.2.1;proto=https' },
  { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Ssl': 'on' },
  { 'X-Http-Method-Override': 'GET', 'X-Method-Override': 'GET' },
  { 'X-Forwarded-Host': 'other.example.com' },
];

/** Headers by which clients name another path. */
const SAID_OF_PATHS = ['X-Original-Url', 'X-Rewrite-Url', 'X-Forwarded-Uri', 'X-Forwarded-Prefix'];
