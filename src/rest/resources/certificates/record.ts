import { z } from 'zod';
import { ANNOTATIONS, LABELS } from '../../../api/group.ts';
import { presentedIn, readTls } from '../../../content/certificate.ts';
import { authorityName } from '../../../content/certificatechain.ts';
import { flawsOf, nameFlaw } from '../../../content/certificateflaws.ts';
import type { Secret } from '../../../objects/core.ts';
import { secretText } from '../../../objects/secret.ts';
import { bodyOf } from '../../http/body.ts';
import { constant, constantsOf, namedObject } from '../../http/schema.ts';

/** Longest alias, in characters. */
const MAX_ALIAS = 64;

/** A certificate with its private key. */
const certificateBodySchema = namedObject('NewCertificate', {
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

/** Members of every record of a certificate. */
const commonSchema = z.object({
  id: z.int().describe('The number that a rule has as certificate_id.'),
  alias: z.string().describe('Name of the certificate that people see.'),
  certificate_type: constant('服务端证书', 'a certificate of a server'),
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

type ListedCertificate = z.infer<typeof listedCertificateSchema>;

/** Page of the certificates of a team. */
export const certificatePageSchema = namedObject('CertificatePage', {
  list: z.array(listedCertificateSchema).describe('The certificates of the page, the oldest first.'),
  total: z.int().describe('Number of certificates on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
});

/** Record of one certificate, never with its private key. */
export const certificateRecordSchema = namedObject('Certificate', {
  ...commonSchema.shape,
  certificate: z.string().describe('The certificate and its chain in PEM; in answers to writes, in base64.'),
});

type CertificateRecord = z.infer<typeof certificateRecordSchema>;

/** Alias of a certificate: the one that was uploaded with it, or else the name of its Secret. */
export function certificateAlias({ metadata }: Pick<Secret, 'metadata'>): string {
  return metadata.annotations?.[ANNOTATIONS.certificateAlias] ?? metadata.name;
}

/** Number of a certificate. */
export function certificateIdOf({ metadata }: Pick<Secret, 'metadata'>): number {
  return Number(metadata.labels?.[LABELS.certificateId]);
}

/** Record of a certificate in a list, at a time. */
export function listedCertificate(secret: Secret, now: Date): ListedCertificate {
  const presented = presentedIn(secretText(secret, 'tls.crt') ?? '');
  return {
    ...commonRecord(secret),
    has_expired: presented === undefined || presented.certificate.validToDate <= now,
    issued_to: [...(presented?.names ?? [])],
    issued_by: authorityName(presented?.certificate.issuer),
    // A client of the original parses this form alone.
    end_data: presented?.certificate.validToDate.toISOString().slice(0, '2026-01-02T03:04:05'.length) ?? '',
    problems: certificateProblems(secret, now),
  };
}

/** Record of one certificate: its chain in PEM, or as `base64`, as answers to writes have it. */
export function certificateRecord(secret: Secret, form: 'pem' | 'base64'): CertificateRecord {
  const certificate = form === 'base64' ? secret.data?.['tls.crt'] : secretText(secret, 'tls.crt');
  return { ...commonRecord(secret), certificate: certificate ?? '' };
}

function commonRecord(secret: Secret) {
  return { ...constantsOf(commonSchema), id: certificateIdOf(secret), alias: certificateAlias(secret) };
}

/** Sentences on what is wrong with the certificate in a Secret at a time; for a host too where one is given. Pure. */
export function certificateProblems({ type, data }: Secret, now: Date, host?: string): string[] {
  const content = readTls(type, data);
  if (content.type === 'unusable') {
    return [`the certificate cannot be used: ${content.why}`];
  }
  const wrongName = host === undefined ? undefined : nameFlaw(content, host);
  const flaws = [...(wrongName === undefined ? [] : [wrongName]), ...flawsOf(content, now)];
  return flaws.map(({ text }) => `the certificate ${text}`);
}
