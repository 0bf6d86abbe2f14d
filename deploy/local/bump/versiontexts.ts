import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPENDENCIES, type Dependency } from './dependencies.ts';

/** The title of a dependency with a version behind it, in a text. */
export interface VersionMention {
  readonly file: string;
  readonly dependency: Dependency;
  readonly version: string;
}

/** Texts of what was measured or played at a version, which stays as it was then. */
export const DATED_TEXTS: readonly { readonly file: string; readonly text: RegExp }[] = [
  {
    file: 'docs/engines.md',
    text: /Envoy Gateway 1\.9\.1, Envoy 1\.39\.3, Kubernetes 1\.36\.4, Gateway API 1\.6\.1/,
  },
  { file: 'docs/monitoring.md', text: /with Envoy Gateway 1\.9\.1 and 20 requests in a second/ },
  { file: 'docs/performance.md', text: /Node 24\.21, Kubernetes 1\.36\.4/ },
];

const TEXTS = ['*.md', '{bin,deploy,docs,src}/**/*.{md,mjs,ts,yaml}', 'test/**/*.md'];

/** Files in which versions may be told; those of CRDs are copies. */
export function textFiles(root: string): readonly string[] {
  return globSync(TEXTS, { cwd: root, exclude: ['deploy/local/crds/**'] }).toSorted();
}

/** Every version of a dependency that the files tell as the present one. */
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

/** The text of a file with all present versions of a dependency as given. */
export function withVersion(file: string, text: string, dependency: Dependency, version: string): string {
  const renew = (whole: string, old: string): string => whole.replace(old, version);
  return pieces(file, text)
    .map((piece, index) => (isPresent(piece, index) ? piece.replaceAll(pattern(dependency), renew) : piece))
    .join('');
}

/** The text in pieces, of which every second one is dated. */
function pieces(file: string, text: string): readonly string[] {
  const dated = DATED_TEXTS.filter((each) => each.file === file).map((each) => each.text.source);
  return dated.length === 0 ? [text] : text.split(new RegExp(`(${dated.join('|')})`));
}

function isPresent(_piece: string, index: number): boolean {
  return index % 2 === 0;
}

/** A title with a version; where something is so since a version, that is no present one. */
function pattern({ title }: Dependency): RegExp {
  const words = title.replaceAll(' ', '\\s+');
  return new RegExp(`\\b${words}\\s+v?(\\d+\\.\\d+\\.\\d+)\\b(?!\\s+(?:or|and)\\s+newer)`, 'g');
}
