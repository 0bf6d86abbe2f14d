import { posix } from 'node:path';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { detoursOf, UNJUDGED } from '../../../src/engines/detours.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import type { HttpRouteRule, HttpRouteSpec } from '../../../src/objects/httproute.ts';
import { branchOf, groupOf } from '../../support/groups.ts';

/** The path as an engine matches it: slashes in a row are one, and segments of dots are resolved, as far as it sees them. */
function engineReads(path: string): string {
  return posix.normalize(path);
}

/** The path as a careless component reads it: without the parameters of segments, with every slash that it finds. */
function componentReads(path: string): string {
  const segments = path.split('/').flatMap((segment) => (segment.split(';')[0] ?? '').split(/%2f|%5c|\\/i));
  return posix.normalize(segments.join('/')).replace(/(.)\/$/, '$1');
}

/** Whether a path is at or below another one, by whole segments, as PathPrefix has it. */
function isBelow(path: string, prefix: string): boolean {
  return `${path}/`.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** Patterns of the detours to what a guard is for, as engines compile them. */
function compiled(guarded: Parameters<typeof detoursOf>[0]): readonly RE2JS[] {
  return detoursOf(guarded, [{}]).map(({ path }) => RE2JS.compile(path.value));
}

const unjudged = RE2JS.compile(UNJUDGED.path.value);

/** Fate of a request for a path on a host with a guard for another path. */
function fateOf(path: string, guarded: string): 'guarded' | 'refused' | 'open' {
  if (unjudged.test(path)) {
    return 'refused';
  }
  const isDetour = compiled({ path: guarded }).some((detour) => detour.test(path));
  return isDetour || isBelow(path, guarded) ? 'guarded' : 'open';
}

const segment = fc.constantFrom(
  'admin',
  'secret',
  'public',
  '',
  '.',
  '..',
  ';',
  '..;',
  '.;a=b',
  'admin;v=1',
  ';a;b',
);
const slash = fc.constantFrom('/', '/', '%2F', '%2f', '%5C', '\\');
const anyPath = fc
  .array(fc.tuple(slash, segment), { minLength: 1, maxLength: 8 })
  .map((parts) => `/${parts.flat().join('')}`);
const plainPath = fc
  .array(fc.constantFrom('admin', 'secret', '.well-known', 'a..b', '%20', '...'), { maxLength: 5 })
  .map((parts) => `/${parts.join('/')}`);
const guardedPath = fc.constantFrom('/', '/admin', '/admin/', '/admin/secret', '/admin/secret/public');

describe('detours to a guarded path', () => {
  it('never reach what an open rule of the host leads to', () => {
    fc.assert(
      fc.property(anyPath, guardedPath, (path, guarded) => {
        const seen = engineReads(path);
        const isHidden = isBelow(componentReads(seen), guarded);
        fc.pre(isHidden);
        expect(fateOf(seen, guarded)).not.toBe('open');
      }),
      { numRuns: 5000 },
    );
  });

  it('are no paths that hide nothing, so that rules for longer paths keep their requests', () => {
    fc.assert(
      fc.property(plainPath, guardedPath, (path, guarded) => {
        expect(fateOf(path, guarded)).toBe(isBelow(path, guarded) ? 'guarded' : 'open');
        expect(compiled({ path: guarded }).some((detour) => detour.test(path))).toBe(false);
      }),
    );
  });

  it.each([
    ['/admin%2Fsecret', 'guarded'],
    ['/;x/admin/secret', 'guarded'],
    ['/admin/secret;jsessionid=1', 'guarded'],
    ['/admin/secret%2Fx', 'guarded'],
    ['/public/..;/admin/secret', 'refused'],
    ['/public%2F..%2Fadmin/secret', 'refused'],
    ['/projects/group%2Fadmin/secret', 'open'],
    ['/http:%2F%2Fexample.com/admin', 'open'],
    ['/admin;v=1/public', 'open'],
    ['/admin/secretary%2Fx', 'open'],
  ])('to /admin/secret by %s: %s', (path, fate) => {
    expect(fateOf(path, '/admin/secret')).toBe(fate);
  });

  it.each([
    `/api/v1/organizations/admin/users/export/all`,
    `/${'a'.repeat(600)}`,
    `/${'a'.repeat(1023)}`,
    '/a'.repeat(512),
    `/${'@+;'.repeat(300)}`,
    `/x${'/@'.repeat(300)}`,
  ])('to a path that is too long for an exact pattern are all found: %#', (guarded) => {
    const [[pattern = ''] = []] = [detoursOf({ path: guarded }, [{}]).map(({ path }) => path.value)];
    expect(pattern.length).toBeLessThanOrEqual(1024);
    const [, first = '', rest = ''] = /^(.[^/]*)(.*)$/.exec(guarded) ?? [];
    for (const path of [
      `/;${guarded}`,
      `${guarded};v=1`,
      `${guarded}%2Fx`,
      `${guarded}%3B/x`,
      `${first};a${rest}%5c`,
    ]) {
      expect([path, fateOf(path, guarded)]).toEqual([path, 'guarded']);
    }
  });

  it('to a longer path have a longer pattern, which engines try first', () => {
    const segment = fc.stringMatching(/^[a-z@+;]{1,12}$/);
    fc.assert(
      fc.property(fc.array(segment, { minLength: 2, maxLength: 20 }), fc.nat(), (segments, at) => {
        const shorter = segments.slice(0, 1 + (at % (segments.length - 1)));
        const [one, other] = [shorter, segments].map(
          (each) => detoursOf({ path: `/${each.join('/')}` }, [{}])[0]?.path.value.length ?? 0,
        );
        expect(other).toBeGreaterThan(one ?? 0);
      }),
    );
  });
});

describe('detours to /', () => {
  it('get the guard of this path alone', () => {
    const [pattern] = compiled({ path: '/', exactPath: '/' });
    expect(['/;v=1', '/%3B', '/%2F', '/;a/;b'].filter((path) => pattern?.test(path) !== true)).toEqual([]);
    expect(['/', '/x', '/x;v=1', '/;v=1/x'].filter((path) => pattern?.test(path))).toEqual([]);
  });

  it('are no others where all paths have the guard', () => {
    expect(detoursOf({ path: '/' }, [{}])).toEqual([]);
  });
});

it('requests that no guard can judge are refused before any rule for a path gets them: Traefik tries longer ones first', () => {
  expect(UNJUDGED.path.value).toHaveLength(1024);
});

describe('detours to the paths of a guarded expression', () => {
  /** Whether a path gets the guard of an expression, or is refused. */
  const isKept = (path: string, expression: string) => {
    const value = `^(?s:${expression})$`;
    const patterns = [RE2JS.compile(value), unjudged, ...compiled({ path: '/', pathRegex: expression })];
    return patterns.some((pattern) => pattern.test(path));
  };

  it.each(['/.*', '/admin(/.*)?', '/admin/[a-z]+', '/admin/secret/?', '/(admin|public)/secret'])(
    'of %s never reach what an open rule of the host leads to',
    (expression) => {
      const wanted = new RegExp(`^${expression}$`);
      fc.assert(
        fc.property(anyPath, (path) => {
          const seen = engineReads(path);
          fc.pre(wanted.test(componentReads(seen)) && (seen.endsWith('/') || componentReads(seen) !== seen));
          fc.pre(!seen.endsWith('/') || wanted.test(seen) || /[;%\\\\]/.test(seen));
          expect(isKept(seen, expression)).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('leave other paths to other rules', () => {
    expect(isKept('/shop/x;y', '/admin/[a-z]+')).toBe(false);
    expect(isKept('/admin/1', '/admin/[a-z]+')).toBe(false);
  });
});

/** Rules of the HTTPRoute that a dialect renders for a group. */
function rulesOf(dialect: (typeof ENGINES)[number], group: Parameters<typeof dialect.render>[0]) {
  return (dialect.render(group).objects[0].draft.spec as HttpRouteSpec).rules;
}

function patternsOf({ matches }: HttpRouteRule): readonly string[] {
  return (matches ?? []).flatMap(({ path }) => (path.type === 'RegularExpression' ? [path.value] : []));
}

describe.each(ENGINES.filter(({ name }) => ['traefik', 'envoy-gateway'].includes(name)))(
  '$name',
  (dialect) => {
    const policy = { basicAuth: { secretName: 'users' } };

    it('gives detours to a guarded path to its rule, and refuses what no guard can judge', () => {
      const branches = [branchOf({ methods: ['POST'], policy }), branchOf()];
      const rules = rulesOf(dialect, groupOf({ path: '/admin', branches }));
      const [guarded] = rules;
      const [open, refusal] = rules.slice(-2);
      expect(guarded?.matches.map(({ method }) => method)).toEqual(['POST', 'POST']);
      expect(patternsOf(guarded as HttpRouteRule)).toEqual([expect.stringContaining('admin')]);
      expect(patternsOf(open as HttpRouteRule)).toEqual([]);
      expect(refusal).toEqual({ matches: [UNJUDGED] });
    });

    it('refuses detours to a guarded path whose beginning is replaced', () => {
      const rewrite = { path: { prefix: '/v2' } };
      const branches = [branchOf({ policy: { ...policy, rewrite } })];
      const rules = rulesOf(dialect, groupOf({ path: '/admin', branches }));
      const [guarded, refusal] = [rules[0], rules.at(-1)];
      expect(patternsOf(guarded as HttpRouteRule)).toEqual([]);
      expect(refusal?.backendRefs).toBeUndefined();
      expect(patternsOf(refusal as HttpRouteRule)).toHaveLength(2);
    });

    it('lets nothing pass where the beginning of a path with escapes would be replaced', () => {
      const rewrite = { path: { prefix: '/v2' } };
      const group = groupOf({ path: '/my%20admin', branches: [branchOf({ policy: { rewrite } })] });
      const [closed] = rulesOf(dialect, group);
      expect(closed?.backendRefs).toBeUndefined();
      expect(dialect.render(group).unsupported).toMatchObject([{ field: 'http.policy.rewrite.path' }]);
      expect(dialect.shuts(group)).toBe(true);
    });

    it('keeps detours to a closed branch closed', () => {
      const [closed, refusal] = rulesOf(
        dialect,
        groupOf({ path: '/admin', branches: [branchOf({ backends: [] })] }),
      );
      expect(closed).toMatchObject({ matches: [{}, { path: { type: 'RegularExpression' } }] });
      expect(closed?.backendRefs ?? refusal?.backendRefs).toBeUndefined();
    });
  },
);
