import { describe, expect, it } from 'vitest';
import { portReservation, Reservations } from '../../../../src/install/plan/takennames.ts';

describe('a reservation', () => {
  it('belongs to the first install that claims it', () => {
    const reserved = new Reservations();
    expect(reserved.claim('a', 'Service front')).toBe(true);
    expect(reserved.claim('a', 'Service front')).toBe(true);
    expect(reserved.claim('b', 'Service front')).toBe(false);
    expect(reserved.isHeldByOther('a', 'Service front')).toBe(false);
    expect(reserved.isHeldByOther('b', 'Service front')).toBe(true);
    expect(reserved.isHeldByOther('b', 'Service back')).toBe(false);
  });

  it('is free once its install releases all', () => {
    const reserved = new Reservations();
    reserved.claim('a', 'Service front');
    reserved.claim('b', 'Service back');
    reserved.release('a');
    expect(reserved.claim('b', 'Service front')).toBe(true);
    expect(reserved.claim('a', 'Service back')).toBe(false);
  });

  it('of a port counts for the installs that hold it', () => {
    const reserved = new Reservations();
    reserved.claim('a', portReservation(30_000));
    reserved.claim('b', portReservation(30_001));
    reserved.claim('b', 'Service front');
    expect(reserved.portsOf(new Set(['b', 'c']))).toEqual([30_001]);
  });
});
