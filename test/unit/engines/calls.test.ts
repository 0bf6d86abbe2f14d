import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestedFeatures } from '../../../src/engines/fields.ts';
import type { ListenerGroup } from '../../../src/engines/group.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import { traefik } from '../../../src/engines/traefik/engine.ts';
import type { GrpcRouteMatch } from '../../../src/objects/grpcroute.ts';
import type { HttpBackendRef, HttpRouteFilter } from '../../../src/objects/httproute.ts';
import { conditionsKey } from '../../../src/rule/conditions.ts';
import { GUARDS } from '../../../src/rule/guard.ts';
import { anyGroup, branchOf, groupOf } from '../../support/groups.ts';

interface CallRule {
  readonly matches: readonly GrpcRouteMatch[];
  readonly filters?: readonly HttpRouteFilter[];
  readonly backendRefs?: readonly HttpBackendRef[];
}

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,6}$/);
const service = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
const grpc = fc.record({ service, method: name }, { requiredKeys: [] });

/** Any group of calls: that of requests, without what the schema refuses beside calls. */
const anyCalls: fc.Arbitrary<ListenerGroup> = fc
  .tuple(anyGroup, fc.array(grpc, { minLength: 5, maxLength: 5 }))
  .map(([group, calls]) => {
    const branches = group.branches.map(({ exactPath: _, ...branch }, index) => {
      const { rewrite: _rewrite, redirect: _redirect, cors: _cors, ...policy } = branch.policy;
      return { ...branch, cookies: {}, query: {}, methods: [], policy, grpc: calls[index] ?? {} };
    });
    return {
      ...group,
      path: '/',
      branches: [...new Map(branches.map((each) => [conditionsKey(each), each])).values()],
    };
  });

describe.each(ENGINES)('calls of gRPC on $name', (dialect) => {
  const rulesOf = (group: ListenerGroup) =>
    (dialect.render(group).objects[0].draft.spec as { readonly rules: readonly CallRule[] }).rules;

  it('get a GRPCRoute that has nothing but what a GRPCRoute has', () => {
    fc.assert(
      fc.property(anyCalls, (group) => {
        const [route, ...others] = dialect.render(group).objects;
        expect(route.draft.kind).toBe('GRPCRoute');
        expect(dialect.resources).toEqual(expect.arrayContaining(others.map(({ resource }) => resource)));
        for (const { matches, filters = [], ...rest } of rulesOf(group)) {
          expect(['backendRefs', 'name']).toEqual(expect.arrayContaining(Object.keys(rest)));
          expect(matches).toHaveLength(1);
          for (const match of matches) {
            expect(['method', 'headers']).toEqual(expect.arrayContaining(Object.keys(match)));
          }
          const known = ['RequestHeaderModifier', 'ResponseHeaderModifier', 'RequestMirror', 'ExtensionRef'];
          expect(known).toEqual(expect.arrayContaining(filters.map(({ type }) => type)));
          expect(filters.length).toBeLessThanOrEqual(16);
        }
      }),
    );
  });

  it('tell each field that they do not get', () => {
    fc.assert(
      fc.property(anyCalls, (group) => {
        const lost = new Set(dialect.render(group).unsupported.map(({ field }) => field));
        const always = 'http.containerPort[appProtocol: h2c]';
        const lacked = requestedFeatures(group).filter(
          (feature) => feature !== always && !dialect.calls.includes(feature),
        );
        expect([...lost]).toEqual(expect.arrayContaining(lacked));
        expect(requestedFeatures(group)).toEqual(expect.arrayContaining([...lost]));
      }),
    );
  });

  it('reach no component past a guard that the engine lacks for calls', () => {
    for (const guard of GUARDS.filter((each) => !dialect.calls.includes(`http.policy.${each}`))) {
      const policy = { allow: ['10.0.0.0/8'], deny: ['10.0.0.0/8'], basicAuth: { secretName: 'users' } };
      const guarded =
        guard === 'externalAuth'
          ? { externalAuth: { serviceId: 'auth', port: 80 } }
          : { [guard]: policy[guard] };
      const group = groupOf({ branches: [branchOf({ grpc: {}, policy: guarded })] });
      expect(dialect.shuts(group)).toBe(true);
      expect(rulesOf(group).flatMap(({ backendRefs = [] }) => backendRefs)).toEqual([]);
    }
  });
});

/** Whether Traefik finds a path by the method of a match: it joins both to one expression, for which it searches the path. */
function finds(
  { service, method }: { readonly service?: string; readonly method?: string },
  path: string,
): boolean {
  return new RegExp(`/${service}/${method}`).test(path);
}

describe('the expressions by which Traefik finds calls', () => {
  const matchOf = (call: { service?: string; method?: string }) =>
    traefik.callMatch(call) ?? { type: 'Exact' };

  it('find the path of a call and no other', () => {
    fc.assert(
      fc.property(grpc, service, name, (wanted, ofService, method) => {
        const isWanted = (wanted.service ?? ofService) === ofService && (wanted.method ?? method) === method;
        expect(finds(matchOf(wanted), `/${ofService}/${method}`)).toBe(isWanted);
        for (const path of [
          `/x/${ofService}/${method}`,
          `/${ofService}/${method}/x`,
          `/${ofService}/${method}x/y`,
        ]) {
          expect(finds(matchOf(wanted), path)).toBe(false);
        }
      }),
    );
  });

  it('are longer, so that they are tried before, for a service than for a method, and for a method than for any', () => {
    const lengthOf = (call: { service?: string; method?: string }) => JSON.stringify(matchOf(call)).length;
    fc.assert(
      fc.property(service, name, fc.stringMatching(/^[a-z]{1,128}$/), (ofService, method, long) => {
        const order = [{ service: ofService, method }, { service: ofService }, { method: long }, {}].map(
          lengthOf,
        );
        expect(order.toSorted((one, other) => other - one)).toEqual(order);
        expect(new Set(order).size).toBe(order.length);
      }),
    );
  });

  it.each(['/a.B%2FGet', '/a.B/%47et', '/a.B;x/Get', '/a.B\\Get', '/a.B', '//a.B/Get', '/'])(
    'do not find %s',
    (path) => {
      for (const call of [{}, { service: 'a.B' }, { method: 'Get' }, { service: 'a.B', method: 'Get' }]) {
        expect(finds(matchOf(call), path)).toBe(false);
      }
    },
  );
});
