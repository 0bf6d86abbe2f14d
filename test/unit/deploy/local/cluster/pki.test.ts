import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPki, pkiFiles } from '../../../../../deploy/local/cluster/pki.ts';

test('the server and the administrator are signed by the same authority', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-pki-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = pkiFiles(folder);
  const { ca, certificate } = await createPki(files, ['127.0.0.1', '127.70.0.1', 'kubernetes.default.svc']);

  const authority = new X509Certificate(ca);
  const server = new X509Certificate(readFileSync(files.serverCertificate));
  const admin = new X509Certificate(certificate);
  expect(server.verify(authority.publicKey) && admin.verify(authority.publicKey)).toBe(true);
  expect(server.checkIP('127.70.0.1')).toBe('127.70.0.1');
  expect(server.checkHost('kubernetes.default.svc')).toBe('kubernetes.default.svc');
  expect(admin.subject).toContain('O=system:masters');
  expect(readFileSync(files.accountPublicKey, 'utf8')).toContain('BEGIN PUBLIC KEY');
  expect(statSync(files.serverKey).mode & 0o777).toBe(0o600);
});
