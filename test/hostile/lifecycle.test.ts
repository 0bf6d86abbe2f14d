import { afterAll, beforeAll, expect } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { MOST_RELEASED } from '../../src/names/released.ts';
import { CONFIG_MAPS, NAMESPACES } from '../../src/objects/core.ts';
import { REFERENCE_GRANTS } from '../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { Install, Shop } from '../cluster/support/shop.ts';
import { throughGateway } from '../cluster/support/traffic.ts';
import { connect, TESTER, Team } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import { modelWith } from './support/hostilemodel.ts';
import { type Member, newMember, removeRule, verdictOf } from './support/member.ts';

let administrator: KubeClient;
let victim: Member;
let thief: Member;
let shop: Shop;

beforeAll(async () => {
  administrator = await connect();
  [victim, thief] = await Promise.all([newMember(administrator), newMember(administrator)]);
  await Promise.all([victim.team.component('web'), thief.team.component('theft')]);
  shop = await Shop.open();
});

afterAll(() => shop.close());

/** Component that answers for a host, or the status of the answer. */
async function answererOf(host: string): Promise<string> {
  const { status, body } = await throughGateway(host);
  return body.component ?? String(status);
}

attacks(
  'What a team has outlives what another one does with its own',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'a name that is kept for the victim is not pushed out',
      does: 'gives more names back than are kept for a namespace',
      async run() {
        const domainName = `kept.${victim.team.host}`;
        await victim.team.rule('kept', { domainName });
        await victim.team.condition('kept', 'Ready', 'True');
        await removeRule(victim, 'kept');
        const names = Array.from({ length: MOST_RELEASED.ofNamespace + 16 }, (_, index) => `flood-${index}`);
        const hostOf = (name: string) => `${name}.${thief.team.host}`;
        await Promise.all(
          names.map((name) => thief.team.rule(name, { serviceId: 'theft', domainName: hostOf(name) })),
        );
        await Promise.all(names.map((name) => thief.team.condition(name, 'Accepted', 'True')));
        await Promise.all(names.map((name) => removeRule(thief, name)));
        const verdict = await verdictOf(thief, 'steals', { serviceId: 'theft', domainName });
        expect(verdict.stands).toBe(false);
        // Of the thief's own, the first ones are free again: the victim gets one of them at once.
        const given = await Promise.all(
          names.map((name) => verdictOf(victim, `takes-${name}`, { domainName: hostOf(name) })),
        );
        expect(given.filter(({ stands }) => stands)).toHaveLength(16);
      },
    },
    {
      mustNotHappen:
        'no version of a model takes what others have made, nor stops what the version before runs',
      does: 'upgrades an install to a version that brings an object with the name of another one',
      async run() {
        const { team, client } = await newMember(administrator);
        const { namespace } = team;
        const precious = {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'precious', namespace },
          data: { own: 'yes' },
        };
        await administrator.apply(CONFIG_MAPS, precious, TESTER);
        const { metadata } = precious;
        const stolen = { ...precious, metadata: { name: metadata.name }, data: { own: 'no' } };
        const harmless = { ...stolen, metadata: { name: 'harmless' } };
        await shop.offer('turned', '1.0', modelWith({}));
        await shop.offer('turned', '2.0', modelWith({ resources: [stolen] }));
        await shop.offer('turned', '3.0', modelWith({ resources: [harmless] }));
        const install = new Install(client, team, shop, 'turned', { name: 'turned' });
        await install.apply('1.0');
        await install.condition('Ready', 'True');
        const [before] = await administrator.list(DEPLOYMENTS, { namespace });
        await install.apply('2.0');
        const { message } = await install.condition('Ready', 'False', 'NameTaken');
        expect(message).toContain('precious');
        const kept = await administrator.get(CONFIG_MAPS, { namespace, name: metadata.name });
        expect(kept.data).toEqual({ own: 'yes' });
        const [after] = await administrator.list(DEPLOYMENTS, { namespace });
        expect(after?.metadata.uid).toBe(before?.metadata.uid);
        await install.apply('3.0');
        await install.condition('Ready', 'True');
      },
    },
    {
      mustNotHappen:
        'a namespace that is made again has nothing of what its name had, and its old host is not kept',
      does: 'deletes its namespace and has it made again',
      async run() {
        const gone = await newMember(administrator);
        const { namespace } = gone.team;
        const domainName = `again.${gone.team.host}`;
        await gone.team.component('web');
        await gone.team.rule('again', { domainName });
        await gone.team.condition('again', 'Ready', 'True');
        const { uid } = (await administrator.get(NAMESPACES, { name: namespace })).metadata;
        await administrator.delete(NAMESPACES, { name: namespace, uid });
        await eventually(async () => {
          const left = await administrator.list(NAMESPACES, { fieldSelector: `metadata.name=${namespace}` });
          expect(left).toEqual([]);
        }, 60_000);
        expect(await answererOf(domainName)).toBe('404');
        const again = await Team.create(administrator, gone.team.id);
        expect(again.namespace).toBe(namespace);
        for (const resource of [HTTP_ROUTES, REFERENCE_GRANTS]) {
          expect(await administrator.list(resource, { namespace })).toEqual([]);
        }
        const verdict = await verdictOf(victim, 'takes-again', { domainName });
        expect(verdict.stands).toBe(true);
        await again.component('late');
        await again.rule('again', { serviceId: 'late', domainName });
        await again.condition('again', 'Accepted', 'False', 'HostTaken');
        expect(await answererOf(domainName)).toBe('web');
      },
    },
    {
      mustNotHappen:
        'a rule of a namespace without its label answers for nobody, and one with another label for itself',
      does: 'loses the label of its team, and gets that of another one',
      async run() {
        const { team } = await newMember(administrator, { create: Team.createLeaving });
        await team.component('moved');
        await team.rule('moved', { serviceId: 'moved' });
        await team.condition('moved', 'Ready', 'True');
        await team.by(administrator).leave();
        await eventually(async () => expect(await answererOf(team.host)).toBe('404'));
        const labels = { 'stoa.dev/team': victim.team.id };
        const metadata = { name: team.namespace, labels };
        await administrator.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, TESTER);
        await eventually(async () => expect(await answererOf(team.host)).toBe('moved'));
        // A label is no right to what the namespaces of that team have.
        const domainName = `relabelled.${victim.team.host}`;
        await victim.team.rule('relabelled', { domainName });
        await victim.team.condition('relabelled', 'Ready', 'True');
        await team.rule('steals', { serviceId: 'moved', domainName });
        await team.condition('steals', 'Accepted', 'False', 'HostTaken');
        expect(await answererOf(domainName)).toBe('web');
      },
    },
  ]),
);
