import { describe, expect, it } from 'vitest';
import { REASONS, reasonInfo } from '../../../src/api/reason.ts';
import { fails, readyFrom } from '../../../src/api/verdict.ts';

describe.each(Object.values(REASONS))('the reason %s', (reason) => {
  const info = reasonInfo(reason);

  it('has a meaning of whole sentences, and a way out if it calls for an Event', () => {
    expect(info?.means).toMatch(/^[A-Z`].*\.$/);
    expect(info?.todo ?? 'Nothing.').toMatch(/^[A-Z].*\.$/);
    expect(info?.event === true && info.todo === undefined).toBe(false);
  });

  it('is what Ready has where its condition does not hold', () => {
    const ready = readyFrom([fails(info?.conditions[0] ?? '', reason, 'm')], 'all is well');
    expect(ready.reason).toBe(reason);
  });
});

it('knows nothing of the reasons of an engine, or of what every object inherits', () => {
  expect([reasonInfo('BackendNotFound'), reasonInfo('toString')]).toEqual([undefined, undefined]);
});

it('names reasons in code as the API does, but for the first letter', () => {
  expect(REASONS.hostTaken).toBe('HostTaken');
});
