import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dashboardFiles } from '../../../../deploy/package/dashboards.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

it.each([...dashboardFiles()])('%s is what npm run generate writes', (path, content) => {
  expect(read(path)).toBe(content);
});
