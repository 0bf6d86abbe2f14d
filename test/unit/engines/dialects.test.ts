import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestedFeatures } from '../../../src/engines/fields.ts';
import type { Branch, ListenerGroup } from '../../../src/engines/group.ts';
import { dialectOf, ENGINES } from '../../../src/engines/index.ts';
import type { Rendered } from '../../../src/engines/object.ts';
import { traefik } from '../../../src/engines/traefik/engine.ts';
import type { HttpRouteFilter, HttpRouteSpec } from '../../../src/objects/httproute.ts';
import { anyGroup, branchOf, groupOf } from '../../support/groups.ts';

/** A group that asks for every feature, with values that no engine has trouble with. */
const EVERYTHING = groupOf({
  path: '/',
  branches: [
    branchOf({ exactPath: '/', policy: { redirect: { path: { full: '/home' }, code: 302 } } }),
    branchOf({ pathRegex: '/[0-9]+' }),
    branchOf({ cookies: { user: 'beta' }, headers: { 'X-Stage': 'beta' } }),
    branchOf({
      methods: ['GET', 'HEAD'],
      query: { page: '1' },
      policy: {
        rewrite: { path: { prefix: '/v2' }, host: 'internal.example.com' },
        requestHeaders: { set: [{ key: 'X-Page', value: '1' }], remove: ['X-Debug'] },
        responseHeaders: { add: [{ key: 'X-Served-By', value: 'stoa' }] },
        timeouts: { request: '10s', backendRequest: '2s' },
        retry: { codes: [503], attempts: 2, backoff: '100ms' },
        cors: { allowOrigins: ['https://a.example.com'] },
        mirror: { serviceId: 'copies', port: 8080, percent: 10 },
      },
      mirror: { service: 'copies', port: 8080, percent: 10 },
    }),
    branchOf({
      policy: {
        rateLimit: { requests: 10, per: 'second', by: 'client' },
        allow: ['10.0.0.0/8'],
        deny: ['10.1.0.0/16'],
        basicAuth: { secretName: 'users' },
        externalAuth: { serviceId: 'auth', port: 8080, requestHeaders: ['Cookie'] },
        compression: ['zstd', 'gzip'],
      },
      externalAuth: { service: 'auth', port: 8080, address: '10.96.0.1' },
    }),
  ],
  settings: {
    proxyBodySize: 8,
    proxyBuffering: 'on',
    proxyBufferNumbers: 8,
    proxyBufferSize: 16,
    proxyConnectTimeout: 5,
    proxyReadTimeout: 60,
    proxySendTimeout: 60,
    setHeaders: [{ key: 'X-Team', value: 'shop' }],
  },
});

const BALANCINGS = [
  { type: 'cookie', cookie: 'rainbond-route' },
  { type: 'hash', variable: '$remote_addr' },
] as const;

const GUARDS = ['allow', 'deny', 'basicAuth', 'externalAuth'] as const;

/** Whether a branch has a guard that the engine lacks for the group, or one whose component is lost. */
function isClosed(branch: Branch, dialect: (typeof ENGINES)[number], group: ListenerGroup): boolean {
  const { policy, externalAuth } = branch;
  const unasked = policy.externalAuth !== undefined && externalAuth === undefined;
  return unasked || lackedBy(dialect, group, branch).some((guard) => policy[guard] !== undefined);
}

/** Guards that an engine lacks for a branch of a group. */
function lackedBy({ name }: (typeof ENGINES)[number], { namespace }: ListenerGroup, branch: Branch) {
  const { policy, externalAuth } = branch;
  const kept = name === 'traefik' && namespace.includes('--') ? [] : (KEPT[name] ?? []);
  const isAsked =
    (name !== 'envoy-gateway' || policy.externalAuth?.path === undefined) &&
    (name !== 'traefik' || externalAuth === undefined || externalAuth.address !== undefined);
  return GUARDS.filter((guard) => !kept.includes(guard) || (guard === 'externalAuth' && !isAsked));
}

/** Guards of each engine. */
const KEPT: Readonly<Record<string, readonly (typeof GUARDS)[number][]>> = {
  traefik: ['allow', 'basicAuth', 'externalAuth'],
  'envoy-gateway': ['allow', 'deny', 'basicAuth', 'externalAuth'],
  'nginx-gateway-fabric': ['basicAuth'],
};

/** The targets of a policy; none of other objects. */
function targetsOf(spec: unknown): readonly { readonly sectionName?: string }[] {
  return (spec as { targetRefs?: readonly { sectionName?: string }[] }).targetRefs ?? [];
}

function routeSpec([route]: readonly Rendered[]): HttpRouteSpec {
  return route?.draft.spec as HttpRouteSpec;
}

