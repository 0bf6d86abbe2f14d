import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../src/engines/index.ts';
import { behaviorOf } from '../../../src/match/behavior.ts';
import { meets } from '../../../src/match/meets.ts';
import type { HttpRouteSpec } from '../../../src/objects/httproute.ts';
import { branchOf, groupOf } from '../../support/groups.ts';

/** A path as an engine has it once it has put it in order: what it compares, and what the component gets. */
interface Read {
  readonly compared: string;
  readonly forwarded: string;
}

const UNRESERVED = /^[-A-Za-z0-9._~]$/;

/** Each escape of a path in another form. */
function eachEscape(path: string, to: (escaped: string, character: string) => string): string {
  return path.replaceAll(/%[0-9A-Fa-f]{2}/g, (escaped) =>
    to(escaped, String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
  );
}

/** Traefik 3.7: normalizePath, sanitizePath, and then withRoutingPath, which decodes what is not reserved. */
function traefikReads(path: string): Read {
  const normal = eachEscape(path, (escaped, sign) => (UNRESERVED.test(sign) ? sign : escaped.toUpperCase()));
  const forwarded = posix.normalize(normal);
  const bytes = eachEscape(forwarded, (escaped, sign) =>
    ":/?#[]@!$&'()*+,;=%".includes(sign) ? escaped : sign,
  );
  return { compared: Buffer.from(bytes, 'latin1').toString(), forwarded };
}

/** Envoy with the defaults of Envoy Gateway, but slashes stay escaped: it redirects to the path with those decoded. */
function envoyReads(path: string): Read {
  const normal = eachEscape(path, (escaped, sign) => (UNRESERVED.test(sign) ? sign : escaped));
  const forwarded = posix.normalize(normal.replaceAll('\\', '/'));
  return { compared: forwarded, forwarded };
}

function decoded(path: string): string {
  return eachEscape(path, (_escaped, sign) => sign);
}

function withoutParameters(path: string): string {
  return path.replaceAll(/;[^/]*/g, '');
}

function inOrder(path: string): string {
  return posix.normalize(path.replaceAll('\\', '/')).replace(/(.)\/$/, '$1');
}

/** Paths that components read in one. */
function componentsRead(path: string): readonly string[] {
  return [
    decoded(path),
    withoutParameters(decoded(path)),
    decoded(withoutParameters(path)),
    withoutParameters(decoded(path).replaceAll('\\', '/')),
  ].map(inOrder);
}

function isBelow(path: string, prefix: string): boolean {
  return `${path}/`.startsWith(`${prefix}/`);
}

const READERS = { traefik: traefikReads, 'envoy-gateway': envoyReads };

const guardedPath = fc.constantFrom(
  '/admin',
  '/adm@in',
  "/a+b/$&'()*,;=:!/x",
  '/me@',
  '/@',
  '/admin/users/export/all',
  '/api/v1/organizations/admin/users/export/all',
  '/a%25b/%3Fx%23',
  '/a%40b/c%2Bd',
  '/%5Bx%5D',
  '/my%20admin',
  '/caf%C3%A9/%F0%9F%98%80',
  '/%22%3C%3E%5E%60%7B%7C%7D',
  `/x/${'@/b/'.repeat(60)}c`,
  `/${'long'.repeat(150)}/x`,
);

/** A sign of a path in another spelling. */
function respelled(sign: string, how: 'upper' | 'lower' | 'plain'): string {
  const character = decoded(sign);
  if (how === 'plain') {
    return '/%?#'.includes(character) || character > '~' ? sign : character;
  }
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${how === 'upper' ? code.toUpperCase() : code}`;
}

const change = fc.tuple(fc.nat(), fc.constantFrom('upper', 'lower', 'plain'));
const detour = fc.constantFrom(
  ...[
    ';x',
    ';',
    '%3B',
    '%3bv=1',
    '/;/',
    '/',
    '%2F',
    '%5c',
    '\\',
    '/.',
    '/x/..',
    '/%2e',
    '/x/..;',
    '/x/..%3b',
  ],
  ...['%2f.', ';%0A', '/\\'],
);
const insertion = fc.tuple(fc.nat(), detour);
const end = fc.constantFrom('', '/', '/x', ';v', '%2Fx', '%3B', '\\x', '/%0A', ';%0A/%0A', '/x/%80');

/** A path as somebody may write it who wants to go around its guard. */
const spelled = fc
  .tuple(guardedPath, fc.array(change, { maxLength: 6 }), fc.array(insertion, { maxLength: 2 }), end)
  .map(([guarded, changes, insertions, rest]) => {
    const signs = guarded.split(/(%..|.)/).filter((sign) => sign !== '');
    for (const [at, how] of changes) {
      const index = at % signs.length;
      signs[index] = index === 0 ? '/' : respelled(signs[index] ?? '', how);
    }
    const segments = signs.join('').split('/');
    for (const [at, what] of insertions) {
      const index = at % (segments.length - 1);
      segments[index] = index === 0 ? `/${what}` : `${segments[index]}${what}`;
    }
    return { guarded, path: `${segments.join('/')}${rest}` };
  });

describe.each(ENGINES.filter(({ name }) => name in READERS))('a guard on $name', (dialect) => {
  const behavior = behaviorOf(dialect.controllers[0]);
  const rulesFor = (path: string) => {
    const branches = [branchOf({ policy: { basicAuth: { secretName: 'users' } } })];
    const [{ draft }] = dialect.render(groupOf({ path, branches })).objects;
    return (draft.spec as HttpRouteSpec).rules.flatMap(({ matches }) => matches);
  };
  const isMet = (path: string, guarded: string) => {
    const request = {
      method: 'GET',
      scheme: 'http',
      host: '',
      port: 80,
      path,
      query: [],
      headers: [],
    } as const;
    return rulesFor(guarded).some((match) =>
      meets(request, { path: match.path, headers: [], query: [] }, behavior),
    );
  };

  it('gets every spelling that a component may read as its path', () => {
    fc.assert(
      fc.property(spelled, ({ guarded, path }) => {
        const { compared, forwarded } = READERS[dialect.name as keyof typeof READERS](path);
        const wanted = inOrder(decoded(guarded));
        fc.pre(componentsRead(forwarded).some((read) => isBelow(read, wanted)));
        expect({ guarded, path, compared, met: isMet(compared, guarded) }).toMatchObject({ met: true });
      }),
      { numRuns: 3000 },
    );
  });
});
