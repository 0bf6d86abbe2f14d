import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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

/** Manifest of an npm package, as far as it tells of the licence. */
interface Manifest extends Omit<BundledPackage, 'texts'> {
  readonly repository?: { readonly url: string };
}

/** Package in a folder. Throws an Error if it has no text of a licence. */
export async function packageIn(folder: string): Promise<BundledPackage> {
  const manifest = await manifestIn(folder);
  const { name, version, license } = manifest;
  const own = await legalTexts(folder);
  const texts = own.length > 0 ? own : await textsBeside(folder, manifest);
  if (texts.length === 0) {
    throw new Error(`${name} ${version} has no file with its licence`);
  }
  return { name, version, license, texts };
}

async function manifestIn(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Texts of another package of the same scope, repository and licence: some repositories publish them with few packages. */
async function textsBeside(
  folder: string,
  { name, license, repository }: Manifest,
): Promise<readonly string[]> {
  const scope = dirname(folder);
  const others = name.startsWith('@') && repository !== undefined ? (await readdir(scope)).toSorted() : [];
  for (const other of others) {
    const found = await manifestIn(join(scope, other));
    const texts = await legalTexts(join(scope, other));
    if (texts.length > 0 && found.license === license && found.repository?.url === repository?.url) {
      return texts;
    }
  }
  return [];
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
