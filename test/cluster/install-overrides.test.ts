import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Override } from '../../src/api/overrides.ts';
import { fieldAt, fieldsOf } from '../../src/base/fields.ts';
import { CLAIMS, SECRETS } from '../../src/objects/core.ts';
import { DEPLOYMENTS, STATEFUL_SETS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf, type Wire } from '../support/template.ts';
import { Market, type Place, problem } from './support/market.ts';
import { needs, serving, storing, withPassword } from './support/models.ts';
import { contentsOf, Install } from './support/shop.ts';
import { mainOf, startsIn } from './support/start.ts';
import { kubectl, TESTER } from './support/world.ts';

let market: Market;

/** Component with the envs of a version. */
function web(image: string, envs: Readonly<Record<string, string>>, more: Wire = {}): Wire {
  return app('web', {
    ...needs('db'),
    ...serving('web'),
    share_image: image,
    service_env_map_list: Object.entries(envs).map(([attr_name, attr_value]) => ({ attr_name, attr_value })),
    ...more,
  });
}

function db(image: string): Wire {
  return app('db', {
    ...{ ...storing('rows'), ...serving('db'), ...withPassword, extend_method: 'state_multiple' },
    share_image: image,
  });
}

beforeAll(async () => {
  market = await Market.open();
  const { shop } = market;
  await shop.offer('adapted', '1.0', templateOf([web('web:1', { LEVEL: 'info', TEXT: 'is $' }), db('db:1')]));
  const next = web('quay.io/next/web:2', { LEVEL: 'warn', NEW: 'yes' });
  await shop.offer('adapted', '2.0', templateOf([next, db('db:2')]));
});

afterAll(() => market.close());

const WEB: Override = {
  component: 'web',
  replicas: 2,
  resources: { requests: { cpu: '10m' }, limits: { memory: '1Gi' } },
  envs: [
    { name: 'LEVEL', value: 'debug' },
    { name: 'TOKEN', secretKeyRef: { name: 'mine', key: 'token' } },
  ],
  imageTag: 'patched',
  nodeSelector: { 'kubernetes.io/os': 'linux' },
};

const DB: Override = {
  component: 'db',
  image: 'mirror.example.com/db:mine',
  volumes: [{ name: 'rows', size: '3Gi', storageClass: 'local' }],
};

/** State of the pods of an install of `adapted`, as their workloads say and as they were started. */
async function runningIn({ team: { namespace } }: Place, pods: number) {
  const starts = [...(await startsIn(market.client, namespace, pods))];
  const mains = (component: string) =>
    starts.filter(([pod]) => pod.startsWith(`adapted-${component}-`)).map(([, start]) => mainOf(start));
  const deployment = await market.client.get(DEPLOYMENTS, { namespace, name: 'adapted-web' });
  const spec = fieldAt(deployment, ['spec', 'template', 'spec']);
  const [container] = fieldsOf(spec).containers as readonly object[];
  const [claim] = await market.client.list(CLAIMS, { namespace });
  return {
    web: mains('web').map(({ image, env: { LEVEL, TOKEN, NEW } }) => ({ image, LEVEL, TOKEN, NEW })),
    db: mains('db').map(({ image }) => image),
    resources: fieldsOf(container).resources,
    nodeSelector: fieldsOf(spec).nodeSelector,
    volume: [fieldAt(claim, ['spec', 'resources', 'requests', 'storage']), claim?.metadata.uid],
  };
}

type Running = Awaited<ReturnType<typeof runningIn>>;

/** Waits until the pods of an install have what is expected. */
function runs(place: Place, pods: number, expected: Partial<Running>): Promise<Running> {
  return eventually(async () => {
    const running = await runningIn(place, pods);
    expect(running).toMatchObject(expected);
    return running;
  });
}

/** Versions of the specs of the workloads of a team, which change with every write of their specs. */
async function generationsIn({ team: { namespace } }: Place) {
  const [deployments, sets] = await Promise.all([
    market.client.list(DEPLOYMENTS, { namespace }),
    market.client.list(STATEFUL_SETS, { namespace }),
  ]);
  return [...deployments, ...sets].map(({ metadata }) => [metadata.name, metadata.uid, metadata.generation]);
}

