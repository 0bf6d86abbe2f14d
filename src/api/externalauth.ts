import { z } from 'zod';
import { checked, componentPortSchema, pathSchema } from './grammar.ts';
import { freeHeaderSchema, headerNamesSchema } from './headerchanges.ts';
import { ONE_TARGET, targetFields } from './target.ts';

/** Beginning of the names of headers by which gateways tell of a request: those of clients would pass for them. */
const FORWARDED = 'x-forwarded-';

/** Component that decides whether requests are let through. */
export const externalAuthSchema = checked(
  z.object({
    ...targetFields({
      serviceId:
        'Component of the same application that is asked about each request: its answer 200 lets the request through, any other goes to the client.',
      serviceName:
        'Service of this namespace that is asked about each request, by its name, in place of serviceId.',
    }),
    port: componentPortSchema.describe('Port of that component, by number or name.'),
    path: pathSchema
      .describe(
        'Path at which it is asked, whatever the path of the request; left to the engine where left out.',
      )
      .optional(),
    requestHeaders: headerNamesSchema(freeHeaderSchema)
      .describe('Headers of the request that it gets, beside Authorization.')
      .optional(),
    responseHeaders: headerNamesSchema(freeHeaderSchema)
      .describe('Headers of its answer that the request goes on with.')
      .optional(),
  }),
  [
    ONE_TARGET,
    {
      rule: `!has(self.requestHeaders) || !self.requestHeaders.exists(name, name.lowerAscii().startsWith('${FORWARDED}'))`,
      message: 'must not have X-Forwarded-* in requestHeaders: clients could forge what the gateway tells',
      holds: ({ requestHeaders = [] }) =>
        !requestHeaders.some((name) => name.toLowerCase().startsWith(FORWARDED)),
    },
  ],
);
