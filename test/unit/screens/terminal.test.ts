import { expect, it } from 'vitest';
import { terminalSvg } from '../../screens/terminal.ts';

/** Drawn elements, in order. */
function drawn(line: string): string[] {
  return terminalSvg('t', [line], 20)
    .split('\n')
    .filter((each) => /^<(text|path)/.test(each));
}

it('the picture has words at their columns, in their colors', () => {
  expect(drawn('a b  \x1b[32mc\x1b[39m  \x1b[1mx & y\x1b[22m')).toEqual([
    '<text x="14" y="27.5" textLength="25.2" fill="#d9d7ce">a b</text>',
    '<text x="56" y="27.5" textLength="8.4" fill="#a5d66f">c</text>',
    '<text x="81.2" y="27.5" textLength="42" fill="#d9d7ce" font-weight="bold">x &amp; y</text>',
  ]);
});

it('the picture has boxes, marks and bars in their cells', () => {
  const [branch, dash, mark, bar, word] = drawn('├─\x1b[32m●\x1b[39m \x1b[33m▁\x1b[39m web');
  expect(branch).toContain('translate(14 14)');
  expect(dash).toContain('translate(22.4 14)');
  expect(mark).toMatch(/translate\(30\.8 14\).* fill="#a5d66f"/);
  expect(bar).toMatch(/translate\(47\.6 14\).* fill="#f5c46b"/);
  expect(word).toContain('x="64.4"');
});

it('a wide character takes two columns', () => {
  expect(drawn('店  x')[1]).toContain('x="47.6"');
});

it('the picture has a text alternative', () => {
  expect(terminalSvg('a <b>', [], 1)).toContain('<title>a &lt;b&gt;</title>');
});
