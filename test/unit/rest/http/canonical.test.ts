import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalOf, shapeOf } from '../../../../src/rest/http/canonical.ts';
import { Problem } from '../../../../src/rest/problem/problem.ts';
import { installBody } from '../../../../src/rest/resources/installs/request.ts';
import { newRuleBody, ruleEditBody } from '../../../../src/rest/resources/rules/request.ts';
import { restRefuses } from '../../../support/doors.ts';
import { specOfBody } from '../../../support/rulebody.ts';
import { specimens } from '../../../support/specs.ts';
import { wireOf } from '../../../support/wirespec.ts';

const schema = z.object({
  text: z.string().min(1).optional(),
  word: z.enum(['on', 'off']).default('off'),
  integer: z.int().nullish(),
  flag: z.boolean().optional(),
  number: z.number().optional(),
  list: z
    .array(z.union([z.object({ key: z.string() }), z.string().transform((key) => ({ key }))]))
    .optional(),
  own: z.object({ flag: z.boolean() }).optional(),
});

const shape = shapeOf(schema, ['own']);

/** Canonical form of one member. */
function read(name: string, value: unknown): unknown {
  const { body } = canonicalOf(shape, { [name]: value });
  return (body as Record<string, unknown>)[name];
}

describe('a member', () => {
  it.each([
    ['text', ' a b\n', 'a b'],
    ['text', ' a\u3000', 'a'],
    ['text', 2, '2'],
    ['text', 1.5, '1.5'],
    ['text', -20_231_201_123_456, '-20231201123456'],
    ['text', ' \n', ''],
    ['word', ' ', ''],
    ['word', ' on ', 'on'],
    ['integer', '8080', 8080],
    ['integer', ' 8080 ', 8080],
    ['integer', '8080.0', 8080],
    ['integer', '8080.', 8080],
    ['integer', '+5', 5],
    ['integer', '-1', -1],
    ['integer', '-0', 0],
    ['flag', 1, true],
    ['flag', 0, false],
    ['flag', 'Yes', true],
    ['flag', 'tRUE', true],
    ['flag', 'on', true],
    ['flag', 'F', false],
    ['flag', 'No', false],
    ['flag', 'off', false],
    ['list', [' a ', { key: ' b ' }, { key: 3 }], ['a', { key: 'b' }, { key: '3' }]],
  ])('%s of %j is %j', (name, value, expected) => {
    expect(read(name, value)).toEqual(expected);
  });

  it.each([
    ['text', true],
    ['text', []],
    ['text', {}],
    ['text', null],
    ['text', ''],
    ['text', 1_234_567_890_123_456],
    ['text', 1e30],
    ['text', 1e-7],
    ['text', 0.1234567890123456],
    ['integer', '8080.5'],
    ['integer', 8080.5],
    ['integer', true],
    ['integer', ''],
    ['integer', '1e3'],
    ['integer', '0x10'],
    ['integer', '80a'],
    ['integer', [80]],
    ['integer', '1'.repeat(1001)],
    ['flag', null],
    ['flag', 'null'],
    ['flag', ''],
    ['flag', ' true '],
    ['flag', 2],
    ['flag', '2'],
    ['flag', ['true']],
    ['number', '1'],
    ['list', 'a'],
    ['list', '["a"]'],
    ['list', {}],
    ['list', [5]],
    ['own', { flag: 'yes', more: 1 }],
  ])('%s of %j stays as it is', (name, value) => {
    expect(read(name, value)).toEqual(value);
  });
});

it('unknown members vanish at every level, and are told', () => {
  const raw = JSON.parse(
    '{"text": "a", "more": 1, "list": [{"key": "a", "note": {"x": 1}}], "__proto__": {"x": 1}}',
  );
  expect(canonicalOf(shape, raw)).toEqual({
    body: { text: 'a', list: [{ key: 'a' }] },
    ignored: ['more', 'list.0.note', '__proto__'],
  });
});

it.each([[[]], ['text'], [5], [null], [undefined]])('the body %j stays as it is', (body) => {
  expect(canonicalOf(shape, body)).toEqual({ body, ignored: [] });
});

/** Fields of a new rule that the whole way from a request refuses. */
function refused(protocol: string, half: object): readonly string[] {
  try {
    specOfBody(newRuleBody.canonical({ protocol, [protocol]: half }).body, 1);
    return [];
  } catch (error) {
    return error instanceof Problem ? [...new Set(error.fields.map(({ field }) => field))] : [String(error)];
  }
}

const HTTP = { service_id: 'web', container_port: 8080, domain_name: 'a.example.com' };

