import { expect, it } from 'vitest';
import { Gate, type Leave } from '../../../src/base/gate.ts';

/** A gate, and what has happened at it: the names of those inside, in the order in which they came in. */
function watched(places: number, maxWaiting: number) {
  const gate = new Gate(places, maxWaiting);
  const inside = new Map<string, Leave>();
  /** Whether there is a place, or room to wait. */
  const come = (name: string) => {
    const entry = gate.enter();
    void entry?.then((leave) => inside.set(name, leave));
    return entry !== undefined;
  };
  const go = async (name: string) => {
    inside.get(name)?.();
    inside.delete(name);
    await Promise.resolve();
  };
  const names = async () => {
    await Promise.resolve();
    return [...inside.keys()];
  };
  return { come, go, names };
}

it('lets in as many as there are places, and the others in their order', async () => {
  const { come, go, names } = watched(2, 10);
  expect(['a', 'b', 'c', 'd'].map(come)).toEqual([true, true, true, true]);
  expect(await names()).toEqual(['a', 'b']);
  await go('b');
  expect(await names()).toEqual(['a', 'c']);
  await go('a');
  await go('c');
  expect(await names()).toEqual(['d']);
});

it('turns away those for whom there is no room to wait', async () => {
  const { come, go, names } = watched(1, 1);
  expect(['a', 'b', 'c'].map(come)).toEqual([true, true, false]);
  expect(await names()).toEqual(['a']);
  await go('a');
  expect(come('d')).toBe(true);
  expect(await names()).toEqual(['b']);
});

it('frees a place once, however often it is left', async () => {
  const gate = new Gate(1, 0);
  const leave = await gate.enter();
  leave?.();
  leave?.();
  expect(gate.enter()).toBeDefined();
  expect(gate.enter()).toBeUndefined();
});
