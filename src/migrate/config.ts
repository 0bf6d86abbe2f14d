import type { Policy } from '../api/policy.ts';
import { ROWS } from './table.ts';
import { booleanIn, numberIn } from './values.ts';

/** Configuration of the controller: the data of its ConfigMap. */
export type ControllerConfig = Readonly<Record<string, string>>;

/** Annotations whose defaults have other names in the configuration. */
const RENAMED: Readonly<Record<string, string>> = {
  'auth-url': 'global-auth-url',
  'auth-response-headers': 'global-auth-response-headers',
  'auth-signin': 'global-auth-signin',
  'auth-method': 'global-auth-method',
  'enable-owasp-core-rules': 'enable-owasp-modsecurity-crs',
};

/** Default of an annotation by the configuration of the controller. */
export interface Default {
  readonly value: string;
  readonly from: 'config';
}

/** Default of an annotation by the configuration of the controller. Pure. */
export function defaultOf(name: string, config: ControllerConfig): Default | undefined {
  const value = carries(name) ? config[RENAMED[name] ?? name] || blockedBy(name, config) : undefined;
  return value === undefined || value === '' ? undefined : { value, from: 'config' };
}

/** Addresses that are kept out of hosts with no other list of addresses. */
function blockedBy(name: string, config: ControllerConfig): string | undefined {
  return name === 'denylist-source-range' && !config['whitelist-source-range']
    ? config['block-cidrs']
    : undefined;
}

/** Whether a default counts: one that no rule says and that keeps nothing out does not. */
function carries(name: string): boolean {
  const row = ROWS[name];
  const isKnown =
    row?.verdict === 'field' || row?.verdict === 'with' || (row?.verdict === 'refused' && !row.made);
  return isKnown && !Object.hasOwn(GUARDS, name);
}

const NO_TEXT =
  'no text of a user reaches the configuration of a gateway: say what it does by fields of the rules';
const NO_CLIENTS = 'a rule tells clients apart by their addresses only: refuse them before the gateway';

/** Keys of the configuration that keep requests out of all hosts, and why no rule does, with the way out. */
const GUARDS: ControllerConfig = {
  'block-user-agents': NO_CLIENTS,
  'block-referers': NO_CLIENTS,
  'http-snippet': NO_TEXT,
  'server-snippet': NO_TEXT,
  'location-snippet': NO_TEXT,
};

/** Problems of all hosts, by the configuration of the controller. Pure. */
export function problemsOfConfig(config: ControllerConfig): readonly string[] {
  return Object.entries(GUARDS).flatMap(([key, why]) =>
    config[key]
      ? [`${key} of the configuration of the controller: ${why}, then give --config a copy without ${key}`]
      : [],
  );
}

/** Whether the controller believes a load balancer by which scheme a request came. Pure. */
export function believesForwarded(config: ControllerConfig): boolean {
  return isOn(config, 'use-forwarded-headers', false) || isOn(config, 'use-proxy-protocol', false);
}

/** Whether requests for a path stay as they are, so that certificates can be renewed. Pure. */
export function staysPlain(path: string, config: ControllerConfig): boolean {
  const places = config['no-tls-redirect-locations'] ?? '/.well-known/acme-challenge';
  return places.split(',').some((place) => place.trim() !== '' && path.startsWith(place.trim()));
}

/** Keys that are read beside the defaults of annotations. */
const OWN_KEYS = [
  'block-cidrs',
  'http-redirect-code',
  'hsts',
  'hsts-max-age',
  'hsts-include-subdomains',
  'hsts-preload',
  'use-gzip',
  'enable-brotli',
  'no-tls-redirect-locations',
  ...Object.keys(GUARDS),
];

/** Keys that change no answer, and beginnings and parts of such keys. */
const UNSEEN = {
  keys: [
    'allow-snippet-annotations',
    'annotations-risk-level',
    'annotation-value-word-blocklist',
    'enable-multi-accept',
    'reuse-port',
    'client-header-buffer-size',
    'client-body-buffer-size',
    'large-client-header-buffers',
    'ssl-buffer-size',
    'generate-request-id',
    'main-snippet',
    'use-http2',
    'strict-validate-path-type',
    'enable-aio-write',
    'debug-connections',
    'server-tokens',
  ],
  beginnings: [
    'brotli-',
    'datadog-',
    'disable-ipv6',
    'enable-open',
    'error-log-',
    'geoip2-',
    'gzip-',
    'http2-',
    'jaeger-',
    'keep-alive',
    'lua-',
    'max-worker-',
    'nginx-status-',
    'opente',
    'otel-',
    'otlp-',
    'proxy-stream-',
    'ssl-session-',
    'upstream-keepalive-',
    'variables-hash-',
    'worker-',
    'zipkin-',
  ],
  parts: ['access-log', 'bind-address', 'hash-bucket-size', 'hash-max-size', 'log-format', 'syslog'],
} as const;

