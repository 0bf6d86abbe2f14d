import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';
import { CLAIMS, NO_PROMISE } from '../../hostile/claims.ts';

const page = readFileSync(join(repository.root, 'docs/security.md'), 'utf8');

/** A bullet or a paragraph: its heading, its title if it has one, and its sentences. */
interface Item {
  readonly heading: string;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** Parts of the page whose sentences promise something; tables of permissions have a test of their own. */
const PARTS = [
  'Permissions of users',
  'Threats and mitigations',
  'What a team can cost the others',
  'What Stoa does not protect against',
];

/** Bullets and paragraphs of the parts, by the nearest heading. */
function items(): readonly Item[] {
  return page
    .split(/^## /m)
    .filter((part) => PARTS.includes(part.slice(0, part.indexOf('\n'))))
    .flatMap((part) => part.split(/^### /m))
    .flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const texts = lines.join('\n').split(/\n(?=- )|\n\n/);
      return texts
        .map((text) => text.replaceAll(/\s+/g, ' ').trim())
        .filter(Boolean)
        .map((text) => itemOf(heading, text));
    });
}

function itemOf(heading: string, text: string): Item {
  const [, title = '', rest = text] = /^- \*\*(.+?)\*\*: (.*)$/.exec(text) ?? [];
  return {
    heading,
    title: title.replaceAll('**', ''),
    sentences: rest.split(/(?<=\.(?:\*\*)?) (?=[A-Z`[])/),
  };
}

const ITEMS = items();

/** Rows of the table, and the sentences of the page that may have their words. */
const ROWS = Object.entries(CLAIMS).flatMap(([heading, section]) =>
  Object.entries(section).flatMap(([title, rows]) => {
    const sentences = ITEMS.filter((item) => item.heading === heading && item.title === title).flatMap(
      (item) => item.sentences,
    );
    return Object.entries(rows).map(([words, holding]) => ({
      name: `${heading}: ${title}: ${words}`,
      sentences: sentences.filter((sentence) => sentence.includes(words)),
      holding,
    }));
  }),
);

it('each sentence on threats and costs has a row in test/hostile/claims.ts, or says "not verified"', () => {
  const held = new Set(ROWS.flatMap(({ sentences }) => sentences));
  const rest = ITEMS.flatMap(({ heading, title, sentences }) =>
    sentences
      .filter((sentence) => !held.has(sentence) && !sentence.includes('not verified'))
      .map((sentence) => `${heading}: ${title}: ${sentence}`),
  );
  expect(ITEMS.length).toBeGreaterThan(90);
  expect(rest).toEqual([]);
});

it('each row is about one sentence of docs/security.md', () => {
  expect(ROWS.filter(({ sentences }) => sentences.length !== 1).map(({ name }) => name)).toEqual([]);
});

it('each row names tests that exist', () => {
  const holdings = ROWS.flatMap(({ holding }) => (holding === NO_PROMISE ? [] : holding));
  expect(ROWS.filter(({ holding }) => holding.length === 0).map(({ name }) => name)).toEqual([]);
  expect(holdings.filter((each) => !exists(each))).toEqual([]);
});

/** Whether a file of tests has a title as a literal. */
function exists(holding: string): boolean {
  const at = holding.indexOf(': ');
  const path = join(repository.root, 'test', holding.slice(0, at));
  const title = holding.slice(at + 2);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
}
