import { describe, expect, it } from 'vitest';
import { adviceFor } from '../../../src/api/advice.ts';
import { REASONS, reasonInfo } from '../../../src/api/reason.ts';

describe('advice', () => {
  it.each(Object.values(REASONS))('for %s is the plain text of its meaning and its way out', (reason) => {
    const { means, todo } = adviceFor(reason);
    const info = reasonInfo(reason);
    expect(`${means} ${todo}`).not.toContain('`');
    expect(means.length).toBe(info?.means.replaceAll('`', '').length);
    expect(todo !== undefined).toBe(info?.todo !== undefined);
  });

  it('for an unknown reason refers to the gateway engine', () => {
    expect(adviceFor('BackendNotFound').means).toContain('gateway engine');
    expect(adviceFor('toString')).toBe(adviceFor('BackendNotFound'));
  });
});
