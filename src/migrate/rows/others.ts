import type { Row, Rows } from '../row.ts';

const SNIPPET = {
  verdict: 'refused',
  why: 'no text of a user reaches the configuration of a gateway',
  instead: 'say what the snippet does by fields of the rule, then take it out of a copy of the Ingress',
  made: false,
} as const;

/** Annotations that no field says yet, and those of the proxy alone. */
export const OTHER_ROWS: Rows = {
  'auth-tls-secret': {
    verdict: 'refused',
    why: 'the Gateway API asks clients for certificates at a port, for all hosts of all teams there',
    instead:
      'ask the platform team for a Gateway with spec.tls.frontend for this host, or let the component ask: spec.tls passes TLS on to it',
    made: false,
    ofHost: true,
    asks: (_, { other }) =>
      other('auth-tls-verify-client') !== 'off' || other('auth-tls-match-cn') !== undefined,
  },
  ...alike(
    [
      'auth-tls-verify-client',
      'auth-tls-verify-depth',
      'auth-tls-error-page',
      'auth-tls-pass-certificate-to-upstream',
      'auth-tls-match-cn',
    ],
    { verdict: 'with', of: ['auth-tls-secret'] },
  ),
  ...alike(['configuration-snippet', 'auth-snippet', 'stream-snippet'], SNIPPET),
  'server-snippet': { ...SNIPPET, ofHost: true },
  ...alike(['fastcgi-index', 'fastcgi-params-configmap'], {
    verdict: 'refused',
    why: 'no gateway engine speaks FastCGI',
    instead: 'place a web server beside the component',
    made: false,
    asks: (_, { other }) => other('backend-protocol')?.toUpperCase() === 'FCGI',
  }),
  ...alike(['custom-http-errors', 'default-backend', 'disable-proxy-intercept-errors'], {
    verdict: 'refused',
    why: 'clients get the answers of components and of the gateway as they are',
    instead: 'let components answer with their own pages',
    made: true,
    unless: ['false'],
  }),
  ...alike(['proxy-cookie-domain', 'proxy-cookie-path', 'proxy-redirect-from', 'proxy-redirect-to'], {
    verdict: 'refused',
    why: 'a rule does not change what is inside of headers',
    instead: 'let the component know the host and path that clients see',
    made: true,
    unless: ['off'],
  }),
  'proxy-http-version': {
    verdict: 'refused',
    why: 'engines speak HTTP/1.1 with components',
    instead: 'see whether the component takes HTTP/1.1',
    made: true,
    unless: ['1.1'],
  },
  'proxy-request-buffering': {
    verdict: 'refused',
    why: 'whether the gateway reads a request to its end before it passes it on is up to the engine',
    instead: 'nothing is needed, unless components answer before the end of requests',
    made: true,
    unless: ['on'],
  },
  'connection-proxy-header': {
    verdict: 'refused',
    why: 'engines decide on the header Connection',
    instead: 'nothing is needed in most cases',
    made: true,
  },
  ...alike(['ssl-ciphers', 'ssl-prefer-server-ciphers'], {
    verdict: 'refused',
    why: 'what TLS the gateway speaks is a matter of the gateway',
    instead: 'ask the platform team to set it at the engine',
    made: true,
  }),
  ...alike(['client-body-buffer-size', 'proxy-busy-buffers-size', 'proxy-max-temp-file-size'], {
    verdict: 'same',
    how: 'it changes no answer',
  }),
  ...alike(['enable-access-log', 'enable-rewrite-log', 'http2-push-preload'], {
    verdict: 'same',
    how: 'it changes no answer; logs are a matter of the gateway',
  }),
  ...alike(
    [
      'enable-opentelemetry',
      'opentelemetry-operation-name',
      'opentelemetry-trust-incoming-span',
      'enable-opentracing',
      'opentracing-operation-name',
      'opentracing-trust-incoming-span',
      'enable-influxdb',
      'influxdb-measurement',
      'influxdb-port',
      'influxdb-host',
      'influxdb-server-name',
    ],
    { verdict: 'same', how: 'it changes no answer; traces and figures are a matter of the gateway' },
  ),
};

function alike(names: readonly string[], row: Row): Rows {
  return Object.fromEntries(names.map((name) => [name, row]));
}
