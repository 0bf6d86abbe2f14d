import type { Header } from './settings.ts';

/** `ingress_http_routes[]`: a way from outside to an HTTP port. What the model leaves out is undefined or empty. */
export interface HttpRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
  /** Whether the platform makes the host name. */
  readonly defaultDomain: boolean;
  readonly location: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly ssl: boolean;
  readonly loadBalancing: string;
  readonly websocket: boolean;
  /** Whether it asks for paths to be rewritten. */
  readonly rewrites: boolean;
  /** Seconds. */
  readonly connectTimeout?: number;
  /** Seconds. */
  readonly sendTimeout?: number;
  /** Seconds. */
  readonly readTimeout?: number;
  /** MiB. */
  readonly bodySize?: number;
  readonly buffering?: boolean;
  /** KiB. */
  readonly bufferSize?: number;
  readonly bufferNumbers?: number;
  readonly setHeaders: readonly Header[];
}

/** `ingress_stream_routes[]`: a way from outside to a port that is not HTTP. */
export interface StreamRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
}
