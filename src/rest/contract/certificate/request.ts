import { z } from 'zod';
import { bodyOf } from '../body.ts';

/** Longest alias, in characters. */
const MAX_ALIAS = 64;

/** A certificate with its private key. */
export const certificateBodySchema = z.object({
  alias: z
    .string()
    .trim()
    .min(1)
    .max(MAX_ALIAS)
    .describe('Name of the certificate that people see, of which the team has one.'),
  certificate: z.string().min(1).describe('The certificate and its chain, in PEM.'),
  private_key: z.string().min(1).describe('The private key of the certificate, in PEM without a passphrase.'),
  certificate_type: z.string().nullish().describe('Ignored: each certificate is one of a server.'),
});

export type CertificateBody = z.output<typeof certificateBodySchema>;

/** Body of a request that stores a certificate. */
export const certificateBody = bodyOf(certificateBodySchema);
