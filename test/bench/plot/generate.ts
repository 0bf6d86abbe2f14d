/** Draws the tables of docs/performance.md into docs/plots: `npm run generate`. A test fails if they are stale. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { plotOf } from './svg.ts';
import { sectionsOf } from './table.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The pictures: path below the repository's root to content. */
export async function plotFiles(): Promise<Map<string, string>> {
  const sections = sectionsOf(await readFile(new URL('docs/performance.md', ROOT), 'utf8'));
  return new Map(sections.map((section) => [`docs/plots/${nameOf(section.title)}.svg`, plotOf(section)]));
}

function nameOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

if (import.meta.main) {
  await mkdir(new URL('docs/plots/', ROOT), { recursive: true });
  for (const [path, content] of await plotFiles()) {
    await writeFile(new URL(path, ROOT), content);
  }
}
