import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../../src/config.ts';
import { BUILT_IN, itemsOf, queryIn, SOURCES } from '../../../src/monitor/items.ts';
import { PLACEHOLDERS } from '../../../src/monitor/placeholder.ts';
import { monitoringSchema } from '../../../src/monitor/settings.ts';
import { ENGINES, withoutPresence } from './support.ts';

const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');

function configured(monitoring: unknown) {
  return parseConfig(JSON.stringify({ gateway: { namespace: 'a', name: 'b' }, monitoring }), 'file')
    .monitoring;
}

function withQuery(query: string) {
  return () => configured({ items: [{ name: 'own', query }] });
}

it('the built-in items are valid as configured items, but for what tells whether an engine was there', () => {
  for (const source of SOURCES) {
    for (const template of itemsOf({ engines: ENGINES, source }, []).flatMap(({ templates }) => templates)) {
      expect(withQuery(withoutPresence(template))).not.toThrow();
    }
  }
});

it.each([
  'sum(rate(cpu{$pods,container!=""}[1m]))',
  'a{$services} / on(pod) group_left b{$services}',
  '{__name__="a",$component}',
  'sum by (pod) (a{$pods}) # what for',
  'max_over_time(a{$pods}[5m:1m])',
])('accepts the query %s', (query) => {
  expect(withQuery(query)).not.toThrow();
});

it.each([
  ['up', 'must have a placeholder in each selector'],
  ['1', 'must have a placeholder in each selector'],
  ['sum(a{$pods}) + sum(b)', '; b has none'],
  ['a{$pods} or b{namespace="other"}', '; b{namespace="other"} has none'],
  ["a{b!='$pods'}", 'must have a placeholder in each selector'],
  ['a{b="$pods"}', 'cannot be read'],
  ['a{$nobody}', 'cannot be read'],
  ['sum(a{$pods}', 'cannot be read'],
  ['a{$pods}[5m]', 'take its rate'],
  ['a{$pods}[5m:1m]', 'take its rate'],
  ['', 'at least 1'],
])('refuses the query %s', (query, message) => {
  expect(withQuery(query)).toThrow('file: monitoring.items.0.query: must');
  expect(withQuery(query)).toThrow(message);
});

it.each(['request', 'own', 'Own', ''])('refuses the name %j beside an item named own', (name) => {
  const query = 'a{$pods}';
  expect(() =>
    configured({
      items: [
        { name: 'own', query },
        { name, query },
      ],
    }),
  ).toThrow('monitoring.items');
});

it.each([
  ['http://prometheus:9090/', 'http://prometheus:9090'],
  ['https://example.com/prometheus/', 'https://example.com/prometheus'],
])('accepts the address %s', (url, taken) => {
  expect(configured({ url }).url).toBe(taken);
});

it.each(['prometheus:9090', 'ftp://a', 'http://user:password@a', 'http://a?b=c'])(
  'refuses the address %s',
  (url) => {
    expect(() => configured({ url })).toThrow('monitoring.url: must be a URL such as');
  },
);

const HTTPS = 'https://prometheus.example.com';

it.each([
  [{ bearer: { tokenFile: '/t' } }, { type: 'bearer', tokenFile: '/t' }],
  [
    { basic: { username: 'stoa', passwordFile: '/p' } },
    { type: 'basic', username: 'stoa', passwordFile: '/p' },
  ],
  [
    { clientCertificate: { certFile: '/c', keyFile: '/k' } },
    { type: 'clientCertificate', certFile: '/c', keyFile: '/k' },
  ],
  [
    { oauth2: { tokenUrl: 'https://id/token/', clientId: 'a', clientSecretFile: '/s' } },
    { type: 'oauth2', tokenUrl: 'https://id/token/', clientId: 'a', clientSecretFile: '/s', scopes: [] },
  ],
])('accepts the credentials %j', (auth, taken) => {
  expect(configured({ url: HTTPS, auth }).auth).toEqual(taken);
});

