import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawStatus } from '../../../src/plugin/status/draw.ts';
import { viewOf } from '../../../src/plugin/status/view.ts';
import { colourful } from '../../../src/plugin/text/look.ts';
import { FIGURES_OF_SHOP, shop } from './scene.ts';
import { goldenText } from './support.ts';
import { terminalSvg } from './svg.ts';

const DOCS = new URL('../../../docs/', import.meta.url);

/** Holds a file of docs to what it should be; `STOA_GOLDEN=write` writes it anew. */
function expectDocument(name: string, text: string): void {
  if (process.env.STOA_GOLDEN === 'write') {
    writeFileSync(new URL(name, DOCS), text);
  }
  expect(text).toBe(readFileSync(new URL(name, DOCS), 'utf8'));
}

it('kubectl.md shows what is drawn', () => {
  const page = readFileSync(new URL('kubectl.md', DOCS), 'utf8');
  const block = /<!-- ([\w-]+) -->\n\n```text\n[\s\S]*?```/g;
  expect(page.match(block)).toHaveLength(3);
  expectDocument(
    'kubectl.md',
    page.replace(block, (_, name: string) => `<!-- ${name} -->\n\n\`\`\`text\n${goldenText(name)}\`\`\``),
  );
});

it('kubectl-status.svg is a picture of it', () => {
  const columns = 100;
  const lines = drawStatus([viewOf(shop(), FIGURES_OF_SHOP)], [], colourful(columns));
  expectDocument('kubectl-status.svg', terminalSvg('kubectl stoa status', lines, columns));
});
