/** Draws the tables of docs/performance.md into docs/plots: `npm run generate`. A test fails if they are stale. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { growthOf, growthPlotOf } from './growth.ts';
import { plotOf } from './svg.ts';
import { sectionsOf } from './table.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The pictures: path below the repository's root to content. */
export async function plotFiles(): Promise<Map<string, string>> {
  const markdown = await readFile(new URL('docs/performance.md', ROOT), 'utf8');
  const pictures = sectionsOf(markdown).map((section) => [nameOf(section.title), plotOf(section)] as const);
  const growth = ['growth', growthPlotOf(growthOf(markdown))] as const;
  return new Map([...pictures, growth].map(([name, picture]) => [`docs/plots/${name}.svg`, picture]));
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
