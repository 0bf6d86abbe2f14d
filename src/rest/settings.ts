import { z } from 'zod';

/** Limits of `rest.limits` in the configuration, which protect the service from single callers. */
export const limitsSchema = z
  .strictObject({
    /** Requests of one caller per second; 0 is no limit. ServiceAccounts of one namespace are one caller. */
    requestsPerSecond: z.int().min(0).max(1_000_000).default(1_000),
    /** Requests of one caller at once; four times as many wait. 0 is no limit. */
    concurrentRequests: z.int().min(0).max(1_000_000).default(32),
    /** Rejected tokens from one address per minute; 0 is no limit. */
    failedTokensPerMinute: z.int().min(0).max(1_000_000).default(60),
    /** Concurrent connections; further ones are closed at once. */
    connections: z.int().min(1).max(1_000_000).default(10_000),
    /** Timeout for the headers of a request, also of the first on a connection. */
    headersSeconds: z.number().min(0.1).max(3600).default(10),
    /** Timeout for a whole request to arrive. */
    requestSeconds: z.number().min(0.1).max(3600).default(30),
    /** Idle time of a connection between two requests. */
    keepAliveSeconds: z.number().min(0.1).max(3600).default(65),
  })
  .refine(({ headersSeconds, requestSeconds }) => headersSeconds <= requestSeconds, {
    path: ['headersSeconds'],
    message: 'must be at most requestSeconds: the headers are a part of the request',
  });

/** Limits of the REST API for its callers. */
export type Limits = Readonly<z.output<typeof limitsSchema>>;
