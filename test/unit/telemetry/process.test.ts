import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLog } from '../../../src/telemetry/process.ts';

it('a line of the log is JSON that says what it is given, and hides nothing', () => {
  const log = createLog('info');
  const lines: string[] = [];
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  log.child({ key: 'a' }).info({ note: 'a\x1b\u202e\u3164\u{e0041}b 店', token: 'key' }, 'told\u200b');
  expect(lines).toEqual([expect.stringMatching(/^[ -~店]+\n$/)]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    note: 'a\x1b\u202e\u3164\u{e0041}b 店',
    msg: 'told\u200b',
    token: '***',
  });
});
