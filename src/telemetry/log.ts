import { type Logger, pino } from 'pino';

/** The process's logger: JSON lines on standard output, without credentials. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['token', 'headers.authorization', '*.token'], censor: '***' },
  });
}
