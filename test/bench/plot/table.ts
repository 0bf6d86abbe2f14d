/** A figure of docs/performance.md as a multiple of its bar: a value beyond 1 misses the bar. */
interface Ratio {
  readonly figure: string;
  /** The measured value, as in the table. */
  readonly measured: string;
  readonly middle: number;
  readonly least: number;
  readonly most: number;
}

/** The figures of a section that can be drawn. */
export interface Section {
  readonly title: string;
  readonly ratios: readonly Ratio[];
}

/** An unconditional numeric bar: `≤ 2 s CPU, 0 writes`, `p50 ≤ 10 ms, p99 ≤ 40 ms`. */
const BAR = /(?:(?<label>p50|p99) )?(?<sense>[≤≥]) (?<number>[\d.]+)/g;

/** A median and its spread: `14.4 ms (10.3–14.9)`. */
const SPREAD = String.raw`(?:× )?(?<middle>[\d.]+) ?[^\s(\d]*(?: CPU)? \((?<least>-?[\d.]+)–(?<most>-?[\d.]+)\)`;

/**
 * The figures of a Markdown document's tables `figure | measured | bar | met`, by section. Excludes those without a
 * bar, with a bar of zero, or with a bar that depends on another figure.
 */
export function sectionsOf(markdown: string): Section[] {
  const [head = '', ...rest] = markdown.split(/^## /m);
  const title = (text: string) => text.slice(0, text.indexOf('\n')).replace(/^# /, '');
  return [head, ...rest]
    .map((text) => ({ title: title(text), ratios: rowsOf(text).flatMap(ratiosOf) }))
    .filter(({ ratios }) => ratios.length > 0);
}

type Cells = readonly [figure: string, measured: string, bar: string];

/** Rows of a section's tables; "the same" is replaced by the subject of the row before. */
function rowsOf(section: string): Cells[] {
  const rows: Cells[] = [];
  let subject = '';
  for (const line of section.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, figure = '', measured = '', bar = '', met = ''] = cells;
    if (met !== 'yes' && met !== 'NO') {
      continue;
    }
    subject = figure.startsWith('the same') ? subject : figure.replace(/:.*/, '');
    rows.push([figure.replace(/^the same(?=[:,])/, subject).replace(/ \*$/, ''), measured, bar]);
  }
  return rows;
}

function ratiosOf([figure, measured, bar]: Cells): Ratio[] {
  if (bar.includes('where') || bar.includes('smallest')) {
    return [];
  }
  return [...bar.matchAll(BAR)].flatMap(({ groups = {} }) => {
    const { label, sense, number } = groups;
    const found = new RegExp(`${label === undefined ? '^' : `${label} `}${SPREAD}`).exec(measured);
    if (found?.groups === undefined || Number(number) === 0) {
      return [];
    }
    const of = (name: string) => {
      const value = Number(found.groups?.[name]);
      return sense === '≤' ? value / Number(number) : Number(number) / value;
    };
    const [one, other] = [of('least'), of('most')];
    return [
      {
        figure: label === undefined ? figure : `${figure}, ${label}`,
        measured: found[0],
        middle: of('middle'),
        least: Math.min(one, other),
        most: Math.max(one, other),
      },
    ];
  });
}
