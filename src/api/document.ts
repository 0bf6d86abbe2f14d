/** Generator of the lists in docs/reasons.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { withGenerated } from '../base/markdown.ts';
import { APPLICATION_REASONS } from './reasons/application.ts';
import { CONDITION_TYPES, type ReasonInfo } from './reasons/info.ts';
import { INSTALL_REASONS } from './reasons/install.ts';
import { RULE_REASONS } from './reasons/rule.ts';
import { STORE_REASONS } from './reasons/store.ts';

/** Page with one list of reasons per section, between markers. */
export const REASONS_PAGE = new URL('../../docs/reasons.md', import.meta.url);

const END = '<!-- end of what is generated -->';

const LISTS: Readonly<Record<string, Readonly<Record<string, ReasonInfo>>>> = {
  rule: RULE_REASONS,
  application: APPLICATION_REASONS,
  install: INSTALL_REASONS,
  store: STORE_REASONS,
};

/** Page with updated lists. Throws an Error if a marker is missing. */
export function reasonsPage(page: string): string {
  return Object.entries(LISTS).reduce((text, [name, reasons]) => {
    const begin = `<!-- generated from src/api/reasons/${name}.ts by \`npm run generate\`: change it there -->`;
    const at = Math.max(text.indexOf(begin), 0);
    return text.slice(0, at) + withGenerated(text.slice(at), begin, END, lists(reasons));
  }, page);
}

/** A list of reasons for each condition, in their order, then for each combination of conditions. */
function lists(reasons: Readonly<Record<string, ReasonInfo>>): readonly string[] {
  const groups = Map.groupBy(Object.entries(reasons), ([, { conditions }]) => conditions.join(', '));
  const sorted = CONDITION_TYPES.flatMap((type) =>
    [...groups].filter(([, [first]]) => first?.[1].conditions[0] === type),
  ).toSorted(([, [one]], [, [other]]) => size(one) - size(other));
  return sorted.flatMap(([conditions, entries]) => [
    ...(sorted.length > 1 ? [`**${conditions}**`] : []),
    entries.map(item).join('\n'),
  ]);
}

function size(entry: readonly [string, ReasonInfo] | undefined): number {
  return entry?.[1].conditions.length ?? 0;
}

/** Reason in one line: its meaning, then in italics what to do. */
function item([name, { means, todo, see }]: readonly [string, ReasonInfo]): string {
  const advice = todo ?? (see === undefined ? '' : `See \`${see}\`.`);
  return linked(`- \`${name}\`: ${means}${advice === '' ? '' : ` _${advice}_`}`);
}

/** Text with links in place of paths of other pages. */
function linked(text: string): string {
  return text.replaceAll(/docs\/([a-z-]+)\.md/g, '[$1]($1.md)');
}

if (import.meta.main) {
  await writeFile(REASONS_PAGE, reasonsPage(await readFile(REASONS_PAGE, 'utf8')));
}
