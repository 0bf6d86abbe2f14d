import { z } from 'zod';
import { durationMs } from '../base/duration.ts';
import { basicAuthSchema, blocksSchema, compressionSchema, rateLimitSchema } from './access.ts';
import { checked, labelValueSchema, pathSchema, portSchema, setOf } from './grammar.ts';
import { headerListSchema, headerNameSchema, headerValueSchema, queryMatchesSchema } from './header.ts';

/** Duration of the Gateway API (GEP-2257), such as `500ms` or `1m30s`. */
const durationSchema = z
  .string()
  .max(24)
  .regex(/^([0-9]{1,5}(h|m|s|ms)){1,4}$/, 'must be a duration such as 500ms, 10s or 1m30s');

const timeoutsSchema = checked(
  z.object({
    request: durationSchema
      .describe('Time until the answer is complete, all tries together; 0s is no limit.')
      .optional(),
    backendRequest: durationSchema
      .describe('Time of one try, from the request to the component on.')
      .optional(),
  }),
  [
    {
      rule: "!has(self.request) || !has(self.backendRequest) || duration(self.request) == duration('0s') || duration(self.backendRequest) <= duration(self.request)",
      message: 'backendRequest must not be longer than request',
      holds: ({ request, backendRequest }) => fits(backendRequest, request),
    },
  ],
);

/** Whether a time, if there is one, fits into a limit, if there is one; a limit of zero is none. */
function fits(time: string | undefined, limit: string | undefined): boolean {
  const most = limit === undefined ? 0 : (durationMs(limit) ?? 0);
  return time === undefined || most === 0 || (durationMs(time) ?? 0) <= most;
}

/** Default of `retry.attempts`. */
export const DEFAULT_ATTEMPTS = 1;

const retrySchema = z.object({
  codes: setOf(z.int().min(400).max(599), 16)
    .describe('Statuses after which a request is sent again; without them, only failed connections count.')
    .optional(),
  attempts: z
    .int()
    .min(1)
    .max(10)
    .describe('Largest number of tries after the first; 1 where left out.')
    .optional(),
  backoff: durationSchema.describe('Shortest pause before a try.').optional(),
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'] as const;

const headerPatternSchema = z
  .string()
  .max(256)
  .regex(/^(\*|[-A-Za-z0-9][-A-Za-z0-9_.]*)$/, 'must be * or a header name');

/** List in which `*` stands for any entry, alone. */
function anyOrSome<T extends z.ZodType<string>>(item: T, max: number) {
  return checked(setOf(item, max), [
    {
      rule: "!('*' in self && self.size() > 1)",
      message: 'must have * alone',
      holds: (entries) => entries.length === 1 || !entries.some((entry) => entry === '*'),
    },
  ]);
}

const corsSchema = checked(
  z.object({
    allowOrigins: anyOrSome(
      z
        .string()
        .max(253)
        .regex(
          /^(\*|https?:\/\/(\*\.)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?(:[0-9]{1,5})?)$/,
          'must be *, or an origin such as https://shop.example.com or https://*.example.com',
        ),
      32,
    ).describe('Origins whose pages may read answers; * is any.'),
    allowCredentials: z.boolean().describe('Whether requests may carry cookies.').optional(),
    allowMethods: anyOrSome(z.enum(['*', ...METHODS]), 9)
      .describe('Methods that pages may use; * is any.')
      .optional(),
    allowHeaders: anyOrSome(headerPatternSchema, 32)
      .describe('Request headers that pages may set; * is any.')
      .optional(),
    exposeHeaders: anyOrSome(headerPatternSchema, 32)
      .describe('Response headers that pages may read.')
      .optional(),
    maxAge: z.int().min(1).max(86_400).describe('Seconds for which a browser keeps this.').optional(),
  }),
  [
    {
      rule: "!has(self.allowCredentials) || !self.allowCredentials || !self.allowOrigins.exists(o, o == '*')",
      message: 'allowOrigins must name the origins, not *, where allowCredentials is true',
      holds: ({ allowCredentials, allowOrigins }) => allowCredentials !== true || !allowOrigins.includes('*'),
    },
  ],
);

const newPathSchema = checked(
  z.object({
    prefix: pathSchema
      .describe('Path in place of the one of the rule; the rest of the path stays.')
      .optional(),
    full: pathSchema.describe('Path in place of the whole one.').optional(),
  }),
  [
    {
      rule: 'has(self.prefix) != has(self.full)',
      message: 'must have exactly one of prefix and full',
      holds: ({ prefix, full }) => (prefix === undefined) !== (full === undefined),
    },
  ],
);

const exactHostSchema = z
  .string()
  .min(1)
  .max(253)
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    'must be a lower-case DNS name such as shop.example.com, without *',
  );

const rewriteSchema = z.object({
  path: newPathSchema.describe('Path that the component sees.').optional(),
  host: exactHostSchema.describe('Host that the component sees.').optional(),
});

const redirectSchema = checked(
  z.object({
    scheme: z
      .enum(['http', 'https'])
      .describe('Scheme to redirect to; that of the request where left out.')
      .optional(),
    host: exactHostSchema.describe('Host to redirect to; that of the request where left out.').optional(),
    port: portSchema.describe('Port to redirect to.').optional(),
    path: newPathSchema.describe('Path to redirect to.').optional(),
    code: z
      .literal([301, 302, 303, 307, 308])
      .describe('Status of the redirect; 302 where left out.')
      .optional(),
  }),
  [
    {
      rule: 'has(self.scheme) || has(self.host) || has(self.port) || has(self.path)',
      message:
        'must have at least one of scheme, host, port and path: a redirect to the same address never ends',
      holds: ({ scheme, host, port, path }) => [scheme, host, port, path].some((part) => part !== undefined),
    },
  ],
);

const mirrorSchema = z.object({
  serviceId: labelValueSchema.describe(
    'Component of the same application that gets copies; its answers are dropped.',
  ),
  port: portSchema.describe('Port of that component.'),
  percent: z
    .int()
    .min(1)
    .max(100)
    .describe('Share of requests that are copied; 100 where left out.')
    .optional(),
});

const matchSchema = z.object({
  methods: setOf(z.enum(METHODS), METHODS.length)
    .describe('Methods, one of which a request must have.')
    .optional(),
  query: queryMatchesSchema.describe('Parameters that a request must all have, name to value.').optional(),
  path: z
    .enum(['prefix', 'exact'])
    .describe('Whether domainPath is the beginning of paths, or the whole path.')
    .optional(),
});

/** Headers on which proxies decide themselves: engines refuse or ignore filters on them. */
const OWN_HEADERS = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'te',
  'trailer',
];

