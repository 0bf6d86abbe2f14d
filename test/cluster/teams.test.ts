import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { rest, throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

function domainsOf(team: string): string {
  return `/teams/${team}/regions/local/apps/1/domains`;
}

function viewer({ namespace }: Team): Promise<string> {
  return member(client, { namespace, name: 'member' }, { name: 'view' });
}

function answers({ host }: Team, status: number): Promise<void> {
  return eventually(async () => expect((await throughGateway(host)).status).toBe(status));
}

async function ruled(team: Team): Promise<void> {
  await team.component('web');
  await team.rule('r');
}

describe('a namespace without a label', () => {
  it('is the team of its name, for rules and for the REST API', async () => {
    const team = await Team.createByName(client);
    await ruled(team);
    await team.condition('r', 'Ready', 'True');
    await answers(team, 200);
    const token = await viewer(team);
    await eventually(async () => {
      const { status, body } = await rest(domainsOf(team.namespace), { method: 'GET', token });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(team.host);
    });
  });

  it('belongs to no team if its name is one of the cluster, and says so until it has a label', async () => {
    const team = await Team.createByName(client, `kube-${randomBytes(4).toString('hex')}`);
    await ruled(team);
    const { message } = await team.condition('r', 'Accepted', 'False', 'NamespaceWithoutTeam');
    expect(message).toContain(`kubectl label namespace ${team.namespace} stoa.dev/team=TEAM`);
    await answers(team, 404);
    const token = await viewer(team);
    expect(await rest(domainsOf(team.namespace), { method: 'GET', token })).toMatchObject({ status: 403 });
    const metadata = { name: team.namespace, labels: { 'stoa.dev/team': team.id } };
    await client.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, TESTER);
    await team.condition('r', 'Ready', 'True');
    await answers(team, 200);
  });

  it('remains a team if it loses a label, by its own name', async () => {
    const team = await Team.create(client);
    await ruled(team);
    await team.condition('r', 'Ready', 'True');
    await team.leave();
    const token = await viewer(team);
    await eventually(async () =>
      expect(await rest(domainsOf(team.namespace), { method: 'GET', token })).toMatchObject({ status: 200 }),
    );
    await team.condition('r', 'Ready', 'True');
    await answers(team, 200);
  });
});
