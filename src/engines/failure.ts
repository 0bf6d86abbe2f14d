/** Failure of a gateway to get an answer of a component, as far as its own answer tells. */
export type BackendFailure =
  /** Nothing listens at the port. */
  | 'refused'
  /** The component, or something before it, ends connections. */
  | 'reset'
  /** One of these two. */
  | 'refused-or-reset'
  /** There is no connection, or none that both sides encrypt: newer versions of Envoy keep the cause for themselves. */
  | 'unconnected'
  /** The certificate of the component is not one that the gateway trusts for its name. */
  | 'certificate'
  /** The component does not speak TLS, and the gateway does. */
  | 'no-tls'
  /** The component speaks TLS, and the gateway does not. */
  | 'tls'
  /** The two do not speak one protocol, or do not agree on TLS. */
  | 'protocol'
  | 'time-out'
  /** The gateway knows no endpoint. */
  | 'no-endpoint';

/** Answer that came through a gateway. */
export interface ComponentAnswer {
  readonly status: number;
  /** Beginning of its body. */
  readonly text: string;
  /** Names of its headers beside those that each answer has, in lower case. */
  readonly headers: readonly string[];
}

/** Function that tells from an answer that the gateway made it itself, and why; undefined for an answer of the component. */
export type FailureReader = (answer: ComponentAnswer) => BackendFailure | undefined;

/** Texts with which servers of TLS answer plain HTTP: those of Go, nginx and Apache. */
const PLAIN_TO_TLS =
  /HTTP request (?:was sent )?to (?:an )?HTTPS (?:server|port)|speaking plain HTTP to an SSL-enabled/;

/** Failure in an answer that components give on every engine: one for TLS answers a plain request, with an error only. */
export function failureOfPlain({ status, text }: ComponentAnswer): BackendFailure | undefined {
  return status === 400 && PLAIN_TO_TLS.test(text) ? 'tls' : undefined;
}
