import { z } from 'zod';
import { checked, exactHostSchema } from './grammar.ts';
import { containerPortSchema, ONE_TARGET, targetFields } from './target.ts';

const tlsFields = z.object({
  ...targetFields({
    serviceId: 'Component that gets the connections: the value of its label stoa.dev/component-id.',
    serviceName:
      'Service of this namespace that gets the connections, by its name, in place of serviceId: it needs no labels.',
  }),
  containerPort: containerPortSchema,
  domainName: exactHostSchema.describe(
    'Host name that clients ask for by SNI; a wildcard is not possible. The gateway passes the connection on as it is: the component has the certificate.',
  ),
});

/** TLS part of a rule. */
export const tlsRuleSchema = checked(tlsFields, [ONE_TARGET]);

export type TlsRule = z.infer<typeof tlsRuleSchema>;
