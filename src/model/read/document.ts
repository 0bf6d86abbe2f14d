/** Generator of the key tables in docs/application-model.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable, withGenerated } from '../../base/markdown.ts';
import { SECTIONS } from './format.ts';
import type { Section } from './section.ts';

/** Page with the generated tables, which stand between two markers. */
export const MODEL_PAGE = new URL('../../../docs/application-model.md', import.meta.url);

const BEGIN = '<!-- generated from src/model/read/format.ts by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

/** Page with its generated part up to date. Throws an Error where a marker is missing. */
export function modelPage(page: string): string {
  return withGenerated(page, BEGIN, END, SECTIONS.map(table));
}

function table({ path, keys }: Section): string {
  const title = path === '' ? 'The model' : `\`${path}\``;
  const rows = [...keys].map(([name, { effect, how }]) => [`\`${name}\``, effect, how]);
  return [`### ${title}`, '', markdownTable([['key', 'effect', 'details'], ...rows])].join('\n');
}

if (import.meta.main) {
  await writeFile(MODEL_PAGE, modelPage(await readFile(MODEL_PAGE, 'utf8')));
}
