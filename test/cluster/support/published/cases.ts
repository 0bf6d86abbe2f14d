import { BACKEND_CASES } from './backends.ts';
import { CANARY_CASES } from './canaries.ts';
import { CORS_CASES } from './cors.ts';
import { GUARD_CASES } from './guards.ts';
import { PATH_CASES } from './paths.ts';
import type { PublishedCase } from './published.ts';
import { REDIRECT_CASES } from './redirects.ts';

/** Cases of the suite of ingress-nginx that can be asked from outside. */
export const PUBLISHED_CASES: readonly PublishedCase[] = [
  ...PATH_CASES,
  ...REDIRECT_CASES,
  ...CORS_CASES,
  ...CANARY_CASES,
  ...GUARD_CASES,
  ...BACKEND_CASES,
];

/** Annotations that rules say, or need not say, and that no case asks for, by the file that only reads nginx.conf, or asks by TLS. */
export const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
  'annotations/auth': [
    'auth-keepalive',
    'auth-keepalive-requests',
    'auth-keepalive-share-vars',
    'auth-keepalive-timeout',
  ],
  'annotations/authtls': [
    'auth-tls-error-page',
    'auth-tls-match-cn',
    'auth-tls-pass-certificate-to-upstream',
    'auth-tls-verify-client',
    'auth-tls-verify-depth',
  ],
  'annotations/backendprotocol': ['backend-protocol'],
  'annotations/cors': [
    'cors-allow-credentials',
    'cors-allow-headers',
    'cors-allow-methods',
    'cors-expose-headers',
    'cors-max-age',
  ],
  'annotations/http2pushpreload': ['http2-push-preload'],
  'annotations/ipallowlist': ['allowlist-source-range'],
  'annotations/log': ['enable-access-log'],
  'annotations/mirror': ['mirror-host', 'mirror-request-body', 'mirror-target'],
  'annotations/proxy': [
    'proxy-body-size',
    'proxy-buffering',
    'proxy-buffers-number',
    'proxy-busy-buffers-size',
    'proxy-connect-timeout',
    'proxy-next-upstream',
    'proxy-next-upstream-tries',
    'proxy-read-timeout',
    'proxy-send-timeout',
  ],
  'annotations/proxyssl': ['proxy-ssl-name', 'proxy-ssl-secret', 'proxy-ssl-server-name', 'proxy-ssl-verify'],
  'annotations/upstreamvhost': ['upstream-vhost'],
  'settings/opentelemetry': [
    'enable-opentelemetry',
    'opentelemetry-operation-name',
    'opentelemetry-trust-incoming-span',
  ],
  'settings/ssl_passthrough': ['ssl-passthrough'],
  'no file': [
    'enable-influxdb',
    'enable-opentracing',
    'influxdb-host',
    'influxdb-measurement',
    'influxdb-port',
    'influxdb-server-name',
    'limit-burst-multiplier',
    'limit-rpm',
    'limit-rps',
    'opentracing-operation-name',
    'opentracing-trust-incoming-span',
    'proxy-max-temp-file-size',
    'temporal-redirect',
    'temporal-redirect-code',
  ],
};
