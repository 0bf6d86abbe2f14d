import type { CertificateKeyPair } from '../../deploy/local/cluster/pki.ts';
import type { ObjectDraft } from '../../src/kube/object.ts';

/** The Secret `cert-<id>`, a namespace's certificate with a number. */
export function certificateSecret(
  namespace: string,
  id: number,
  { certificate, key }: CertificateKeyPair,
): ObjectDraft {
  const labels = { 'stoa.dev/certificate-id': String(id) };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `cert-${id}`, namespace, labels },
    type: 'kubernetes.io/tls',
    stringData: { 'tls.crt': certificate, 'tls.key': key },
  };
}
