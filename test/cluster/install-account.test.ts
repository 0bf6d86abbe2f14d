import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTALL_ACCOUNT, LABELS } from '../../src/api/group.ts';
import { FIELD_MANAGER } from '../../src/install/owned.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { NAMESPACES, SERVICE_ACCOUNTS, SERVICES } from '../../src/objects/core.ts';
import { ROLE_BINDINGS, ROLES } from '../../src/objects/installable.ts';
import { MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import {
  createInstallAccount,
  deleteInstallAccount,
  openInstallAccount,
  unbindInstallAccount,
} from '../support/installaccount.ts';
import { app, templateOf } from '../support/template.ts';
import { behaving, needs, serving } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  const pair = (version: number, some = {}) =>
    templateOf([
      app('db', { share_image: `db:${version}`, ...serving('db'), ...some }),
      app('web', needs('db')),
    ]);
  await shop.offer('pair', '1.0', pair(1));
  await shop.offer('pair', '2.0', pair(2, behaving({ ready: 'never' })));
  await shop.offer('pair', '3.0', pair(3));
});

afterAll(() => shop.close());

async function open(name: string): Promise<{ team: Team; install: Install }> {
  const team = await Team.create(client);
  return { team, install: new Install(client, team, shop, 'pair', { name }) };
}

/** Runs the commands at the end of a message, as a reader of the condition would. */
async function obey(message: string): Promise<void> {
  const [, commands = ''] = /: (kubectl create .*?)(?:; version .*)?$/.exec(message) ?? [];
  for (const command of commands.split(' && ')) {
    const [program, ...args] = command.split(' ');
    expect(program).toBe('kubectl');
    expect(await kubectl(args)).toMatchObject({ code: 0 });
  }
}

