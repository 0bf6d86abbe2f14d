/** Writes the table of layers into CONTRIBUTING.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable, withGenerated } from '../../src/base/markdown.ts';
import { LAYERS, type Layer } from './layers.ts';

/** The page, whose table stands between two markers. */
export const CONTRIBUTING = new URL('../../CONTRIBUTING.md', import.meta.url);

const BEGIN = '<!-- generated from test/house/layers.ts by `npm run generate`: change it there -->';
const END = '<!-- end of the generated table -->';

/** The page with its generated table up to date. Throws an Error where a marker is missing. */
export function contributingPage(page: string): string {
  const rows = Object.entries(LAYERS).map(([name, layer]) => [
    `\`src/${name}\``,
    layer.holds,
    importsOf(layer),
  ]);
  return withGenerated(page, BEGIN, END, [markdownTable([['folder', 'holds', 'may import'], ...rows])]);
}

function importsOf({ imports }: Layer): string {
  const order = Object.keys(LAYERS);
  const sorted = imports.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  return sorted.length === 0 ? 'nothing' : sorted.map((name) => `\`${name}\``).join(', ');
}

if (import.meta.main) {
  await writeFile(CONTRIBUTING, contributingPage(await readFile(CONTRIBUTING, 'utf8')));
}