describe('overrides', () => {
  it('apply, stay over an upgrade, are changed, and are taken away', async () => {
    const place = await market.place();
    const { namespace } = place.team;
    const install = new Install(market.client, place.team, market.shop, 'adapted', {
      volumesOnDelete: 'delete',
    });
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'mine', namespace } };
    await market.client.apply(SECRETS, { ...secret, stringData: { token: 'abc' } }, TESTER);
    const grants = { grants: { secrets: ['mine'] } };
    await install.apply('1.0', { overrides: [WEB, DB], ...grants });
    await install.condition('Ready', 'True');
    const set = { LEVEL: 'debug', TOKEN: 'abc' };
    const resources = { requests: { cpu: '10m', memory: '1Gi' }, limits: { memory: '1Gi' } };
    const { nodeSelector } = WEB;
    const { volume } = await runs(place, 3, {
      web: [1, 2].map(() => ({ image: 'web:patched', ...set, NEW: undefined })),
      db: ['mirror.example.com/db:mine'],
      resources,
      nodeSelector,
    });
    expect(volume[0]).toBe('3Gi');
    const { body } = await place.get('/adapted');
    expect(body).toMatchObject({
      ready: true,
      overrides: [
        { component: 'web', replicas: 2, image_tag: 'patched', node_selector: nodeSelector },
        { component: 'db', volumes: [{ name: 'rows', size: '3Gi', storage_class: 'local' }] },
      ],
      not_applied: [],
    });

    await install.apply('2.0', { overrides: [WEB, DB], ...grants });
    await install.condition('Ready', 'True');
    await runs(place, 3, {
      web: [1, 2].map(() => ({ image: 'quay.io/next/web:patched', ...set, NEW: 'yes' })),
      db: ['mirror.example.com/db:mine'],
      resources,
      nodeSelector,
      volume,
    });

    const before = await generationsIn(place);
    await install.apply('2.0', { overrides: [WEB, DB, { component: 'cache', replicas: 2 }], ...grants });
    const { message } = await install.condition('Stalled', 'True', 'OverrideInvalid');
    expect(message).toBe(
      'spec.overrides[cache].component: the model has no component of this key or name; it has web, db',
    );
    expect(await generationsIn(place)).toEqual(before);

    const edit = [{ component: 'web', replicas: 1, envs: [{ name: 'LEVEL', value: 'trace' }] }, DB];
    const patch = JSON.stringify({ spec: { overrides: edit } });
    const edited = ['patch', 'mi', 'adapted', '--namespace', namespace, '--type=merge', `--patch=${patch}`];
    expect(await kubectl(edited)).toMatchObject({ code: 0 });
    await install.condition('Ready', 'True');
    await runs(place, 2, {
      web: [{ image: 'quay.io/next/web:2', LEVEL: 'trace', TOKEN: undefined, NEW: 'yes' }],
      db: ['mirror.example.com/db:mine'],
      nodeSelector: undefined,
      volume,
    });

    const removal = ['--type=json', '--patch=[{"op":"remove","path":"/spec/overrides"}]'];
    expect(await kubectl([...edited.slice(0, 5), ...removal])).toMatchObject({ code: 0 });
    await install.condition('Ready', 'True');
    await runs(place, 2, {
      web: [{ image: 'quay.io/next/web:2', LEVEL: 'warn', TOKEN: undefined, NEW: 'yes' }],
      db: ['db:2'],
      volume,
    });
    const { status } = await install.get();
    expect(status?.recorded).toBe(status?.serving?.digest);
    await install.remove();
    await eventually(async () =>
      expect(await contentsOf(market.client, namespace)).toEqual(
        expect.not.arrayContaining([expect.stringContaining('adapted')]),
      ),
    );
  });

  it('of a request to install apply, or are refused with what the model has', async () => {
    const place = await market.place();
    const wrong = { overrides: [{ component: 'cache', image_tag: '2' }] };
    const refused = await place.install('adapted', { query: '?is_deploy=true', body: wrong });
    expect(refused).toMatchObject(problem(400, 'install-failed'));
    expect(refused.body.msg).toContain('spec.overrides[cache].component: the model has no component of this');
    await place.isAsBefore();
    const overrides = [
      {
        component: 'web',
        envs: [{ name: 'LEVEL', value: 'debug' }],
        image_tag: 'patched',
        node_selector: { 'kubernetes.io/os': 'linux' },
      },
      { component: 'db', volumes: [{ name: 'rows', size: '2Gi', storage_class: 'local' }] },
    ];
    expect(await place.install('adapted', { query: '?is_deploy=true', body: { overrides } })).toMatchObject({
      status: 200,
    });
    const [install] = await place.installs();
    const { name = '' } = install?.metadata ?? {};
    await eventually(async () =>
      expect((await place.get(`/${name}`)).body).toMatchObject({ ready: true, overrides }),
    );
    const starts = [...(await startsIn(market.client, place.team.namespace, 2))];
    const [web] = starts.filter(([pod]) => pod.startsWith(`${name}-web-`)).map(([, start]) => mainOf(start));
    expect(web).toMatchObject({ image: 'web:patched', env: { LEVEL: 'debug' } });
    const [claim] = await market.client.list(CLAIMS, { namespace: place.team.namespace });
    expect(fieldAt(claim, ['spec', 'resources', 'requests', 'storage'])).toBe('2Gi');
  });
});

