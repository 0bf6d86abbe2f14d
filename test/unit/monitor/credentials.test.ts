import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createAuthority, issueClient } from '../../../deploy/local/cluster/pki.ts';
import { createCredentials } from '../../../src/monitor/credentials.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-credentials-'));
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
});

function file(name: string, text?: string): string {
  const path = join(folder, name);
  if (text !== undefined) {
    writeFileSync(path, text);
  }
  return path;
}

function bearer() {
  return createCredentials({ auth: { type: 'bearer', tokenFile: file('token') } });
}

it('reads a token again when its file changes', async () => {
  file('token', 'one\n');
  const credentials = bearer();
  expect(await credentials.get()).toMatchObject({ type: 'ready', authorization: 'Bearer one' });
  file('token', 'two\r\n');
  expect(await credentials.get()).toMatchObject({ authorization: 'Bearer one' });
  vi.advanceTimersByTime(5_000);
  expect(await credentials.get()).toMatchObject({ authorization: 'Bearer two' });
  expect(credentials.problems()).toEqual([]);
});

it('keeps the token of a vanished file for a minute', async () => {
  file('token', 'one');
  const credentials = bearer();
  await credentials.get();
  rmSync(file('token'));
  vi.advanceTimersByTime(59_000);
  expect(await credentials.get()).toMatchObject({ authorization: 'Bearer one' });
  const problem = `${file('token')}: cannot be read (ENOENT)`;
  expect(credentials.problems()).toEqual([problem]);
  vi.advanceTimersByTime(6_000);
  expect(await credentials.get()).toEqual({ type: 'missing', reason: problem });
  file('token', 'three');
  expect(await credentials.get()).toMatchObject({ authorization: 'Bearer three' });
  expect(credentials.problems()).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['an empty line', '\n'],
  ['two lines', 'hidden\nhidden'],
  ['a control character', 'hidden\u0000'],
  ['blanks', 'hidden hidden'],
  ['other characters', 'hiddén'],
])('has no credentials where the token file has %s, and repeats none of it', async (_, text) => {
  file('token', text);
  const found = await bearer().get();
  expect(found).toMatchObject({ type: 'missing', reason: expect.stringContaining(file('token')) });
  expect(JSON.stringify(found)).not.toContain('hidd');
});

it('joins user and password', async () => {
  const auth = { type: 'basic', username: 'stoa', passwordFile: file('password', ' pässword \n') } as const;
  expect(await createCredentials({ auth }).get()).toMatchObject({
    authorization: `Basic ${Buffer.from('stoa: pässword ').toString('base64')}`,
  });
});

const authority = createAuthority();

it('has a client certificate only with the key that belongs to it', async () => {
  const [one, two] = await Promise.all([
    issueClient(await authority, 'CN=a'),
    issueClient(await authority, 'CN=b'),
  ]);
  const files = { certFile: file('tls.crt', one.certificate), keyFile: file('tls.key', two.key) };
  const auth = { type: 'clientCertificate', ...files } as const;
  const credentials = createCredentials({ auth });
  const reason = `${files.certFile} and ${files.keyFile} are no certificate with its key`;
  expect(await credentials.get()).toEqual({ type: 'missing', reason });
  file('tls.key', one.key);
  expect(await credentials.get()).toEqual({
    type: 'ready',
    authorization: undefined,
    tls: { cert: one.certificate, key: one.key },
  });
  file('tls.crt', two.certificate);
  vi.advanceTimersByTime(5_000);
  expect(await credentials.get()).toMatchObject({ tls: { cert: one.certificate } });
  expect(credentials.problems()).toEqual([reason]);
});

it.each([
  ['no certificate', 'a', 'has no certificate in PEM'],
  [
    'a broken certificate',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    'has a certificate that cannot be read',
  ],
])('refuses authorities with %s', async (_, text, problem) => {
  const caFile = file('ca.crt', text);
  expect(await createCredentials({ caFile }).get()).toEqual({
    type: 'missing',
    reason: `${caFile}: ${problem}`,
  });
});

it('has nothing to show without settings', async () => {
  expect(await createCredentials({}).get()).toEqual({ type: 'ready', authorization: undefined, tls: {} });
});
