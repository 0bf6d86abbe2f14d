import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/engines/engine.ts';
import type { Branch, ListenerGroup } from '../../../src/engines/group.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import type { HttpRouteSpec } from '../../../src/objects/httproute.ts';
import { branchOf, groupOf } from '../../support/groups.ts';

const pairs = (names: string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.constantFrom('1', '2'), { maxKeys: 3, noNullPrototype: true });

/** Branches of few names, so that requests often fulfil several; cookies before none, as a group has them. */
const branches = fc
  .array(fc.record({ cookies: pairs(['a', 'b']), headers: pairs(['X-A', 'X-B', 'X-C']) }), {
    minLength: 2,
    maxLength: 6,
  })
  .map((list) => list.map(branchOf).toSorted((one, other) => count(other.cookies) - count(one.cookies)));

function count(map: object): number {
  return Object.keys(map).length;
}

/** Properties of two rules that engines compare, the most significant first: headers, exact ones of them, cookies beside them. */
function weightsOf(dialect: Dialect, group: ListenerGroup): readonly (readonly number[])[] {
  const [route, ...others] = dialect.render(group).objects;
  const { rules } = route.draft.spec as HttpRouteSpec;
  return rules.map(({ matches, filters = [] }) => {
    const headers = matches[0]?.headers ?? [];
    const exact = headers.filter(({ type }) => type === 'Exact').length;
    const names = filters.flatMap((filter) =>
      filter.type === 'ExtensionRef' ? [filter.extensionRef.name] : [],
    );
    const cookies = others
      .filter(({ draft }) => draft.kind === 'HTTPRouteFilter' && names.includes(draft.metadata.name))
      .flatMap(
        ({ draft }) => (draft.spec as { matches: { cookies: unknown[] }[] }).matches[0]?.cookies ?? [],
      );
    // Only Envoy Gateway looks further than the number of headers.
    return dialect.name === 'envoy-gateway' ? [headers.length, exact, cookies.length] : [headers.length];
  });
}

/** Whether an engine tries the first before the second, which comes later in the route. */
function goesFirst(first: readonly number[] = [], second: readonly number[] = []): boolean {
  const at = first.findIndex((weight, index) => weight !== second[index]);
  return at < 0 || (first[at] ?? 0) > (second[at] ?? 0);
}

function canMeet(one: Branch, other: Branch): boolean {
  return Object.entries(one.headers).every(([name, value]) => (other.headers[name] ?? value) === value);
}

describe.each(ENGINES)('$name', (dialect) => {
  it('tries cookies before what comes later, or says that it does not', () => {
    fc.assert(
      fc.property(branches, (list) => {
        const group = groupOf({ path: '/', branches: list });
        const weights = weightsOf(dialect, group);
        const overtaken = list.some((branch, index) =>
          list.some(
            (later, place) =>
              place > index &&
              count(branch.cookies) > 0 &&
              count(later.cookies) === 0 &&
              canMeet(branch, later) &&
              !goesFirst(weights[index], weights[place]),
          ),
        );
        const reported = dialect.render(group).unsupported.some(({ field }) => field === 'http.domainCookie');
        expect(reported || !overtaken).toBe(true);
      }),
    );
  });

  it('says so only where it is so', () => {
    const plain = branchOf();
    const beta = branchOf({ cookies: { user: 'beta' } });
    const one = branchOf({ headers: { 'X-A': '1' } });
    const two = branchOf({ headers: { 'X-A': '1', 'X-B': '2' } });
    const unsupported = (list: Branch[]) =>
      dialect.render(groupOf({ path: '/', branches: list })).unsupported.map(({ field }) => field);
    expect(unsupported([beta, one, plain])).toEqual([]);
    expect(unsupported([beta, two, plain])).toEqual(['http.domainCookie']);
    const other = branchOf({ cookies: { user: 'beta' }, headers: { 'x-a': '2' } });
    expect(unsupported([other, two, plain])).toEqual([]);
  });
});
