import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { type CertificateKeyPair, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { eventually } from '../support/eventually.ts';
import { RawConnection } from '../support/socket.ts';
import { member } from './support/member.ts';
import { rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

let client: KubeClient;
let team: Team;
let token: string;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  await eventually(async () => expect((await rules('local')).status).toBe(200));
});

function rules(region: string, base?: string) {
  return rest(`/teams/${team.id}/regions/${region}/apps/1/domains`, {
    method: 'GET',
    token,
    ...(base === undefined ? {} : { base }),
  });
}

/** A kubeconfig with two contexts for the test's cluster, and one for an unreachable cluster. */
function contexts(kubeconfig: string): string {
  const config = parse(kubeconfig);
  const [{ context: here }] = config.contexts;
  const nowhere = { name: 'nowhere', cluster: { server: 'https://127.0.0.1:1' } };
  return stringify({
    ...config,
    clusters: [...config.clusters, nowhere],
    contexts: [
      ...config.contexts,
      { name: 'west', context: here },
      { name: 'down', context: { ...here, cluster: nowhere.name } },
    ],
  });
}

/** A process that serves the REST API. */
interface RestProcess {
  readonly child: ChildProcess;
  readonly base: string;
  readonly port: number;
  /** Base URL of its health endpoints. */
  readonly health: string;
}

