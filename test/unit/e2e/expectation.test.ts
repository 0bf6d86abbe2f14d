import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../e2e/case.ts';
import type { Reply } from '../../e2e/client.ts';
import { complaintsOfAll, complaintsOfOne, repeatsOf } from '../../e2e/expectation.ts';

function requestOf(wanted: Partial<HttpRequest['expect']>, more: Partial<HttpRequest> = {}): HttpRequest {
  return {
    host: 'a.test',
    path: '/',
    headers: {},
    scheme: 'http',
    repeat: 1,
    body_mib: 0,
    cookies_kept: false,
    upstream_delay_s: 0,
    ...more,
    expect: { status: 200, tolerance: 0, after_s: 0, ...wanted },
  };
}

function replyOf(component: string, more: Partial<Reply> = {}, pod = `${component}-1`): Reply {
  return {
    status: 200,
    headers: {},
    seconds: 0.1,
    seen: { component, pod, path: '/', headers: {}, bodyBytes: 0 },
    ...more,
  };
}

/** A reply of a component that has counted some requests. */
function counting(counted: number): Reply {
  return replyOf('web', {
    seen: { component: 'web', pod: 'a', path: '/', headers: {}, bodyBytes: 0, counted },
  });
}

const notFound: Reply = { status: 404, headers: {}, seconds: 0.1 };

describe('one response', () => {
  it.each([
    ['of the right component', requestOf({ backend: 'web' }), replyOf('web'), []],
    [
      'of another component',
      requestOf({ backend: 'web' }),
      replyOf('other'),
      ['answered by other instead of web'],
    ],
    ['of a component that counted enough', requestOf({ counted: 2 }), counting(2), []],
    [
      'of a component that counted too few',
      requestOf({ counted: 2 }),
      counting(1),
      ['the component got 1 counted requests instead of 2'],
    ],
    [
      'of a component that counted none',
      requestOf({ counted: 2 }),
      replyOf('web'),
      ['the component got 0 counted requests instead of 2'],
    ],
    ['that is wanted to be 404', requestOf({ status: 404 }), notFound, []],
    [
      'that is not wanted to be 200',
      requestOf({ status: 404 }),
      replyOf('web'),
      ['status 200 instead of 404'],
    ],
    [
      'that leads to the right place, written in another way',
      requestOf({ status: 301, location: 'https://a.test/x' }),
      { ...notFound, status: 301, headers: { location: 'https://a.test:443/x' } },
      [],
    ],
    [
      'that leads elsewhere',
      requestOf({ status: 301, location: 'https://a.test/x' }),
      { ...notFound, status: 301, headers: { location: 'http://a.test/x' } },
      ['location http://a.test/x instead of https://a.test/x'],
    ],
    [
      'that comes too soon, and with a status that is not among those wanted',
      requestOf({ status: [503, 504], after_s: 0.9, within_s: 4 }),
      notFound,
      ['status 404 instead of 503 or 504', 'answered after 0.1 s'],
    ],
    [
      'that comes too late',
      requestOf({ status: 404, within_s: 4 }),
      { ...notFound, seconds: 5 },
      ['answered after 5.0 s'],
    ],
    [
      'that sets another cookie',
      requestOf({ set_cookie: 'route' }),
      replyOf('web', { headers: { 'set-cookie': ['router=1'] } }),
      ['no cookie route'],
    ],
    [
      'to a header that did not arrive',
      requestOf({ upstream_headers: { 'X-One': '1' } }),
      replyOf('web'),
      ['the component got X-One: undefined instead of 1'],
    ],
    [
      'to a header that is wanted to be absent',
      requestOf({ upstream_headers: { 'X-One': null } }),
      replyOf('web', {
        seen: { component: 'web', pod: 'a', path: '/', headers: { 'x-one': '1' }, bodyBytes: 0 },
      }),
      ['the component got X-One: 1 instead of null'],
    ],
    [
      'to another path',
      requestOf({ upstream_path: '/a' }),
      replyOf('web'),
      ['the component got the path / instead of /a'],
    ],
    [
      'with other headers',
      requestOf({ response_headers: { 'X-One': '1', 'X-Two': null } }),
      replyOf('web', { headers: { 'x-one': '2' } }),
      ['the client got X-One: 2 instead of 1'],
    ],
    [
      'to a body that did not arrive',
      requestOf({}, { body_mib: 1 }),
      replyOf('web'),
      ['the component got 0 bytes of 1 MiB'],
    ],
  ])('%s', (_, request, reply, complaints) => {
    expect(complaintsOfOne(request, reply)).toEqual(complaints);
  });
});

describe('all responses', () => {
  const tenToOne = [...Array.from({ length: 9 }, () => replyOf('old')), replyOf('new')];

  it('match the shares within the tolerance', () => {
    const request = requestOf({ share: { old: 0.9, new: 0.1 }, tolerance: 0.05 });
    expect(complaintsOfAll(request, tenToOne)).toEqual([]);
    expect(complaintsOfAll(request, [...tenToOne, replyOf('new')])).toHaveLength(2);
  });

  it('come from the expected number of pods', () => {
    const replies = [replyOf('web'), replyOf('web', {}, 'web-2')];
    expect(complaintsOfAll(requestOf({ distinct_pods: 2 }), replies)).toEqual([]);
    expect(complaintsOfAll(requestOf({ distinct_pods: 1 }), replies)).toEqual([
      '2 pods answered instead of 1',
    ]);
  });

  it('have the expected status at least once', () => {
    const request = requestOf({ status: [200, 429], some_status: 429 });
    expect(complaintsOfAll(request, [replyOf('web'), { ...notFound, status: 429 }])).toEqual([]);
    expect(complaintsOfAll(request, [replyOf('web')])).toEqual(['none of 1 answers has 429']);
  });
});

it('a share has enough samples for an engine that selects at random', () => {
  const half = { share: { a: 0.5, b: 0.5 }, tolerance: 0.06 };
  expect(repeatsOf(requestOf(half, { repeat: 50 }))).toBe(1407);
  expect(repeatsOf(requestOf({ share: { a: 1, b: 0 }, tolerance: 0 }, { repeat: 200 }))).toBe(200);
  expect(repeatsOf(requestOf({}, { repeat: 7 }))).toBe(7);
});
