import { parseArgs } from 'node:util';
import { UsageError } from '../../deploy/local/cluster/options.ts';

/** The kinds of tests that can run selectively. */
type Project = 'unit' | 'cluster';

/** Selection of tests, and whether they repeat. */
export interface Selection {
  readonly project: Project;
  /** Parts of file names; empty for all files. */
  readonly pieces: readonly string[];
  /** Whether tests run again when a file changes. */
  readonly watch: boolean;
  /** File that gets the results as JSON. */
  readonly report?: string;
}

const ENDING = '.test.ts';

/** Parses the arguments after the script's name. Throws a UsageError for unknown arguments. */
export function parseSelection(args: readonly string[]): Selection {
  const [project, ...rest] = args;
  if (project !== 'unit' && project !== 'cluster') {
    throw new UsageError('the first argument must be unit or cluster');
  }
  const [unknown] = rest.filter((arg) => arg.startsWith('-') && !/^--(watch$|report=.)/.test(arg));
  if (unknown !== undefined) {
    throw new UsageError(
      `unknown option ${unknown}: npm run test:${project} -- [PIECE OF A NAME ...] [--watch] [--report=FILE]`,
    );
  }
  if (rest.includes('')) {
    throw new UsageError('a piece of a name must not be empty');
  }
  const { values, positionals } = parseArgs({
    args: rest,
    options: { watch: { type: 'boolean' }, report: { type: 'string' } },
    allowPositionals: true,
  });
  const { watch = false, report } = values;
  return { project, pieces: positionals, watch, ...(report !== undefined && { report }) };
}

/**
 * Selects files, as paths within the project's folder: the one whose whole name is a piece, with or without folder and
 * extension, or else those whose name contains it. Throws a UsageError for a piece without match.
 */
export function select(files: readonly string[], { project, pieces }: Selection): readonly string[] {
  const chosen = new Set(pieces.flatMap((piece) => holding(piece, files, `test/${project}`)));
  return pieces.length === 0 ? files : files.filter((file) => chosen.has(file));
}

function holding(piece: string, files: readonly string[], folder: string): readonly string[] {
  const name = piece.replace(`${folder}/`, '').replace(ENDING, '');
  const named = files.filter((file) => nameOf(file) === name);
  if (named.length > 0) {
    return named;
  }
  const found = files.filter((file) => nameOf(file).includes(name));
  if (found.length > 0) {
    return found;
  }
  const there = new Set(files.map((file) => nameOf(file).split('/')[0]));
  throw new UsageError(`no file of ${folder} has "${piece}" in its name; there are ${[...there].join(', ')}`);
}

/** Name of a test file: its path without extension. */
export function nameOf(file: string): string {
  return file.slice(0, -ENDING.length);
}
