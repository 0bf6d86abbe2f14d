import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readTls } from '../../objects/certificate.ts';
import type { CertificateBody } from '../contract/certificate/request.ts';
import { type FieldProblem, invalidFields } from '../problem/problem.ts';

/** Data of a TLS Secret, in base64. */
export type TlsData = Readonly<Record<'tls.crt' | 'tls.key', string>>;

/** Data of a certificate and its key; throws the Problem `invalid`, which names the member that does not fit. */
export function tlsDataOf({ certificate, private_key }: CertificateBody): TlsData {
  const problem = problemWith(certificate, private_key);
  if (problem !== undefined) {
    throw invalidFields([problem]);
  }
  const data = { 'tls.crt': inBase64(certificate), 'tls.key': inBase64(private_key) };
  const content = readTls('kubernetes.io/tls', data);
  if (content.type === 'unusable') {
    throw invalidFields([{ field: 'certificate', message: content.why }]);
  }
  return data;
}

function problemWith(certificate: string, privateKey: string): FieldProblem | undefined {
  const parsed = unlessBroken(() => new X509Certificate(certificate));
  if (parsed === undefined) {
    return { field: 'certificate', message: 'must be a certificate in PEM, perhaps with its chain' };
  }
  const key = unlessBroken(() => createPrivateKey(privateKey));
  if (key === undefined) {
    return { field: 'private_key', message: 'must be a private key in PEM without a passphrase' };
  }
  return parsed.checkPrivateKey(key)
    ? undefined
    : { field: 'private_key', message: 'belongs to another certificate: send the key of this one' };
}

/** Result of a parser of OpenSSL; its errors may quote the data that it could not read. */
function unlessBroken<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** PEM as it is stored: with one line end, whatever a client sent or left out. */
function inBase64(pem: string): string {
  return Buffer.from(`${pem.trim()}\n`).toString('base64');
}
