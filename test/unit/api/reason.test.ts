import { describe, expect, it } from 'vitest';
import { REASONS, reasonInfo } from '../../../src/api/reason.ts';
import { fails, readyFrom } from '../../../src/api/verdict.ts';

describe.each(Object.values(REASONS))('the reason %s', (reason) => {
  const info = reasonInfo(reason);

  it('has a meaning in whole sentences, and an action if it causes an Event', () => {
    expect(info?.means).toMatch(/^[A-Z`].*\.$/);
    expect(info?.todo ?? 'Nothing.').toMatch(/^[A-Z].*\.$/);
    expect(info?.problem === true && info.todo === undefined).toBe(false);
  });

  it('becomes the reason of Ready when its condition is not True', () => {
    const ready = readyFrom([fails(info?.conditions[0] ?? '', reason, 'm')], 'all is well');
    expect(ready.reason).toBe(reason);
  });
});

it('has no info for reasons of engines and for inherited properties', () => {
  expect([reasonInfo('BackendNotFound'), reasonInfo('toString')]).toEqual([undefined, undefined]);
});

it('names reasons in code as in the API, with a lower-case first letter', () => {
  expect(REASONS.hostTaken).toBe('HostTaken');
});
