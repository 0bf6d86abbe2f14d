import { Counter, Histogram, type Registry } from 'prom-client';

/** One request to the API server as it went over the wire. */
interface Call {
  /** HTTP method. */
  readonly verb: string;
  readonly host: string;
  /** HTTP status, or `<error>` where no answer came. */
  readonly code: string;
  /** Seconds until the answer began. */
  readonly seconds: number;
}

/** Counts and times requests to the API server, under the names of client-go; answers who is told of each. */
export function restClientMetrics(registry: Registry): (call: Call) => void {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the API server by status, method and host.',
    labelNames: ['code', 'method', 'host'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Time until the API server began to answer, in seconds.',
    labelNames: ['verb', 'host'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30],
    registers: [registry],
  });
  return ({ verb, host, code, seconds }) => {
    requests.inc({ code, method: verb, host });
    durations.observe({ verb, host }, seconds);
  };
}
