import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentsOf } from '../../../src/monitor/component.ts';
import { type ItemAnswer, outageOf, reportsOf } from '../../../src/monitor/report.ts';
import { type Answer, readAnswer } from '../../../src/monitor/response.ts';
import { monitorRecord } from '../../../src/rest/wire/monitor.ts';
import { workloadOf } from '../../support/workloads.ts';

const labelsOf = (id: string) => ({ 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id });
const COMPONENTS = componentsOf({
  namespace: 'team',
  workloads: ['a', 'b'].map((id) => workloadOf('Deployment', {}, {}, { name: id, labels: labelsOf(id) })),
  services: [],
  rules: [],
  routes: [],
});

function answer(body: unknown, status = 200): Answer {
  return readAnswer(status, Buffer.from(JSON.stringify(body)));
}

function vector(...values: readonly [string, string][]): unknown {
  const result = values.map(([component, value]) => ({
    metric: { stoa_component: component },
    value: [1.5, value],
  }));
  return { status: 'success', data: { resultType: 'vector', result } };
}

/** Status and values of one item, for both components. */
function seen(found: ItemAnswer['answer']) {
  return reportsOf(COMPONENTS, [{ item: 'request', answer: found }]).map(({ items }) =>
    items.map(({ status, series }) => [status, series.flat().map(([, value]) => value)]),
  );
}

describe('what is shown', () => {
  it('has every item of every component, each with its own values', () => {
    const answers: ItemAnswer[] = [
      { item: 'request', answer: answer(vector(['1', '2'], ['0', '1'])) },
      { item: 'memory', answer: answer(vector(['1', 'NaN'], ['1', '+Inf'], ['7', '0'])) },
      { item: 'cpu', answer: { type: 'too-slow' } },
    ];
    expect(reportsOf(COMPONENTS, answers).map((report) => monitorRecord(report, 'vector'))).toEqual([
      {
        service_id: 'a',
        service_cname: 'a',
        service_alias: 'a',
        monitors: [
          itemOf('request', 'success', [['1.5', '1']]),
          itemOf('memory', 'no-data', []),
          itemOf('cpu', 'too-slow', []),
        ],
      },
      {
        service_id: 'b',
        service_cname: 'b',
        service_alias: 'b',
        monitors: [
          itemOf('request', 'success', [['1.5', '2']]),
          itemOf('memory', 'success', [
            ['1.5', 'NaN'],
            ['1.5', '+Inf'],
          ]),
          itemOf('cpu', 'too-slow', []),
        ],
      },
    ]);
  });

  function itemOf(item: string, status: string, values: readonly string[][]) {
    const result = values.map((value) => ({ value }));
    return { monitor_item: item, status, data: { resultType: 'vector', result } };
  }

  it('has all samples of a range, and the last one where the contract has one', () => {
    const samples = [
      [1, '1'],
      [2, 2],
    ];
    const result = [
      { metric: { stoa_component: '0' }, values: samples },
      { metric: { stoa_component: '1' }, values: [] },
    ];
    const found = answer({ status: 'success', data: { resultType: 'matrix', result } });
    const [first, second] = reportsOf(COMPONENTS, [{ item: 'request', answer: found }]);
    expect(first && monitorRecord(first, 'matrix').monitors[0]).toEqual({
      monitor_item: 'request',
      status: 'success',
      data: {
        resultType: 'matrix',
        result: [
          {
            value: ['2', '2'],
            values: [
              ['1', '1'],
              ['2', '2'],
            ],
          },
        ],
      },
    });
    expect(second?.items).toEqual([{ item: 'request', status: 'no-data', series: [] }]);
  });

  it.each<[ItemAnswer['answer'], string]>([
    [{ type: 'not-asked' }, 'no-data'],
    [{ type: 'not-configured' }, 'not-configured'],
    [{ type: 'unreachable', code: 'ECONNREFUSED' }, 'unreachable'],
    [{ type: 'too-slow' }, 'too-slow'],
    [{ type: 'too-large' }, 'too-large'],
    [{ type: 'malformed' }, 'malformed'],
    [{ type: 'refused', reason: 'x' }, 'refused'],
    [{ type: 'answered', series: [], partial: false }, 'no-data'],
    [{ type: 'answered', series: [], partial: true }, 'partial'],
  ])('of %j is the status %s', (found, status) => {
    expect(seen(found)).toEqual([[[status, []]], [[status, []]]]);
  });
});

describe('what Prometheus may answer', () => {
  it.each([
    ['with a warning', { ...(vector(['0', '3']) as object), warnings: ['partial result'] }, 200, 'partial'],
    [
      'an error of the query',
      { status: 'error', errorType: 'bad_data', error: 'parse error' },
      400,
      'refused',
    ],
    ['that it took too long', { status: 'error', errorType: 'timeout', error: 'timed out' }, 503, 'too-slow'],
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
    expect(seen(answer(body, status))[0]?.[0]?.[0]).toBe(expected);
  });

  it('an error is kept for the log, but no more than a line of it', () => {
    const found = answer({ status: 'error', errorType: 'bad_data', error: 'x'.repeat(10_000) }, 400);
    expect(found.type === 'refused' && found.reason).toMatch(/^bad_data: x{280,300}$/);
  });

  it.each(['', '{', '\u0000', 'null', '[]', '"success"'])('malformed is %j', (text) => {
    expect(readAnswer(200, Buffer.from(text))).toEqual({ type: 'malformed' });
  });

  it('malformed is what is no UTF-8', () => {
    expect(readAnswer(200, Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ type: 'malformed' });
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

  it('whatever it is, the page is there, with values that are texts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          almost.map((body) => JSON.stringify(body)),
        ),
        fc.nat(599),
        (text, status) => {
          const found = readAnswer(status, Buffer.from(text ?? ''));
          for (const resultType of ['vector', 'matrix'] as const) {
            const records = reportsOf(COMPONENTS, [{ item: 'request', answer: found }]).map((report) =>
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

describe('an outage', () => {
  const item = 'request';
  it.each<[ItemAnswer['answer'][], string | undefined]>([
    [[], undefined],
    [[{ type: 'not-asked' }], undefined],
    [[{ type: 'not-configured' }], undefined],
    [[{ type: 'too-slow' }, { type: 'not-asked' }], 'too-slow'],
    [[{ type: 'too-slow' }, { type: 'unreachable', code: 'x' }], 'unreachable'],
    [
      [
        { type: 'unreachable', code: 'x' },
        { type: 'refused', reason: 'x' },
      ],
      undefined,
    ],
    [[{ type: 'too-slow' }, { type: 'answered', series: [], partial: false }], undefined],
  ])('is there or not: %j', (answers, outage) => {
    expect(outageOf(answers.map((found) => ({ item, answer: found })))).toBe(outage);
  });
});

const published = join(process.env.STOA_CASES ?? '', 'rest/monitor/prometheus-answers.json');

it.runIf(existsSync(published))('reads the answers that Prometheus documents', () => {
  const { answers } = JSON.parse(readFileSync(published, 'utf8'));
  const types = answers.map((each: { name: string; status: number; body: unknown }) => [
    each.name,
    answer(each.body, each.status).type,
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
