import { afterAll, beforeAll, expect } from 'vitest';
import { INSTALL_ACCOUNT } from '../../src/api/group.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { clusterResource } from '../../src/kube/resource.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { recordLeftovers } from '../cluster/support/leftovers.ts';
import { behaving, needs, serving } from '../cluster/support/models.ts';
import { contentsOf, Install, Shop } from '../cluster/support/shop.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { attacks, by } from './support/attack.ts';
import { bindAccount, deleteAccount } from './support/installaccount.ts';
import { type Member, newMember } from './support/member.ts';

/** Longer than Stoa's interval for state that no watch reports. */
const SOME_TIME = 100_000;

const CLUSTER_ROLES = clusterResource('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles');

let administrator: KubeClient;
let shop: Shop;

beforeAll(async () => {
  administrator = await connect();
  shop = await Shop.open();
  const web = app('web', { ...needs('db'), ...serving('web') });
  await shop.offer('shop', '1.0', templateOf([app('db', behaving({ ready: 'never' })), web]));
  await shop.offer('shop', '2.0', templateOf([app('db', { share_image: 'newer:2' }), web]));
  await shop.offer('plain', '1.0', templateOf([app('web')]));
  await shop.offer('plain', '2.0', templateOf([app('db', behaving({ ready: 'never' })), web]));
  await shop.offer(
    'plain',
    '3.0',
    templateOf([app('db', { share_image: 'newer:3' }), { ...web, share_image: 'newer:3' }]),
  );
});

afterAll(() => shop.close());

/** Creates a role with these rights alone, for an account that has nothing else. */
async function roleWith(rights: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const name = `hostile-${crypto.randomUUID()}`;
  recordLeftovers(`clusterrole/${name}`);
  const rules = Object.entries(rights).map(([group, resources]) => ({
    apiGroups: [group],
    resources,
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
  }));
  const draft = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name },
    rules,
  };
  await administrator.create(CLUSTER_ROLES, draft, TESTER);
  return name;
}

/** Rights on Stoa's kinds alone: neither workloads nor Secrets. */
const STOA_ONLY = { 'stoa.dev': ['applications', 'gatewayrules', 'marketinstalls'] };

function installOf({ client, team }: Member, model: string): Install {
  return new Install(client, team, shop, model, { name: 'shop' });
}

/** Waits until an install says that it lacks the account or a right of it, and returns the message. */
function waitsForRights(install: Install): Promise<string> {
  return eventually(async () => {
    const { status } = await install.get();
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    expect(`${ready?.status} ${ready?.message}`).toMatch(new RegExp(`^(True|False .*${INSTALL_ACCOUNT})`));
    return ready?.message ?? '';
  });
}

async function imageOf({ team }: Member, name: string): Promise<string | undefined> {
  const { namespace } = team;
  const { spec } = await administrator.get(DEPLOYMENTS, { namespace, name });
  return spec.template?.spec.containers[0]?.image;
}

/** An install whose first component waits, so that its second is still to come. */
async function inTheMiddle(model: string, version: string, member: Member): Promise<Install> {
  const install = installOf(member, model);
  await install.apply(version);
  await install.condition('Applied', 'False', 'Progressing');
  await eventually(async () =>
    expect(await contentsOf(administrator, member.team.namespace)).toContain('Deployment shop-db'),
  );
  return install;
}