it.each([
  ['container_port', '8080.5'],
  ['container_port', true],
  ['container_port', ''],
  ['container_port', null],
  ['container_port', '1e3'],
  ['container_port', '0x10'],
  ['container_port', []],
  ['service_id', true],
  ['service_id', null],
  ['service_id', ' '],
  ['service_id', []],
  ['service_id', {}],
  ['service_id', '\u0000'],
  ['domain_name', ''],
  ['domain_name', '\ud800'],
  ['whether_open', null],
  ['whether_open', ''],
  ['whether_open', 'maybe'],
  ['whether_open', ' true '],
  ['whether_open', 2],
  ['rule_extensions', 'a:b'],
  ['rule_extensions', 5],
  ['rule_extensions', {}],
  ['rule_extensions', null],
  ['configuration', null],
])('a rule whose %s is %j is refused by that name', (name, value) => {
  expect(refused('http', { ...HTTP, [name]: value })).toEqual([`http.${name}`]);
});

/** A body with every number and flag as text, and blanks around every text. */
function texts(body: unknown): unknown {
  if (Array.isArray(body)) {
    return body.map(texts);
  }
  if (typeof body === 'object' && body !== null) {
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, texts(value)]));
  }
  return typeof body === 'boolean' ? String(body) : ` ${String(body)} `;
}

it.each([
  {
    protocol: 'http',
    http: {
      ...HTTP,
      certificate_id: 7,
      domain_cookie: 'user=beta',
      domain_header: 'X-Env=test',
      the_weight: 20,
      domain_path: '/api',
      rule_extensions: ['lb-type:round-robin', { key: 'httptohttps', value: 'true' }],
      whether_open: true,
      auto_ssl: false,
      auto_ssl_config: 'clusterissuer/x',
      configuration: {
        proxy_body_size: 8,
        proxy_buffering: 'on',
        set_headers: [
          { key: 'X-A', value: '1' },
          { item_key: 'X-B', item_value: '2' },
        ],
      },
    },
  },
  {
    protocol: 'tcp',
    tcp: {
      service_id: 'db',
      container_port: 3306,
      end_point: '0.0.0.0:31306',
      default_port: 31_306,
      default_ip: '0.0.0.0',
      rule_extensions: [{ key: 'a', value: '1' }],
    },
  },
])('every member of a rule may be a text', (body) => {
  expect(newRuleBody.canonical(texts(body))).toEqual({ body, ignored: [] });
});

it('the members of an install may be numbers, but overrides are as they are', () => {
  const overrides = [{ component: ' a ', replicas: '2' }];
  const raw = {
    market_url: ' https://a ',
    app_model_version: 2,
    market_access_key: null,
    overrides,
    more: 1,
  };
  expect(installBody.canonical(raw)).toEqual({
    body: { market_url: 'https://a', app_model_version: '2', market_access_key: null, overrides },
    ignored: ['more'],
  });
});

/** Values as clients spell them, right or wrong. */
const spelling = fc.oneof(
  fc.constantFrom(' 8080 ', '8080', '1.', 'yes', 'No', ' http ', 'tcp', '', ' ', 'a', '-0'),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

const NAMES = [
  'protocol',
  'http',
  'tcp',
  'service_id',
  'container_port',
  'whether_open',
  'end_point',
  'more',
];

const { any } = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    spelling,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, 'rule_extensions', 'configuration', 'key', 'value'), tie('any')),
  ),
}));

const bodies = [newRuleBody, ruleEditBody, installBody] as const;

it('a canonical form is its own', () => {
  fc.assert(
    fc.property(any, fc.constantFrom(...bodies), (raw, { canonical }) => {
      const { body } = canonical(raw);
      expect(canonical(body)).toEqual({ body, ignored: [] });
    }),
    { numRuns: 2_000 },
  );
});

/** Whether no text of a body has blanks at its ends. */
function isTrimmed(body: unknown): boolean {
  return typeof body === 'object' && body !== null
    ? Object.values(body).every(isTrimmed)
    : typeof body !== 'string' || body === body.trim();
}

it('a valid body without blanks at the ends of texts is its own canonical form', () => {
  let taken = 0;
  fc.assert(
    fc.property(specimens(), ({ spec }) => {
      const raw = wireOf(spec);
      if (raw !== undefined && restRefuses(raw).length === 0 && isTrimmed(raw)) {
        taken += 1;
        const { body } = newRuleBody.canonical(raw);
        expect(raw).toMatchObject(body as object);
        expect(specOfBody(body, 1)).toEqual(specOfBody(raw, 1));
      }
    }),
    { numRuns: 1_000 },
  );
  expect(taken).toBeGreaterThan(150);
});
