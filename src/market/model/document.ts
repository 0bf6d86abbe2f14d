/** Generator of the key tables in docs/application-model.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { SECTIONS, type Section } from './keys.ts';

/** Page with the generated tables, which stand between two markers. */
export const MODEL_PAGE = new URL('../../../docs/application-model.md', import.meta.url);

const BEGIN = '<!-- generated from src/market/model/keys.ts by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

/** Page with its generated part renewed. */
export function modelPage(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error('docs/application-model.md lacks the markers of its generated part');
  }
  const parts = Object.values(SECTIONS).map(table);
  return `${page.slice(0, begin)}${BEGIN}\n\n${parts.join('\n\n')}\n\n${page.slice(end)}`;
}

function table({ path, keys }: Section): string {
  const title = path === '' ? 'The model' : `\`${path}\``;
  const rows = [...keys].map(([name, { effect, how }]) => [`\`${name}\``, effect, how]);
  const all = [['key', 'effect', 'details'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = all;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [`### ${title}`, '', line(head), rule, ...body.map(line)].join('\n');
}

if (import.meta.main) {
  await writeFile(MODEL_PAGE, modelPage(await readFile(MODEL_PAGE, 'utf8')));
}
