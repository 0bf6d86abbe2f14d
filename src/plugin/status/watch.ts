import { once } from 'node:events';
import type { Screen } from '../text/look.ts';

const ENTER = '\x1b[?1049h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?1049l';
const HOME = '\x1b[H';
const CLEAR_LINE = '\x1b[K';
const CLEAR_BELOW = '\x1b[J';

/** Rows of a terminal that does not report them. */
const DEFAULT_ROWS = 24;

/**
 * Draws until `stop` aborts, each time that `next` resolves: on a terminal in place, and the last picture stays;
 * elsewhere one picture after the other, each that differs from the one before.
 */
export async function drawRepeatedly(
  screen: Screen,
  draw: () => Promise<readonly string[]>,
  next: (stop: AbortSignal) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  let last: readonly string[] = [];
  const ended = once(stop, 'abort').then(() => last);
  try {
    screen.write(screen.isTTY ? ENTER : '');
    while (!stop.aborted) {
      const lines = await Promise.race([draw(), ended]);
      screen.write(screen.isTTY ? inPlace(lines, screen.rows || DEFAULT_ROWS) : following(lines, last));
      last = lines;
      await next(stop);
    }
  } finally {
    screen.write(screen.isTTY ? `${LEAVE}${last.map((line) => `${line}\n`).join('')}` : '');
  }
}

function inPlace(lines: readonly string[], rows: number): string {
  const room = rows - 1;
  const shown =
    lines.length <= room
      ? lines
      : [...lines.slice(0, room - 1), `... ${lines.length - room + 1} more lines: name one application`];
  return `${HOME}${shown.map((line) => `${line}${CLEAR_LINE}\n`).join('')}${CLEAR_BELOW}`;
}

function following(lines: readonly string[], before: readonly string[]): string {
  const same = lines.length === before.length && lines.every((line, index) => line === before[index]);
  return same ? '' : `${lines.join('\n')}\n\n`;
}
