import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';
import { commandsOf, withoutComment } from '../../documents/command.ts';
import { documents, pageAt } from '../../documents/documents.ts';
import { EXCUSED } from '../../documents/excused.ts';

/** Languages of blocks: commands, a script, their output, a file, a picture. */
const LANGUAGES = ['sh', 'bash', 'text', 'json', 'yaml', 'mermaid', 'promql'];

const pages = [...documents()];

describe.each(pages)('%s', (path, page) => {
  it('has code only in blocks with a language', () => {
    expect(page.indented).toEqual([]);
    const others = page.blocks.filter(({ language }) => !LANGUAGES.includes(language));
    expect(others.map(({ line, language }) => `${line}: ${language}`)).toEqual([]);
  });

  it('has no link that leads nowhere', () => {
    const inside = page.links.filter((link) => !/^\w+:/.test(link));
    expect(inside.filter((link) => !leadsSomewhere(path, link))).toEqual([]);
  });
});

/** Whether a link of a page leads to an existing file or folder, and to an existing heading if it has an anchor. */
function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : relative('.', join(dirname(from), file));
  if (!existsSync(join(repository.root, target))) {
    return false;
  }
  return anchor === undefined || pageAt(target).anchors.includes(anchor);
}

it('README.md leads to every other document', () => {
  const [, readme] = pages.find(([path]) => path === 'README.md') ?? [];
  const others = pages.map(([path]) => path).filter((path) => path !== 'README.md');
  expect(readme?.links).toEqual(expect.arrayContaining(others));
});

it('every excused command is in a document', () => {
  const commands = new Set(
    pages.flatMap(([, page]) => commandsOf(page).map(({ text }) => withoutComment(text))),
  );
  expect(EXCUSED.map(({ command }) => command).filter((each) => !commands.has(each))).toEqual([]);
});
