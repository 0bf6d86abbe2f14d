import { z } from 'zod';
import { checked, exactHostSchema, pathSchema, portSchema } from './grammar.ts';

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

/** Path and host that the component sees in place of those of the request. */
export const rewriteSchema = z.object({
  path: newPathSchema.describe('Path that the component sees.').optional(),
  host: exactHostSchema.describe('Host that the component sees.').optional(),
});

/** Address that answers send clients to. */
export const redirectSchema = checked(
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
