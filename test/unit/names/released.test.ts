import { expect, it } from 'vitest';
import { MOST_RELEASED, Released } from '../../../src/names/released.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

it('keeps a name for its namespace until its time is over', () => {
  const released = new Released();
  released.add({ name: 'x.example.com', namespace: 'a', until: at(5) });
  released.add({ name: '*.example.com', namespace: 'a', until: at(9) });
  released.add({ name: '*.example.com', namespace: 'a', until: at(8) });
  expect(released.keptFrom('x.example.com', 'b', at(1))?.until).toEqual(at(8));
  expect(released.keptFrom('x.example.com', 'b', at(8))).toBeUndefined();
  expect(released.keptFrom('x.example.com', 'a', at(1))).toBeUndefined();
  expect(released.expire(at(5)).map(({ name }) => name)).toEqual(['x.example.com']);
  released.remove('*.example.com', 'a');
  released.remove('*.example.com', 'a');
  expect(released.list()).toEqual([]);
});

it('has a bound for one namespace, whose first to end gives way', () => {
  const released = new Released();
  released.add({ name: 'other.example.com', namespace: 'b', until: at(1) });
  for (let index = 0; index <= MOST_RELEASED.ofNamespace; index += 1) {
    released.add({ name: `h${index}.example.com`, namespace: 'a', until: at(2 + index) });
  }
  expect(released.list().length).toBe(MOST_RELEASED.ofNamespace + 1);
  expect(released.keptFrom('h0.example.com', 'c', at(0))).toBeUndefined();
  expect(released.keptFrom('h1.example.com', 'c', at(0))).toBeDefined();
  expect(released.keptFrom('other.example.com', 'c', at(0))).toBeDefined();
});

it('has a bound for all, which the namespaces with the most pay', () => {
  const released = new Released();
  released.add({ name: 'small.example.com', namespace: 'small', until: at(0) });
  for (let index = 0; index < MOST_RELEASED.ofAll; index += 1) {
    const namespace = `n${index % 40}`;
    released.add({ name: `h${index}.example.com`, namespace, until: at(index) });
  }
  expect(released.list().length).toBe(MOST_RELEASED.ofAll);
  expect(released.keptFrom('small.example.com', 'x', at(-1))).toBeDefined();
});
