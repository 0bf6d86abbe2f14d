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
  return withGenerated(page, BEGIN, END, Object.values(SECTIONS).map(section));
}

/** Keys of a section: a row for those with one effect, and a sentence on those that only describe. */
function section({ path, keys }: Section): string {
  const title = path === '' ? 'The model' : `\`${path}\``;
  const effective = [...keys].filter(([, { effect }]) => effect !== 'description');
  const alike = Map.groupBy(effective, ([, { effect, how }]) => `${effect}: ${how}`);
  const described = Map.groupBy(
    [...keys].filter(([, { effect }]) => effect === 'description'),
    ([, { how }]) => how,
  );
  const descriptions = [...described].map(([how, group]) => `${namesOf(group)} (${how})`);
  const rows = [...alike.values()].map((group) => [
    namesOf(group),
    ...group.slice(0, 1).flatMap(([, { effect, how }]) => [effect, how]),
  ]);
  return [
    `### ${title}`,
    ...(rows.length === 0 ? [] : [markdownTable([['keys', 'effect', 'details'], ...rows])]),
    ...(descriptions.length === 0 ? [] : [`Description: ${descriptions.join(', ')}.`]),
  ].join('\n\n');
}

function namesOf(keys: readonly (readonly [name: string, ...unknown[]])[]): string {
  return keys.map(([name]) => `\`${name}\``).join(', ');
}

if (import.meta.main) {
  await writeFile(MODEL_PAGE, modelPage(await readFile(MODEL_PAGE, 'utf8')));
}
