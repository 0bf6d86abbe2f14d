import type { Header } from './settings.ts';

/** HTTP route of a model, from `ingress_http_routes`: leads to an HTTP port of a component. */
export interface ModelHttpRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
  /** Path prefix, `/` where the model has none; not validated yet. */
  readonly location: string;
  /** Conditions on a request; not validated yet. */
  readonly cookies: readonly Header[];
  /** Conditions on a request; not validated yet. */
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
  /** Headers that the component receives; not validated yet. */
  readonly setHeaders: readonly Header[];
}

/** Stream route of a model, from `ingress_stream_routes`: leads to a port that is not HTTP. */
export interface ModelStreamRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
}
