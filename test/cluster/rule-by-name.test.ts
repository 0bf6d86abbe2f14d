import { beforeAll, expect, it } from 'vitest';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS, SERVICES } from '../../src/objects/core.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { presented } from './support/tls.ts';
import { rest, throughGateway } from './support/traffic.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await deploy('plain');
});

/** Deploys what Stoa has never heard of: a Deployment and a Service without a label of Stoa. */
async function deploy(name: string): Promise<void> {
  const metadata = { name, namespace: team.namespace };
  const labels = { app: name };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] },
  };
  await client.apply(
    DEPLOYMENTS,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { selector: { matchLabels: labels }, template },
    },
    TESTER,
  );
  const ports = [{ name: 'web', port: 80, targetPort: 8080 }];
  await client.apply(
    SERVICES,
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports } },
    TESTER,
  );
}

/** Applies a rule in YAML, as users write it. */
async function applyRule(
  name: string,
  spec: string,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const yaml = `{apiVersion: stoa.dev/v1alpha1, kind: GatewayRule, metadata: {name: ${name}, namespace: ${team.namespace}}, spec: ${spec}}`;
  return await kubectl(['apply', '-f', '-'], yaml);
}

async function stored(name: string): Promise<GatewayRule> {
  return await client.get(GATEWAY_RULES, { namespace: team.namespace, name });
}

it('a rule with three fields carries traffic to a Service without labels, and belongs to the only Application', async () => {
  const host = `plain.${team.host}`;
  await applyRule('plain', `{http: {serviceName: plain, containerPort: 80, domainName: ${host}}}`);
  await team.condition('plain', 'Ready', 'True');
  expect((await throughGateway(host)).status).toBe(200);
  expect((await stored('plain')).status?.appId).toBe(1);
  const { stdout } = await kubectl(['get', 'gr', 'plain', '-n', team.namespace, '-o', 'wide']);
  expect(stdout).toMatch(/PROTOCOL.*\n.*\bhttp\b/);

  const token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  const path = `/teams/${team.id}/regions/local/apps/1/domains`;
  const { body } = await rest(path, { method: 'GET', token });
  const record = { service_id: 'plain', domain_name: host, container_port: 80, is_outer_service: true };
  expect(body.http).toContainEqual(expect.objectContaining(record));
});

it('a rule names one of several Applications of its namespace, and says that another is not there', async () => {
  const { namespace } = team;
  const applied = await kubectl(
    ['apply', '-f', '-'],
    `{apiVersion: stoa.dev/v1alpha1, kind: Application, metadata: {name: second, namespace: ${namespace}}, spec: {id: 2}}`,
  );
  expect(applied.code).toBe(0);
  const http = `http: {serviceName: plain, containerPort: web, domainName: second.${team.host}}`;
  await applyRule('second', `{application: second, ${http}}`);
  await team.condition('second', 'Ready', 'True');
  expect((await stored('second')).status?.appId).toBe(2);
  await applyRule('second', `{application: third, ${http}}`);
  const { message } = await team.condition('second', 'FullyExpressed', 'False');
  expect(message).toContain('spec.application: this namespace has no Application third');
  await team.condition('second', 'Ready', 'True');
  expect((await stored('second')).status?.appId).toBeUndefined();
  await kubectl(['delete', 'application', 'second', '-n', namespace]);
});

it('a rule has a port by its name, and its record shows the number', async () => {
  const host = `port.${team.host}`;
  await applyRule('port', `{http: {serviceName: plain, containerPort: web, domainName: ${host}}}`);
  await team.condition('port', 'Ready', 'True');
  expect((await throughGateway(host)).status).toBe(200);
  const token = await member(client, { namespace: team.namespace, name: 'namer' }, { name: 'admin' });
  const path = `/teams/${team.id}/regions/local/apps/1/domains`;
  const { body } = await rest(path, { method: 'GET', token });
  const record = { domain_name: host, container_port: 80, is_outer_service: true };
  expect(body.http).toContainEqual(expect.objectContaining(record));
  const { code } = await applyRule(
    'port',
    `{http: {serviceName: plain, containerPort: web2, domainName: ${host}}}`,
  );
  expect(code).toBe(0);
  const { message } = await team.condition('port', 'Ready', 'False', 'PortNotFound');
  expect(message).toContain('Service plain has no port web2; it has 80 (or 8080, by name web)');
});

it('a certificate is named by its Secret, which comes later', async () => {
  const host = `secure.${team.host}`;
  await applyRule(
    'secure',
    `{http: {serviceName: plain, containerPort: 8080, domainName: ${host}, certificateName: web-tls}}`,
  );
  await team.condition('secure', 'Ready', 'False', 'CertificateNotFound');
  const { certificate, key } = await issueServer(await createAuthority(), host, [host]);
  const metadata = { name: 'web-tls', namespace: team.namespace };
  const stringData = { 'tls.crt': certificate, 'tls.key': key };
  await client.apply(
    SECRETS,
    { apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/tls', stringData },
    TESTER,
  );
  await team.condition('secure', 'Ready', 'True');
  await eventually(async () => expect((await presented(host)).names).toBe(`DNS:${host}`));
});

it('a rule says that no pod of its Service is ready, until one is', async () => {
  await deploy('idle');
  await applyRule('idle', `{http: {serviceName: idle, containerPort: 80, domainName: idle.${team.host}}}`);
  await team.condition('idle', 'Ready', 'True');
  const scale = (replicas: number) =>
    kubectl(['scale', 'deployment/idle', `--replicas=${replicas}`, '-n', team.namespace]);
  await scale(0);
  const { message } = await team.condition('idle', 'Ready', 'False', 'NoEndpoints');
  expect(message).toBe('Service idle cannot answer: no endpoint of port 80 of Service idle is ready');
  await scale(1);
  await team.condition('idle', 'Ready', 'True');
});

it('a rule waits for its Service, and follows it', async () => {
  const host = `later.${team.host}`;
  await applyRule('later', `{http: {serviceName: later, containerPort: 8080, domainName: ${host}}}`);
  await team.condition('later', 'Ready', 'False', 'ComponentNotFound');
  await deploy('later');
  await team.condition('later', 'Ready', 'True');
  const { metadata } = await client.get(SERVICES, { namespace: team.namespace, name: 'later' });
  await client.delete(SERVICES, metadata);
  await team.condition('later', 'Ready', 'False', 'ComponentNotFound');
});

it.each([
  ['both names', '{serviceName: plain, serviceId: plain, containerPort: 80, domainName: a.example.com}'],
  ['no name', '{containerPort: 80, domainName: a.example.com}'],
  [
    'two certificates',
    '{serviceName: plain, containerPort: 80, domainName: a.example.com, certificateName: a, certificateId: 1}',
  ],
  [
    'two issuers',
    '{serviceName: plain, containerPort: 80, domainName: a.example.com, autoSsl: true, issuerRef: {name: a}}',
  ],
])('the API server refuses a rule with %s, and says what it must have', async (_, http) => {
  const { code, stderr } = await applyRule('refused', `{http: ${http}}`);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(
    /must (have exactly one of serviceName and serviceId|name its (certificate|issuer) once)/,
  );
});

it('a component that labels name needs its application', async () => {
  const { stderr } = await applyRule(
    'refused',
    '{http: {serviceId: plain, containerPort: 80, domainName: a.example.com}}',
  );
  expect(stderr).toContain('must have appId');
});
