import { styleText } from 'node:util';

/** What a piece of text means; colours follow from it. */
export type Tone =
  | 'plain'
  /** What names things. */
  | 'strong'
  /** What matters less. */
  | 'faint'
  | 'good'
  | 'moving'
  | 'off'
  | 'bad';

/** The characters that things are drawn with. */
export interface Glyphs {
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

/** How pages are drawn. */
export interface Look {
  /** Columns; undefined where nothing limits a line. */
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

/** Boxes and colours, for a terminal of so many columns. */
export function colourful(width: number | undefined): Look {
  const paint = (tone: Tone, text: string) => {
    const format = COLOURS[tone];
    // Whether there may be colours is decided already.
    return format === undefined ? text : styleText(format, text, { validateStream: false });
  };
  return { width, glyphs: BOX, paint };
}

/** Nothing but ASCII of its own, for pipes, files and whoever asks for it. */
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

/** Columns of a terminal that does not tell. */
const DEFAULT_COLUMNS = 80;

/**
 * How to draw for a stream: colourful on a terminal, unless the user says `--plain`, or NO_COLOR is set to
 * anything, or the terminal is `dumb`. Lines are cut for terminals alone: what reads a pipe reads all of them.
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
