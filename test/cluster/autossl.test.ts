import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { createAuthority } from '../../deploy/local/cluster/pki.ts';
import { repository } from '../../deploy/local/repository.ts';
import { parseConfig } from '../../src/config.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { CERTIFICATES } from '../../src/objects/certmanager.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { eventually } from '../support/eventually.ts';
import { runIssuer } from '../support/issuer.ts';
import { silentProgress } from '../support/progress.ts';
import { standIn } from '../support/standin.ts';
import { run } from './support/cli.ts';
import { connect, Team } from './support/world.ts';

const nothing = () => undefined;

/** The operator detects the kinds of the cluster once a minute. */
const REDISCOVERY_MS = 90_000;

let plane: GatewayPlane;
let client: KubeClient;
let folder: string;
const stop = new AbortController();
const running: Promise<unknown>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-autossl-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  client = await connect(plane.kubeconfig);
  const { ca, server } = plane.access;
  const headers = { Authorization: `Bearer ${plane.operatorToken}` };
  const { http, https } = plane.ports;
  const gateway = `{ namespace: stoa-system, name: stoa, http: { port: ${http} }, https: { port: ${https} }, autoSsl: { issuer: clusterissuer/test } }`;
  const operator = createOperator({
    access: { server, credentials: async () => ({ ca, headers }) },
    config: parseConfig(`gateway: ${gateway}`, 'test'),
    log: createLog('silent'),
    registry: new Registry(),
  });
  running.push(operator.run(stop.signal));
});

afterAll(async () => {
  stop.abort();
  await Promise.all(running);
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

it('the operator detects cert-manager after its installation, requests a certificate, and then serves HTTPS', async () => {
  const team = await Team.create(client);
  await team.component('web');
  await standIn(client, { name: 'web', portName: 'http', namespace: team.namespace });
  await team.rule('r', { autoSsl: true });
  const waits = await team.condition('r', 'FullyExpressed', 'False');
  expect(waits.message).toContain('waits for a service outside');
  await team.condition('r', 'Ready', 'True');

  const kinds = join(repository.root, 'deploy/local/crds/cert-manager');
  const { code } = await run(inject('cluster').kubectl, [
    `--kubeconfig=${plane.kubeconfig}`,
    'apply',
    `--filename=${kinds}`,
  ]);
  expect(code).toBe(0);
  const { namespace } = team;
  await eventually(async () => {
    expect(await client.list(CERTIFICATES, { namespace })).toMatchObject([
      { spec: { dnsNames: [team.host], issuerRef: { kind: 'ClusterIssuer', name: 'test' } } },
    ]);
  }, REDISCOVERY_MS);
  await eventually(async () => {
    const { message } = await team.condition('r', 'FullyExpressed', 'False');
    expect(message).toContain('the certificate is being obtained');
  });
  await team.condition('r', 'Ready', 'True');

  running.push(runIssuer(client, await createAuthority(), stop.signal).catch(nothing));
  await team.condition('r', 'FullyExpressed', 'True');
  await team.condition('r', 'Ready', 'True');
}, 180_000);
