import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { valuesSchemaFile } from '../../../../deploy/package/values.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

it('the schema of the values is what npm run generate writes', () => {
  const { path, content } = valuesSchemaFile();
  expect(read(path)).toBe(content);
});
