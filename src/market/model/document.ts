/** Generator of the key tables in docs/application-model.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable, withGenerated } from '../../base/markdown.ts';
import { SECTIONS, type Section } from './keys.ts';

/** Page with the generated tables, which stand between two markers. */
export const MODEL_PAGE = new URL('../../../docs/application-model.md', import.meta.url);

const BEGIN = '<!-- generated from src/market/model/keys.ts by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

/** Page with its generated part up to date. Throws an Error where a marker is missing. */
export function modelPage(page: string): string {
  return withGenerated(page, BEGIN, END, Object.values(SECTIONS).map(table));
}

function table({ path, keys }: Section): string {
  const title = path === '' ? 'The model' : `\`${path}\``;
  const alike = Map.groupBy(keys, ([, { effect, how }]) => `${effect}: ${how}`);
  const rows = [...alike.values()].map((group) => {
    const names = group.map(([name]) => `\`${name}\``);
    return [names.join(', '), ...group.slice(0, 1).flatMap(([, { effect, how }]) => [effect, how])];
  });
  return [`### ${title}`, '', markdownTable([['keys', 'effect', 'details'], ...rows])].join('\n');
}

if (import.meta.main) {
  await writeFile(MODEL_PAGE, modelPage(await readFile(MODEL_PAGE, 'utf8')));
}
