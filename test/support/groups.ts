import fc from 'fast-check';
import type { Configuration } from '../../src/api/gatewayrule.ts';
import { replacesPrefix } from '../../src/engines/filters.ts';
import type { Branch, ListenerGroup } from '../../src/engines/group.ts';
import { gatewayParent } from '../../src/gateway/parent.ts';
import { type Conditions, conditionsKey } from '../../src/rule/conditions.ts';
import type { Treatment } from '../../src/rule/effective.ts';
import type { Balancing } from '../../src/rule/extension.ts';

/** A group with defaults for all other fields. */
export function groupOf(group: Partial<ListenerGroup> = {}): ListenerGroup {
  return {
    parents: [gatewayParent({ namespace: 'stoa-system', name: 'stoa' }, 'http')],
    scheme: 'http',
    namespace: 'team-shop',
    route: 'shop-0123456789abcdef',
    name: 'shop-0123456789abcdef',
    host: 'shop.example.com',
    path: '/shop',
    branches: [branchOf()],
    settings: {},
    balancing: { type: 'round-robin' },
    owners: [{ apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', name: 'rule', uid: 'uid-rule' }],
    ...group,
  };
}

/** A branch with defaults for all other fields. */
export function branchOf(branch: Partial<Branch> = {}): Branch {
  return {
    cookies: {},
    headers: {},
    methods: [],
    query: {},
    policy: {},
    backends: [{ service: 'web', port: 8080, weight: 100 }],
    ...branch,
  };
}

const token = fc.stringMatching(/^[A-Za-z][-A-Za-z0-9.$*+]{0,8}$/);
const printable = fc.stringMatching(/^[\x20-\x7e]{0,12}$/);
const names = (max: number) => fc.dictionary(token, printable, { maxKeys: max, noNullPrototype: true });

const declares = fc.constantFrom(
  'http' as const,
  'h2c' as const,
  'https' as const,
  'ws' as const,
  'other' as const,
);

const backend = fc.record(
  {
    service: fc.constantFrom('web', 'web-next', 'web-draft'),
    port: fc.integer({ min: 1, max: 65535 }),
    weight: fc.integer({ min: 0, max: 1_000_000 }),
    declares,
  },
  { requiredKeys: ['service', 'port', 'weight'] },
);

const methods = fc.uniqueArray(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH'), { maxLength: 3 });
const exactPath = fc.constantFrom(undefined, '/shop', '/shop/');
const query = fc.dictionary(token, fc.constantFrom('1', 'a b'), { maxKeys: 2, noNullPrototype: true });

const newPath = fc.constantFrom(undefined, { full: '/new' }, { prefix: '/new' });
const host = fc.constantFrom(undefined, 'other.example.com');
const header = fc.record({ key: token, value: fc.stringMatching(/^[!-~]{1,12}$/) });
const headerChanges = fc.record(
  {
    set: fc.array(header, { maxLength: 16 }),
    add: fc.array(header, { maxLength: 16 }),
    remove: fc.array(token, { minLength: 1, maxLength: 16 }),
  },
  { requiredKeys: [] },
);

const blocks = fc.uniqueArray(fc.constantFrom('10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32'), {
  minLength: 1,
});

/** Members for access, which rules with and without redirects may have. */
const access = {
  rateLimit: fc.record(
    {
      requests: fc.integer({ min: 1, max: 1_000_000 }),
      per: fc.constantFrom('second', 'minute', 'hour'),
      burst: fc.integer({ min: 1, max: 1_000_000 }),
      by: fc.constantFrom('client', 'rule'),
    },
    { requiredKeys: ['requests', 'per'] },
  ),
  allow: blocks,
  deny: blocks,
  basicAuth: fc.record({ secretName: fc.constantFrom('users', 'admins') }),
  externalAuth: fc.record(
    {
      serviceId: fc.constantFrom('auth', 'headless', 'lost'),
      port: fc.constant(8080),
      path: fc.constantFrom('/', '/check'),
      requestHeaders: fc.constantFrom<string[][]>(['Cookie']),
      responseHeaders: fc.constantFrom<string[][]>(['X-User', 'X-Groups']),
    },
    { requiredKeys: ['serviceId', 'port'] },
  ),
  compression: fc.uniqueArray(fc.constantFrom('gzip', 'brotli', 'zstd'), { minLength: 1 }),
};

/** Policies that the schema of a rule allows, without their conditions. */
const policy: fc.Arbitrary<Treatment> = fc.oneof(
  fc.constant({}),
  fc.record(access, { requiredKeys: [] }) as fc.Arbitrary<Treatment>,
  fc.record({ redirect: fc.record({ host: fc.constant('other.example.com'), path: newPath }) }),
  fc.record(
    {
      rewrite: fc.record({ path: newPath, host }),
      requestHeaders: headerChanges,
      responseHeaders: headerChanges,
      timeouts: fc.constantFrom(
        { request: '10s' },
        { backendRequest: '500ms' },
        { request: '2s', backendRequest: '1s' },
      ),
      retry: fc.constantFrom<Treatment['retry'][]>({}, { codes: [503], attempts: 3 }, { backoff: '100ms' }),
      cors: fc.constantFrom<Treatment['cors'][]>(
        { allowOrigins: ['*'] },
        { allowOrigins: ['https://a.example.com', 'https://*.example.org:8443'], allowCredentials: true },
      ),
      ...access,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Treatment>,
);

const mirror = fc.option(
  fc.record(
    {
      service: fc.constantFrom('copies', 'web'),
      port: fc.integer({ min: 1, max: 65535 }),
      percent: fc.integer({ min: 1, max: 100 }),
    },
    { requiredKeys: ['service', 'port'] },
  ),
  { nil: undefined },
);

const branches = fc
  .uniqueArray(
    fc.record({
      cookies: names(3),
      headers: names(16),
      methods,
      query,
      exact: exactPath,
      policy,
      mirror,
      backends: fc.array(backend, { minLength: 1, maxLength: 4 }),
    }),
    {
      minLength: 1,
      maxLength: 5,
      selector: ({ exact, ...rest }) => conditionsKey(conditionsOf(exact, rest)),
    },
  )
  .map((list) =>
    list.map(({ exact, mirror: to, ...rest }): Branch => mirrored(asking(conditionsOf(exact, rest)), to)),
  )
  .filter((list) =>
    list.every(({ exactPath, policy: each }) => exactPath === undefined || !replacesPrefix(each)),
  );

function conditionsOf<C extends Omit<Conditions, 'exactPath'>>(exact: string | undefined, rest: C) {
  return { ...rest, ...(exact === undefined ? {} : { exactPath: exact }) };
}

/** A branch with the port that is asked about its requests, unless its component is lost. */
function asking(branch: Branch): Branch {
  const { serviceId, port } = branch.policy.externalAuth ?? {};
  return serviceId === undefined || typeof port !== 'number' || serviceId === 'lost'
    ? branch
    : {
        ...branch,
        externalAuth: {
          service: serviceId,
          port,
          ...(serviceId === 'headless' ? {} : { address: '10.96.0.1' }),
        },
      };
}

/** A branch whose requests are copied, unless they are redirected. */
function mirrored(branch: Branch, to: Branch['mirror']): Branch {
  if (to === undefined || branch.policy.redirect !== undefined) {
    return branch;
  }
  const policyMirror = { serviceId: to.service, port: to.port };
  return { ...branch, policy: { ...branch.policy, mirror: policyMirror }, mirror: to };
}

const seconds = fc.integer({ min: 0, max: 86_400 });

/** Settings that the schema of a rule allows. */
const settings = fc.record(
  {
    proxyBodySize: fc.integer({ min: 0, max: 1_048_576 }),
    proxyBufferNumbers: fc.integer({ min: 2, max: 65_535 }),
    proxyBufferSize: fc.integer({ min: 1, max: 65_535 }),
    proxyBuffering: fc.constantFrom('on', 'off'),
    proxyConnectTimeout: seconds,
    proxyReadTimeout: seconds,
    proxySendTimeout: seconds,
    setHeaders: fc.uniqueArray(fc.record({ key: token, value: printable }), {
      maxLength: 16,
      selector: ({ key }) => key.toLowerCase(),
    }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Configuration>;

const balancing: fc.Arbitrary<Balancing> = fc.oneof(
  fc.constant({ type: 'round-robin' } as const),
  fc.constant({ type: 'cookie', cookie: 'rainbond-route' } as const),
  fc
    .stringMatching(/^\$(http_|cookie_|arg_|remote_|binary_remote_)?[a-z][a-z0-9_]{0,8}$/)
    .map((variable) => ({ type: 'hash', variable }) as const),
);

/** Any rule group that valid rules produce. */
export const anyGroup: fc.Arbitrary<ListenerGroup> = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    namespace: fc.constantFrom('team-shop', 'team--shop'),
    path: fc.constantFrom('/', '/shop', '/shop/', '/a;b'),
    branches,
    settings,
    balancing,
  })
  .map(groupOf);