function isUnseen(key: string): boolean {
  return (
    UNSEEN.keys.some((each) => each === key) ||
    UNSEEN.beginnings.some((each) => key.startsWith(each)) ||
    UNSEEN.parts.some((each) => key.includes(each))
  );
}

const BELIEF =
  'whose X-Forwarded-For counts is a setting of the gateway: ask the platform team, or lists of addresses and limits see the load balancer';

/** Effects that are lost with a key of the configuration, and what to do. */
const LOST: ControllerConfig = {
  'use-forwarded-headers':
    'the gateway does not believe X-Forwarded-Proto of a load balancer unless it is set up so: where a load balancer ends TLS and speaks HTTP with the gateway, a redirect to HTTPS never ends; let it pass TLS on, or redirect there and take these rules out',
  'use-proxy-protocol':
    'the gateway reads the PROXY protocol of a load balancer only if it is set up so: ask the platform team before DNS moves, or no connection is understood',
  'proxy-real-ip-cidr': BELIEF,
  'forwarded-for-header': BELIEF,
  'compute-full-forwarded-for': BELIEF,
  'enable-real-ip': BELIEF,
  'use-geoip': NO_CLIENTS,
  'use-geoip2': NO_CLIENTS,
  'add-headers':
    'rules do not set the headers of that ConfigMap: set spec.http.policy.responseHeaders where clients need them',
  'proxy-set-headers':
    'rules do not set the headers of that ConfigMap: set spec.http.policy.requestHeaders where components need them',
  'hide-headers': 'rules hide no header: remove it by spec.http.policy.responseHeaders',
  'no-auth-locations':
    'a rule asks for its password on all of its paths: have a rule without one for those paths',
};

/** Notes on keys of the configuration that no rule carries. Pure. */
export function notesOnConfig(config: ControllerConfig): readonly string[] {
  const known = Object.keys(ROWS)
    .filter(carries)
    .map((name) => RENAMED[name] ?? name);
  const names = new Set([...known, ...OWN_KEYS]);
  return Object.keys(config)
    .filter((key) => !names.has(key) && !isUnseen(key) && config[key] !== 'false')
    .map(
      (key) =>
        `configuration of the controller: no rule carries ${key}${LOST[key] === undefined ? '' : `: ${LOST[key]}`}`,
    );
}

const CODES = [301, 302, 303, 307, 308] as const;

/** Status of redirects that no annotation asks for. Pure. */
export function redirectCode(config: ControllerConfig): (typeof CODES)[number] {
  const number = numberIn(config['http-redirect-code'] ?? '');
  return CODES.find((code) => code === number) ?? 308;
}

/** Header by which browsers keep to HTTPS; undefined where the configuration turns it off. Pure. */
export function hstsOf(
  config: ControllerConfig,
): { readonly key: string; readonly value: string } | undefined {
  const age = numberIn(config['hsts-max-age'] ?? '') ?? 31_536_000;
  const parts = [
    `max-age=${age}`,
    ...(isOn(config, 'hsts-include-subdomains', true) ? ['includeSubDomains'] : []),
    ...(isOn(config, 'hsts-preload', false) ? ['preload'] : []),
  ];
  return isOn(config, 'hsts', true)
    ? { key: 'Strict-Transport-Security', value: parts.join('; ') }
    : undefined;
}

/** Encodings in which the controller compresses answers; undefined for none. Pure. */
export function compressionOf(config: ControllerConfig): Policy['compression'] {
  const encodings: NonNullable<Policy['compression']> = [
    ...(booleanIn(config['enable-brotli'] ?? '') ? (['brotli'] as const) : []),
    ...(booleanIn(config['use-gzip'] ?? '') ? (['gzip'] as const) : []),
  ];
  return encodings.length === 0 ? undefined : encodings;
}

function isOn(config: ControllerConfig, key: string, usual: boolean): boolean {
  return booleanIn(config[key] ?? '') ?? usual;
}
