import { expect, it } from 'vitest';
import { burdenOf, hasRoomFor, overburdening } from '../../../src/rule/burden.ts';
import { isHttp } from '../../../src/rule/candidate.ts';
import { competing, ruleOf } from '../../support/rules.ts';

type Burdening = Parameters<typeof burdenOf>[0];

const NONE: Burdening = { cookies: {}, headers: {}, methods: [], query: {}, policy: {} };

it.each<[string, Partial<Burdening>, number]>([
  ['nothing', {}, 0],
  ['an expression for the path, for each method', { pathRegex: '/a+', methods: ['GET', 'PUT'] }, 16],
  ['headers', { headers: { a: 'b' }, methods: ['GET', 'PUT'], exactPath: '/a' }, 0],
  ['a cookie', { cookies: { a: '1' } }, 8],
  ['two cookies, in either order', { cookies: { a: '1', b: '1' } }, 16],
  ['three cookies, in each order', { cookies: { a: '1', b: '1', c: '1' } }, 48],
  ['two parameters', { query: { a: '1', b: '1' } }, 2],
  ['both, for each of two methods', { cookies: { a: '1' }, query: { b: '1' }, methods: ['GET', 'PUT'] }, 18],
  ['a guard', { policy: { allow: ['10.0.0.0/8'] } }, 4],
  ['a limit', { policy: { rateLimit: { requests: 60, per: 'minute' } } }, 4],
  ['other treatment', { policy: { rewrite: { host: 'a.example.com' } } }, 0],
  [
    'a guard and a cookie, for each of two methods',
    { cookies: { a: '1' }, policy: { deny: ['10.0.0.0/8'] }, methods: ['GET', 'PUT'] },
    24,
  ],
])('%s burden the engine', (_, conditions, burden) => {
  expect(burdenOf({ ...NONE, ...conditions })).toBe(burden);
});

/** Rules with one cookie each for hosts, the oldest first. */
function withCookies(hosts: readonly string[]) {
  const rules = hosts.map((domainName, index) =>
    ruleOf(
      { domainName, domainCookie: { a: '1' } },
      { name: `r${index}`, creationTimestamp: `2026-01-01T00:00:${String(index).padStart(2, '0')}Z` },
    ),
  );
  return competing(rules).filter(isHttp);
}

const NESTED = Array.from({ length: 40 }, (_, depth) => `*.${'a.'.repeat(depth)}example.com`);

it('the youngest of the rules in one room find none in it', () => {
  const names = overburdening(withCookies(NESTED).toReversed()).map(({ object }) => object.metadata.name);
  expect(names).toEqual(['r32', 'r33', 'r34', 'r35', 'r36', 'r37', 'r38', 'r39']);
});

it('all wildcards have one room, and each host one of its own', () => {
  const [wildcard, host] = withCookies(['*.b.example.com', 'b.example.com']).map(({ rule }) => rule);
  const [few, many] = [withCookies(NESTED.slice(0, 31)), withCookies(NESTED.slice(0, 32))];
  const rooms = [few, many].map((others) => [wildcard, host].map((rule) => rule && hasRoomFor(rule, others)));
  expect(rooms).toEqual([
    [true, true],
    [false, true],
  ]);
});
