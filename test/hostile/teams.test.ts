import { beforeAll, expect } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { rest, throughGateway } from '../cluster/support/traffic.ts';
import { connect, TESTER, Team } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

let administrator: KubeClient;

beforeAll(async () => {
  administrator = await connect();
});

async function answererOf(host: string): Promise<string> {
  const { status, body } = await throughGateway(host);
  return body.component ?? String(status);
}

/** Statuses of a member's requests for the rules and the figures of a team. */
async function statusesOf({ token }: Member, team: string): Promise<readonly number[]> {
  const paths = ['domains', 'monitor/query'].map((path) => `/teams/${team}/regions/local/apps/1/${path}`);
  const replies = await Promise.all(paths.map((path) => rest(path, { method: 'GET', token })));
  return replies.map(({ status }) => status);
}

async function serve(victim: Member): Promise<void> {
  await victim.team.component('web');
  await victim.team.rule('rule');
  await victim.team.condition('rule', 'Ready', 'True');
  await eventually(async () => expect(await answererOf(victim.team.host)).toBe('web'));
}

/** Expects that a thief who is the same team in another way has nothing of the victim's, who keeps what it has. */
async function expectNoLoot(thief: Member, victim: Member, team: string): Promise<void> {
  await thief.team.component('theft');
  await thief.team.rule('host', { serviceId: 'theft', domainName: victim.team.host });
  await thief.team.condition('host', 'Accepted', 'False', 'HostTaken');
  await thief.team.rule('service', { serviceId: 'web', domainName: `own.${thief.team.host}` });
  await thief.team.condition('service', 'ResolvedRefs', 'False', 'ComponentNotFound');
  await eventually(async () => expect(await statusesOf(thief, team)).toEqual([409, 409]));
  await victim.team.condition('rule', 'Ready', 'True');
  expect(await answererOf(victim.team.host)).toBe('web');
}

attacks(
  'A namespace is not another team by its name or label',
  by('team', 'edit in its own namespace, whose name or label it has chosen', [
    {
      mustNotHappen: 'no host, Service or figure goes to a namespace with the name of a team',
      does: 'names its namespace like the label of another',
      async run() {
        const victim = await newMember(administrator);
        await serve(victim);
        const thief = await newMember(administrator, { id: victim.team.id, create: Team.createByName });
        await expectNoLoot(thief, victim, victim.team.id);
      },
    },
    {
      mustNotHappen: 'no host, Service or figure goes to a namespace with the label of a team',
      does: 'labels its namespace with the name of another',
      async run() {
        const victim = await newMember(administrator, { create: Team.createByName });
        await serve(victim);
        const thief = await newMember(administrator);
        const labels = { 'stoa.dev/team': victim.team.namespace };
        const metadata = { name: thief.team.namespace, labels };
        await administrator.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, TESTER);
        await expectNoLoot(thief, victim, victim.team.namespace);
      },
    },
  ]),
);
