/** Generator of the lists of keys in docs/application-model.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { withGenerated } from '../../base/markdown.ts';
import { SECTIONS } from './format.ts';
import type { Key, Section } from './section.ts';

/** Page with the generated lists, which stand between two markers. */
export const MODEL_PAGE = new URL('../../../docs/application-model.md', import.meta.url);

const BEGIN = '<!-- generated from src/model/read/format.ts by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

/** Page with its generated part up to date. Throws an Error where a marker is missing. */
export function modelPage(page: string): string {
  return withGenerated(page, BEGIN, END, SECTIONS.map(section));
}

/** Keys of a section: a list of those that matter, and sentences on those that share one effect. */
function section({ path, keys }: Section): string {
  const title = path === '' ? 'The model' : `\`${path}\``;
  const groups = [...Map.groupBy(keys, ([, { effect, how }]) => `${effect}: ${how}`).values()].flatMap(
    (group) => group.slice(0, 1).map(([, key]) => ({ ...key, names: namesOf(group) })),
  );
  const isDescription = ({ effect }: Group) => effect === 'description';
  return [
    `### ${title}`,
    ...effectsOf(groups.filter((group) => !isDescription(group))),
    ...sentencesOf(groups.filter(isDescription)),
  ].join('\n\n');
}

/** Keys of one effect. */
interface Group extends Key {
  readonly names: string;
}

function effectsOf(groups: readonly Group[]): string[] {
  const items = groups.map(({ names, effect, how }) =>
    effect === 'applied' ? `- ${names}: ${how}` : `- ${names}, ${effect}: ${how}`,
  );
  return groups.length > 1 ? [items.join('\n')] : sentencesOf(groups);
}

function sentencesOf(groups: readonly Group[]): string[] {
  const texts = groups.map(({ names, how }) => `${names} (${how})`);
  return groups.slice(0, 1).map(({ effect }) => `${capital(effect)}: ${texts.join(', ')}.`);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function namesOf(keys: readonly (readonly [name: string, key: Key])[]): string {
  return keys.map(([name]) => `\`${name}\``).join(', ');
}

if (import.meta.main) {
  await writeFile(MODEL_PAGE, modelPage(await readFile(MODEL_PAGE, 'utf8')));
}
