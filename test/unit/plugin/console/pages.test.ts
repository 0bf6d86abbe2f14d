import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { consolePages } from '../../../../src/plugin/console/pages.ts';

it('is the first folder with a page, and says how to build one where there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(() => consolePages(['/nowhere', folder])).toThrow('npm start builds it');
  await writeFile(join(folder, 'index.html'), '');
  expect(consolePages(['/nowhere', folder])).toBe(folder);
});
