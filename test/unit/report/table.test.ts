import { expect, it } from 'vitest';
import { type FileTimes, report } from '../../report/table.ts';

const FILE: FileTimes = {
  file: 'a.test.ts',
  whole: 10,
  loading: 1,
  tests: 8,
  used: { own: 2, children: 0.5, waited: { condition: 6, command: 1.25 } },
  slowest: { name: 'waits | and waits', seconds: 5 },
};

it('the report has a row for each file, the longest first, and their sum', () => {
  const other = { ...FILE, file: 'b.test.ts', whole: 20, used: undefined, slowest: undefined };
  const text = report({
    seconds: 12.3,
    cores: 2,
    busy: 0.345,
    files: [FILE, other],
    shared: [{ name: 'etcd', seconds: 4.4 }],
  });
  expect(text.split('\n')).toEqual([
    '12.3 s with 2 cores, 35 % busy.',
    '',
    '| file | seconds | loading | in tests | waiting for conditions | for commands | CPU | CPU of commands | slowest test |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    '| b.test.ts | 20.0 | 1.0 | 8.0 | 0.0 | 0.0 | 0.0 | 0.0 |  |',
    '| a.test.ts | 10.0 | 1.0 | 8.0 | 6.0 | 1.3 | 2.0 | 0.5 | 5.0 s: waits \\| and waits |',
    '| all 2 | 30.0 | 2.0 | 16.0 | 6.0 | 1.3 | 2.0 | 0.5 |  |',
    '',
    'CPU seconds of shared processes: etcd 4.',
    '',
  ]);
});
