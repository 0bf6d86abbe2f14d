import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportsOf } from '../../../src/monitor/report.ts';
import { readResponse } from '../../../src/monitor/response.ts';
import { monitorRecord } from '../../../src/rest/resources/monitor/record.ts';
import { COMPONENTS, resultOf, seen, vector } from './support.ts';

describe('a response of Prometheus', () => {
  it.each([
    ['with a warning', { ...(vector(['0', '3']) as object), warnings: ['partial result'] }, 200, 'partial'],
    [
      'an error of the query',
      { status: 'error', errorType: 'bad_data', error: 'parse error' },
      400,
      'refused',
    ],
    ['that it took too long', { status: 'error', errorType: 'timeout', error: 'timed out' }, 503, 'too-slow'],
    ['that the tenant is missing', 'no org id', 401, 'unauthorized'],
    [
      'that the tenant is forbidden',
      { status: 'error', errorType: 'internal', error: 'x' },
      403,
      'unauthorized',
    ],
    [
      'of Mimir that the tenant asks too often',
      { status: 'error', errorType: 'too_many_requests', error: 'the limit of the tenant is reached' },
      429,
      'busy',
    ],
    [
      'of Mimir that the range is too long',
      { status: 'error', errorType: 'bad_data', error: 'the query time range exceeds the limit' },
      422,
      'refused',
    ],
    [
      'of Thanos without one of its stores',
      {
        ...(vector(['0', '3']) as object),
        warnings: [
          'No StoreAPIs matched for this query',
          'receive series from Addr: 10.0.0.1:10901: unavailable',
        ],
      },
      200,
      'partial',
    ],
    [
      'of Thanos that wants all stores',
      { status: 'error', errorType: 'execution', error: 'expanding series: store is unavailable' },
      422,
      'refused',
    ],
    ['a page to log in', '<!doctype html><title>Log in</title>', 200, 'malformed'],
    ['an overloaded proxy', '<html>503</html>', 503, 'busy'],
    ['as a proxy before it', 'no upstream', 502, 'refused'],
    ['a redirect', '', 302, 'refused'],
    ['something else', { a: 1 }, 200, 'malformed'],
    [
      'a sample that is none',
      { status: 'success', data: { resultType: 'vector', result: [{ value: [1] }] } },
      200,
      'malformed',
    ],
    [
      'nobody’s scalar',
      { status: 'success', data: { resultType: 'scalar', result: [1, '1'] } },
      200,
      'no-data',
    ],
    [
      'a native histogram',
      {
        status: 'success',
        data: { resultType: 'vector', result: [{ metric: { stoa_component: '0' }, histogram: [1, {}] }] },
      },
      200,
      'no-data',
    ],
  ])('%s', (_, body, status, expected) => {
    expect(seen(resultOf(body, status))[0]?.[0]?.[0]).toBe(expected);
  });

  it.each(['', '{', '\u0000', 'null', '[]', '"success"'])('with the body %j is malformed', (text) => {
    expect(readResponse(200, Buffer.from(text))).toEqual({ type: 'malformed' });
  });

  it('that is not UTF-8 is malformed', () => {
    expect(readResponse(200, Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ type: 'malformed' });
  });

  const sampled = (value: unknown) =>
    resultOf({ status: 'success', data: { resultType: 'vector', result: [{ value }] } });

  it.each(['0', '-1.5', 'NaN', '+Inf', '-Inf', '1e-07', '1e+21', `0.${'0'.repeat(323)}5`, 7, -0.5])(
    'has the number %j',
    (value) => {
      expect(sampled([1.5, value])).toEqual({
        type: 'answered',
        series: [{ component: undefined, samples: [[1.5, value]] }],
        partial: false,
      });
    },
  );

  it.each([
    ['1.5', '1'],
    [1e13, '1'],
    [-1e13, '1'],
    [1, ''],
    [1, ' 1'],
    [1, '0x1'],
    [1, 'Infinity'],
    [1, 'one'],
    [1, '\u001b[2J1'],
    [1, '9'.repeat(401)],
    [1, null],
    [1, ['1']],
    [1],
    [1, '1', '1'],
    {},
  ])('with the sample %j is malformed', (...sample) => {
    expect(sampled(sample.length === 1 ? sample[0] : sample)).toEqual({ type: 'malformed' });
  });

  it('keeps no series without samples', () => {
    const result = [{}, { metric: {} }, { values: [] }, { value: [1, '1'] }];
    const found = resultOf({ status: 'success', data: { resultType: 'vector', result } });
    expect(found.type === 'answered' && found.series).toHaveLength(1);
  });

  it.each([
    ['deep lists', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['many values', `[${'0,'.repeat(1_500_000)}0]`],
  ])('with %s is malformed, beside figures that are right', (_, more) => {
    const text = JSON.stringify({ ...(vector(['0', '1']) as object), more: 0 });
    const bytes = (own: string) => Buffer.from(text.replace('"more":0', `"more":${own}`));
    expect(readResponse(200, bytes(more)).type).toBe('malformed');
    expect(readResponse(200, bytes('[[0]]')).type).toBe('answered');
  });

  const almost = fc.record(
    {
      status: fc.constantFrom('success', 'error', 'x'),
      data: fc.oneof(
        fc.anything(),
        fc.record(
          {
            resultType: fc.constantFrom('vector', 'matrix', 'scalar', 'string'),
            result: fc.oneof(
              fc.anything(),
              fc.array(
                fc.record(
                  {
                    metric: fc.oneof(
                      fc.anything(),
                      fc.record({ stoa_component: fc.constantFrom('0', '1', '__proto__') }),
                    ),
                    value: fc.oneof(fc.anything(), fc.tuple(fc.double(), fc.string())),
                    values: fc.oneof(fc.anything(), fc.array(fc.tuple(fc.double(), fc.string()))),
                  },
                  { requiredKeys: [] },
                ),
              ),
            ),
          },
          { requiredKeys: [] },
        ),
      ),
      errorType: fc.oneof(fc.anything(), fc.string()),
      error: fc.oneof(fc.anything(), fc.string()),
      warnings: fc.anything(),
    },
    { requiredKeys: [] },
  );

  it('of any content yields reports whose values are texts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          almost.map((body) => JSON.stringify(body)),
        ),
        fc.nat(599),
        (text, status) => {
          const found = readResponse(status, Buffer.from(text ?? ''));
          for (const resultType of ['vector', 'matrix'] as const) {
            const records = reportsOf(COMPONENTS, [{ item: 'request', result: found }]).map((report) =>
              monitorRecord(report, resultType),
            );
            expect(records.map(({ service_id }) => service_id)).toEqual(['a', 'b']);
            for (const { data, monitor_item } of records.flatMap(({ monitors }) => monitors)) {
              expect(monitor_item).toBe('request');
              expect(
                data.result.flatMap(({ value }) => value).every((part) => typeof part === 'string'),
              ).toBe(true);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

const published = join(process.env.STOA_CASES ?? '', 'rest/monitor/prometheus-answers.json');

it.runIf(existsSync(published))('reads the answers that Prometheus documents', () => {
  const { answers } = JSON.parse(readFileSync(published, 'utf8'));
  const types = answers.map((each: { name: string; status: number; body: unknown }) => [
    each.name,
    resultOf(each.body, each.status).type,
  ]);
  expect(Object.fromEntries(types)).toEqual({
    ...Object.fromEntries(
      ['vector', 'matrix', 'empty-vector', 'not-a-number', 'infinite', 'with-warnings', 'scalar'].map(
        (name) => [name, 'answered'],
      ),
    ),
    'bad-parameter': 'refused',
    'not-executable': 'refused',
    'timed-out': 'too-slow',
  });
});
