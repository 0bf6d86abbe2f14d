import { z } from 'zod';
import { ANNOTATIONS, LABELS } from '../../../api/group.ts';
import { applicationIdOf } from '../../../component/target.ts';
import { presentedIn, readTls } from '../../../content/certificate.ts';
import { authorityName } from '../../../content/certificatechain.ts';
import { certificatesAlone } from '../../../content/certificatefile.ts';
import { flawsOf, nameFlaw } from '../../../content/certificateflaws.ts';
import type { Secret } from '../../../objects/core.ts';
import { secretText } from '../../../objects/secret.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { bodyOf } from '../../http/body.ts';
import { idOf } from '../../http/id.ts';
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
  id: z
    .int()
    .describe(
      'The number that a rule has as certificate_id; 0 where it has none, and rules name its Secret.',
    ),
  name: z.string().describe('Its Secret, which a rule has as certificate_name.'),
  alias: z.string().describe('Name of the certificate that people see.'),
  certificate_type: constant('服务端证书', 'a certificate of a server'),
});

/** Most rules of a certificate that a list names. */
const MOST_RULES = 100;

/** Rule of a certificate in a list. */
const useSchema = z.object({
  rule_id: z.string().describe('The rule in paths of its application.'),
  name: z.string().describe('Its GatewayRule.'),
  domain_name: z.string().describe('Host name that it answers for.'),
  app_id: z.int().describe('Its application; 0 where it belongs to none.'),
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
  rules: z
    .array(useSchema)
    .max(MOST_RULES)
    .describe(
      'The first rules that name it, or are served with it, the oldest first; left out where you may not list rules.',
    )
    .optional(),
  rules_total: z.int().describe('Number of all of these rules.').optional(),
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

/** Largest number that a rule can have as that of its certificate. */
const MAX_ID = 2 ** 31 - 1;

/** Number of a certificate; 0 where no rule can have it: its Secret has no label, or another text in it. */
export function certificateIdOf({ metadata }: Pick<Secret, 'metadata'>): number {
  const text = metadata.labels?.[LABELS.certificateId] ?? '';
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > MAX_ID ? 0 : id;
}

/** Record of a certificate in a list, at a time; `rules` are those that have it, as far as the caller may know. */
export function listedCertificate(
  secret: Secret,
  now: Date,
  rules: readonly GatewayRule[] | undefined,
): ListedCertificate {
  const presented = presentedIn(secretText(secret, 'tls.crt') ?? '');
  return {
    ...commonRecord(secret),
    has_expired: presented === undefined || presented.certificate.validToDate <= now,
    issued_to: [...(presented?.names ?? [])],
    issued_by: authorityName(presented?.certificate.issuer),
    // A client of the original parses this form alone.
    end_data: presented?.certificate.validToDate.toISOString().slice(0, '2026-01-02T03:04:05'.length) ?? '',
    problems: certificateProblems(secret, now),
    ...(rules && { rules: rules.slice(0, MOST_RULES).map(useOf), rules_total: rules.length }),
  };
}

function useOf(rule: GatewayRule): z.infer<typeof useSchema> {
  const { metadata, spec } = rule;
  return {
    rule_id: idOf(metadata.uid),
    name: metadata.name,
    domain_name: spec.http?.domainName ?? '',
    app_id: applicationIdOf(rule) ?? 0,
  };
}

/** Record of one certificate: its chain in PEM, or as `base64`, as answers to writes have it. */
export function certificateRecord(secret: Secret, form: 'pem' | 'base64'): CertificateRecord {
  // A Secret of others may have its key in the same file, as some servers want it.
  const chain = certificatesAlone(secretText(secret, 'tls.crt') ?? '');
  return {
    ...commonRecord(secret),
    certificate: form === 'base64' ? Buffer.from(chain).toString('base64') : chain,
  };
}

function commonRecord(secret: Secret) {
  return {
    ...constantsOf(commonSchema),
    id: certificateIdOf(secret),
    name: secret.metadata.name,
    alias: certificateAlias(secret),
  };
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
