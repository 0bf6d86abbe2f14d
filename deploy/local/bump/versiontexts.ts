import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPENDENCIES, type Dependency } from './dependencies.ts';

/** Title of a dependency with a version behind it, in a text. */
export interface VersionMention {
  readonly file: string;
  readonly dependency: Dependency;
  readonly version: string;
}

/** Texts about measurements at a version, which a bump leaves unchanged. */
export const DATED_TEXTS: readonly { readonly file: string; readonly text: RegExp }[] = [
  {
    file: 'docs/engines.md',
    text: /Envoy Gateway 1\.9\.1, Envoy 1\.39\.3, Kubernetes 1\.36\.4, Gateway API 1\.6\.1/,
  },
  { file: 'docs/monitoring.md', text: /with Envoy Gateway 1\.9\.1 and 20 requests in a second/ },
  { file: 'docs/performance.md', text: /Node 24\.21, Kubernetes 1\.36\.4/ },
];

const TEXTS = ['*.md', '{bin,deploy,docs,src}/**/*.{md,mjs,ts,yaml}', 'test/**/*.md'];

/** Files that may name versions, without the copied CRDs. */
export function textFiles(root: string): readonly string[] {
  return globSync(TEXTS, { cwd: root, exclude: ['deploy/local/crds/**'] }).toSorted();
}

/** Present versions of dependencies in all files. */
export function versionMentions(root: string): readonly VersionMention[] {
  return textFiles(root).flatMap((file) => {
    const present = pieces(file, readFileSync(join(root, file), 'utf8')).filter(isPresent);
    return DEPENDENCIES.flatMap((dependency) =>
      present.flatMap((piece) =>
        [...piece.matchAll(pattern(dependency))].map(([, version = '']) => ({ file, dependency, version })),
      ),
    );
  });
}

/** Text of a file with the version of a dependency replaced wherever it is the present one. */
export function withVersion(file: string, text: string, dependency: Dependency, version: string): string {
  const replace = (whole: string, old: string): string => whole.replace(old, version);
  return pieces(file, text)
    .map((piece, index) => (isPresent(piece, index) ? piece.replaceAll(pattern(dependency), replace) : piece))
    .join('');
}

/** Pieces of a text, of which every second one is dated. */
function pieces(file: string, text: string): readonly string[] {
  const dated = DATED_TEXTS.filter((each) => each.file === file).map((each) => each.text.source);
  return dated.length === 0 ? [text] : text.split(new RegExp(`(${dated.join('|')})`));
}

function isPresent(_piece: string, index: number): boolean {
  return index % 2 === 0;
}

/** Pattern of a title with its present version, not of "1.2.3 or newer". */
function pattern({ title }: Dependency): RegExp {
  const words = title.replaceAll(' ', '\\s+');
  return new RegExp(`\\b${words}\\s+v?(\\d+\\.\\d+\\.\\d+)\\b(?!\\s+(?:or|and)\\s+newer)`, 'g');
}
