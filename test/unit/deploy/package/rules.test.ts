import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../../deploy/local/repository.ts';
import {
  engineRulesFile,
  impersonationRulesFile,
  workloadRulesFile,
} from '../../../../deploy/package/rules.ts';

it.each([
  ['for workloads', workloadRulesFile],
  ['for engines', engineRulesFile],
  ['for impersonation', impersonationRulesFile],
])('the rules of the chart %s are what npm run generate writes', async (_, file) => {
  const { path, content } = file();
  expect(await readFile(join(repository.root, path), 'utf8')).toBe(content);
});
