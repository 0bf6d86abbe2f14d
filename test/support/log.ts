import type { Logger } from '../../src/controller/logger.ts';

/** A log that nobody reads. */
export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};
