import { it } from 'vitest';
import { endLine, headLine, resultLines } from '../../../../src/plugin/test/draw.ts';
import { installOf } from '../../../support/plans.ts';
import { expectGolden } from '../support.ts';

it('draws each result with the end of its logs', () => {
  expectGolden('test', [
    headLine(installOf()),
    ...resultLines({ name: 'shop-login', result: 'Passed' }, [
      { pod: 'shop-login-x', text: 'GET /\n200 \u001b[32mOK\n', problem: undefined },
    ]),
    ...resultLines(
      { name: 'shop-pay', result: 'Failed', message: 'Job was active longer than specified deadline' },
      [{ pod: 'shop-pay-y', text: '', problem: 'you may not read the logs of pods here' }],
    ),
    endLine({ requested: 'now', version: '1.0', result: 'Failed', message: 'failed: shop-pay' }),
  ]);
});
