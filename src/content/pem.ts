/** One block of a file in PEM. */
export interface PemBlock {
  /** Its kind, for example `CERTIFICATE`. */
  readonly label: string;
  /** The block with its first and last line. */
  readonly text: string;
}

const BEGIN = /^-----BEGIN ([A-Z0-9 ]{1,64})-----$/;

/**
 * Blocks of a file in PEM, in their order. Each begins at the start of a line, as the libraries of the gateway engines
 * read them: where a line is indented or follows a byte order mark, none of them sees the block.
 */
export function pemBlocks(file: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let label: string | undefined;
  let lines: string[] = [];
  for (const line of file.split('\n').map((each) => each.trimEnd())) {
    const begins = BEGIN.exec(line)?.[1];
    if (begins !== undefined) {
      label = begins;
      lines = [];
    }
    lines.push(line);
    if (label !== undefined && line === `-----END ${label}-----`) {
      blocks.push({ label, text: `${lines.join('\n')}\n` });
      label = undefined;
    }
  }
  return blocks;
}

/** Result of a parser of OpenSSL, whose errors may quote the data that it could not read; undefined where it failed. */
export function unlessBroken<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