/** Services that get copies: of filters and of TraefikServices, none of which names a namespace. */
function mirrorsOf(objects: readonly Rendered[]): readonly unknown[] {
  const filters = routeSpec(objects).rules.flatMap(({ filters = [] }) => filters);
  const specs = objects.map(
    ({ draft }) => draft.spec as { mirroring?: { mirrors: readonly { readonly name: string }[] } },
  );
  const named = [
    ...filters.flatMap((filter) =>
      filter.type === 'RequestMirror' ? [filter.requestMirror.backendRef] : [],
    ),
    ...specs.flatMap(({ mirroring }) => mirroring?.mirrors ?? []),
  ];
  expect(named.some((each) => 'namespace' in each)).toBe(false);
  return named.map(({ name }) => name);
}

/** Services or their addresses that an object has asked about requests, each of which is in its namespace. */
function askedBy(spec: unknown): readonly string[] {
  const { forwardAuth, extAuth } = spec as {
    forwardAuth?: { readonly address: string };
    extAuth?: {
      readonly failOpen: boolean;
      readonly http: { readonly backendRefs: readonly { readonly name: string }[] };
    };
  };
  if (extAuth !== undefined) {
    const { failOpen, http } = extAuth;
    expect([failOpen, http.backendRefs.some((each) => 'namespace' in each)]).toEqual([false, false]);
    return http.backendRefs.map(({ name }) => name);
  }
  return forwardAuth === undefined ? [] : [new URL(forwardAuth.address).hostname];
}

/** Whether filters replace the beginning of a path. */
function replacesPrefix(filters: readonly HttpRouteFilter[]): boolean {
  return JSON.stringify(filters).includes('replacePrefixMatch');
}

/** Makes a claim on what a dialect renders of any group. */
function always(
  dialect: (typeof ENGINES)[number],
  claim: (rendered: ReturnType<typeof dialect.render>, group: ListenerGroup) => void,
) {
  fc.assert(fc.property(anyGroup, (group) => claim(dialect.render(group), group)));
}

it.each([
  ['traefik.io/gateway-controller', 'traefik'],
  ['gateway.envoyproxy.io/gatewayclass-controller', 'envoy-gateway'],
  ['gateway.nginx.org/nginx-gateway-controller', 'nginx-gateway-fabric'],
  ['example.com/other', 'core'],
  [undefined, 'core'],
])('the dialect of %s is %s', (controller, name) => {
  expect(dialectOf(controller).name).toBe(name);
});

