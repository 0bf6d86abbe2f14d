/** Generator of the lists in docs/reasons.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { withGenerated } from '../base/markdown.ts';
import { APPLICATION_REASONS } from './reasons/application.ts';
import type { ReasonInfo } from './reasons/info.ts';
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
    return text.slice(0, at) + withGenerated(text.slice(at), begin, END, [list(reasons)]);
  }, page);
}

function list(reasons: Readonly<Record<string, ReasonInfo>>): string {
  const items = Object.entries(reasons).map(([name, { conditions, means, todo, see }]) => {
    const advice = todo ?? (see === undefined ? '' : `See \`${see}\`.`);
    return `- \`${name}\` (${conditions.join(', ')}): ${means}${advice === '' ? '' : ` → ${advice}`}`;
  });
  return items.join('\n');
}

if (import.meta.main) {
  await writeFile(REASONS_PAGE, reasonsPage(await readFile(REASONS_PAGE, 'utf8')));
}
