import { describe, expect, it } from 'vitest';
import { changedAt, fieldAt, fieldsOf, filled, isFields } from '../../../src/base/fields.ts';

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['a', false],
])('whether %j has fields: %s', (value, has) => {
  expect(isFields(value)).toBe(has);
  expect(fieldsOf(value)).toEqual(has ? value : {});
});

it('values that the API server does not store are left out', () => {
  expect(filled({ a: '', b: null, c: [], d: {}, e: undefined, f: 0, g: false, h: 'x' })).toEqual({
    f: 0,
    g: false,
    h: 'x',
  });
});

const SPEC = { replicas: 1, job: { spec: { template: { image: 'a' } } } };

describe('a path', () => {
  it('leads to a field, or to nothing', () => {
    expect(fieldAt(SPEC, ['job', 'spec', 'template'])).toEqual({ image: 'a' });
    expect(fieldAt(SPEC, ['job', 'else', 'template'])).toBeUndefined();
    expect(fieldAt(undefined, ['job'])).toBeUndefined();
    expect(fieldAt(SPEC, [])).toBe(SPEC);
  });

  it('leads to the map that changes, and to no other', () => {
    const changed = changedAt(SPEC, ['job', 'spec', 'template'], (template) => ({ ...template, tag: 'b' }));
    expect(changed).toEqual({ replicas: 1, job: { spec: { template: { image: 'a', tag: 'b' } } } });
    expect(SPEC.job.spec.template).toEqual({ image: 'a' });
  });

  it('that leads nowhere changes nothing', () => {
    expect(changedAt(SPEC, ['replicas', 'x'], () => ({}))).toBe(SPEC);
    expect(changedAt(SPEC, ['else'], () => ({}))).toBe(SPEC);
  });
});
