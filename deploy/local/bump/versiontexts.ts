import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, type Part } from './dependencies.ts';

/** The title of a part with a version behind it, in a text. */
export interface Mention {
  readonly file: string;
  readonly part: Part;
  readonly version: string;
}

/** Texts of what was measured or played at a version, which stays as it was then. */
export const DATED: readonly { readonly file: string; readonly text: RegExp }[] = [
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

/** Every version of a part that the files tell as the present one. */
export function mentions(root: string): readonly Mention[] {
  return textFiles(root).flatMap((file) => {
    const present = pieces(file, readFileSync(join(root, file), 'utf8')).filter(isPresent);
    return PARTS.flatMap((part) =>
      present.flatMap((piece) =>
        [...piece.matchAll(pattern(part))].map(([, version = '']) => ({ file, part, version })),
      ),
    );
  });
}

/** The text of a file with all present versions of a part as given. */
export function withMentions(file: string, text: string, part: Part, version: string): string {
  const renew = (whole: string, old: string): string => whole.replace(old, version);
  return pieces(file, text)
    .map((piece, index) => (isPresent(piece, index) ? piece.replaceAll(pattern(part), renew) : piece))
    .join('');
}

/** The text in pieces, of which every second one is dated. */
function pieces(file: string, text: string): readonly string[] {
  const dated = DATED.filter((each) => each.file === file).map((each) => each.text.source);
  return dated.length === 0 ? [text] : text.split(new RegExp(`(${dated.join('|')})`));
}

function isPresent(_piece: string, index: number): boolean {
  return index % 2 === 0;
}

/** A title with a version; where something is so since a version, that is no present one. */
function pattern({ title }: Part): RegExp {
  const words = title.replaceAll(' ', '\\s+');
  return new RegExp(`\\b${words}\\s+v?(\\d+\\.\\d+\\.\\d+)\\b(?!\\s+(?:or|and)\\s+newer)`, 'g');
}
