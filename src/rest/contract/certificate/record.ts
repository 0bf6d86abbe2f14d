import { X509Certificate } from 'node:crypto';
import { ANNOTATIONS, LABELS } from '../../../api/group.ts';
import { dnsNames } from '../../../content/certificate.ts';
import { nameOf } from '../../../content/certificatechain.ts';
import type { Secret } from '../../../objects/core.ts';
import { problemsOf } from './problems.ts';
import type { CertificateRecord, ListedCertificate } from './response.ts';

/** The only type of certificates: of a server. */
const SERVER_CERTIFICATE = '服务端证书';

/** Alias of a certificate: the one that was uploaded with it, or else the name of its Secret. */
export function aliasOf({ metadata }: Pick<Secret, 'metadata'>): string {
  return metadata.annotations?.[ANNOTATIONS.certificateAlias] ?? metadata.name;
}

/** Number of a certificate. */
export function certificateIdOf({ metadata }: Pick<Secret, 'metadata'>): number {
  return Number(metadata.labels?.[LABELS.certificateId]);
}

/** Record of a certificate in a list, at a time. */
export function listedCertificate(secret: Secret, now: Date): ListedCertificate {
  const certificate = certificateIn(secret);
  return {
    ...commonRecord(secret),
    has_expired: certificate === undefined || certificate.validToDate <= now,
    issued_to: certificate === undefined ? [] : dnsNames(certificate),
    issued_by: nameOf(certificate?.issuer),
    // A client of the original parses this form alone.
    end_data: certificate?.validToDate.toISOString().slice(0, '2026-01-02T03:04:05'.length) ?? '',
    problems: problemsOf(secret, now),
  };
}

/** Record of one certificate: its chain in PEM, or as `base64`, as answers to writes have it. */
export function certificateRecord(secret: Secret, form: 'pem' | 'base64'): CertificateRecord {
  const chain = secret.data?.['tls.crt'] ?? '';
  const certificate = form === 'base64' ? chain : Buffer.from(chain, 'base64').toString();
  return { ...commonRecord(secret), certificate };
}

function commonRecord(secret: Secret) {
  return { id: certificateIdOf(secret), alias: aliasOf(secret), certificate_type: SERVER_CERTIFICATE };
}

/** First certificate of a Secret; undefined where there is none that can be read. */
function certificateIn({ data }: Secret): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(data?.['tls.crt'] ?? '', 'base64'));
  } catch {
    return undefined;
  }
}