describe.each(ENGINES)('$name', (dialect) => {
  it('says the same of the same group', () => {
    always(dialect, (rendered, group) => {
      expect(dialect.render(structuredClone(group))).toEqual(rendered);
    });
  });

  it('renders a route first, and beside it only kinds that it names, each object under a name of its own', () => {
    always(dialect, ({ objects: [route, ...others] }, { name }) => {
      expect([route.draft.kind, route.draft.metadata.name]).toEqual(['HTTPRoute', name]);
      expect(dialect.resources).toEqual(expect.arrayContaining(others.map(({ resource }) => resource)));
      const keys = others.map(({ draft }) => `${draft.kind}/${draft.metadata.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  it('labels every object and gives it to the group’s owners', () => {
    always(dialect, ({ objects }, { namespace, route, owners }) => {
      for (const { draft, resource } of objects) {
        expect(draft).toMatchObject({
          apiVersion: `${resource.group}/${resource.version}`,
          kind: resource.kind,
          metadata: {
            namespace,
            labels: { 'app.kubernetes.io/managed-by': 'stoa', 'stoa.dev/route': route },
            ownerReferences: owners,
          },
        });
      }
    });
  });

  it('keeps to what the Gateway API has room for', () => {
    always(dialect, ({ objects }, { branches }) => {
      const { rules } = routeSpec(objects);
      expect(rules.length).toBeGreaterThanOrEqual(branches.length);
      for (const { matches, filters = [], backendRefs } of rules) {
        expect(matches.length).toBeLessThanOrEqual(64);
        expect(filters.length).toBeLessThanOrEqual(16);
        expect(backendRefs !== undefined && filters.some(({ type }) => type === 'RequestRedirect')).toBe(
          false,
        );
        expect(replacesPrefix(filters) && (matches.length > 1 || matches[0]?.path.type === 'Exact')).toBe(
          false,
        );
        for (const { headers = [] } of matches) {
          expect(headers.length).toBeLessThanOrEqual(16);
          expect(headers.every(({ value }) => /^[!-~]+([\t ]?[!-~]+)*$/.test(value))).toBe(true);
        }
      }
    });
  });

  it('copies requests of the branches with a mirror and a backend, and of no others, within the namespace', () => {
    always(dialect, ({ objects }, group) => {
      const { namespace, branches } = group;
      const wanted = branches
        .filter(
          (branch) => !isClosed(branch, dialect, group) && branch.backends.some(({ weight }) => weight > 0),
        )
        .flatMap(({ mirror }) => (mirror === undefined ? [] : [mirror.service]));
      const isReachable = dialect.name !== 'traefik' || !namespace.includes('--');
      expect(new Set(mirrorsOf(objects))).toEqual(new Set(isReachable ? wanted : []));
    });
  });

  it('names rules once, and refers from policies to none but these', () => {
    always(dialect, ({ objects }) => {
      const named = routeSpec(objects).rules.flatMap(({ name }) => name ?? []);
      expect(new Set(named).size).toBe(named.length);
      const sections = objects.flatMap(({ draft }) => targetsOf(draft.spec).map((each) => each.sectionName));
      expect(named).toEqual(expect.arrayContaining(sections.filter((name) => name !== undefined)));
    });
  });

  it('passes nothing on that a guard of a policy would keep out, unless the engine has the guard', () => {
    always(dialect, (_, group) => {
      for (const branch of group.branches) {
        const { objects, unsupported } = dialect.render({ ...group, branches: [branch] });
        const lost = unsupported.map(({ field }) => field);
        const closed = routeSpec(objects).rules.every(
          ({ backendRefs, filters = [] }) =>
            backendRefs === undefined && !filters.some(({ type }) => type === 'RequestRedirect'),
        );
        expect(closed).toBe(isClosed(branch, dialect, group));
        const lacked = lackedBy(dialect, group, branch).filter((guard) => branch.policy[guard] !== undefined);
        expect(lost).toEqual(expect.arrayContaining(lacked.map((guard) => `http.policy.${guard}`)));
      }
    });
  });

  it('asks nobody outside of the namespace, and only about requests of branches that want it', () => {
    always(dialect, ({ objects }, group) => {
      const member = dialect.name === 'traefik' ? 'address' : 'service';
      const wanted = group.branches
        .filter((branch) => !isClosed(branch, dialect, group))
        .flatMap(({ externalAuth }) => externalAuth?.[member] ?? []);
      const asked = objects.flatMap(({ draft }) => askedBy(draft.spec));
      expect(asked.toSorted()).toEqual(wanted.toSorted());
    });
  });

  it('reports only features that a group requests, and always those that it does not support', () => {
    always(dialect, ({ unsupported }, group) => {
      const lost = new Set(unsupported.map(({ field }) => field));
      const asked = requestedFeatures(group);
      const impossible = asked.filter((feature) => dialect.support[feature].level === 'none');
      expect(asked).toEqual(expect.arrayContaining([...lost]));
      expect([...lost]).toEqual(expect.arrayContaining(impossible));
    });
  });

  it.each(BALANCINGS)('of a usual group with $type, loses nothing that it has in full', (balancing) => {
    const group = { ...EVERYTHING, balancing };
    const { unsupported } = dialect.render(group);
    const levels = unsupported.map(({ field }) => dialect.support[field].level);
    expect(levels).not.toContain('full');
  });
});

describe('the floor under guarded rules of Traefik', () => {
  const ALWAYS = { name: 'X-Forwarded-Server', type: 'RegularExpression', value: '.*' };
  const guarded = { allow: ['192.0.2.0/24'] };
  const rulesOf = (branches: readonly Branch[]) =>
    (traefik.render(groupOf({ branches })).objects[0].draft.spec as HttpRouteSpec).rules;

  it('has the same matches but for the condition that every request meets, and leads nowhere', () => {
    const rules = rulesOf([
      branchOf({ headers: { a: '1' }, policy: guarded }),
      branchOf({ methods: ['GET', 'PUT'], policy: {} }),
    ]);
    expect(rules.map(({ filters = [], backendRefs = [] }) => [filters.length, backendRefs.length])).toEqual([
      [1, 1],
      [0, 0],
      [0, 1],
      // The requests that no guard can judge are refused below.
      [0, 0],
    ]);
    const [first, floor, open] = rules;
    expect(first?.matches).toEqual(
      floor?.matches.map((match) => ({ ...match, headers: [...(match.headers ?? []), ALWAYS] })),
    );
    expect(open?.matches.map(({ headers }) => headers)).toEqual([[ALWAYS], [ALWAYS]]);
  });

  it.each<[string, readonly Branch[]]>([
    ['nothing is guarded', [branchOf({ policy: { compression: ['gzip'] } })]],
    [
      'there is no room for it and for a question',
      Array.from({ length: 8 }, (_, index) => branchOf({ headers: { a: `${index}` }, policy: guarded })),
    ],
    [
      'a match has no room for one more header',
      [
        branchOf({
          headers: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`x-${index}`, '1'])),
          policy: guarded,
        }),
      ],
    ],
  ])('is left out, with the condition, where %s', (_, branches) => {
    const rules = rulesOf(branches);
    const leading = rules.filter(({ backendRefs }) => backendRefs !== undefined);
    expect(leading).toHaveLength(branches.length);
    expect(rules.length - leading.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(rules)).not.toContain(ALWAYS.name);
  });
});
