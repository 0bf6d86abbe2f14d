import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { goldenText } from './support.ts';

const PAGE = new URL('../../../docs/kubectl.md', import.meta.url);

it('docs/kubectl.md shows the golden output', () => {
  const page = readFileSync(PAGE, 'utf8');
  const block = /<!-- ([\w-]+) -->\n\n```text\n[\s\S]*?```/g;
  expect(page.match(block)).toHaveLength(3);
  const drawn = page.replace(
    block,
    (_, name: string) => `<!-- ${name} -->\n\n\`\`\`text\n${goldenText(name)}\`\`\``,
  );
  if (process.env.STOA_GOLDEN === 'write') {
    writeFileSync(PAGE, drawn);
  }
  expect(drawn).toBe(readFileSync(PAGE, 'utf8'));
});
