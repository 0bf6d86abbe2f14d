import type { PublishedAsk, PublishedCase } from './published.ts';

const ALLOW_ORIGIN = 'access-control-allow-origin';

/** Request of a page, whose origin the answer allows. */
function allowed(origin: string): PublishedAsk {
  return { headers: { origin }, answer: { status: 200, headers: { [ALLOW_ORIGIN]: origin } } };
}

/** Request of a page, whose origin the answer does not allow. */
function other(origin: string): PublishedAsk {
  return { headers: { origin }, answer: { headers: { [ALLOW_ORIGIN]: null } } };
}

/** Request that an answer for all origins has, also without one. */
function open(headers: Readonly<Record<string, string>> = {}): PublishedAsk {
  return { headers, answer: { status: 200, headers: { [ALLOW_ORIGIN]: '*' } } };
}

/** Case of the file on CORS. */
function corsCase(line: number, origins: string | undefined, asks: readonly PublishedAsk[]): PublishedCase {
  const more = origins === undefined ? {} : { 'cors-allow-origin': origins };
  return {
    at: `annotations/cors:${line}`,
    family: origins === undefined ? 'enable-cors' : 'cors-allow-origin',
    ingresses: [{ annotations: { 'enable-cors': 'true', ...more } }],
    asks,
  };
}

const BELOW = 'http://*.origin.cors.com, http://*.origin.com:8080';
const MIXED = 'http://origin.cors.com:8080, http://*.origin.com:8080';

/** Cases on pages of other origins. */
export const CORS_CASES: readonly PublishedCase[] = [
  corsCase(40, undefined, [{ answer: { status: 200 } }]),
  corsCase(115, 'https://origin.cors.com:8080', [allowed('https://origin.cors.com:8080')]),
  corsCase(174, 'https://origin.cors.com:8080, https://origin2.cors.com', [
    allowed('https://origin.cors.com:8080'),
  ]),
  corsCase(201, 'http://origin2.cors.com, https://origin.com', [other('http://no.origin.com')]),
  corsCase(221, 'origin.cors.com:8080, https://origin2.cors.com, https://origin.com', [
    other('origin.cors.com:8080'),
    allowed('https://origin2.cors.com'),
    allowed('https://origin.com'),
  ]),
  corsCase(272, '*', [open()]),
  corsCase(296, undefined, [open()]),
  corsCase(319, '*, foo.bar.com', [open()]),
  corsCase(343, 'https://foo.bar.com', [other('https://fooxbar.com')]),
  corsCase(363, 'http://origin.cors.com:8080, http://origin.com:8080', [allowed('http://origin.com:8080')]),
  corsCase(391, 'https://origin2.cors.com, http://origin.com', [other('http://origin.com:8080')]),
  corsCase(410, 'http://origin.cors.com:8080, http://origin.com:8080', [other('http://origin.com')]),
  corsCase(430, BELOW, [allowed('http://foo.origin.cors.com'), allowed('http://bar-foo.origin.cors.com')]),
  corsCase(473, BELOW, [other('http://bar.foo.origin.cors.com')]),
  corsCase(493, MIXED, [allowed('http://abc.origin.com:8080')]),
  corsCase(520, MIXED, [other('http://abc.origin.com')]),
  corsCase(540, MIXED, [other('http://origin.com:8080'), allowed('http://bar.origin.com:8080')]),
  corsCase(
    576,
    '      ',
    ['http://origin.com', 'http://book.origin.com', 'test.origin.com'].map((origin) => open({ origin })),
  ),
  corsCase(636, 'https://origin-123.cors.com:8080,   ,https://origin-321.cors.com:8080,', [
    allowed('https://origin-123.cors.com:8080'),
    allowed('https://origin-321.cors.com:8080'),
    other('https://unknown.cors.com:8080'),
  ]),
  {
    at: 'annotations/cors:673',
    family: 'cors-allow-origin',
    ingresses: [
      {
        annotations: {
          'enable-cors': 'true',
          'cors-allow-origin': 'test://localhost, tauri://localhost:3000',
        },
      },
    ],
    asks: [],
  },
];
