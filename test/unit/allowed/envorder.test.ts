import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinedEnvs } from '../../../src/allowed/envorder.ts';

interface Env {
  readonly name: string;
  readonly value: string;
}

/** Envs of a process as a kubelet makes them: each value with the references to those before it (third_party/forked/golang/expansion). */
function environment(entries: readonly Env[]): Readonly<Record<string, string>> {
  const made = new Map<string, string>();
  for (const { name, value } of entries) {
    made.set(
      name,
      value.replaceAll(/\$\$|\$\(([^)]*)\)/g, (found, referred?: string) =>
        referred === undefined ? '$' : (made.get(referred) ?? found),
      ),
    );
  }
  return Object.fromEntries([...made].toSorted());
}

const name = fc.constantFrom('A', 'B', 'C', 'D');
const part = fc.oneof(
  fc.constantFrom('x', 'y', '$', '$$', ')'),
  name.map((each) => `$(${each})`),
);
const env = fc.record({ name, value: fc.array(part, { maxLength: 3 }).map((parts) => parts.join('')) });

it('makes of envs with one of each name what a kubelet makes of all', () => {
  fc.assert(
    fc.property(fc.array(env, { maxLength: 8 }), (entries) => {
      const joined = joinedEnvs(entries);
      expect(new Set(joined.map((each) => each.name)).size).toBe(joined.length);
      expect(environment(joined)).toEqual(environment(entries));
    }),
    { numRuns: 2_000 },
  );
});

it('leaves envs with one of each name as they are', () => {
  fc.assert(
    fc.property(fc.uniqueArray(env, { selector: (each) => each.name }), (entries) => {
      expect(joinedEnvs(entries)).toBe(entries);
    }),
  );
});

it('puts the last one in the place of the first, where those between them find it', () => {
  const from = { fieldRef: { fieldPath: 'status.podIP' } };
  const entries = [
    { name: 'HOST', valueFrom: from },
    { name: 'URL', value: 'http://$(HOST)/' },
    { name: 'HOST', value: 'db' },
  ];
  expect(joinedEnvs(entries)).toEqual([entries[2], entries[1]]);
});

it('leaves the last one where it is if it refers to one between them', () => {
  const entries = [
    { name: 'P', value: '/bin' },
    { name: 'MORE', value: '$(P)' },
    { name: 'P', value: '/opt:$(MORE)' },
  ];
  expect(joinedEnvs(entries)).toEqual([{ name: 'MORE', value: '/bin' }, entries[2]]);
});
