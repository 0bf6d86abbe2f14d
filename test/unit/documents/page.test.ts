import { expect, it } from 'vitest';
import { readPage } from '../../documents/page.ts';

const PAGE = `# A page, with \`code\` & signs

Words [here](other.md#there), and \`[no](link)\`.

    indented

## Again

\`\`\`sh
kubectl get gr
\`\`\`

\`\`\`text
# no heading
\`\`\`

Words.

\`\`\`yaml
a: 1
\`\`\`

## Again
![picture](some.svg)
`;

it('a page has blocks, headings, links and indented lines', () => {
  expect(readPage(PAGE)).toEqual({
    blocks: [
      { language: 'sh', text: 'kubectl get gr', line: 10, section: 'again', follows: false },
      { language: 'text', text: '# no heading', line: 14, section: 'again', follows: true },
      { language: 'yaml', text: 'a: 1', line: 20, section: 'again', follows: false },
    ],
    anchors: ['a-page-with-code--signs', 'again', 'again-1'],
    links: ['other.md#there', 'some.svg'],
    indented: [5],
  });
});

it('lines of a list item are not code', () => {
  expect(readPage('- one\n    goes on\n').indented).toEqual([]);
});
