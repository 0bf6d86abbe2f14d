import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { customResourceDefinition } from '../../../src/api/crd.ts';
import { generated } from '../../../src/api/generate.ts';
import { kinds } from '../../../src/api/kinds.ts';

const root = new URL('../../../', import.meta.url);

it.each([...generated()])('%s is what npm run generate writes', async (path, content) => {
  expect(await readFile(new URL(path, root), 'utf8')).toBe(content);
});

it.each([
  ['a union', z.object({ a: z.union([z.string(), z.int()]).describe('x') }), 'anyOf is not structural'],
  ['a field without description', z.object({ a: z.string() }), 'has no description'],
  [
    'look-around',
    z.object({
      a: z
        .string()
        .regex(/^(?!x)/)
        .describe('x'),
    }),
    'RE2',
  ],
])('refuses to generate %s', (_, spec, message) => {
  const [definition] = kinds;
  expect(definition && (() => customResourceDefinition({ ...definition, spec }))).toThrow(message);
});
