import { type Logger, pino } from 'pino';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { visibleJson } from '../base/visible.ts';

/** Logger of a process: JSON lines on standard output, in which nothing is hidden, with credentials redacted. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: visibleJson },
    redact: { paths: ['token', 'headers.authorization', '*.token'], censor: '***' },
  });
}

/** Registry of a process, with the default metrics of memory, CPU and the event loop. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Registers the metrics of an HTTP server; the result records a response. */
export function httpMetrics(registry: Registry) {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Total number of responses of the REST API, by method and status code.',
    labelNames: ['method', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Latency of requests to the REST API in seconds, by method.',
    labelNames: ['method'],
    registers: [registry],
  });
  return (method: string, status: number, seconds: number) => {
    requests.inc({ method, code: String(status) });
    durations.observe({ method }, seconds);
  };
}