describe('a component with another key', () => {
  it('continues with its names, volumes and passwords where spec.match names the old one', async () => {
    const place = await market.place();
    const { namespace } = place.team;
    const modelOf = (key: string, version: number) => {
      const named = { service_key: key, service_share_uuid: `${key}+${key}`, service_cname: key };
      return templateOf([web(`web:${version}`, {}, needs(key)), { ...db(`db:${version}`), ...named }]);
    };
    await market.shop.offer('renamed', '1.0', modelOf('mysql', 1));
    await market.shop.offer('renamed', '2.0', modelOf('database', 2));
    const install = new Install(market.client, place.team, market.shop, 'renamed', {
      volumesOnDelete: 'delete',
    });
    const match = { mysql: 'database' };
    await install.apply('1.0', { match });
    await install.condition('Ready', 'True');
    const sets = async () => (await generationsIn(place)).map(([name, uid]) => [name, uid]);
    const claims = async () =>
      (await market.client.list(CLAIMS, { namespace })).map(({ metadata }) => metadata.uid);
    const stores = async () =>
      [...(await startsIn(market.client, namespace, 2))]
        .filter(([pod]) => pod.startsWith('renamed-mysql-'))
        .map(([pod, start]) => [pod, mainOf(start).image, mainOf(start).env.PASSWORD]);
    const [before, volumes, [[pod, image, password] = []]] = [await sets(), await claims(), await stores()];
    expect([volumes.length, pod, image]).toEqual([1, 'renamed-mysql-0', 'db:1']);

    const generations = await generationsIn(place);
    await install.apply('2.0', { match: { mysql: 'maria' } });
    const { message } = await install.condition('Stalled', 'True', 'OverrideInvalid');
    expect(message).toContain('spec.match[mysql]: the model has neither a component mysql nor maria');
    expect(message).toContain('version 1.0 is still in place');
    expect(await generationsIn(place)).toEqual(generations);

    await install.apply('2.0', { match });
    await install.condition('Ready', 'True');
    expect(await stores()).toEqual([['renamed-mysql-0', 'db:2', password]]);
    expect(await sets()).toEqual(before);
    expect(await claims()).toEqual(volumes);
    const { components = [] } = (await install.get()).status ?? {};
    expect(components.map(({ key }) => key).toSorted()).toEqual(['mysql', 'web']);
    await install.remove();
  });
});
