import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import type { AdminAccess } from './adminclient.ts';

/** Credential of a kubeconfig's user: PEM texts or a bearer token. */
export type UserCredential =
  | { readonly kind: 'certificate'; readonly certificate: string; readonly key: string }
  | { readonly kind: 'token'; readonly token: string };

/** Name of the context in every kubeconfig made here, and of the region. */
const CONTEXT_NAME = 'local';

/** Self-contained kubeconfig with one context. */
export function kubeconfigText(server: string, ca: string, user: UserCredential): string {
  const cluster = { server, 'certificate-authority-data': base64(ca) };
  const credential =
    user.kind === 'token'
      ? { token: user.token }
      : { 'client-certificate-data': base64(user.certificate), 'client-key-data': base64(user.key) };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: CONTEXT_NAME, cluster }],
    users: [{ name: CONTEXT_NAME, user: credential }],
    contexts: [{ name: CONTEXT_NAME, context: { cluster: CONTEXT_NAME, user: CONTEXT_NAME } }],
    'current-context': CONTEXT_NAME,
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const certificateKubeconfigSchema = z.object({
  clusters: z
    .array(z.object({ cluster: z.object({ server: z.string(), 'certificate-authority-data': z.base64() }) }))
    .length(1),
  users: z
    .array(
      z.object({
        user: z.object({ 'client-certificate-data': z.base64(), 'client-key-data': z.base64() }),
      }),
    )
    .length(1),
});

/** Access in a kubeconfig with one cluster and one client certificate, as kind writes it. Throws a UserError for any other. */
export function readCertificateKubeconfig(file: string): AdminAccess {
  const result = certificateKubeconfigSchema.safeParse(parse(readFileSync(file, 'utf8')));
  const cluster = result.data?.clusters[0]?.cluster;
  const user = result.data?.users[0]?.user;
  if (!cluster || !user) {
    throw new UserError(`${file} does not hold one cluster with a client certificate`);
  }
  return {
    server: cluster.server,
    ca: fromBase64(cluster['certificate-authority-data']),
    certificate: fromBase64(user['client-certificate-data']),
    key: fromBase64(user['client-key-data']),
  };
}

function fromBase64(data: string): string {
  return Buffer.from(data, 'base64').toString('utf8');
}
