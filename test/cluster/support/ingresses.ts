/** Ingress of a differential test: its family, its path and its annotations. */
export interface FamilyIngress {
  readonly family: string;
  readonly path: string;
  readonly pathType: 'Prefix' | 'Exact' | 'ImplementationSpecific';
  readonly annotations: Readonly<Record<string, string>>;
  readonly tls?: boolean;
  /** Annotations of a second Ingress for the same host and path, which leads to another component. */
  readonly canary?: Readonly<Record<string, string>>;
}

/** Values of the annotations of a family: one Ingress for each at `/`, and one at a path. */
const FAMILIES: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  none: [{}],
  'body size': [{ 'proxy-body-size': '2m' }, { 'proxy-body-size': '0' }],
  buffering: [{ 'proxy-buffering': 'on' }, { 'proxy-buffering': 'off' }],
  buffers: [{ 'proxy-buffering': 'on', 'proxy-buffers-number': '8', 'proxy-buffer-size': '16k' }],
  'connect timeout': [{ 'proxy-connect-timeout': '5' }],
  'read timeout': [{ 'proxy-read-timeout': '30' }],
  'send timeout': [{ 'proxy-send-timeout': '30' }],
  'next upstream': [{ 'proxy-next-upstream': 'error timeout', 'proxy-next-upstream-tries': '2' }],
  'cors of all origins': [{ 'enable-cors': 'true' }],
  'cors of one origin': [
    { 'enable-cors': 'true', 'cors-allow-origin': 'https://a.example.com', 'cors-allow-methods': 'GET, PUT' },
  ],
  allow: [{ 'allowlist-source-range': '127.0.0.0/8' }],
  'allow others': [{ 'whitelist-source-range': '10.9.8.7' }],
  password: [{ 'auth-type': 'basic', 'auth-secret': 'people' }],
  'auth url': [{ 'auth-url': 'http://guard.NAMESPACE.svc.cluster.local/auth' }],
  'permanent redirect': [
    { 'permanent-redirect': 'https://new.example.com/x' },
    { 'permanent-redirect': 'https://new.example.com', 'permanent-redirect-code': '308' },
  ],
  'temporal redirect': [{ 'temporal-redirect': 'http://new.example.com/y' }],
  'app root': [{ 'app-root': '/start' }],
  www: [{ 'from-to-www-redirect': 'true' }],
  'upstream vhost': [{ 'upstream-vhost': 'inside.example.com' }],
  affinity: [{ affinity: 'cookie' }],
  'hash by': [{ 'upstream-hash-by': '$remote_addr' }],
  'rate per second': [{ 'limit-rps': '500' }],
  'rate per minute': [{ 'limit-rpm': '30000' }],
  alias: [{ 'server-alias': 'alias.HOST' }],
  'service upstream': [{ 'service-upstream': 'true' }],
  logs: [{ 'enable-access-log': 'false' }],
  'http version': [{ 'proxy-http-version': '1.1' }],
  'backend protocol': [{ 'backend-protocol': 'HTTP' }],
  'request buffering': [{ 'proxy-request-buffering': 'on' }],
};

/** Ingresses of all families, and those whose family is their path. */
export const FAMILY_INGRESSES: readonly FamilyIngress[] = [
  ...Object.entries(FAMILIES).flatMap(([family, all]) =>
    all.flatMap((annotations): readonly FamilyIngress[] => [
      { family, path: '/', pathType: 'Prefix', annotations },
      { family, path: '/app', pathType: 'Prefix', annotations },
    ]),
  ),
  ...['/items/[0-9]+', '/(tea|coffee)/.*', '/v[0-9]$'].map((path) => ({
    family: 'expression',
    path,
    pathType: 'ImplementationSpecific' as const,
    annotations: { 'use-regex': 'true' },
  })),
  { family: 'exact path', path: '/only', pathType: 'Exact', annotations: {} },
  { family: 'loose path', path: '/loose', pathType: 'ImplementationSpecific', annotations: {} },
  {
    family: 'rewrite of the rest',
    path: '/api(/|$)(.*)',
    pathType: 'ImplementationSpecific',
    annotations: { 'rewrite-target': '/$2' },
  },
  { family: 'rewrite', path: '/old', pathType: 'Prefix', annotations: { 'rewrite-target': '/new' } },
  ...[
    {},
    { 'ssl-redirect': 'false' },
    { 'app-root': '/start' },
    { 'auth-type': 'basic', 'auth-secret': 'people' },
    { 'permanent-redirect': 'https://new.example.com/x' },
    { 'enable-cors': 'true', 'cors-allow-origin': 'https://a.example.com' },
    { 'upstream-vhost': 'inside.example.com', 'proxy-body-size': '2m' },
  ].map(
    (annotations): FamilyIngress => ({
      family: 'tls',
      path: '/',
      pathType: 'Prefix',
      annotations,
      tls: true,
    }),
  ),
  ...[
    { 'canary-by-header': 'x-next' },
    { 'canary-by-header': 'x-next', 'canary-by-header-value': 'please' },
    { 'canary-by-cookie': 'next' },
    { 'canary-weight': '30' },
  ].map(
    (canary): FamilyIngress => ({
      family: 'canary',
      path: '/app',
      pathType: 'Prefix',
      annotations: {},
      canary: { canary: 'true', ...canary },
    }),
  ),
];
