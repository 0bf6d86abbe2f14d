import { z } from 'zod';

const NAME = 'must be letters, digits and _, and begin with no digit';

/** Calls of gRPC that a rule is for. */
export const grpcCallSchema = z.object({
  service: z
    .string()
    .min(1)
    .max(253)
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)*$/,
      'must be the name of a service with its package, such as shop.v1.Cart',
    )
    .describe('Service with its package, such as shop.v1.Cart; any where left out.')
    .optional(),
  method: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, NAME)
    .describe('Method of the service; any where left out.')
    .optional(),
});

/** Calls of gRPC: those of a service, of one method, or all. */
export type GrpcCall = z.infer<typeof grpcCallSchema>;

/** Fields of an HTTP rule that mean nothing beside calls of gRPC. */
interface BesideCalls {
  readonly domainPath?: string | undefined;
  readonly domainCookie?: object | undefined;
  readonly policy?: { readonly match?: { readonly grpc?: object | undefined } | undefined } | undefined;
}

/** Check of the HTTP part of a rule that it has no path and no cookies beside calls: these are all that a call has. */
export const CALLS_ALONE = {
  rule: "!has(self.policy) || !has(self.policy.match) || !has(self.policy.match.grpc) || !(has(self.domainCookie) && size(self.domainCookie) > 0 || has(self.domainPath) && self.domainPath != '/')",
  message:
    'must not have domainPath or domainCookie beside policy.match.grpc: its service and method are the path, and calls carry no cookies',
  holds: ({ domainPath = '/', domainCookie = {}, policy }: BesideCalls) =>
    policy?.match?.grpc === undefined || (Object.keys(domainCookie).length === 0 && domainPath === '/'),
};
