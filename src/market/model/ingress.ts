import type { Header } from './settings.ts';

/** `ingress_http_routes[]`: a way from outside to an HTTP port. */
export interface ModelHttpRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
  /** Path prefix, `/` where the model has none; not checked yet. */
  readonly location: string;
  /** What a request must carry; not checked yet. */
  readonly cookies: readonly Header[];
  /** What a request must carry; not checked yet. */
  readonly headers: readonly Header[];
  /** `round-robin`, `cookie-session-affinity`, or empty. */
  readonly loadBalancing: string;
  /** Seconds. */
  readonly connectTimeout?: number;
  /** Seconds. */
  readonly sendTimeout?: number;
  /** Seconds. */
  readonly readTimeout?: number;
  /** MiB; 0 is unlimited. */
  readonly bodySize?: number;
  readonly buffering?: boolean;
  /** KiB. */
  readonly bufferSize?: number;
  readonly bufferNumbers?: number;
  /** What the component receives; not checked yet. */
  readonly setHeaders: readonly Header[];
}

/** `ingress_stream_routes[]`: a way from outside to a port that is not HTTP. */
export interface ModelStreamRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
}