/** Starts it with settings of `rest`; without those of TLS, it serves plain HTTP. */
async function serve(settings: string, as = inject('cluster').kubeconfig): Promise<RestProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-rest-'));
  const [config, kubeconfig] = [join(folder, 'stoa.yaml'), join(folder, 'kubeconfig')];
  await writeFile(kubeconfig, contexts(await readFile(as, 'utf8')));
  const said = settings.includes('tls:') ? settings : `tls: { insecure: true }, ${settings}`;
  const regions = '{ west: { context: west }, down: { context: down } }';
  await writeFile(
    config,
    `gateway: { namespace: default, name: none }\nregions: ${regions}\nrest: { listen: "127.0.0.1:0", metrics: "127.0.0.1:0", ${said} }\n`,
  );
  const child = spawn(process.execPath, [MAIN, 'rest'], {
    env: { ...process.env, STOA_CONFIG: config, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  const { listen, metrics } = await addressesOf(child.stdout);
  const at = ({ port }: AddressInfo, scheme = 'http') => `${scheme}://127.0.0.1:${port}`;
  const scheme = settings.includes('tls:') ? 'https' : 'http';
  return { child, base: at(listen, scheme), port: listen.port, health: at(metrics) };
}

/** Addresses of a process, which it logs as soon as it listens. */
interface Addresses {
  readonly listen: AddressInfo;
  readonly metrics: AddressInfo;
}

function addressesOf(output: Readable): Promise<Addresses> {
  return new Promise((resolve) => {
    createInterface(output).on('line', (line) => {
      const logged = JSON.parse(line) as Partial<Addresses>;
      if (logged.listen !== undefined && logged.metrics !== undefined) {
        resolve({ listen: logged.listen, metrics: logged.metrics });
      }
    });
  });
}

/** Sends the head of a request without its body, and waits until the server handles it. */
async function begun(port: number): Promise<RawConnection> {
  const connection = await RawConnection.to(port);
  connection.send(
    [
      `POST /openapi/v1/teams/${team.id}/regions/local/apps/1/domains HTTP/1.1`,
      'host: stoa',
      `authorization: ${token}`,
      'content-type: application/json',
      'content-length: 2',
      'expect: 100-continue\r\n\r\n',
    ].join('\r\n'),
  );
  await eventually(() => expect(connection.statuses).toEqual([100]));
  return connection;
}

describe('a process', () => {
  it('serves every region of its configuration, by its context', async () => {
    const { base } = await serve('');
    expect((await rules('local', base)).status).toBe(200);
    expect((await rules('west', base)).status).toBe(200);
    const down = await rules('down', base);
    expect(down.status).toBe(502);
    expect(down.body.detail).toContain('region down');
    const mars = await rules('mars', base);
    expect(mars.status).toBe(404);
    expect(mars.body.detail).toContain('local, west, down');
  });

  it('without its permissions is not ready, and names them', async () => {
    const { health } = await serve('audiences: [stoa]', join(inject('stateDir'), 'operator.kubeconfig'));
    await eventually(async () => {
      const ready = await fetch(`${health}/readyz`);
      expect([ready.status, (await ready.text()).trim().split('\n')]).toEqual([
        503,
        expect.arrayContaining([
          'may not create tokenreviews.authentication.k8s.io',
          'may not impersonate:user-info users.authentication.k8s.io',
          'may not impersonate-on:serviceaccount:create gatewayrules.stoa.dev',
        ]),
      ]);
    });
  });

  it('serves by TLS, with the certificate that its files have', async () => {
    const authority = await createAuthority();
    const folder = await mkdtemp(join(tmpdir(), 'stoa-tls-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    /** Exchanges both files at once, as a kubelet does: they are behind a link to a folder. */
    const put = async (version: string, { certificate, key }: CertificateKeyPair) => {
      const data = join(folder, version);
      await mkdir(data);
      await writeFile(join(data, 'tls.crt'), certificate);
      await writeFile(join(data, 'tls.key'), key);
      await symlink(data, join(folder, 'next'));
      await rename(join(folder, 'next'), join(folder, 'data'));
    };
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => issueServer(authority, name, ['127.0.0.1'])),
    );
    assert(first !== undefined && second !== undefined);
    await put('v1', first);
    const files = `certFile: "${join(folder, 'data/tls.crt')}", keyFile: "${join(folder, 'data/tls.key')}"`;
    const { base, health } = await serve(`tls: { ${files} }`);
    /** Status of a request on a new connection, and the certificate that it shows. */
    const ask = async () => {
      const { port } = new URL(base);
      const options = { host: '127.0.0.1', port, ca: authority.certificate, agent: false };
      const path = `/openapi/v1/teams/${team.id}/regions/local/apps/1/domains`;
      const asked = request({ ...options, path, headers: { authorization: token } }).end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.resume();
      const certificate = (response.socket as TLSSocket).getPeerX509Certificate()?.toString();
      return [response.statusCode, certificate];
    };
    const shown = ({ certificate }: CertificateKeyPair) => new X509Certificate(certificate).toString();
    expect(await ask()).toEqual([200, shown(first)]);

    await put('v2', { certificate: second.certificate, key: first.key });
    const ready = async () => (await fetch(`${health}/readyz`)).text();
    await eventually(async () =>
      expect(await ready()).toMatch(/^ok\nrest\.tls: .*no certificate with its key/),
    );
    expect(await (await fetch(`${health}/metrics`)).text()).toContain('certificate_reload_failed 1\n');
    expect(await ask()).toEqual([200, shown(first)]);

    await put('v3', second);
    await eventually(async () => expect(await ask()).toEqual([200, shown(second)]));
    expect(await ready()).toBe('ok\n');
  });

  it('serves by TLS where nothing is said, with a certificate that it signed itself', async () => {
    const { port, base, health } = await serve('tls: {}');
    // A client that does not look at certificates: there is nothing to look at beforehand.
    const options = {
      host: '127.0.0.1',
      port,
      rejectUnauthorized: false,
      agent: false,
      path: '/openapi.json',
    };
    const [response] = (await once(request(options).end(), 'response')) as [IncomingMessage];
    response.resume();
    const socket = response.socket as TLSSocket;
    expect([response.statusCode, socket.getPeerX509Certificate()?.subject]).toEqual([200, 'CN=Stoa']);
    await expect(fetch(base)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    await expect(fetch(`http://127.0.0.1:${port}/openapi.json`)).rejects.toThrow('fetch failed');
    expect(await (await fetch(`${health}/metrics`)).text()).toMatch(
      /certificate_expiry_timestamp_seconds \d{10}\n/,
    );
  });

  it('that is stopped completes requests in progress, and ends', async () => {
    const { child, port, health } = await serve('drainSeconds: 60');
    expect((await fetch(`${health}/readyz`)).status).toBe(200);
    const [busy, idle] = await Promise.all([begun(port), RawConnection.to(port)]);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await idle.closed;
    const unready = await fetch(`${health}/readyz`);
    expect([unready.status, await unready.text()]).toEqual([503, 'stopping\n']);
    await expect(RawConnection.to(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    busy.send('{}');
    await busy.closed;
    expect(busy.statuses).toEqual([100, 400]);
    expect(busy.received).toMatch(/\r\nconnection: close\r\n/i);
    expect(await ended).toEqual([0, null]);
  });

  it('waits no longer than its limit', async () => {
    const { child, port } = await serve('drainSeconds: 0.5');
    const busy = await begun(port);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await busy.closed;
    expect(busy.statuses).toEqual([100]);
    expect(await ended).toEqual([0, null]);
  });
});
