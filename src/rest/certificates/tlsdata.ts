import { readTls } from '../../content/certificate.ts';
import type { CertificateBody } from '../contract/certificate/request.ts';
import { invalidFields } from '../problem/problem.ts';

/** Data of a TLS Secret, in base64. */
export type TlsData = Readonly<Record<'tls.crt' | 'tls.key', string>>;

/** Members of a request by the keys of the Secret that they become. */
const MEMBERS = { 'tls.crt': 'certificate', 'tls.key': 'private_key' } as const;

/** Data of a certificate and its key; throws the Problem `invalid`, which names the member that does not fit. */
export function tlsDataOf({ certificate, private_key }: CertificateBody): TlsData {
  const data = { 'tls.crt': inBase64(certificate), 'tls.key': inBase64(private_key) };
  const content = readTls('kubernetes.io/tls', data);
  if (content.type === 'unusable') {
    throw invalidFields([{ field: MEMBERS[content.part], message: content.why }]);
  }
  return data;
}

/** PEM as it is stored: with one line end, whatever a client sent or left out. */
function inBase64(pem: string): string {
  return Buffer.from(`${pem.trim()}\n`).toString('base64');
}
