import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { EventRecord } from '../../src/kube/eventseries.ts';
import { missingPermissions } from '../../src/kube/permissions.ts';
import { createRecorder } from '../../src/kube/recorder.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { eventually } from '../support/eventually.ts';
import { createThings, failure, type Things } from './support/things.ts';
import { connect, kubectl, TESTER } from './support/world.ts';

const CONTROLLER = 'example.com/things';
const ROLES = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'roles',
  kind: 'Role',
  namespaced: true,
};
const BINDINGS = { ...ROLES, plural: 'rolebindings', kind: 'RoleBinding' };

let client: KubeClient;
let things: Things;

beforeAll(async () => {
  client = await connect();
  things = await createThings(client);
});

/** Grants a group the verbs on the resources in the test's namespace. */
async function allow(group: string, resources: readonly string[], verbs: readonly string[]): Promise<void> {
  const head = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    metadata: { name: group, namespace: things.namespace },
  };
  const rules = [{ apiGroups: [things.resource.group], resources, verbs }];
  await client.apply(ROLES, { ...head, kind: 'Role', rules }, TESTER);
  const roleRef = { apiGroup: ROLES.group, kind: 'Role', name: group };
  const subjects = [{ apiGroup: ROLES.group, kind: 'Group', name: group }];
  await client.apply(BINDINGS, { ...head, kind: 'RoleBinding', roleRef, subjects }, TESTER);
}

describe('impersonation', () => {
  it('passes every group to the authorizer', async () => {
    await Promise.all([allow('writers', ['things'], ['create']), allow('readers', ['things'], ['list'])]);
    const { namespace, resource } = things;
    const ada = client.as({ user: 'ada', groups: ['writers', 'readers'] });
    await eventually(async () => {
      await ada.list(resource, { namespace });
      await ada.create(resource, things.draft('by-ada', { colour: 'red' }), TESTER, { dryRun: true });
    });
    const reader = client.as({ user: 'ada', groups: ['readers'] });
    const draft = things.draft('by-reader', { colour: 'red' });
    const denied = (verb: string) => ({
      type: 'forbidden',
      denied: { user: 'ada', verb, group: resource.group, resource: 'things' },
    });
    expect(await failure(reader.create(resource, draft, TESTER))).toEqual(denied('create'));
    const nobody = client.as({ user: 'ada', groups: [] });
    expect(await failure(nobody.list(resource, { namespace }))).toEqual(denied('list'));
    expect(() => client.as({ user: '', groups: ['system:masters'] })).toThrow('empty user');
  });
});

it('the API server receives all known attributes of a user', async () => {
  const extra = { 'authentication.kubernetes.io/credential-id': ['JTI=1'], 'Näme/With Blank': ['ä', 'b'] };
  const zoe = { user: 'Zoë 東京', uid: '7', extra, groups: ['system:authenticated'] };
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const answer = await client.as(zoe).post('/apis/authentication.k8s.io/v1/selfsubjectreviews', review);
  expect(answer).toMatchObject({
    status: { userInfo: { username: zoe.user, uid: '7', groups: zoe.groups, extra } },
  });
});

describe('missing permissions', () => {
  it('are exactly the verbs that the client lacks', async () => {
    await allow('half', ['things', 'things/status'], ['list', 'patch']);
    const { namespace, resource } = things;
    const half = client.as({ user: 'grace', groups: ['half'] });
    const needed = [
      { group: resource.group, resource: 'things', verbs: ['list', 'watch', 'patch'], namespace },
      { group: resource.group, resource: 'things/status', verbs: ['patch', 'update'], namespace },
      { group: resource.group, resource: 'things', verbs: ['list'] },
      { group: '', resource: 'services', verbs: ['list'] },
    ];
    await eventually(async () => {
      expect(await missingPermissions(half, needed)).toEqual([
        `watch things.${resource.group} in ${namespace}`,
        `update things/status.${resource.group} in ${namespace}`,
        `list things.${resource.group}`,
        'list services',
      ]);
    });
    expect(await missingPermissions(client, needed)).toEqual([]);
  });
});

describe('the recorder', () => {
  const log = {
    warn(fields: object) {
      throw new Error(`an event was lost: ${JSON.stringify(fields)}`);
    },
  };

  async function events(): Promise<
    {
      metadata: { name: string };
      reason: string;
      note: string;
      type: string;
      series?: { count: number };
    }[]
  > {
    const { stdout } = await kubectl([
      ...['get', 'events.v1.events.k8s.io', '-n', things.namespace, '-o', 'json'],
      ...['--field-selector', `reportingController=${CONTROLLER}`],
    ]);
    return JSON.parse(stdout).items;
  }

  it('writes one Event with a count, as kubectl shows it', async () => {
    const thing = await client.apply(things.resource, things.draft('reported', { colour: 'red' }), TESTER);
    const recorder = createRecorder({ client, controller: CONTROLLER, instance: 'test-0', log });
    const broken: EventRecord = { type: 'Warning', reason: 'Broken', action: 'Paint', note: 'no paint' };
    recorder.record(thing, broken);
    await eventually(async () =>
      expect(await events()).toMatchObject([{ reason: 'Broken', note: 'no paint' }]),
    );
    const changed = await client.apply(things.resource, things.draft('reported', { colour: 'blue' }), TESTER);
    recorder.record(changed, { ...broken, note: 'no paint at all' });
    recorder.record(changed, broken);
    await eventually(async () => {
      expect(await events()).toMatchObject([{ reason: 'Broken', note: 'no paint', series: { count: 3 } }]);
    });
    recorder.record(changed, { type: 'Normal', reason: 'Painted', action: 'Paint', note: 'é'.repeat(2_000) });
    await eventually(async () => expect(await events()).toHaveLength(2));
    const { stdout } = await kubectl(['get', 'events', '-n', things.namespace]);
    expect(stdout).toMatch(/Warning\s+Broken\s+thing\/reported\s+no paint/);
    const { stdout: described } = await kubectl([
      ...['describe', `things.${things.resource.group}`, 'reported', '-n', things.namespace],
    ]);
    expect(described).toMatch(/Warning\s+Broken\s+.*\(x3 over .*no paint/);
  });

  it('writes Events for cluster-wide objects, too', async () => {
    const namespace = await client.get(NAMESPACES, { name: things.namespace });
    const recorder = createRecorder({ client, controller: CONTROLLER, instance: 'test-0', log });
    recorder.record(namespace, { type: 'Normal', reason: 'Seen', action: 'Look', note: things.namespace });
    await eventually(async () => {
      const { stdout } = await kubectl(['describe', 'namespace', things.namespace]);
      const all = await kubectl(['get', 'events', '-n', 'default']);
      expect(`${stdout}${all.stdout}`).toMatch(new RegExp(`Seen\\s+namespace/${things.namespace}`));
    });
  });
});