it.each([
  [{ auth: {} }, 'monitoring.auth: must have exactly one of bearer, basic, clientCertificate, oauth2'],
  [
    { auth: { bearer: { tokenFile: '/t' }, basic: { username: 'a', passwordFile: '/p' } } },
    'monitoring.auth: must have exactly one of',
  ],
  [{ auth: { bearer: { token: 'secret' } } }, 'monitoring.auth.bearer.tokenFile'],
  [
    { auth: { basic: { username: 'a:b', passwordFile: '/p' } } },
    'monitoring.auth.basic.username: must have no colon',
  ],
  [{ url: 'http://a', caFile: '/c' }, 'monitoring.caFile: needs a url with https'],
  [
    { url: 'http://a', auth: { clientCertificate: { certFile: '/c', keyFile: '/k' } } },
    'monitoring.auth: needs a url with https',
  ],
  [{ url: undefined, auth: { bearer: { tokenFile: '/t' } } }, 'monitoring.auth: needs monitoring.url'],
  [{ url: undefined, headers: { a: 'b' } }, 'monitoring.headers: needs monitoring.url'],
  [{ headers: { Authorization: 'Bearer x' } }, 'must be none of the headers that Stoa sets itself'],
  [{ headers: { 'Content-Length': '1' } }, 'must be none of the headers that Stoa sets itself'],
  [{ headers: { 'a b': 'c' } }, 'must be the name of a header'],
  [{ headers: { a: 'b\r\nc: d' } }, 'monitoring.headers.a: must be visible ASCII characters'],
  [{ headers: { a: '$teams' } }, 'monitoring.headers.a: must have no $'],
  [{ headers: { a: 'b', A: 'c' } }, 'monitoring.headers: must have each header once'],
  [{ query: { query: 'up' } }, 'must be none of the parameters that Stoa sends itself'],
  [{ query: { 'a&b': 'c' } }, 'must be the name of a parameter'],
])('refuses %j', (settings, message) => {
  expect(() => configured({ url: HTTPS, ...settings })).toThrow(message);
});

it('takes parameters of a query as texts', () => {
  const query = { partial_response: false, max_source_resolution: '5m', retries: 3 };
  expect(configured({ url: HTTPS, query }).query).toEqual({
    partial_response: 'false',
    max_source_resolution: '5m',
    retries: '3',
  });
});

it('docs/monitoring.md lists exactly the built-in items, with a meaning where it is not that of the first source', () => {
  const expected = BUILT_IN.flatMap((item) => {
    const queries = SOURCES.flatMap((source) => {
      const query = queryIn(source, item);
      return query === undefined ? [] : [{ source, ...query }];
    });
    const usual = queries[0]?.meaning;
    return [
      `- \`${item.name}\` (${item.unit}): ${usual}`,
      ...queries.map(({ source, template, meaning }) =>
        [`  - \`${source}\``, `\`${template}\``, ...(meaning === usual ? [] : [meaning])].join(': '),
      ),
    ];
  });
  const [, section = ''] = page.split('## Items\n');
  expect([...section.matchAll(/^ *- `.*$/gm)].map(([line]) => line).slice(0, expected.length)).toEqual(
    expected,
  );
});

it('docs/monitoring.md lists exactly the placeholders', () => {
  const rows = [...page.matchAll(/^\| `\$(\w+)` +\| (.+?) +\|$/gm)].map(([, name, meaning]) => [
    name,
    meaning,
  ]);
  expect(rows).toEqual(Object.entries(PLACEHOLDERS));
});

it('the examples of the documentation are valid', () => {
  const configuration = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const examples = [page, configuration].flatMap((text) =>
    [...text.matchAll(/```yaml\n(monitoring:.*?)```/gs)].map(([, yaml = '']) => parse(yaml).monitoring),
  );
  expect(examples).toHaveLength(4);
  for (const example of examples) {
    expect(monitoringSchema.parse(example).url).toBeDefined();
  }
  const forms = [...configuration.matchAll(/^auth:.*(?:\n .*)*$/gm)].map(([text]) => parse(text).auth);
  expect(forms.map((auth) => monitoringSchema.parse({ url: HTTPS, auth }).auth?.type)).toEqual([
    'bearer',
    'basic',
    'clientCertificate',
    'oauth2',
  ]);
});
