import { request } from 'undici';
import { beforeAll, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { eventually } from '../support/eventually.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

/** Number of requests of which one in five misses none with a share of 20 %, but once in a million runs. */
const REQUESTS = 60;

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

/** Status and component of the answers for new clients. */
async function answersOf(host: string): Promise<readonly string[]> {
  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => throughGateway(host)));
  return [...new Set(answers.map(({ status, body }) => `${status} ${body.component}`))].toSorted();
}

/** Cookies of a client that the gateway keeps at a component. */
function cookiesAt(host: string, component: string): Promise<string> {
  return eventually(async () => {
    const answer = await request(inject('cluster').gatewayHttpUrl, { headers: { host } });
    expect(await answer.body.json()).toMatchObject({ component });
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  });
}

/** Changes the number of pods of a component. */
async function scale({ namespace }: Team, component: string, replicas: number): Promise<void> {
  const { code, stderr } = await kubectl([
    'scale',
    `deployment/${component}`,
    `--replicas=${replicas}`,
    `--namespace=${namespace}`,
  ]);
  expect([code, stderr]).toEqual([0, '']);
}

it('a cookie keeps no client at a component without pods, and the rules say that it has none', async () => {
  const team = await Team.create(client);
  const host = `sticky.${team.host}`;
  const ruleExtensions = [{ key: 'lb-type', value: 'cookie-session-affinity' }];
  await Promise.all([team.component('main'), team.component('trial')]);
  await team.rule('main', { serviceId: 'main', domainName: host, theWeight: 80, ruleExtensions });
  await team.rule('trial', { serviceId: 'trial', domainName: host, theWeight: 20, ruleExtensions });
  await team.rule('only', { serviceId: 'trial', domainName: `only.${team.host}` });
  await eventually(async () => expect(await answersOf(host)).toEqual(['200 main', '200 trial']));
  const cookie = await cookiesAt(host, 'trial');

  await scale(team, 'trial', 0);
  for (const rule of ['trial', 'only']) {
    await team.condition(rule, 'Serving', 'False', 'NoEndpoints');
    const { message } = await team.condition(rule, 'Ready', 'False', 'NoEndpoints');
    expect(message).toContain('component trial of application 1 cannot answer: no endpoint of port');
  }
  await eventually(async () => expect(await answersOf(host)).toEqual(['200 main']));
  const kept = await throughGateway(host, '/', { cookie });
  expect([kept.status, kept.body.component]).toEqual([200, 'main']);

  await scale(team, 'trial', 1);
  await team.condition('only', 'Ready', 'True');
  await eventually(async () => expect(await answersOf(host)).toEqual(['200 main', '200 trial']));
});

it('a component whose pods are never ready gets no requests that another one can answer', async () => {
  const team = await Team.create(client);
  await Promise.all([team.component('main'), team.component('broken')]);
  const unready = { 'stand-in.example.com/ready': 'never' };
  const template = { metadata: { annotations: unready } };
  const patch = JSON.stringify({ spec: { strategy: { type: 'Recreate', rollingUpdate: null }, template } });
  await kubectl(['patch', 'deployment/broken', `--namespace=${team.namespace}`, `--patch=${patch}`]);
  await team.rule('main', { serviceId: 'main' });
  await team.rule('broken', { serviceId: 'broken' });
  await team.condition('broken', 'Ready', 'False', 'NoEndpoints');
  await eventually(async () => expect(await answersOf(team.host)).toEqual(['200 main']));
});