/** Binds the account to a role with these rights only. */
async function bindRules(namespace: string, rules: readonly object[]): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io';
  const metadata = { name: `${INSTALL_ACCOUNT}-some`, namespace };
  await client.apply(ROLES, { apiVersion: `${apiGroup}/v1`, kind: 'Role', metadata, rules }, TESTER);
  const binding = {
    apiVersion: `${apiGroup}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup, kind: 'Role', name: metadata.name },
    subjects: [{ kind: 'ServiceAccount', name: INSTALL_ACCOUNT, namespace }],
  };
  await client.apply(ROLE_BINDINGS, binding, TESTER);
}

const WRITES = 'create, patch, delete';

describe('before anything is made', () => {
  it('an install waits for the account, and the commands of its condition are enough', async () => {
    const { team, install } = await open('first');
    await unbindInstallAccount(client, team.namespace);
    await deleteInstallAccount(client, team.namespace);
    await install.apply();
    const { message } = await install.condition('Accepted', 'False', 'AccountMissing');
    expect(await contentsOf(client, team.namespace)).toEqual([]);
    await obey(message);
    await install.condition('Ready', 'True');
    await install.remove();
    expect(await contentsOf(client, team.namespace)).toEqual([]);
  });

  it('an install whose account has no rights asks for the role edit', async () => {
    const { team, install } = await open('unbound');
    await unbindInstallAccount(client, team.namespace);
    await install.apply();
    const { message } = await install.condition('TemplateResolved', 'False', 'RightMissing');
    expect(message).toContain('may not get, update, create, patch, delete secrets; ');
    expect(message).toContain('--clusterrole=edit');
    expect(await contentsOf(client, team.namespace)).toEqual([]);
    await obey(message);
    await install.condition('Ready', 'True');
    await install.remove();
  });

  it('every missing right is named before the first component exists', async () => {
    const { team, install } = await open('some');
    const { namespace } = team;
    await unbindInstallAccount(client, namespace);
    const verbs = ['get', 'update', 'create', 'patch', 'delete'];
    await bindRules(namespace, [
      { apiGroups: [''], resources: ['secrets'], verbs },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['create', 'patch'] },
    ]);
    await install.apply();
    const { message } = await install.condition('Applied', 'False', 'RightMissing');
    expect(message).toContain(`may not ${WRITES} configmaps, services; delete deployments.apps; to grant it`);
    const made = await contentsOf(client, namespace);
    expect(made.filter((each) => !each.startsWith('Secret '))).toEqual([]);
    await obey(message);
    await install.condition('Ready', 'True');
    await install.remove();
    expect(await contentsOf(client, namespace)).toEqual([]);
  });
});

describe('in the middle of a rollout', () => {
  it('the loss of the account changes nothing that runs, and the rollout continues with it', async () => {
    const { team, install } = await open('rolling');
    await install.apply('2.0');
    await install.condition('Applied', 'False', 'Progressing');
    await eventually(async () =>
      expect(await contentsOf(client, team.namespace)).toContainEqual('Deployment rolling-db'),
    );
    const made = await contentsOf(client, team.namespace);
    await deleteInstallAccount(client, team.namespace);
    await install.condition('Accepted', 'False', 'AccountMissing');
    expect(await contentsOf(client, team.namespace)).toEqual(made);
    await createInstallAccount(client, team.namespace);
    await install.condition('Applied', 'False', 'Progressing');
    await install.apply('3.0');
    await install.condition('Ready', 'True');
    await install.remove();
  });

  it('the loss of a right leaves the old version in place, and the upgrade continues with it', async () => {
    const { team, install } = await open('upgrading');
    const { namespace } = team;
    await install.apply('1.0');
    await install.condition('Ready', 'True');
    await install.apply('2.0');
    await install.condition('Applied', 'False', 'Progressing');
    await unbindInstallAccount(client, namespace);
    const name = 'db';
    const { uid } = (await client.get(SERVICES, { namespace, name })).metadata;
    await client.delete(SERVICES, { namespace, name, uid });
    const { message } = await install.condition('Applied', 'False', 'RightMissing');
    // The upgrade is wherever it has come to: any of its writes may be the first that is refused.
    expect(message).toMatch(/may not (get|patch|delete) [a-z.]+; .*; version 1\.0 is still in place$/);
    const left = await contentsOf(client, namespace);
    expect(left).toEqual(expect.arrayContaining(['Deployment upgrading-db', 'Deployment upgrading-web']));
    await openInstallAccount(client, namespace);
    await eventually(async () =>
      expect(await contentsOf(client, namespace)).toContainEqual(`Service ${name}`),
    );
    await install.apply('3.0');
    await install.condition('Ready', 'True');
    await install.remove();
  });
});

describe('the end of an install', () => {
  it('waits for the account, and says so', async () => {
    const { team, install } = await open('ending');
    const { namespace } = team;
    await install.apply();
    await install.condition('Ready', 'True');
    const made = await contentsOf(client, namespace);
    await deleteInstallAccount(client, namespace);
    // Of two deletions at once, the operator may hear of that of the install first.
    await install.condition('Accepted', 'False', 'AccountMissing');
    const { uid } = (await install.get()).metadata;
    await client.delete(MARKET_INSTALLS, { namespace, name: 'ending', uid });
    await install.condition('Accepted', 'False', 'AccountMissing');
    expect(await contentsOf(client, namespace)).toEqual(made);
    await createInstallAccount(client, namespace);
    await eventually(async () => expect(await contentsOf(client, namespace)).toEqual([]));
    await eventually(async () => expect(await client.list(MARKET_INSTALLS, { namespace })).toEqual([]));
  });

  it.each([
    ['without the account', deleteInstallAccount],
    ['without its rights', unbindInstallAccount],
  ])('never delays the deletion of its namespace %s', async (_, lose) => {
    const { team, install } = await open('leaving');
    await install.apply();
    await install.condition('Ready', 'True');
    await lose(client, team.namespace);
    const { uid } = (await client.get(NAMESPACES, { name: team.namespace })).metadata;
    await client.delete(NAMESPACES, { name: team.namespace, uid });
    await eventually(async () => {
      const left = await client.list(NAMESPACES, { fieldSelector: `metadata.name=${team.namespace}` });
      expect(left).toEqual([]);
    });
  });
});

it('a model cannot make the account its own', async () => {
  const k8s_resources = [
    {
      name: INSTALL_ACCOUNT,
      kind: 'ServiceAccount',
      content: `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: ${INSTALL_ACCOUNT}}\n`,
    },
  ];
  await shop.offer('thief', '1.0', templateOf([app('web')], { k8s_resources }));
  const team = await Team.create(client);
  const target = { namespace: team.namespace, name: INSTALL_ACCOUNT };
  const before = await client.get(SERVICE_ACCOUNTS, target);
  const install = new Install(client, team, shop, 'thief');
  await install.apply();
  await eventually(async () => {
    const { conditions } = (await install.get()).status ?? {};
    const applied = conditions?.find(({ type }) => type === 'Applied');
    expect(applied?.reason).toMatch(/^(NameTaken|Applied)$/);
  });
  const after = await client.get(SERVICE_ACCOUNTS, target);
  expect(after.metadata.labels?.[LABELS.install]).toBeUndefined();
  await install.remove();
  expect((await client.get(SERVICE_ACCOUNTS, target)).metadata.uid).toBe(before.metadata.uid);
});

it('objects that the operator has applied with rights of its own are taken over', async () => {
  const { team, install } = await open('older');
  const { namespace } = team;
  await install.apply('1.0');
  await install.condition('Ready', 'True');
  const target = { namespace, name: 'older-db' };
  const { apiVersion, kind, metadata, spec } = await client.get(DEPLOYMENTS, target);
  // An older operator applied under the same field manager, with rights of its own.
  const labels = { ...metadata.labels, 'example.com/older': 'true' };
  const older = { apiVersion, kind, metadata: { ...target, labels }, spec };
  await client.apply(DEPLOYMENTS, older, FIELD_MANAGER);
  await install.apply('3.0');
  await install.condition('Ready', 'True');
  const now = await client.get(DEPLOYMENTS, target);
  expect(now.metadata.uid).toBe(metadata.uid);
  expect(now.metadata.labels).toEqual(metadata.labels);
  const appliers = now.metadata.managedFields?.filter(({ operation }) => operation === 'Apply');
  expect(appliers?.map(({ manager }) => manager)).toEqual([FIELD_MANAGER]);
  await install.remove();
  expect(await contentsOf(client, namespace)).toEqual([]);
});