const OWN_IN_CEL = `[${OWN_HEADERS.map((name) => `'${name}'`).join(', ')}]`;

const isOwn = (name: string) => OWN_HEADERS.includes(name.toLowerCase());

const OWN_MESSAGE = `must not name ${OWN_HEADERS.join(', ')}: the proxy decides on them`;

const headerSchema = checked(
  z.object({
    key: headerNameSchema.describe('Header name.'),
    value: headerValueSchema.min(1).describe('Header value.'),
  }),
  [
    {
      rule: `!(self.key.lowerAscii() in ${OWN_IN_CEL})`,
      message: OWN_MESSAGE,
      holds: ({ key }) => !isOwn(key),
    },
  ],
);

const removedSchema = checked(headerNameSchema, [
  { rule: `!(self.lowerAscii() in ${OWN_IN_CEL})`, message: OWN_MESSAGE, holds: (name) => !isOwn(name) },
]);

const removedListSchema = checked(setOf(removedSchema, 16), [
  {
    rule: 'self.all(a, self.exists_one(b, b.lowerAscii() == a.lowerAscii()))',
    message: 'must not remove a header twice, in whatever case',
    holds: (names) => new Set(names.map((name) => name.toLowerCase())).size === names.length,
  },
]);

const headersSchema = checked(
  z.object({
    set: headerListSchema(headerSchema, 16).describe('Headers that get this value alone.').optional(),
    add: headerListSchema(headerSchema, 16).describe('Headers that get a further value.').optional(),
    remove: removedListSchema.describe('Headers that are removed.').optional(),
  }),
  [
    {
      rule: '!has(self.set) || !has(self.add) || self.set.all(a, !self.add.exists(b, b.key.lowerAscii() == a.key.lowerAscii()))',
      message: 'must not name a header in set and in add: engines differ in which comes first',
      holds: ({ set = [], add = [] }) => areApart(set.map(keyOf), add.map(keyOf)),
    },
    {
      rule: '!has(self.remove) || !(has(self.set) && self.set.exists(a, self.remove.exists(b, b.lowerAscii() == a.key.lowerAscii())) || has(self.add) && self.add.exists(a, self.remove.exists(b, b.lowerAscii() == a.key.lowerAscii())))',
      message: 'must not name a header in remove and in set or add: engines differ in which comes first',
      holds: ({ set = [], add = [], remove = [] }) => areApart([...set, ...add].map(keyOf), remove),
    },
  ],
);

