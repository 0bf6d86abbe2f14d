import { expect, it } from 'vitest';
import type { Condition } from '../../../src/api/condition.ts';
import { eventRecordOf } from '../../../src/objects/eventrecord.ts';

function ready(status: Condition['status'], reason: string): Condition[] {
  return [{ type: 'Ready', status, reason, message: reason, lastTransitionTime: 't' }];
}

const pending = ready('False', 'Pending');
const missing = ready('False', 'ComponentNotFound');
const fine = ready('True', 'Ready');

it.each([
  ['a rule on its way', [], pending, undefined],
  ['a rule that arrives', pending, fine, undefined],
  ['a problem', pending, missing, 'Warning ComponentNotFound'],
  ['a problem at once', [], missing, 'Warning ComponentNotFound'],
  ['the same problem', missing, missing, undefined],
  ['another problem', missing, ready('False', 'PortNotFound'), 'Warning PortNotFound'],
  ['a problem that is over', missing, fine, 'Normal Ready'],
  ['a problem on its way to be over', missing, pending, 'Normal Pending'],
])('%s', (_, before, after, expected) => {
  const record = eventRecordOf(before, after);
  expect(record && `${record.type} ${record.reason}`).toBe(expected);
});
