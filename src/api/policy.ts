import { z } from 'zod';
import { basicAuthSchema, blocksSchema, compressionSchema, rateLimitSchema } from './access.ts';
import { backendSchema } from './backend.ts';
import { corsSchema } from './cors.ts';
import { externalAuthSchema } from './externalauth.ts';
import { checked, componentPortSchema, setOf } from './grammar.ts';
import { grpcCallSchema } from './grpc.ts';
import { queryMatchesSchema } from './header.ts';
import { headerChangesSchema } from './headerchanges.ts';
import { METHODS } from './method.ts';
import { pathRegexSchema } from './pathregex.ts';
import { redirectSchema, rewriteSchema } from './rewrite.ts';
import { ONE_TARGET, targetFields } from './target.ts';
import { limitMs, retrySchema, timeMs, timeoutsSchema } from './timeouts.ts';

const mirrorSchema = checked(
  z.object({
    ...targetFields({
      serviceId: 'Component of the same application that gets copies; its answers are dropped.',
      serviceName: 'Service of this namespace that gets copies, by its name, in place of serviceId.',
    }),
    port: componentPortSchema.describe('Port of that component, by number or name.'),
    percent: z
      .int()
      .min(1)
      .max(100)
      .describe('Share of requests that are copied; 100 where left out.')
      .optional(),
  }),
  [ONE_TARGET],
);

const matchFields = z.object({
  methods: setOf(z.enum(METHODS), METHODS.length)
    .describe('Methods, one of which a request must have.')
    .optional(),
  query: queryMatchesSchema.describe('Parameters that a request must all have, name to value.').optional(),
  path: z
    .enum(['prefix', 'exact'])
    .describe('Whether domainPath is the beginning of paths, or the whole path.')
    .optional(),
  pathRegex: pathRegexSchema
    .describe(
      'Regular expression that the whole path must match, in place of path. It begins with domainPath: /api/v[0-9]+(/.*)? for /api.',
    )
    .optional(),
  grpc: grpcCallSchema
    .describe(
      'Calls of gRPC that the rule is for, in place of a path: those of a service, of one method, or all where it has neither. The host is for rules with grpc only, then.',
    )
    .optional(),
});

const matchSchema = checked(matchFields, [
  {
    rule: '!has(self.path) || !has(self.pathRegex)',
    message: 'must have one of path and pathRegex',
    holds: ({ path, pathRegex }) => path === undefined || pathRegex === undefined,
  },
  {
    rule: '!has(self.grpc) || !(has(self.methods) || has(self.query) || has(self.path) || has(self.pathRegex))',
    message:
      'must not have methods, query, path or pathRegex beside grpc: all calls are POST requests for one path',
    holds: ({ grpc, methods, query, path, pathRegex }) =>
      grpc === undefined || [methods, query, path, pathRegex].every((member) => member === undefined),
  },
]);

/**
 * Policy of an HTTP rule: what the Gateway API and its engines can do beyond the REST contract. Absent members change
 * nothing. A member that an engine lacks is told in the condition FullyExpressed.
 *
 * To add a member: this schema, from which the REST API takes it; a row in `engines/fields.ts`, which the compiler asks
 * for; and a row in `abilities.ts` of each engine that supports it, with its content in `middlewares.ts` (Traefik) or
 * `objects.ts`. A member that the Gateway API has fields for also in `httproute.ts` or `filters.ts` there, and in
 * `RoutePart` (`group.ts`) where the route of some engine has it in another way. A member that keeps requests out also in
 * `rule/guard.ts`, and one that asks or counts in `proofOfGuards` (gateway/status/serving.ts), since a proof by a request
 * does not show it. One that is for calls of gRPC too stands in `CALLS` (abilities.ts). Its cases stand in test/cases, and
 * random rules have it from test/support/specs.ts.
 */
export const policySchema = checked(
  z.object({
    match: matchSchema.describe('Further conditions on requests.').optional(),
    backend: backendSchema
      .describe(
        'Protocol of the port that the rule leads to; of rules for one port that have it, the oldest decides.',
      )
      .optional(),
    rewrite: rewriteSchema.describe('Path and host that the component sees.').optional(),
    timeouts: timeoutsSchema.describe('Limits of time.').optional(),
    retry: retrySchema.describe('Requests that are sent again after a failure.').optional(),
    cors: corsSchema.describe('Pages of other origins that may send requests.').optional(),
    redirect: redirectSchema.describe('Answer in place of the component: another address.').optional(),
    mirror: mirrorSchema.describe('Component that gets copies of the requests.').optional(),
    requestHeaders: headerChangesSchema.describe('Changes to headers that the component gets.').optional(),
    responseHeaders: headerChangesSchema.describe('Changes to headers that the client gets.').optional(),
    rateLimit: rateLimitSchema.describe('Limit of requests; more are refused with 429.').optional(),
    allow: blocksSchema
      .describe('Addresses of clients whose requests are let through; all others get 403.')
      .optional(),
    deny: blocksSchema
      .describe('Addresses of clients whose requests get 403, also if allow has them.')
      .optional(),
    basicAuth: basicAuthSchema.describe('Names and passwords, one of which a request must have.').optional(),
    externalAuth: externalAuthSchema
      .describe('Component that is asked whether a request may pass, beside what the other members demand.')
      .optional(),
    compression: compressionSchema
      .describe('Encodings in which answers are compressed for clients that take them, the preferred first.')
      .optional(),
  }),
  [
    {
      rule: '!has(self.redirect) || !(has(self.backend) || has(self.rewrite) || has(self.mirror) || has(self.requestHeaders) || has(self.timeouts) || has(self.retry))',
      message:
        'must not have backend, rewrite, mirror, requestHeaders, timeouts or retry beside redirect: no component gets the requests',
      holds: ({ redirect, backend, rewrite, mirror, requestHeaders, timeouts, retry }) =>
        redirect === undefined ||
        [backend, rewrite, mirror, requestHeaders, timeouts, retry].every((member) => member === undefined),
    },
    {
      rule: "!(has(self.match) && (has(self.match.pathRegex) || has(self.match.path) && self.match.path == 'exact')) || !(has(self.rewrite) && has(self.rewrite.path) && has(self.rewrite.path.prefix) || has(self.redirect) && has(self.redirect.path) && has(self.redirect.path.prefix))",
      message:
        'must have path.full in place of path.prefix where match.path is exact or match.pathRegex is set: there is no rest of the path',
      holds: ({ match, rewrite, redirect }) =>
        (match?.path !== 'exact' && match?.pathRegex === undefined) ||
        (rewrite?.path?.prefix ?? redirect?.path?.prefix) === undefined,
    },
    {
      rule: '!has(self.match) || !has(self.match.grpc) || !(has(self.rewrite) || has(self.redirect) || has(self.cors) || has(self.backend))',
      message:
        'must not have rewrite, redirect, cors or backend beside match.grpc: calls are HTTP/2 without TLS on their way to the component',
      holds: ({ match, rewrite, redirect, cors, backend }) =>
        match?.grpc === undefined ||
        [rewrite, redirect, cors, backend].every((member) => member === undefined),
    },
    {
      rule: "!has(self.retry) || !has(self.retry.backoff) || !has(self.timeouts) || !has(self.timeouts.request) || duration(self.timeouts.request) == duration('0s') || duration(self.retry.backoff) < duration(self.timeouts.request)",
      message: 'retry.backoff must be shorter than timeouts.request: else no try is left',
      holds: ({ retry, timeouts }) => timeMs(retry?.backoff) < limitMs(timeouts?.request),
    },
  ],
);

export type Policy = z.infer<typeof policySchema>;
