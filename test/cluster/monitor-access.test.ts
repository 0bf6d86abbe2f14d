import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority, issueClient, issueServer } from '../../deploy/local/cluster/pki.ts';
import { createPrometheus, encodeQuery, type PrometheusSettings } from '../../src/monitor/prometheus.ts';
import { silentProgress } from '../support/progress.ts';
import { OwnPrometheus } from '../support/prometheus.ts';

/** The password `test`, as Prometheus stores it. */
const HASH = '$2b$12$hNf2lSsxfm0.i4a.1kVpSOVyBCfIB51VRjgBUyv6kdnyTlgWj81Ay';

type Settings = Omit<PrometheusSettings, 'url'>;

let folder: string;
let behindPassword: OwnPrometheus;
let behindCertificate: OwnPrometheus;

function file(name: string): string {
  return join(folder, name);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-access-'));
  const [ours, theirs] = await Promise.all([createAuthority(), createAuthority()]);
  const [server, client, stranger] = await Promise.all([
    issueServer(ours, 'prometheus', ['127.0.0.1']),
    issueClient(ours, 'CN=stoa'),
    issueClient(theirs, 'CN=stoa'),
  ]);
  const files = {
    'ca.crt': ours.certificate,
    'other-ca.crt': theirs.certificate,
    'server.crt': server.certificate,
    'server.key': server.key,
    'client.crt': client.certificate,
    'client.key': client.key,
    'stranger.crt': stranger.certificate,
    'stranger.key': stranger.key,
    password: 'test\n',
    wrong: 'Test\n',
  };
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(file(name), content)));
  const tls = { cert_file: file('server.crt'), key_file: file('server.key') };
  const mutual = { client_ca_file: file('ca.crt'), client_auth_type: 'RequireAndVerifyClientCert' };
  [behindPassword, behindCertificate] = await Promise.all([
    start({ tls_server_config: tls, basic_auth_users: { stoa: HASH } }, password()),
    start({ tls_server_config: { ...tls, ...mutual } }, certificate()),
  ]);
}, 60_000);

afterAll(async () => {
  await Promise.all([behindPassword?.close(), behindCertificate?.close()]);
  await rm(folder, { recursive: true });
});

function start(config: Record<string, unknown>, settings: Settings): Promise<OwnPrometheus> {
  const isReady = async (url: string) => (await ask(url, settings)).type === 'answered';
  return OwnPrometheus.start(silentProgress, [{ metrics: () => 'up 1\n' }], { config, isReady });
}

async function ask(url: string, settings: Settings) {
  const client = createPrometheus({ url, ...settings });
  try {
    const tenant = { team: 'shop', namespace: 'team-shop' };
    return await client.query(encodeQuery('vector(1)'), { tenant });
  } finally {
    await client.close();
  }
}

function password(name = 'password'): Settings {
  const auth = { type: 'basic', username: 'stoa', passwordFile: file(name) } as const;
  return { caFile: file('ca.crt'), auth };
}

function certificate(name = 'client'): Settings {
  const files = { certFile: file(`${name}.crt`), keyFile: file(`${name}.key`) };
  return { caFile: file('ca.crt'), auth: { type: 'clientCertificate', ...files } };
}

it('a Prometheus behind TLS and a password answers those who have both', async () => {
  const { url } = behindPassword;
  expect(await ask(url, password())).toMatchObject({ type: 'answered' });
  expect(await ask(url, password('wrong'))).toEqual({ type: 'unauthorized', reason: 'status 401' });
  expect(await ask(url, { caFile: file('ca.crt') })).toMatchObject({ type: 'unauthorized' });
  expect(await ask(url, password('none'))).toMatchObject({ type: 'no-credentials' });
});

it('a Prometheus whose certificate no known authority has issued is not asked', async () => {
  const { url } = behindPassword;
  const { auth } = password();
  expect(await ask(url, { auth })).toMatchObject({ type: 'unreachable' });
  expect(await ask(url, { auth, caFile: file('other-ca.crt') })).toMatchObject({ type: 'unreachable' });
});

it('a Prometheus that wants client certificates answers those of its authority only', async () => {
  const { url } = behindCertificate;
  expect(await ask(url, certificate())).toMatchObject({ type: 'answered' });
  expect(await ask(url, certificate('stranger'))).toMatchObject({ type: 'unreachable' });
  expect(await ask(url, { caFile: file('ca.crt') })).toMatchObject({ type: 'unreachable' });
});
