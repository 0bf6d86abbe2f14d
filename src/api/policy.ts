import { z } from 'zod';
import { checked, pathSchema, portSchema, setOf } from './grammar.ts';
import { headerListSchema, headerNameSchema, headerValueSchema, queryMatchesSchema } from './header.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'] as const;

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
 */
export const policySchema = checked(
  z.object({
    match: matchSchema.describe('Further conditions on requests.').optional(),
    rewrite: rewriteSchema.describe('Path and host that the component sees.').optional(),
    redirect: redirectSchema.describe('Answer in place of the component: another address.').optional(),
    requestHeaders: headersSchema.describe('Changes to headers that the component gets.').optional(),
    responseHeaders: headersSchema.describe('Changes to headers that the client gets.').optional(),
  }),
  [
    {
      rule: '!has(self.redirect) || !(has(self.rewrite) || has(self.requestHeaders))',
      message: 'must not have rewrite or requestHeaders beside redirect: no component gets the requests',
      holds: ({ redirect, rewrite, requestHeaders }) =>
        redirect === undefined || (rewrite === undefined && requestHeaders === undefined),
    },
    {
      rule: "!(has(self.match) && has(self.match.path) && self.match.path == 'exact') || !(has(self.rewrite) && has(self.rewrite.path) && has(self.rewrite.path.prefix) || has(self.redirect) && has(self.redirect.path) && has(self.redirect.path.prefix))",
      message:
        'must have path.full in place of path.prefix where match.path is exact: there is no rest of the path',
      holds: ({ match, rewrite, redirect }) =>
        match?.path !== 'exact' || (rewrite?.path?.prefix ?? redirect?.path?.prefix) === undefined,
    },
  ],
);

export type Policy = z.infer<typeof policySchema>;

/** Methods of requests that a rule may name. */
export type Method = (typeof METHODS)[number];
