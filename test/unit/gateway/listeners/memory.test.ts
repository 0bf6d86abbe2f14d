import { expect, it } from 'vitest';
import { ListenerMemory } from '../../../../src/gateway/listeners/memory.ts';

const SECRET = { namespace: 'a', name: 'cert' };

it('holds the certificates of a namespace for as long as it should, whatever becomes of the time of day', () => {
  let ms = 0;
  let date = new Date('2026-11-26T12:00:00Z');
  const memory = new ListenerMemory(
    () => ms,
    () => date,
  );
  memory.withdraw([SECRET]);
  const until = new Date('2026-11-26T12:05:00Z');
  expect(memory.heldUntil(SECRET, false)).toEqual(until);
  date = new Date('2026-11-26T11:00:00Z');
  ms = 299_999;
  expect([memory.heldUntil(SECRET, false), memory.holdsEndIn()]).toEqual([until, [1]]);
  ms = 300_000;
  expect([memory.heldUntil(SECRET, false), memory.holdsEndIn()]).toEqual([undefined, []]);
});
