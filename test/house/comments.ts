/** Words that a doc comment does not open with: it opens with the noun that it defines. */
const OPENINGS = ['What', 'Who', 'Whom', 'How', 'Where', 'Which', 'That', 'Something', 'Somebody'];

const DOC_COMMENT = new RegExp(`/\\*\\*\\s+(?:\\*\\s+)?((?:${OPENINGS.join('|')}) [^\\n]*)`, 'g');

/** First lines of the doc comments in a source that open with anything but the noun that they define. */
export function unnamedSubjects(source: string): readonly string[] {
  return [...source.matchAll(DOC_COMMENT)].map(([, line = '']) => line);
}
