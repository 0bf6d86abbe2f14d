/** Writes the lists of annotations into docs/migrate-annotations.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { codes, withGenerated } from '../base/markdown.ts';
import type { Row } from './row.ts';
import { ROWS } from './table.ts';

/** The page, whose generated part stands between two markers. */
export const ANNOTATIONS_PAGE = new URL('../../docs/migrate-annotations.md', import.meta.url);

const BEGIN = '<!-- generated from src/migrate/table.ts by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

type Verdict<V extends Row['verdict']> = Extract<Row, { verdict: V }>;

type Named<R> = readonly [name: string, row: R];

const NAMED: readonly Named<Row>[] = Object.entries(ROWS).toSorted(([one], [other]) =>
  one < other ? -1 : 1,
);

/** The page with its generated part up to date. Throws an Error where a marker is missing. */
export function annotationsPage(page: string): string {
  const refused = rowsOf('refused');
  const sections = [
    ['## Refused', 'They keep requests out or decide where they go, so the Ingress gets no rules.'],
    advice(refused.filter(([, { made }]) => !made)),
    ['## Left out', 'The rule is made without them, and a comment says so.'],
    advice(refused.filter(([, { made }]) => made)),
    [
      '## Fields of the rule',
      'Fields are below `spec` of a GatewayRule. [Engines](engines.md#supported-fields-by-engine) tells what each has.',
    ],
    joined(rowsOf('field'), fieldText),
    ['## Nothing to do', 'A rule does the same, or the annotation changes no answer.'],
    joined(rowsOf('same'), ({ how }) => how),
  ];
  return withGenerated(
    page,
    BEGIN,
    END,
    sections.map((lines) => lines.join(lines[0]?.startsWith('#') ? '\n\n' : '\n')),
  );
}

function rowsOf<V extends Row['verdict']>(verdict: V): readonly Named<Verdict<V>>[] {
  return NAMED.filter((named): named is Named<Verdict<V>> => named[1].verdict === verdict);
}

function fieldText({ field, how }: Verdict<'field'>): string {
  return [codes(field.split(', ')), ...(how === undefined ? [] : [how])].join(': ');
}

/** Items on what no field says; those with the same advice are below it. */
function advice(rows: readonly Named<Verdict<'refused'>>[]): readonly string[] {
  return [...Map.groupBy(rows, ([, { instead }]) => instead)].flatMap(([instead, alike]) => {
    const isOne = new Set(alike.map(([, { why }]) => why)).size === 1;
    return isOne
      ? joined(alike, ({ why }) => `${why}: ${instead}`)
      : [`- ${instead}:`, ...joined(alike, ({ why }) => why).map((item) => `  ${item}`)];
  });
}

/** Items of a list: rows with the same text share one, and have those below them that are read with them. */
function joined<R extends Row>(rows: readonly Named<R>[], textOf: (row: R) => string): readonly string[] {
  const items = Map.groupBy(rows, ([, row]) => textOf(row));
  return [...items].flatMap(([text, alike]) => {
    const alternatives = [...Map.groupBy(alike, ([, row]) => exceptions(row))];
    const heads = alternatives.map(([except, named]) => `${codes(namesOf(named))}${except}`);
    return [`- ${heads.join('; ')}: ${text}`, ...readWith(namesOf(alike)).map((item) => `  ${item}`)];
  });
}

function readWith(names: readonly string[]): readonly string[] {
  const rows = rowsOf('with').filter(([, { of }]) => of.some((name) => names.includes(name)));
  const items = Map.groupBy(rows, ([, { how }]) => (how === undefined ? '' : `: ${how}`));
  return [...items].map(([text, alike]) => `- ${codes(namesOf(alike))}${text}`);
}

/** Values with which an annotation asks for nothing. */
function exceptions(row: Row): string {
  return row.verdict === 'refused' && row.unless !== undefined && row.unless.length > 0
    ? ` (unless ${codes(row.unless)})`
    : '';
}

function namesOf(rows: readonly Named<Row>[]): readonly string[] {
  return rows.map(([name]) => name);
}

if (import.meta.main) {
  await writeFile(ANNOTATIONS_PAGE, annotationsPage(await readFile(ANNOTATIONS_PAGE, 'utf8')));
}
