import { styleText } from 'node:util';

/** Meaning of a piece of text, from which its colour follows. */
export type Tone =
  | 'plain'
  /** Names. */
  | 'strong'
  /** Details. */
  | 'faint'
  | 'good'
  | 'moving'
  | 'off'
  | 'bad';

/** Characters of trees, marks and sparklines. */
interface Glyphs {
  readonly branch: string;
  readonly last: string;
  readonly pipe: string;
  readonly gap: string;
  readonly arrow: string;
  readonly ellipsis: string;
  readonly marks: Readonly<Record<'good' | 'moving' | 'off' | 'bad', string>>;
  /** From least to most. */
  readonly ramp: string;
}

/** Style of the output. */
export interface Look {
  /** Columns of a line; undefined for no limit. */
  readonly width: number | undefined;
  readonly glyphs: Glyphs;
  paint(tone: Tone, text: string): string;
}

const BOX: Glyphs = {
  branch: '├─ ',
  last: '└─ ',
  pipe: '│  ',
  gap: '   ',
  arrow: '→',
  ellipsis: '…',
  marks: { good: '●', moving: '◐', off: '○', bad: '✖' },
  ramp: '▁▂▃▄▅▆▇█',
};

const ASCII: Glyphs = {
  branch: '|- ',
  last: '`- ',
  pipe: '|  ',
  gap: '   ',
  arrow: '->',
  ellipsis: '...',
  marks: { good: '*', moving: '~', off: '-', bad: '!' },
  ramp: '_.:-=+*#',
};

const COLOURS: Readonly<Record<Tone, Parameters<typeof styleText>[0] | undefined>> = {
  plain: undefined,
  strong: 'bold',
  faint: 'dim',
  good: 'green',
  moving: 'yellow',
  off: 'dim',
  bad: 'red',
};

/** Look with box characters and colours. */
export function colourful(width: number | undefined): Look {
  const paint = (tone: Tone, text: string) => {
    const format = COLOURS[tone];
    // The caller has decided already that there are colours.
    return format === undefined ? text : styleText(format, text, { validateStream: false });
  };
  return { width, glyphs: BOX, paint };
}

/** Look in ASCII without colours, for pipes, files and `--plain`. */
export function plain(width: number | undefined): Look {
  return { width, glyphs: ASCII, paint: (_tone, text) => text };
}

/** A stream that pages are drawn for. */
interface Surface {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A stream that pages are written to. */
export interface Screen extends Surface {
  readonly rows?: number;
  write(text: string): unknown;
}

/** Columns of a terminal that does not report them. */
const DEFAULT_COLUMNS = 80;

/**
 * Look for a stream: colourful on a terminal, unless `--plain` is given, NO_COLOR is not empty, or the terminal is
 * `dumb`. Lines are cut on terminals only.
 */
export function lookFor(
  { isTTY = false, columns }: Surface,
  wantsPlain: boolean,
  env: NodeJS.ProcessEnv,
): Look {
  const width = isTTY ? columns || DEFAULT_COLUMNS : undefined;
  const colours = isTTY && !wantsPlain && !env.NO_COLOR && env.TERM !== 'dumb';
  return colours ? colourful(width) : plain(width);
}
