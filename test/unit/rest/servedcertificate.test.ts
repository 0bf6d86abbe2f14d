import { mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type CertificateKeyPair, createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { pairInFiles, ServedCertificate } from '../../../src/rest/servedcertificate.ts';
import { createLog } from '../../../src/telemetry/process.ts';
import { eventually } from '../../support/eventually.ts';

const authority = createAuthority();

const issued = async () => issueServer(await authority, 'stoa', ['127.0.0.1']);

/** A folder like that of a Secret volume: the files are links into one folder, which is exchanged at once. */
async function volume() {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let version = 0;
  const put = async ({ certificate, key }: CertificateKeyPair) => {
    version += 1;
    const data = join(folder, `v${version}`);
    await mkdir(data);
    await writeFile(join(data, 'tls.crt'), certificate);
    await writeFile(join(data, 'tls.key'), key);
    await symlink(data, join(folder, 'next'));
    await rename(join(folder, 'next'), join(folder, '..data'));
  };
  const files = { certFile: join(folder, '..data', 'tls.crt'), keyFile: join(folder, '..data', 'tls.key') };
  return { put, files, clear: () => unlink(join(folder, '..data')) };
}

it('uses a new pair, keeps the previous one while the files have no valid pair, and says so', async () => {
  const [first, second, third] = await Promise.all([issued(), issued(), issued()]);
  const { put, files, clear } = await volume();
  await put(first);
  const served = await ServedCertificate.open(pairInFiles(files), createLog('silent'));
  const used: string[] = [];
  const stop = new AbortController();
  const watching = served.watch(({ cert }) => used.push(cert), stop.signal, 5);
  onTestFinished(async () => {
    stop.abort();
    await watching;
  });

  await put(second);
  await eventually(() => expect(used).toEqual([second.certificate]));
  expect([served.pair.key, served.problem]).toEqual([second.key, undefined]);

  await put({ certificate: third.certificate, key: second.key });
  await eventually(() => expect(served.problem).toContain('are no certificate with its key'));
  expect(served.problem).toContain(files.certFile);
  await clear();
  await eventually(() => expect(served.problem).toContain('ENOENT'));
  expect([used, served.pair.cert]).toEqual([[second.certificate], second.certificate]);

  await put(third);
  await eventually(() => expect(used).toEqual([second.certificate, third.certificate]));
  expect(served.problem).toBeUndefined();
});

it('tells until when its certificate is valid', async () => {
  const { put, files } = await volume();
  await put(await issued());
  const { expires } = await ServedCertificate.open(pairInFiles(files), createLog('silent'));
  expect(expires).toBeGreaterThan(Date.now() / 1000);
  expect(Number.isInteger(expires)).toBe(true);
});

it('does not start without a valid pair', async () => {
  const [first, second] = await Promise.all([issued(), issued()]);
  const { put, files } = await volume();
  await expect(ServedCertificate.open(pairInFiles(files), createLog('silent'))).rejects.toThrow(
    `rest.tls: ENOENT: no such file or directory, open '${files.certFile}'`,
  );
  await put({ certificate: first.certificate, key: second.key });
  await expect(ServedCertificate.open(pairInFiles(files), createLog('silent'))).rejects.toThrow(
    'are no certificate',
  );
});

it('tries a pair again that the server did not take', async () => {
  const [first, second] = await Promise.all([issued(), issued()]);
  const { put, files } = await volume();
  await put(first);
  const served = await ServedCertificate.open(pairInFiles(files), createLog('silent'));
  const stop = new AbortController();
  const tried: string[] = [];
  const watching = served.watch(
    ({ cert }) => {
      tried.push(cert);
      if (tried.length === 1) {
        throw new Error('not now');
      }
    },
    stop.signal,
    5,
  );
  onTestFinished(async () => {
    stop.abort();
    await watching;
  });
  await put(second);
  await eventually(() => expect(tried).toEqual([second.certificate, second.certificate]));
  expect([served.pair.cert, served.problem]).toEqual([second.certificate, undefined]);
});
