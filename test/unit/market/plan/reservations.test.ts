import { describe, expect, it } from 'vitest';
import { Reservations } from '../../../../src/market/plan/reservations.ts';

describe('what is reserved', () => {
  it('is that of the first who asks, as often as it asks', () => {
    const reserved = new Reservations();
    expect(reserved.claim('a', 'Service front')).toBe(true);
    expect(reserved.claim('a', 'Service front')).toBe(true);
    expect(reserved.claim('b', 'Service front')).toBe(false);
    expect(reserved.isHeldByOther('a', 'Service front')).toBe(false);
    expect(reserved.isHeldByOther('b', 'Service front')).toBe(true);
    expect(reserved.isHeldByOther('b', 'Service back')).toBe(false);
  });

  it('is free when the one who has it lets go of all', () => {
    const reserved = new Reservations();
    reserved.claim('a', 'Service front');
    reserved.claim('b', 'Service back');
    reserved.release('a');
    expect(reserved.claim('b', 'Service front')).toBe(true);
    expect(reserved.claim('a', 'Service back')).toBe(false);
  });
});
