import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportsOf } from '../../../src/monitor/report.ts';
import { readResponse } from '../../../src/monitor/response.ts';
import { monitorRecord } from '../../../src/rest/contract/monitor/record.ts';
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

  it('keeps the beginning of an error as its reason', () => {
    const found = resultOf({ status: 'error', errorType: 'bad_data', error: 'x'.repeat(10_000) }, 400);
    expect(found.type === 'refused' && found.reason).toMatch(/^status 400: bad_data: x{270,300}$/);
  });

  const matrix = (result: string) => `{"status":"success","data":{"resultType":"matrix","result":${result}}}`;

  it.each<[string, string]>([
    ['more series than an application has', matrix(`[${'{},'.repeat(20_000)}{}]`)],
    ['millions of series', matrix(`[${'{},'.repeat(2_700_000)}{}]`)],
    ['millions of elements that are no series', matrix(`[${'0,'.repeat(4_000_000)}0]`)],
    ['a series of millions of no samples', matrix(`[{"values":[${'0,'.repeat(4_000_000)}0]}]`)],
    ['lists within lists', '['.repeat(8_000_000)],
    ['maps within maps', matrix(`[${'{"a":'.repeat(1_000_000)}`)],
    ['a value of a megabyte', matrix(`[{"value":[1,"${'1'.repeat(1_000_000)}"]}]`)],
    ['a value that is no number', matrix('[{"value":[1,"<script>"]}]')],
    ['a time that is no number', matrix('[{"value":[1e999,"1"]}]')],
    ['a sample with more than a value', matrix('[{"value":[1,"1",1]}]')],
  ])('with %s is malformed', (_, text) => {
    expect(readResponse(200, Buffer.from(text))).toEqual({ type: 'malformed' });
  });

  it.each(['NaN', '+Inf', '-Inf', '1e-7', '0'])('may have the value %s', (value) => {
    expect(readResponse(200, Buffer.from(matrix(`[{"value":[1.5,"${value}"]}]`)))).toMatchObject({
      series: [{ samples: [[1.5, value]] }],
    });
  });

  it('repeats no part of a secret, even where its reason is cut', () => {
    const secret = 'S3cretTokenThatIsLong';
    fc.assert(
      fc.property(fc.nat(320), (before) => {
        const error = { status: 'error', errorType: 'x', error: `${'.'.repeat(before)}${secret}${secret}` };
        const result = readResponse(401, Buffer.from(JSON.stringify(error)), [secret]);
        expect(JSON.stringify(result)).not.toContain('S3c');
      }),
    );
  });

  it.each(['', '{', '\u0000', 'null', '[]', '"success"'])('with the body %j is malformed', (text) => {
    expect(readResponse(200, Buffer.from(text))).toEqual({ type: 'malformed' });
  });

  it('that is not UTF-8 is malformed', () => {
    expect(readResponse(200, Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ type: 'malformed' });
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
