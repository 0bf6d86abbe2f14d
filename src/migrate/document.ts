/** Writes the table of annotations into docs/migrate-annotations.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable, withGenerated } from '../base/markdown.ts';
import type { Dialect } from '../engines/engine.ts';
import type { ClaimedField, Feature } from '../engines/fields.ts';
import { ENGINES } from '../engines/index.ts';
import type { Row } from './row.ts';
import { ROWS } from './table.ts';

/** The page, whose generated part stands between two markers. */
export const ANNOTATIONS_PAGE = new URL('../../docs/migrate-annotations.md', import.meta.url);

const BEGIN = '<!-- generated from src/migrate/table.ts by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

const WORDS = { full: 'yes', close: 'partial', none: 'no' } as const;

/** The page with its generated part up to date. Throws an Error where a marker is missing. */
export function annotationsPage(page: string): string {
  const head = ['annotation', 'becomes', 'how, or what to do instead', ...ENGINES.map(({ name }) => name)];
  const rows = Object.entries(ROWS).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const body = rows.map(([name, row]) => [
    `\`${name}\``,
    ...wordsOf(row),
    ...ENGINES.map((each) => levelOf(row, each)),
  ]);
  return withGenerated(page, BEGIN, END, [markdownTable([head, ...body])]);
}

function wordsOf(row: Row): readonly [becomes: string, how: string] {
  switch (row.verdict) {
    case 'field': {
      const fields = row.field.split(', ').map((field) => `\`${field}\``);
      return [fields.join(', '), escaped(row.how ?? '')];
    }
    case 'with':
      return [`part of ${row.of.map((name) => `\`${name}\``).join(' or ')}`, escaped(row.how ?? '')];
    case 'same':
      return ['nothing', escaped(row.how)];
    case 'refused': {
      const values = row.unless === undefined ? '' : `, except for ${row.unless.join(' and ')}`;
      return [row.made ? `left out${values}` : `refused${values}`, escaped(`${row.why}: ${row.instead}`)];
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}

function levelOf(row: Row, dialect: Dialect): string {
  const feature = row.verdict === 'field' ? row.feature : undefined;
  return feature === undefined ? '' : WORDS[levelIn(dialect, feature)];
}

function levelIn({ support }: Dialect, feature: ClaimedField): keyof typeof WORDS {
  return feature in support ? support[feature as Feature].level : 'full';
}

if (import.meta.main) {
  await writeFile(ANNOTATIONS_PAGE, annotationsPage(await readFile(ANNOTATIONS_PAGE, 'utf8')));
}
