import type { Logger } from '../../src/controller/logger.ts';

/** A log that discards all lines. */
export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};

/** A log line for assertions. */
export interface Line {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: object;
}

/** A log that appends to `lines`. */
export function recorder(lines: Line[], bound: object = {}): Logger {
  const at = (level: Line['level']) => (fields: object, message: string) => {
    lines.push({ level, message, fields: { ...bound, ...fields } });
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => recorder(lines, { ...bound, ...fields }),
  };
}