function keyOf({ key }: { readonly key: string }): string {
  return key;
}

/** Whether two lists of names have none in common, in whatever case. */
function areApart(one: readonly string[], other: readonly string[]): boolean {
  const lower = new Set(other.map((name) => name.toLowerCase()));
  return one.every((name) => !lower.has(name.toLowerCase()));
}

/**
 * Policy of an HTTP rule: what the Gateway API and its engines can do beyond the REST contract. Absent members change
 * nothing. A member that an engine lacks is told in the condition FullyExpressed.
 *
 * To add a member: this schema, from which the REST API takes it. In `gateway/dialects`, `feature.ts`, after which the
 * compiler asks for `gatewayapi.ts` and `uses.ts`; `httproute.ts` or `filters.ts` if the Gateway API has fields for it; and
 * in the folder of each engine that supports it otherwise, `abilities.ts` (for Traefik `policyabilities.ts`) and the file
 * of the object that carries it; a new kind of object also in its `resources.ts`, `dialect.ts` and
 * `deploy/chart/templates/_rules.tpl`. A member that keeps requests out also in `guards.ts`, and in `guards` in the
 * `dialect.ts` of each engine that has it.
 */
export const policySchema = checked(
  z.object({
    match: matchSchema.describe('Further conditions on requests.').optional(),
    rewrite: rewriteSchema.describe('Path and host that the component sees.').optional(),
    timeouts: timeoutsSchema.describe('Limits of time.').optional(),
    retry: retrySchema.describe('Requests that are sent again after a failure.').optional(),
    cors: corsSchema.describe('Pages of other origins that may send requests.').optional(),
    redirect: redirectSchema.describe('Answer in place of the component: another address.').optional(),
    mirror: mirrorSchema.describe('Component that gets copies of the requests.').optional(),
    requestHeaders: headersSchema.describe('Changes to headers that the component gets.').optional(),
    responseHeaders: headersSchema.describe('Changes to headers that the client gets.').optional(),
    rateLimit: rateLimitSchema.describe('Limit of requests; more are refused with 429.').optional(),
    allow: blocksSchema
      .describe('Addresses of clients whose requests are let through; all others get 403.')
      .optional(),
    deny: blocksSchema
      .describe('Addresses of clients whose requests get 403, also if allow has them.')
      .optional(),
    basicAuth: basicAuthSchema.describe('Names and passwords, one of which a request must have.').optional(),
    compression: compressionSchema
      .describe('Encodings in which answers are compressed for clients that take them, the preferred first.')
      .optional(),
  }),
  [
    {
      rule: '!has(self.redirect) || !(has(self.rewrite) || has(self.mirror) || has(self.requestHeaders) || has(self.timeouts) || has(self.retry))',
      message:
        'must not have rewrite, mirror, requestHeaders, timeouts or retry beside redirect: no component gets the requests',
      holds: ({ redirect, rewrite, mirror, requestHeaders, timeouts, retry }) =>
        redirect === undefined ||
        [rewrite, mirror, requestHeaders, timeouts, retry].every((member) => member === undefined),
    },
    {
      rule: "!(has(self.match) && has(self.match.path) && self.match.path == 'exact') || !(has(self.rewrite) && has(self.rewrite.path) && has(self.rewrite.path.prefix) || has(self.redirect) && has(self.redirect.path) && has(self.redirect.path.prefix))",
      message:
        'must have path.full in place of path.prefix where match.path is exact: there is no rest of the path',
      holds: ({ match, rewrite, redirect }) =>
        match?.path !== 'exact' || (rewrite?.path?.prefix ?? redirect?.path?.prefix) === undefined,
    },
    {
      rule: "!has(self.retry) || !has(self.retry.backoff) || !has(self.timeouts) || !has(self.timeouts.request) || duration(self.timeouts.request) == duration('0s') || duration(self.retry.backoff) < duration(self.timeouts.request)",
      message: 'retry.backoff must be shorter than timeouts.request: else no try is left',
      holds: ({ retry, timeouts }) => leavesTime(retry?.backoff, timeouts?.request),
    },
  ],
);

/** Whether a pause leaves time of a limit; a limit of zero is none. */
function leavesTime(pause: string | undefined, limit: string | undefined): boolean {
  const most = limit === undefined ? 0 : (durationMs(limit) ?? 0);
  return pause === undefined || most === 0 || (durationMs(pause) ?? 0) < most;
}

export type Policy = z.infer<typeof policySchema>;

/** Methods of requests that a rule may name. */
export type Method = (typeof METHODS)[number];
