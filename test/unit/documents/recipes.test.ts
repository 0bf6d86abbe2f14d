import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';

const FOLDER = join(repository.root, 'deploy/examples/rules');

it('the files of examples are the recipes of the page on rules', () => {
  const page = readFileSync(join(repository.root, 'docs/rules.md'), 'utf8');
  const recipes = [...page.matchAll(/^kubectl apply -f - <<END\n(.*?)^END\n/gms)].map(([, yaml]) => yaml);
  const files = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  expect(recipes.length).toBeGreaterThanOrEqual(12);
  expect(files.toSorted()).toEqual(recipes.toSorted());
});
