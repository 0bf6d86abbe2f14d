/** Generator of the lists of keys in docs/application-model.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { codes, withGenerated } from '../../base/markdown.ts';
import { SECTIONS } from './format.ts';
import type { Key, Section } from './section.ts';

/** Page with the generated lists, which stand between two markers. */
export const MODEL_PAGE = new URL('../../../docs/application-model.md', import.meta.url);

const BEGIN = '<!-- generated from src/model/read/format.ts by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

/** Page with its generated part up to date. Throws an Error where a marker is missing. */
export function modelPage(page: string): string {
  const alike = Map.groupBy(SECTIONS.filter(isRead), list);
  const parts = [...alike].map(([items, sections]) => `### ${sections.map(title).join(', ')}\n\n${items}`);
  return withGenerated(page, BEGIN, END, parts);
}

/** Whether a key of a section is read: what is not applied as a whole has no section. */
function isRead({ keys }: Section): boolean {
  return [...keys.values()].some(({ effect }) => effect !== 'not applied');
}

/** Keys of a section that matter, as a list; those that describe the publisher's side are left out. */
function list({ keys }: Section): string {
  const read = [...keys].filter(([, { effect }]) => effect !== 'description');
  const groups = [...Map.groupBy(read, ([, { effect, how }]) => `${effect}: ${how}`).values()].flatMap(
    (group) => group.slice(0, 1).map(([, key]) => ({ ...key, names: namesOf(group) })),
  );
  const items = groups.map(({ names, effect, how }) =>
    effect === 'applied' ? `- ${names}: ${how}` : `- ${names}, ${effect}: ${how}`,
  );
  return items.join('\n');
}

function title({ path }: Section): string {
  return path === '' ? 'The model' : `\`${path}\``;
}

function namesOf(keys: readonly (readonly [name: string, key: Key])[]): string {
  return codes(keys.map(([name]) => name));
}

if (import.meta.main) {
  await writeFile(MODEL_PAGE, modelPage(await readFile(MODEL_PAGE, 'utf8')));
}
