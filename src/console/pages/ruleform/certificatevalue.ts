import type { ListedCertificate } from '../certificates/ends.ts';

/** Beginning of the value of a certificate that has a name alone; a Secret may be called by a number. */
const BY_NAME = 'secret/';

/** Members of a request by which a rule names its certificate. */
interface CertificateMembers {
  readonly certificate_id: number;
  readonly certificate_name: string;
}

/** Value in a form for a certificate: its number, or else the name of its Secret. */
export function certificateValue({ id, name }: Pick<ListedCertificate, 'id' | 'name'>): string {
  return id > 0 ? String(id) : `${BY_NAME}${name}`;
}

/** Members of a request for the value of a form. */
export function certificateMembers(value: string): CertificateMembers {
  return value.startsWith(BY_NAME)
    ? { certificate_id: 0, certificate_name: value.slice(BY_NAME.length) }
    : { certificate_id: Number(value), certificate_name: '' };
}

/** Words for a value of which no more is known. */
export function certificateWords(value: string): string {
  const { certificate_id, certificate_name } = certificateMembers(value);
  return certificate_id > 0 ? `the certificate ${certificate_id}` : `the Secret ${certificate_name}`;
}
