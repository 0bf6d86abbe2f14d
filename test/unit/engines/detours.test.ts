import { posix } from 'node:path';
import fc from 'fast-check';
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

/** Fate of a request for a path on a host with a guard for another path. */
function fateOf(path: string, guarded: string): 'guarded' | 'refused' | 'open' {
  const [detour] = detoursOf([{ path: { type: 'PathPrefix', value: guarded } }]);
  if (new RegExp(UNJUDGED.path.value).test(path)) {
    return 'refused';
  }
  const isDetour = detour !== undefined && new RegExp(detour.path.value).test(path);
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
        const [detour] = detoursOf([{ path: { type: 'PathPrefix', value: guarded } }]);
        expect(path).not.toMatch(new RegExp(UNJUDGED.path.value));
        expect(detour !== undefined && new RegExp(detour.path.value).test(path)).toBe(false);
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

  it('to a path that is too long for one pattern are found by its first segments', () => {
    const guarded = `/admin/${'a/'.repeat(400)}`;
    const [detour] = detoursOf([{ path: { type: 'PathPrefix', value: guarded } }]);
    expect(detour?.path.value.length).toBeLessThanOrEqual(1024);
    expect(`/;${guarded}`).toMatch(new RegExp(detour?.path.value ?? ''));
  });
});

describe('detours to the paths of a guarded expression', () => {
  /** Whether a path gets the guard of an expression, or is refused. */
  const isKept = (path: string, expression: string) => {
    const value = `^(?s:${expression})$`;
    const patterns = [
      value,
      UNJUDGED.path.value,
      ...detoursOf([{ path: { type: 'RegularExpression', value } }]).map((match) => match.path.value),
    ];
    return patterns.some((pattern) => new RegExp(pattern.replace('(?s:', '(?:')).test(path));
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
