/** One block of a file in PEM. */
export interface PemBlock {
  /** Its kind, for example `CERTIFICATE`. */
  readonly label: string;
  /** The block with its first and last line. */
  readonly text: string;
  /** Its content; undefined where it has more than lines in base64, such as headers. */
  readonly bytes: Buffer | undefined;
}

/** Line that begins or ends a block. */
const EDGE = /^-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----$/;

/** Most characters of a line in a block: BoringSSL fails at some longer ones. */
const LONGEST_LINE = 128;

/** Text at which some libraries begin or end a block wherever it stands. */
const LIKE_EDGE = /-----(?:BEGIN|END)/;

/**
 * Blocks of a file in PEM, in their order, or a predicate on the file if libraries of the gateway engines could find other
 * blocks in it: they differ in what they skip. Each block begins and ends with a line of its own, and has one label.
 */
export function pemBlocks(file: string): readonly PemBlock[] | string {
  if (file.includes('\0')) {
    return 'has a NUL character, at which not every gateway reads on';
  }
  const lines = file.split('\n').map(withoutEnd);
  const edges = lines.flatMap((line, at) => (LIKE_EDGE.test(line) ? [{ at, ...edgeOf(line) }] : []));
  const misplaced = edges.find(({ is, label }, index) =>
    index % 2 === 0 ? is !== 'BEGIN' : is !== 'END' || label !== edges[index - 1]?.label,
  );
  if (misplaced !== undefined) {
    return `has a line ${misplaced.at + 1} at which not every gateway begins or ends a block of PEM: each block needs a first and a last line of its own, without anything before or behind these`;
  }
  const begins = edges.filter(({ is }) => is === 'BEGIN');
  const long = lines.findIndex(
    (line, at) => line.length > LONGEST_LINE && edges.filter((edge) => edge.at < at).length % 2 === 1,
  );
  if (long >= 0) {
    return `has a line ${long + 1} in a block of PEM with more than ${LONGEST_LINE} characters, which not every gateway reads: break it at 64`;
  }
  return edges.length % 2 === 0
    ? begins.map(({ at, label }, index) =>
        blockOf(label, lines.slice(at, (edges[2 * index + 1]?.at ?? at) + 1)),
      )
    : `has a block of PEM without its last line, -----END ${begins.at(-1)?.label}-----`;
}

/** A line without what all libraries leave out behind it: blanks, and one carriage return behind these. */
function withoutEnd(line: string): string {
  let end = line.endsWith('\r') ? line.length - 1 : line.length;
  while (end > 0 && [' ', '\t'].includes(line[end - 1] ?? '')) {
    end -= 1;
  }
  return line.slice(0, end);
}

function edgeOf(line: string) {
  const [, is, label = ''] = EDGE.exec(line) ?? [];
  return { is, label };
}

function blockOf(label: string, lines: readonly string[]): PemBlock {
  const within = lines.slice(1, -1);
  const base64 = within.join('');
  const bytes = Buffer.from(base64, 'base64');
  const isExact = within.every((line) => line !== '') && bytes.toString('base64') === base64;
  return { label, text: `${lines.join('\n')}\n`, bytes: isExact ? bytes : undefined };
}

/** Result of a parser of OpenSSL, whose errors may quote the data that it could not read; undefined where it failed. */
export function unlessBroken<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