attacks('An install makes what its team’s account may make', [
  ...by('team', 'Stoa’s kinds alone, no workloads and no Secrets', [
    {
      mustNotHappen: 'no workload runs in a namespace without the account',
      does: 'creates an install',
      async run() {
        const member = await newMember(administrator, { role: await roleWith(STOA_ONLY) });
        const { namespace } = member.team;
        await deleteAccount(administrator, namespace);
        const before = await contentsOf(administrator, namespace);
        const install = installOf(member, 'plain');
        await install.apply();
        await waitsForRights(install);
        expect(await contentsOf(administrator, namespace)).toEqual(before);
        await bindAccount(administrator, namespace, 'edit');
        await install.condition('Ready', 'True', undefined, SOME_TIME);
      },
    },
  ]),
  ...by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no part of a model is made where the account may make only some of it',
      does: 'creates an install where the account lacks Deployments',
      async run() {
        const member = await newMember(administrator);
        const { namespace } = member.team;
        const core = ['configmaps', 'secrets', 'services', 'serviceaccounts', 'persistentvolumeclaims'];
        await bindAccount(administrator, namespace, await roleWith({ ...STOA_ONLY, '': core }));
        const install = installOf(member, 'shop');
        await install.apply('2.0');
        expect(await waitsForRights(install)).toContain('deployments');
        const contents = await contentsOf(administrator, namespace);
        expect(contents.filter((each) => !/^(Secret|ServiceAccount) /.test(each))).toEqual([]);
        await bindAccount(administrator, namespace, 'edit');
        await install.condition('Ready', 'True', undefined, SOME_TIME);
      },
    },
  ]),
]);

attacks(
  'A right that goes leaves nothing half-done, and comes back without anybody’s help',
  by('accident', 'no matter which rights', [
    {
      mustNotHappen: 'a roll-out does not go on without the account, nor end what runs',
      does: 'deletes the account in the middle of a roll-out',
      async run() {
        const member = await newMember(administrator);
        const { namespace } = member.team;
        await bindAccount(administrator, namespace, 'edit');
        const install = await inTheMiddle('shop', '1.0', member);
        await deleteAccount(administrator, namespace);
        const before = await contentsOf(administrator, namespace);
        await install.apply('2.0');
        await waitsForRights(install);
        expect(await contentsOf(administrator, namespace)).toEqual(before);
        await bindAccount(administrator, namespace, 'edit');
        await install.condition('Ready', 'True', undefined, SOME_TIME);
        expect(await contentsOf(administrator, namespace)).toContain('Deployment shop-web');
      },
    },
    {
      mustNotHappen: 'an upgrade does not stop what the version before runs',
      does: 'takes a right away in the middle of an upgrade',
      async run() {
        const member = await newMember(administrator);
        const { namespace } = member.team;
        await bindAccount(administrator, namespace, 'edit');
        const install = installOf(member, 'plain');
        await install.apply();
        await install.condition('Ready', 'True');
        const image = await imageOf(member, 'shop-web');
        await inTheMiddle('plain', '2.0', member);
        await bindAccount(administrator, namespace, 'view');
        await install.apply('3.0');
        await waitsForRights(install);
        expect(await imageOf(member, 'shop-web')).toBe(image);
        await bindAccount(administrator, namespace, 'edit');
        await install.condition('Ready', 'True', undefined, SOME_TIME);
        expect(await imageOf(member, 'shop-web')).toBe('newer:3');
      },
    },
    {
      mustNotHappen: 'the deletion of a namespace does not hang',
      does: 'deletes the account and then the namespace',
      async run() {
        const member = await newMember(administrator);
        const { namespace } = member.team;
        await bindAccount(administrator, namespace, 'edit');
        const install = installOf(member, 'plain');
        await install.apply();
        await install.condition('Ready', 'True');
        await deleteAccount(administrator, namespace);
        await deleteNamespace(namespace);
      },
    },
  ]),
);

const NAMESPACES_GONE_MS = 60_000;

/** Deletes a namespace and waits until it is gone. */
async function deleteNamespace(name: string): Promise<void> {
  const { uid } = (await administrator.get(NAMESPACES, { name })).metadata;
  await administrator.delete(NAMESPACES, { name, uid });
  await eventually(async () => {
    const left = await administrator.list(NAMESPACES, { fieldSelector: `metadata.name=${name}` });
    expect(left).toEqual([]);
  }, NAMESPACES_GONE_MS);
}
