import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** A registry that already tells of memory, CPU and the event loop. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Counts and times the answers of an HTTP server. */
export function httpMetrics(registry: Registry) {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answers of the REST API by method and status.',
    labelNames: ['method', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer requests of the REST API in seconds.',
    labelNames: ['method'],
    registers: [registry],
  });
  return (method: string, status: number, seconds: number) => {
    requests.inc({ method, code: String(status) });
    durations.observe({ method }, seconds);
  };
}
