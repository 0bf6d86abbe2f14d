/**
 * Case of the end-to-end tests of ingress-nginx (test/e2e, commit dbb11b92), told anew: Ingresses, requests, and what the
 * suite expects of the answers. In texts, HOST is a host of the case, and NAMESPACE its namespace.
 */
export interface PublishedCase {
  /** File below test/e2e without its ending, and the line of the case. */
  readonly at: string;
  readonly family: string;
  readonly ingresses: readonly PublishedIngress[];
  /** Configuration of the controller. */
  readonly config?: Readonly<Record<string, string>>;
  readonly asks: readonly PublishedAsk[];
}

/** Ingress of a case: from `/` to the component `web`, unless more is said. */
export interface PublishedIngress {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly routes?: readonly PublishedRoute[];
  /** Component of a host without paths. */
  readonly defaultBackend?: string;
  /** Hosts with a certificate. */
  readonly tls?: readonly string[];
  /** Secret of the certificate, where it is another. */
  readonly secretName?: string;
  /** Reason for which the migration makes no rule of it. */
  readonly refused?: RegExp;
  /** Whether its rules never become ready. */
  readonly unready?: boolean;
}

/** Path of an Ingress. */
interface PublishedRoute {
  readonly host?: string;
  readonly path?: string;
  readonly pathType?: 'Prefix' | 'Exact';
  readonly service?: string;
}

/** Request by GET for `/` of HOST, unless more is said, and its answer. */
export interface PublishedAsk {
  readonly host?: string;
  readonly path?: string;
  readonly scheme?: 'http' | 'https';
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Name and password. */
  readonly user?: string;
  /** Number of requests, each of which has this answer; 1 where it is left out. */
  readonly times?: number;
  /** Whether later requests have the cookies of earlier answers. */
  readonly keepsCookies?: boolean;
  readonly answer: PublishedAnswer;
}

/** Value of a header, null for none. */
export type PublishedValue = string | RegExp | null;

/** Parts of an answer that the suite looks at. */
export interface PublishedAnswer {
  readonly status?: number;
  readonly location?: string;
  readonly headers?: Readonly<Record<string, PublishedValue>>;
  /** Text that the header Set-Cookie has. */
  readonly cookie?: readonly string[];
  /** Text that it does not have. */
  readonly noCookie?: readonly string[];
  readonly component?: string;
  /** Path, host and headers that the component sees. */
  readonly sees?: {
    readonly path?: string;
    readonly host?: string;
    readonly headers?: Readonly<Record<string, PublishedValue>>;
  };
  /** Least number of the requests that each of these components answers. */
  readonly least?: Readonly<Record<string, number>>;
  /** Number of pods that answer the requests. */
  readonly pods?: number;
}

/** Answer that is fine. */
export const OK: PublishedAnswer = { status: 200 };

/** Answer where there is nothing. */
export const NOTHING: PublishedAnswer = { status: 404 };

/** Requests for paths, with one answer. */
export function asks(answer: PublishedAnswer, ...paths: readonly string[]): readonly PublishedAsk[] {
  return paths.map((path) => ({ path, answer }));
}
