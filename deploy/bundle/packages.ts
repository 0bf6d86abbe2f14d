import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** npm package whose code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** Licence as its manifest names it. */
  readonly license: string;
  /** Texts of the licence, and of what its authors want to be kept with it. */
  readonly texts: readonly string[];
}

/** Files with such texts. */
const LEGAL = /^(licen[cs]e|notice|copying|copyright)/i;

/** Package in a folder. Throws an Error if it has no text of a licence. */
export async function packageIn(folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Omit<
    BundledPackage,
    'texts'
  >;
  const files = (await readdir(folder)).filter((file) => LEGAL.test(file)).toSorted();
  if (files.length === 0) {
    throw new Error(`${name} ${version} has no file with its licence`);
  }
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, license, texts: texts.map((text) => text.trim()) };
}

/** Text with the licences of packages, whose files a bundle drops. */
export function licencesOf(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
