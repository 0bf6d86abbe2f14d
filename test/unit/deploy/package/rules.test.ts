import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../../deploy/local/repository.ts';
import { workloadRulesFile } from '../../../../deploy/package/rules.ts';

it('the rules of the chart for workloads are what npm run generate writes', async () => {
  const { path, content } = workloadRulesFile();
  expect(await readFile(join(repository.root, path), 'utf8')).toBe(content);
});
