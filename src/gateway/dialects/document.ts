/** Writes the support of the dialects for each feature into docs/engines.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable, withGenerated } from '../../base/markdown.ts';
import type { Dialect, Support } from './dialect.ts';
import { FEATURES, type Feature } from './feature.ts';
import { DIALECTS } from './index.ts';

/** The page, whose generated part stands between two markers. */
export const ENGINES_PAGE = new URL('../../../docs/engines.md', import.meta.url);

const BEGIN = '<!-- generated from src/gateway/dialects by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

const WORDS: Readonly<Record<Support['level'], string>> = { full: 'yes', close: 'partial', none: 'no' };

/** The page with its generated part up to date. Throws an Error where a marker is missing. */
export function enginesPage(page: string): string {
  return withGenerated(page, BEGIN, END, [table(), ...DIALECTS.map(section)]);
}

function table(): string {
  const rows = FEATURES.map((feature) => [
    `\`${feature}\``,
    ...DIALECTS.map(({ support }) => WORDS[support[feature].level]),
  ]);
  return markdownTable([['field', ...DIALECTS.map(({ name }) => name)], ...rows]);
}

function section({ name, support }: Dialect): string {
  return [`### ${name}`, '', ...FEATURES.map((feature) => item(feature, support[feature]))].join('\n');
}

function item(feature: Feature, { level, how }: Support): string {
  return `- \`${feature}\`: ${WORDS[level]}; ${how}.`;
}

if (import.meta.main) {
  await writeFile(ENGINES_PAGE, enginesPage(await readFile(ENGINES_PAGE, 'utf8')));
}
