import { beforeAll, expect } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { APPLICATIONS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { rest, throughGateway } from '../cluster/support/traffic.ts';
import { connect } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

const TESTER = 'stoa-test';

let administrator: KubeClient;
let victim: Member;
let thief: Member;

beforeAll(async () => {
  administrator = await connect();
  [thief, victim] = await Promise.all([newMember(administrator), newMember(administrator)]);
  await deploy(victim.team.namespace, 'vault', victim.team.namespace);
});

/** Deploys what no labels of Stoa are on, as a Helm release of a namespace would. */
async function deploy(namespace: string, name: string, releaseNamespace: string): Promise<void> {
  const annotations = {
    'meta.helm.sh/release-name': 'vault',
    'meta.helm.sh/release-namespace': releaseNamespace,
  };
  const metadata = { name, namespace, labels: { app: name }, annotations };
  const labels = { app: name };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] },
  };
  const spec = { selector: { matchLabels: labels }, template };
  await administrator.apply(
    DEPLOYMENTS,
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec },
    TESTER,
  );
  const service = { selector: labels, ports: [{ port: 80, targetPort: 8080 }] };
  await administrator.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, spec: service }, TESTER);
}

/** Makes the Application of a member adopt by these entries. */
async function adopt({ team }: Member, components: readonly object[]): Promise<string> {
  const [application] = await administrator.list(APPLICATIONS, { namespace: team.namespace });
  const name = application?.metadata.name ?? '';
  await administrator.apply(
    APPLICATIONS,
    {
      apiVersion: 'stoa.dev/v1alpha1',
      kind: 'Application',
      metadata: { name, namespace: team.namespace },
      spec: { id: 1, components },
    },
    TESTER,
  );
  return name;
}

async function statusOf({ team }: Member, name: string) {
  return (await administrator.get(APPLICATIONS, { namespace: team.namespace, name })).status;
}

async function componentsOf({ team, token }: Member): Promise<readonly string[]> {
  const { body } = await rest(`/teams/${team.id}/regions/local/apps/1/services`, { method: 'GET', token });
  return (body as unknown as readonly { service_id: string }[]).map(({ service_id }) => service_id);
}

const ENTRIES = [
  { service: 'vault' },
  { workload: { kind: 'Deployment', name: 'vault' } },
  { selector: { matchLabels: { app: 'vault' } } },
  { helmRelease: 'vault' },
];

attacks(
  'An Application adopts in its own namespace alone',
  by('team', 'edit of Applications and workloads in its own namespace', [
    {
      mustNotHappen: 'no component, no traffic and no figures of another team',
      does: 'adopts by the names, labels and release that only the victim has',
      async run() {
        const name = await adopt(thief, ENTRIES);
        // What says that it is of the victim's release is not of the thief's, either.
        await deploy(thief.team.namespace, 'decoy', victim.team.namespace);
        await thief.team.rule('steal', { serviceId: 'vault', domainName: `steal.${thief.team.host}` });
        await thief.team.condition('steal', 'Ready', 'False', 'ComponentNotFound');
        await eventually(async () => {
          const ready = (await statusOf(thief, name))?.conditions?.find(({ type }) => type === 'Ready');
          expect(ready?.reason).toBe('ComponentsNotAdopted');
          expect(ready?.message).toContain('spec.components[0]: the namespace has no Service vault');
        });
        expect(await componentsOf(thief)).toEqual([]);
        expect((await throughGateway(`steal.${thief.team.host}`)).status).toBe(404);

        await adopt(victim, ENTRIES);
        await victim.team.rule('vault', { serviceId: 'vault', domainName: `vault.${victim.team.host}` });
        await victim.team.condition('vault', 'Ready', 'True');
        expect(await componentsOf(victim)).toEqual(['vault']);
      },
    },
  ]),
);
