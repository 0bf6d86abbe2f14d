import { type Logger, pino } from 'pino';

/** A log of a test, and its lines as written, one entry each. */
export function readableLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  return { log: pino({ base: null }, { write: (line) => lines.push(line) }), lines };
}
