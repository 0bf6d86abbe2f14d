import { z } from 'zod';

/** Members of every record of a certificate. */
const commonSchema = z.object({
  id: z.int().describe('The number that a rule has as certificate_id.'),
  alias: z.string().describe('Name of the certificate that people see.'),
  certificate_type: z.string().describe('Always 服务端证书: a certificate of a server.'),
});

/** Record of a certificate in a list. */
const listedCertificateSchema = commonSchema.extend({
  has_expired: z.boolean().describe('Whether its end is over, or it cannot be read.'),
  issued_to: z.array(z.string()).describe('Names of hosts that it is for.'),
  issued_by: z.string().describe('Common name of its issuer, or its organization.'),
  end_data: z
    .string()
    .describe('End of its validity in UTC, as 2026-01-02T03:04:05; empty if it cannot be read.'),
  problems: z
    .array(z.string())
    .describe(
      'What gateway engines or clients find wrong with it, or will within two weeks; empty if nothing.',
    ),
});

export type ListedCertificate = z.infer<typeof listedCertificateSchema>;

/** Page of the certificates of a team. */
export const certificatePageSchema = z.object({
  list: z.array(listedCertificateSchema).describe('The certificates of the page, the oldest first.'),
  total: z.int().describe('Number of certificates on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
});

/** Record of one certificate, never with its private key. */
export const certificateRecordSchema = commonSchema.extend({
  certificate: z.string().describe('The certificate and its chain in PEM; in answers to writes, in base64.'),
});

export type CertificateRecord = z.infer<typeof certificateRecordSchema>;
