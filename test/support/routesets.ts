import fc from 'fast-check';
import type { AskedRequest } from '../../src/match/request.ts';
import type { AnyMatch, AnyRoute } from '../../src/objects/anyroute.ts';

/** A set of HTTPRoutes for one domain, and requests for it. */
export interface RouteSet {
  readonly domain: string;
  readonly routes: readonly AnyRoute[];
  readonly requests: readonly AskedRequest[];
}

/** Surroundings of sets: where their routes attach, and which requests there are. */
export interface Surroundings {
  readonly namespace: string;
  readonly gateway: string;
  /** Listeners that a route may name; it may name none too. */
  readonly listeners: readonly string[];
  readonly port: number;
  /** Whether routes may have no host at all, and regular expressions. */
  readonly wild: boolean;
}

const PATHS = ['/', '/', '/', '/a', '/a', '/a/', '/a/b', '/ab', '/abc/d', '/a-rather-long-path'];
const METHODS = ['GET', 'POST', 'PUT'];
const NAMES = ['x-one', 'x-two'];
const VALUES = ['1', '2'];

const pairs = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...NAMES), value: fc.constantFrom(...VALUES) }),
  {
    selector: ({ name }) => name,
    maxLength: 2,
  },
);

function path(wild: boolean): fc.Arbitrary<NonNullable<AnyMatch['path']>> {
  const plain = fc.record({
    type: fc.constantFrom('Exact', 'PathPrefix', 'PathPrefix'),
    value: fc.constantFrom(...PATHS),
  });
  const pattern = fc.record({
    type: fc.constant('RegularExpression'),
    value: fc.constantFrom('/a.*', '/[ab]+', '/.+/d'),
  });
  return wild ? fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: pattern }) : plain;
}

function match(wild: boolean): fc.Arbitrary<AnyMatch> {
  const pairsOrNone = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: pairs });
  const exact = pairsOrNone.map((all) => all.map((each) => ({ ...each, type: 'Exact' })));
  const method = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ method: fc.constantFrom(...METHODS) }) },
  );
  return fc
    .tuple(path(wild), method, exact, exact)
    .map(([own, methods, headers, queryParams]) => ({ path: own, ...methods, headers, queryParams }));
}

/** Hosts of a domain: itself, names below it at two depths, and the wildcards above them. */
function hostsOf(domain: string): readonly string[] {
  return [domain, `a.${domain}`, `b.a.${domain}`, `*.${domain}`, `*.a.${domain}`];
}

function route(domain: string, index: number, around: Surroundings): fc.Arbitrary<AnyRoute> {
  const { namespace, gateway, listeners, wild } = around;
  const rule = fc.record({ matches: fc.array(match(wild), { minLength: 1, maxLength: 2 }) });
  return fc
    .record({
      hostnames: fc.uniqueArray(fc.constantFrom(...hostsOf(domain)), {
        minLength: wild ? 0 : 1,
        maxLength: 2,
      }),
      sectionName: fc.option(fc.constantFrom(...listeners), { nil: undefined }),
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
      age: fc.integer({ min: 0, max: 1 }),
    })
    .map(({ hostnames, sectionName, rules, age }) => {
      const name = `${domain.replaceAll('.', '-')}-${index}`;
      const section = sectionName === undefined ? {} : { sectionName };
      return {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: {
          namespace,
          name,
          uid: name,
          resourceVersion: '1',
          creationTimestamp: `2026-01-01T00:00:0${age}Z`,
        },
        spec: {
          parentRefs: [{ namespace, name: gateway, ...section }],
          hostnames,
          rules: rules.map(({ matches }, place) => ({
            matches,
            filters: [
              {
                type: 'RequestRedirect',
                requestRedirect: {
                  path: { type: 'ReplaceFullPath', replaceFullPath: `/${name}/${place}` },
                  statusCode: 302,
                },
              },
            ],
          })),
        },
      };
    });
}

function request(domain: string, { port }: Surroundings): fc.Arbitrary<AskedRequest> {
  return fc.record({
    method: fc.constantFrom(...METHODS),
    scheme: fc.constant('http'),
    host: fc.constantFrom(domain, `a.${domain}`, `b.a.${domain}`, `c.${domain}`, `other.c.${domain}`),
    port: fc.constant(port),
    path: fc.constantFrom(...PATHS, '/a/b/c', '/x', '/abc'),
    query: pairs,
    headers: pairs,
  });
}

/** Arbitrary set of routes for a domain, with requests. */
export function routeSet(domain: string, around: Surroundings): fc.Arbitrary<RouteSet> {
  const set = fc.integer({ min: 2, max: 5 }).chain((count) =>
    fc.record({
      domain: fc.constant(domain),
      routes: fc.tuple(...Array.from({ length: count }, (_, index) => route(domain, index, around))),
      requests: fc.array(request(domain, around), { minLength: 6, maxLength: 6 }),
    }),
  );
  // The first samples would be small ones, which no request meets.
  return fc.noBias(set);
}
