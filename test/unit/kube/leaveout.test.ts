import { expect, it } from 'vitest';
import { stepsTo, textOfSteps, withoutField } from '../../../src/kube/leaveout.ts';

const STATUS = {
  name: 'a',
  conditions: [{ type: 'Ready', fields: ['x'] }, { type: 'Accepted' }],
  upgrade: { held: { why: 'x' } },
};

it.each<[string, string, object]>([
  ['status.name', 'status.name', { ...STATUS, name: undefined }],
  ['status.upgrade.held', 'status.upgrade.held', { ...STATUS, upgrade: {} }],
  [
    'status.conditions[type="Ready"].fields',
    'status.conditions[].fields',
    { ...STATUS, conditions: [{ type: 'Ready' }, { type: 'Accepted' }] },
  ],
  [
    'status.conditions[0].fields',
    'status.conditions[].fields',
    { ...STATUS, conditions: [{ type: 'Ready' }, { type: 'Accepted' }] },
  ],
  ['status.list[a="x].y\\"",b=1].z', 'status.list[].z', STATUS],
])('%s is left out as %s', (field, text, expected) => {
  const steps = stepsTo(field);
  expect(textOfSteps(steps)).toBe(text);
  expect(JSON.parse(JSON.stringify(withoutField({ status: STATUS }, steps)))).toEqual(
    JSON.parse(JSON.stringify({ status: expected })),
  );
});

it('a value without the field stays the same one', () => {
  const value = { status: STATUS };
  expect(withoutField(value, stepsTo('status.other.b'))).toBe(value);
  expect(withoutField(value, stepsTo('status.conditions[x="y"].other'))).toBe(value);
});
