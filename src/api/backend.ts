import { z } from 'zod';
import { checked, dnsNameSchema, exactHostSchema } from './grammar.ts';

/** Protocol of the port that a rule leads to, and how its certificate is verified. */
export const backendSchema = checked(
  z.object({
    protocol: z
      .enum(['http', 'h2c', 'https'])
      .describe('Protocol that the port speaks, whatever its Service declares.'),
    serverName: exactHostSchema
      .describe('Host that the certificate of the component must be for; with https only, and always.')
      .optional(),
    caConfigMapName: dnsNameSchema('must be the name of a ConfigMap: lower-case letters, digits, - and .')
      .describe(
        'ConfigMap of this namespace with the authorities of that certificate in its key ca.crt; those of the system where left out.',
      )
      .optional(),
  }),
  [
    {
      rule: "self.protocol == 'https' ? has(self.serverName) : !(has(self.serverName) || has(self.caConfigMapName))",
      message: 'must have serverName with https, and neither serverName nor caConfigMapName otherwise',
      holds: ({ protocol, serverName, caConfigMapName }) =>
        protocol === 'https'
          ? serverName !== undefined
          : serverName === undefined && caConfigMapName === undefined,
    },
  ],
);

/** Protocol of the port that a rule leads to. */
export type BackendChoice = z.infer<typeof backendSchema>;
