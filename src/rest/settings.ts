import { z } from 'zod';

/** `rest.limits` of the configuration: what keeps one caller from taking the service from the others. */
export const limitsSchema = z
  .strictObject({
    /** Requests of one caller; 0 is no limit. */
    requestsPerSecond: z.int().min(0).max(1_000_000).default(1_000),
    /** Tokens from one address that the cluster does not know; 0 is no limit. */
    failedTokensPerMinute: z.int().min(0).max(1_000_000).default(60),
    /** Connections at a time; more are closed as they come. */
    connections: z.int().min(1).max(1_000_000).default(10_000),
    /** How long the headers of a request may take, and a connection may be open without any. */
    headersSeconds: z.number().min(0.1).max(3600).default(10),
    /** How long a whole request may take to come. */
    requestSeconds: z.number().min(0.1).max(3600).default(30),
    /** How long a connection may be idle between two requests. */
    keepAliveSeconds: z.number().min(0.1).max(3600).default(65),
  })
  .refine(({ headersSeconds, requestSeconds }) => headersSeconds <= requestSeconds, {
    path: ['headersSeconds'],
    message: 'must be at most requestSeconds: the headers are a part of the request',
  });

/** What callers of the REST API are held to. */
export type Limits = Readonly<z.output<typeof limitsSchema>>;
