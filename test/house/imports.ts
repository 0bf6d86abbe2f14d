import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Import of one file by another; both are paths from the root of the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every form of an import that Biome's formatter leaves: static, re-exported, for effects, dynamic. */
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;

/** Imports of repository files in the TypeScript files below a folder. */
export function importsBelow(root: string, folder: string): readonly Import[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const from = join(folder, file);
      return importsOf(from, readFileSync(join(root, from), 'utf8'));
    });
}

/** Imports in the source of a file. */
export function importsOf(from: string, source: string): readonly Import[] {
  return [...source.matchAll(SPECIFIER)].map(([, specifier = '']) => ({
    from,
    to: normalize(join(dirname(from), specifier)),
  }));
}

/** Layer of a file: the folder or file directly below `src`; undefined elsewhere. */
export function layerOf(path: string): string | undefined {
  const [top, layer] = path.split('/');
  return top === 'src' ? layer : undefined;
}
