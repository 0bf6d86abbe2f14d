import { join } from 'node:path';
import { beforeAll, expect, inject } from 'vitest';
import { INSTALL_ACCOUNT } from '../../src/api/group.ts';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient } from '../../src/kube/client.ts';
import { namespacedResource } from '../../src/kube/resource.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { NAMESPACES, SECRETS, SERVICE_ACCOUNTS } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { failure } from '../cluster/support/things.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { type AttemptsOf, attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

const LEASES = namespacedResource('coordination.k8s.io/v1', 'Lease', 'leases');

let administrator: KubeClient;
let victim: Member;
/** Clients with the tokens of Stoa's processes, as an attacker has them who has read one. */
let operator: KubeClient;
let rest: KubeClient;

beforeAll(async () => {
  administrator = await connect();
  victim = await newMember(administrator);
  [operator, rest] = await Promise.all([stolen('operator'), stolen('rest')]);
});

/** Client with the token of one of the cluster's processes. */
async function stolen(process: string): Promise<KubeClient> {
  const kubeconfig = join(inject('stateDir'), `${process}.kubeconfig`);
  return new KubeClient(await createTransport(loadAccess({ kubeconfig })));
}

const FORBIDDEN = { type: 'forbidden' };

/** Groups and users that an attacker would like to be. */
const OTHERS: readonly (readonly [words: string, user: string, groups: readonly string[]])[] = [
  ['an administrator', 'admin', ['system:masters']],
  ['the operator', 'system:serviceaccount:stoa-system:stoa-operator', []],
  ['the controller of Deployments', 'system:serviceaccount:kube-system:deployment-controller', []],
  ['a member of a team', 'system:serviceaccount:default:member', []],
];

function impersonations(client: () => KubeClient): readonly AttemptsOf[] {
  return OTHERS.map(([words, user, groups]) => ({
    mustNotHappen: `nobody becomes ${words}`,
    does: 'impersonates it',
    async run() {
      const secrets = client().as({ user, groups }).list(SECRETS, { namespace: 'kube-system' });
      const refused = await secrets.then(
        () => 'it read the Secrets of kube-system',
        (error: Error) => error.message,
      );
      expect(refused).toMatch(/cannot impersonate|cannot .*impersonate/);
    },
  }));
}

function draft(kind: string, apiVersion: string, more: object = {}) {
  return { apiVersion, kind, metadata: { name: 'loot', namespace: victim.team.namespace }, ...more };
}

function deployment() {
  const labels = { app: 'loot' };
  const containers = [{ name: 'main', image: 'registry.example.com/loot:1' }];
  const template = { metadata: { labels }, spec: { containers, serviceAccountName: 'default' } };
  return draft('Deployment', 'apps/v1', { spec: { selector: { matchLabels: labels }, template } });
}

const DRY = { dryRun: true };

attacks('A stolen token of the operator is not the cluster', [
  ...by('stolen token', 'the chart’s rights of the operator', [
    {
      mustNotHappen: 'no workload runs',
      does: 'creates a Deployment',
      run: async () =>
        expect(await failure(operator.create(DEPLOYMENTS, deployment(), TESTER, DRY))).toMatchObject(
          FORBIDDEN,
        ),
    },
    {
      mustNotHappen: 'no Secret is written',
      does: 'creates one',
      run: async () =>
        expect(await failure(operator.create(SECRETS, draft('Secret', 'v1'), TESTER, DRY))).toMatchObject(
          FORBIDDEN,
        ),
    },
    {
      mustNotHappen: 'no account is created',
      does: 'creates one',
      run: async () =>
        expect(
          await failure(operator.create(SERVICE_ACCOUNTS, draft('ServiceAccount', 'v1'), TESTER, DRY)),
        ).toMatchObject(FORBIDDEN),
    },
    {
      mustNotHappen: 'no lease of others is taken',
      does: 'reads one in its namespace, and creates one in another',
      async run() {
        const { namespace } = victim.team;
        const other = operator.get(LEASES, { namespace: 'stoa-system', name: 'of-others' });
        expect(await failure(other)).toMatchObject(FORBIDDEN);
        const lease = draft('Lease', 'coordination.k8s.io/v1', { metadata: { name: 'x', namespace } });
        expect(await failure(operator.create(LEASES, lease, TESTER, DRY))).toMatchObject(FORBIDDEN);
      },
    },
    {
      mustNotHappen: 'the operator does not lack what it needs',
      does: 'reads rules, creates routes, and acts as the account of installs',
      async run() {
        await operator.list(GATEWAY_RULES);
        await operator.list(HTTP_ROUTES);
        const { namespace } = victim.team;
        const user = `system:serviceaccount:${namespace}:${INSTALL_ACCOUNT}`;
        await eventually(() =>
          operator.as({ user, groups: [] }).create(DEPLOYMENTS, deployment(), TESTER, DRY),
        );
      },
    },
    ...impersonations(() => operator),
  ]),
]);

attacks('A stolen token of the REST API is nobody else', [
  ...by('stolen token', 'the chart’s rights of the REST API', [
    ...impersonations(() => rest),
    {
      mustNotHappen: 'no Secret is read',
      does: 'lists them',
      run: async () => expect(await failure(rest.list(SECRETS))).toMatchObject(FORBIDDEN),
    },
    {
      mustNotHappen: 'the REST API does not lack what it needs',
      does: 'reads namespaces and rules',
      async run() {
        await rest.list(NAMESPACES);
        await rest.list(GATEWAY_RULES);
      },
    },
  ]),
]);

/** Controls: without them, the attacks of teams would prove nothing. */
attacks('The role edit is what it seems', [
  ...by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no team declares hosts of its own accord',
      does: 'annotates its Namespace',
      async run() {
        const metadata = { name: victim.team.namespace, annotations: { 'stoa.dev/hosts': '*' } };
        const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
        expect(await failure(victim.client.apply(NAMESPACES, namespace, TESTER))).toMatchObject(FORBIDDEN);
      },
    },
    {
      mustNotHappen: 'no team writes routes without Stoa',
      does: 'creates an HTTPRoute',
      async run() {
        const route = draft('HTTPRoute', 'gateway.networking.k8s.io/v1', { spec: {} });
        expect(await failure(victim.client.create(HTTP_ROUTES, route, TESTER))).toMatchObject(FORBIDDEN);
      },
    },
    {
      mustNotHappen: 'no team writes the status of its rules',
      does: 'accepts a rule itself',
      async run() {
        await victim.team.rule('own', {});
        const metadata = { name: 'own', namespace: victim.team.namespace };
        const own = { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', metadata, status: {} };
        const options = { subresource: 'status' } as const;
        expect(await failure(victim.client.apply(GATEWAY_RULES, own, TESTER, options))).toMatchObject(
          FORBIDDEN,
        );
      },
    },
    {
      mustNotHappen: 'no team reads the rules of others',
      does: 'lists them',
      run: async () => expect(await failure(victim.client.list(GATEWAY_RULES))).toMatchObject(FORBIDDEN),
    },
  ]),
]);
