import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Code of others, under a licence. */
export interface Licensed {
  readonly name: string;
  readonly version: string;
  /** Licence as its manifest names it, if it has one. */
  readonly license?: string;
  /** Texts of the licence, and of what its authors want to be kept with it. */
  readonly texts: readonly string[];
}

/** npm package whose code is in a bundle. */
export type BundledPackage = Required<Licensed>;

/** Files with such texts. */
const LEGAL = /^(licen[cs]e|notice|copying|copyright)(?!.*\.go$)/i;

/** Package in a folder. Throws an Error if it has no text of a licence. */
export async function packageIn(folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Omit<
    BundledPackage,
    'texts'
  >;
  const texts = await legalTexts(folder);
  if (texts.length === 0) {
    throw new Error(`${name} ${version} has no file with its licence`);
  }
  return { name, version, license, texts };
}

/** Texts of the files in a folder that tell a licence. */
export async function legalTexts(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && LEGAL.test(entry.name)).map(({ name }) => name);
  const texts = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map((text) => text.trim());
}

/** Text with the licences of code, whose files an image drops. */
export function licencesOf(code: readonly Licensed[]): string {
  const parts = code.map(({ name, version, license, texts }) =>
    [`${name} ${version}${license === undefined ? '' : ` (${license})`}`, ...texts].join('\n\n'),
  );
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
