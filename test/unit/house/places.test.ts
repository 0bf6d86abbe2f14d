import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';
import { CONTRIBUTING } from '../../house/document.ts';

/** Places of decisions as CONTRIBUTING.md names them: a file, and the functions behind it. */
async function placesNamed(): Promise<readonly (readonly [file: string, names: readonly string[]])[]> {
  const page = await readFile(CONTRIBUTING, 'utf8');
  const [, section = ''] = page.split('### Where it is decided');
  const [table = ''] = section.split('### ');
  const quoted = table.matchAll(/`([\w/]+\.ts)`((?:,? `\w+`)*)/g);
  return [...quoted].map(([, file = '', names = '']) => [file, names.match(/\w+/g) ?? []] as const);
}

it('has every decision at the place that CONTRIBUTING.md names', async () => {
  const places = (await placesNamed()).filter(([file]) => file.includes('/'));
  expect(places.length).toBeGreaterThan(20);
  const missing = await Promise.all(
    places.map(async ([file, names]) => {
      const text = await readFile(join(repository.root, 'src', file), 'utf8');
      return names
        .filter((name) => !new RegExp(`^export [a-z* ]+ ${name}\\b`, 'm').test(text))
        .map((name) => `${file} has no ${name}`);
    }),
  );
  expect(missing.flat()).toEqual([]);
});
