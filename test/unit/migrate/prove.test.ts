import { describe, expect, it } from 'vitest';
import { hostFacts } from '../../../src/migrate/hosts.ts';
import { ingressObjects } from '../../../src/migrate/ingress.ts';
import { readServed } from '../../../src/migrate/migration.ts';
import { type Answer, differencesOf, lineOf } from '../../../src/migrate/prove/compare.ts';
import { MOST_REQUESTS, type ProofRequest, requestsFor } from '../../../src/migrate/prove/requests.ts';
import { type Given, ingress } from './support.ts';

const ALL = { schemes: ['http'] as const, user: 'bob:secret', bodies: true };

function requests(given: readonly Given[], settings: Parameters<typeof requestsFor>[2] = ALL) {
  const { read, certificates } = readServed(ingressObjects(given.map(ingress)), {});
  return requestsFor(read, hostFacts(read, certificates), settings);
}

/** Requests for a case, as methods, paths and headers. */
function about(word: string, given: readonly Given[]) {
  return requests(given)
    .filter((each) => each.about === word)
    .map(({ method, path, headers, bytes }) => [method, path, bytes ?? headers]);
}

describe('requests', () => {
  it('are for the path and its edges', () => {
    expect(about('path', [{ path: '/foo' }]).map(([, path]) => path)).toEqual([
      '/foo',
      '/foo/',
      '/foobar',
      '/foo/a/b',
      '/foo/a%2Fb',
      '/foo?a=b',
      '/FOO',
    ]);
    expect(about('unknown host', [{}])).toEqual([['GET', '/', {}]]);
  });

  it('are for a path that its expression is for, and its edges', () => {
    const regular = { path: '/items/[0-9]+(/|$)(.*)', annotations: { 'use-regex': 'true' } };
    expect(about('path', [regular]).map(([, path]) => path)).toEqual([
      '/items/1/a',
      '/items/1/a/',
      '/items/1/abar',
      '/items/1/a/a/b',
      '/items/1/a/a%2Fb',
      '/items/1/a?a=b',
      '/ITEMS/1/A',
    ]);
  });

  it('are for the canary', () => {
    const canary = { canary: 'true', 'canary-by-header': 'x-c', 'canary-by-cookie': 'c' };
    const both = [{}, { name: 'next', service: 'next', annotations: canary }];
    expect(about('canary', both).map(([, , headers]) => headers)).toEqual([
      ...['always', 'never', 'other'].map((value) => ({ 'x-c': value })),
      ...['always', 'never', 'other'].map((value) => ({ cookie: `c=${value}` })),
    ]);
  });

  it('are for other origins, passwords and bodies', () => {
    expect(about('other origin', [{ annotations: { 'enable-cors': 'true' } }])).toHaveLength(4);
    const auth = { 'auth-type': 'basic', 'auth-secret': 'people' };
    expect(about('password', [{ annotations: auth }])).toHaveLength(2);
    const asked = { 'auth-url': 'http://auth.shop.svc.cluster.local/a' };
    expect(about('password', [{ annotations: asked }])).toHaveLength(2);
    expect(about('body', [{}])).toEqual([['POST', '/', 1_048_576]]);
    expect(about('body', [{ annotations: { 'proxy-body-size': '2m' } }])).toEqual([
      ['POST', '/', 2 * 1_048_576],
      ['POST', '/', 2 * 1_048_576 + 1],
    ]);
  });

  it('change nothing unless bodies are asked for', () => {
    const safe = requests([{ annotations: { 'enable-cors': 'true' } }], { ...ALL, bodies: false });
    expect(new Set(safe.map(({ method }) => method))).toEqual(new Set(['GET', 'OPTIONS']));
  });

  it('are bounded, and the same each time', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ name: `web-${index}`, path: `/p${index}` }));
    expect(requests(many)).toHaveLength(MOST_REQUESTS);
    expect(requests(many.slice(0, 10))).toEqual(requests(many.slice(0, 10)));
  });
});

const REQUEST: ProofRequest = {
  about: 'path',
  scheme: 'http',
  method: 'GET',
  host: 'web.example.com',
  path: '/',
  headers: { authorization: 'Basic Ym9iOnNlY3JldA==' },
  drawn: false,
  kind: 'plain',
  certified: false,
};

function answer(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer {
  return { type: 'answer', status, headers, body };
}

describe('two answers', () => {
  it.each<[string, Answer, Answer]>([
    ['status', answer(200), answer(404)],
    ['location', answer(301, { location: '/a' }), answer(301, { location: '/b' })],
    ['component', answer(200, {}, '{"component":"a"}'), answer(200, {}, '{"component":"b"}')],
    ['content-type', answer(200, { 'content-type': 'text/html' }), answer(200)],
    ['password', answer(401, { 'www-authenticate': 'Basic realm="a"' }), answer(401)],
    ['answer', answer(200), { type: 'none', why: 'ECONNREFUSED' }],
  ])('differ in their %s', (part, one, other) => {
    expect(differencesOf(REQUEST, one, other).map((each) => each.part)).toEqual([part]);
  });

  it.each<[string, Answer, Answer]>([
    [
      'the same address in another spelling',
      answer(301, { location: 'http://web.example.com:8080/a' }),
      answer(301, { location: '/a' }),
    ],
    [
      'their own pages of errors',
      answer(404, { 'content-type': 'text/html' }),
      answer(404, { 'content-type': 'text/plain' }),
    ],
    [
      'lists in another order',
      answer(200, { 'access-control-allow-methods': 'GET, PUT' }),
      answer(200, { 'access-control-allow-methods': 'PUT,GET' }),
    ],
    ['the same failure', { type: 'none', why: 'a' }, { type: 'none', why: 'b' }],
  ])('are alike with %s', (_, one, other) => {
    expect(differencesOf(REQUEST, one, other)).toEqual([]);
  });

  it('are alike where chance decides on the component', () => {
    const [one, other] = [answer(200, {}, '{"component":"a"}'), answer(200, {}, '{"component":"b"}')];
    expect(differencesOf({ ...REQUEST, drawn: true }, one, other)).toEqual([]);
  });

  it('are shown without passwords', () => {
    const line = lineOf(REQUEST, differencesOf(REQUEST, answer(200), answer(404)));
    expect(line).toBe('path: GET http://web.example.com/ authorization: …: status 200 → 404');
  });
});
