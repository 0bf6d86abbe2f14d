/** Generator of the tables in docs/reasons.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable, withGenerated } from '../base/markdown.ts';
import { APPLICATION_REASONS } from './reasons/application.ts';
import type { ReasonInfo } from './reasons/info.ts';
import { INSTALL_REASONS } from './reasons/install.ts';
import { RULE_REASONS } from './reasons/rule.ts';
import { STORE_REASONS } from './reasons/store.ts';

/** Page with one table of reasons per section, between markers. */
export const REASONS_PAGE = new URL('../../docs/reasons.md', import.meta.url);

const END = '<!-- end of the generated table -->';

const TABLES: Readonly<Record<string, Readonly<Record<string, ReasonInfo>>>> = {
  rule: RULE_REASONS,
  application: APPLICATION_REASONS,
  install: INSTALL_REASONS,
  store: STORE_REASONS,
};

/** Page with updated tables. Throws an Error if a marker is missing. */
export function reasonsPage(page: string): string {
  return Object.entries(TABLES).reduce((text, [name, reasons]) => {
    const begin = `<!-- generated from src/api/reasons/${name}.ts by \`npm run generate\`: change it there -->`;
    const at = Math.max(text.indexOf(begin), 0);
    return text.slice(0, at) + withGenerated(text.slice(at), begin, END, [table(reasons)]);
  }, page);
}

function table(reasons: Readonly<Record<string, ReasonInfo>>): string {
  const rows = Object.entries(reasons).map(([name, { conditions, means, todo, see }]) => [
    `\`${name}\``,
    conditions.join(', '),
    means,
    todo ?? (see === undefined ? '' : `See \`${see}\`.`),
  ]);
  return markdownTable([['reason', 'condition', 'meaning', 'what to do'], ...rows]);
}

if (import.meta.main) {
  await writeFile(REASONS_PAGE, reasonsPage(await readFile(REASONS_PAGE, 'utf8')));
}
