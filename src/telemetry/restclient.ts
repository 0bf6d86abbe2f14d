import { Counter, Histogram, type Registry } from 'prom-client';

/** A request to the API server; each retry is one of its own. */
interface Call {
  /** HTTP method. */
  readonly verb: string;
  readonly host: string;
  /** HTTP status, or `<error>` without a response. */
  readonly code: string;
  /** Seconds until the response headers. */
  readonly seconds: number;
}

/** Registers the metrics of requests to the API server, named as in client-go; the result records a request. */
export function restClientMetrics(registry: Registry): (call: Call) => void {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'Number of requests to the API server, by status code, method and host.',
    labelNames: ['code', 'method', 'host'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Latency of requests to the API server in seconds, by method and host.',
    labelNames: ['verb', 'host'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30],
    registers: [registry],
  });
  return ({ verb, host, code, seconds }) => {
    requests.inc({ code, method: verb, host });
    durations.observe({ verb, host }, seconds);
  };
}
