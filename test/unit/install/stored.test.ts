import { expect, it } from 'vitest';
import { withDigests } from '../../../src/install/stored.ts';

const VALUE = 'a value of 32 characters or more, which nobody may read';

it.each(['Secret', 'ConfigMap'])(
  'a %s is cached with digests in place of its values, few or many',
  (kind) => {
    for (const count of [1, 2_000]) {
      const data = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`key-${at}`, `${VALUE} ${at}`]),
      );
      const cachedWith = (values: Readonly<Record<string, string>>) =>
        withDigests({ apiVersion: 'v1', kind, data: values, metadata: { name: 'x' } } as never);
      const cached = JSON.stringify(cachedWith(data));
      expect(cached).not.toContain('a value');
      expect(cached.length).toBeLessThan(300);
      expect(cachedWith(data)).toEqual(cachedWith({ ...data }));
      expect(cachedWith(data)).not.toEqual(cachedWith({ ...data, 'key-0': 'another' }));
    }
  },
);
