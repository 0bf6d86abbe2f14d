import { z } from 'zod';
import { addressBlockSchema, dnsNameSchema, setOf } from './grammar.ts';

/** Most requests that a limit counts. */
const MOST_REQUESTS = 1_000_000;

/** Blocks of addresses in a list. */
const MAX_BLOCKS = 64;

/** Limit of the requests of a rule. */
export const rateLimitSchema = z.object({
  requests: z
    .int()
    .min(1)
    .max(MOST_REQUESTS)
    .describe('Requests that each replica of the gateway lets through in a period.'),
  per: z.enum(['second', 'minute', 'hour']).describe('Period.'),
  burst: z
    .int()
    .min(1)
    .max(MOST_REQUESTS)
    .describe('Requests that may come at once; as many as requests where left out.')
    .optional(),
  by: z
    .enum(['client', 'rule'])
    .describe('Whether each client address has the limit, or all clients together; rule where left out.')
    .optional(),
});

/** List of blocks of addresses. */
export const blocksSchema = setOf(addressBlockSchema, MAX_BLOCKS);

/** Names and passwords of those who may send requests. */
export const basicAuthSchema = z.object({
  secretName: dnsNameSchema('must be the name of a Secret: lower-case letters, digits, - and .').describe(
    'Secret in the namespace of the rule with names and passwords, in the form of htpasswd, one NAME:{SHA}HASH a line as htpasswd -nbs prints it. The key that holds them depends on the gateway engine: with Traefik, any key, if the Secret has no other; with Envoy Gateway, .htpasswd; with NGINX Gateway Fabric, auth, in a Secret of the type nginx.org/htpasswd. For Traefik: kubectl create secret generic NAME --from-file=users=FILE. Until the engine can use the Secret, all requests of the rule get an error.',
  ),
});

/** Encodings of answers. */
export const compressionSchema = setOf(z.enum(['gzip', 'brotli', 'zstd']), 3);
