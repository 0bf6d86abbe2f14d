import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Screen } from '../text/look.ts';

/** Milliseconds between two pictures. */
const PERIOD_MS = 2_000;

const ENTER = '\x1b[?1049h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?1049l';
const HOME = '\x1b[H';
const CLEAR_LINE = '\x1b[K';
const CLEAR_BELOW = '\x1b[J';

/** Rows of a terminal that does not report them. */
const DEFAULT_ROWS = 24;

/**
 * Draws periodically until `stop` aborts: on a terminal in place, and the last picture stays; elsewhere one picture
 * after the other, each that differs from the one before.
 */
export async function drawRepeatedly(
  screen: Screen,
  draw: () => Promise<readonly string[]>,
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
      await sleep(PERIOD_MS, undefined, { signal: stop }).catch(() => undefined);
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
