import { describe, expect, it } from 'vitest';
import {
  type ItemResult,
  isOutage,
  lacksGateway,
  outageOf,
  reportsOf,
  withoutEmpty,
} from '../../../src/monitor/report.ts';
import { monitorRecord } from '../../../src/rest/resources/monitor/record.ts';
import { COMPONENTS, resultOf, seen, vector } from './support.ts';

describe('the report of a component', () => {
  it('has every item of every component, each with its own values', () => {
    const results: ItemResult[] = [
      { item: 'request', result: resultOf(vector(['1', '2'], ['0', '1'])) },
      { item: 'memory', result: resultOf(vector(['1', 'NaN'], ['1', '+Inf'], ['7', '0'])) },
      { item: 'cpu', result: { type: 'too-slow' } },
    ];
    expect(reportsOf(COMPONENTS, results).map((report) => monitorRecord(report, 'vector'))).toEqual([
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
    const found = resultOf({ status: 'success', data: { resultType: 'matrix', result } });
    const [first, second] = reportsOf(COMPONENTS, [{ item: 'request', result: found }]);
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

  it.each<[ItemResult['result'], string]>([
    [{ type: 'not-queried' }, 'no-data'],
    [{ type: 'not-configured' }, 'not-configured'],
    [{ type: 'unsupported' }, 'unsupported'],
    [{ type: 'unreachable', code: 'ECONNREFUSED' }, 'unreachable'],
    [{ type: 'too-slow' }, 'too-slow'],
    [{ type: 'too-large' }, 'too-large'],
    [{ type: 'malformed' }, 'malformed'],
    [{ type: 'refused', reason: 'x' }, 'refused'],
    [{ type: 'unauthorized', reason: 'x' }, 'unauthorized'],
    [{ type: 'no-credentials', reason: 'x' }, 'no-credentials'],
    [{ type: 'busy', reason: 'x' }, 'busy'],
    [{ type: 'answered', series: [], partial: false }, 'no-data'],
    [{ type: 'answered', series: [], partial: true }, 'partial'],
  ])('has for the result %j the status %s', (found, status) => {
    expect(seen(found)).toEqual([[[status, []]], [[status, []]]]);
  });
});

it('has series of an engine that are not of the gateway as the status of items without values', () => {
  const found = resultOf(vector(['1', '2'], ['unselected', '1']));
  expect(seen(found)).toEqual([[['not-selected', []]], [['success', ['2']]]]);
  const lacks = (component: string) =>
    lacksGateway(reportsOf(COMPONENTS, [{ item: 'request', result: resultOf(vector([component, '1'])) }]));
  expect(['unselected', '1'].map(lacks)).toEqual([true, false]);
});

it('a report without empty items has those with values only', () => {
  const results: ItemResult[] = [
    { item: 'request', result: resultOf(vector(['1', '2'])) },
    { item: 'cpu', result: { type: 'too-slow' } },
  ];
  const found = withoutEmpty(reportsOf(COMPONENTS, results));
  expect(found.map(({ component, items }) => [component.id, items.map(({ item }) => item)])).toEqual([
    ['a', []],
    ['b', ['request']],
  ]);
});

describe('an outage', () => {
  const item = 'request';
  it.each<[ItemResult['result'][], string | undefined]>([
    [[], undefined],
    [[{ type: 'not-queried' }], undefined],
    [[{ type: 'not-configured' }], undefined],
    [[{ type: 'too-slow' }, { type: 'not-queried' }, { type: 'unsupported' }], 'too-slow'],
    [[{ type: 'unsupported' }], undefined],
    [[{ type: 'too-slow' }, { type: 'unreachable', code: 'x' }], 'unreachable'],
    [
      [
        { type: 'unreachable', code: 'x' },
        { type: 'refused', reason: 'x' },
      ],
      'unreachable',
    ],
    [[{ type: 'malformed' }], 'malformed'],
    [[{ type: 'too-large' }, { type: 'refused', reason: 'x' }], 'refused'],
    [
      [
        { type: 'unauthorized', reason: 'x' },
        { type: 'busy', reason: 'x' },
      ],
      'unauthorized',
    ],
    [
      [
        { type: 'unauthorized', reason: 'x' },
        { type: 'answered', series: [], partial: false },
      ],
      undefined,
    ],
    [[{ type: 'too-slow' }, { type: 'answered', series: [], partial: false }], undefined],
  ])('follows from the results %j', (results, outage) => {
    expect(outageOf(results.map((result) => ({ item, result })))).toBe(outage);
  });
});

it.each<[ItemResult['result'], boolean]>([
  [{ type: 'not-queried' }, false],
  [{ type: 'not-configured' }, false],
  [{ type: 'unsupported' }, false],
  [{ type: 'answered', series: [], partial: true }, false],
  [{ type: 'malformed' }, true],
  [{ type: 'no-credentials', reason: 'x' }, true],
])('the result %j is a failure: %s', (result, failed) => {
  expect(isOutage({ item: 'request', result })).toBe(failed);
});
