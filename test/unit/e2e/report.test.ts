import { expect, it } from 'vitest';
import { DIFFERENCES } from '../../e2e/differences.ts';
import { type Played, remarksOn, rowOf } from '../../e2e/report.ts';

const shown = { by: 'requests', without: [], differences: [] } as const;
const [difference] = DIFFERENCES;

it.each([
  ['by requests', shown, 'requests'],
  [
    'by rendering, where the engine lacks something',
    { ...shown, by: 'rendering', without: ['http.configuration.proxySendTimeout'] },
    'rendering; the engine has no http.configuration.proxySendTimeout',
  ],
  [
    'with a difference',
    { ...shown, differences: difference === undefined ? [] : [difference] },
    'requests; differs in 1',
  ],
  ['not at all', new Error('status 404 instead of 200'), 'NOT SHOWN'],
] as const)('the row of a case: %s', (_, outcome, way) => {
  expect(rowOf({ name: 'a-case', seconds: 1.26, outcome }, 'envoy')).toBe(
    `| a-case | envoy | ${way} | 1.3 |`,
  );
});

it('failures and reasons for differences are listed below the table', () => {
  const played: Played[] = [
    { name: 'one', seconds: 1, outcome: new Error('status 404 instead of 200') },
    { name: 'two', seconds: 1, outcome: { ...shown, differences: DIFFERENCES.slice(0, 1) } },
  ];
  expect(remarksOn(played)).toEqual([
    'one: status 404 instead of 200',
    `two, "ck1=cv1;broken;=x;y=": ${difference?.why}`,
  ]);
});
