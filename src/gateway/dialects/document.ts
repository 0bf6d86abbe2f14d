/** Writes what the dialects say of themselves into docs/engines.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Dialect, Support } from './dialect.ts';
import { FEATURES, type Feature } from './feature.ts';
import { DIALECTS } from './index.ts';

/** The page, whose generated part stands between two markers. */
export const ENGINES_PAGE = new URL('../../../docs/engines.md', import.meta.url);

const BEGIN = '<!-- generated from src/gateway/dialects by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

const WORDS: Readonly<Record<Support['level'], string>> = { full: 'yes', close: 'partial', none: 'no' };

/** The page with its generated part as it ought to be. */
export function enginesPage(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error('docs/engines.md lacks the markers of its generated part');
  }
  const parts = [table(), ...DIALECTS.map(section)];
  return `${page.slice(0, begin)}${BEGIN}\n\n${parts.join('\n\n')}\n\n${page.slice(end)}`;
}

function table(): string {
  const rows = FEATURES.map((feature) => [
    `\`${feature}\``,
    ...DIALECTS.map(({ support }) => WORDS[support[feature].level]),
  ]);
  const all = [['field', ...DIALECTS.map(({ name }) => name)], ...rows];
  const widths = (all[0] ?? []).map((_, column) =>
    Math.max(...all.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = all;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
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
