import { describe, expect, it } from 'vitest';
import { allocate, lacksPort } from '../../../../src/model/build/allocate.ts';
import type { PortStanding } from '../../../../src/names/ports.ts';
import { keptSchema, NOTHING_KEPT } from '../../../../src/source/kept.ts';
import type { TakenNames } from '../../../../src/source/surroundings.ts';
import { allocationContext, keptOf, takenNames } from '../../../support/install.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

const env = (attr_name: string, attr_value: string) => ({ attr_name, attr_value });

const port = (container_port: number, fields: Wire = {}) => ({
  container_port,
  protocol: 'http',
  is_inner_service: true,
  ...fields,
});

describe('generated secrets', () => {
  const model = modelOf(
    [
      app('db', {
        service_env_map_list: [
          env('PASSWORD', '**None:db**'),
          env('TOKEN', '**None**'),
          env('URL', 'x:**None:db**@y'),
        ],
        service_connect_info_map_list: [env('TOKEN', '**None**')],
      }),
      app('web', { service_env_map_list: [env('TOKEN', '**None**'), env('PLAIN', '**none**')] }),
    ],
    {
      app_config_groups: [
        { name: 'g', config_items: { KEY: '**None**', DB: '**None:db**' }, component_keys: ['web'] },
      ],
    },
  );

  it('have 32 digits, which are 128 bits, for every place and every group', () => {
    const { secrets } = keptOf(model);
    expect(Object.keys(secrets).toSorted()).toEqual([
      'digest/key',
      'env/db/TOKEN',
      'env/web/TOKEN',
      'group/db',
      'item/g/KEY',
    ]);
    for (const secret of Object.values(secrets)) {
      expect(secret).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(new Set(Object.values(secrets)).size).toBe(5);
  });

  it('stay as they are in installs whose own ones have 8 digits', () => {
    const kept = { ...NOTHING_KEPT, secrets: { 'env/web/TOKEN': 'd61e4aa5', 'item/g/KEY': '0d10c0e4' } };
    const { secrets } = keptOf(model, kept);
    expect(secrets).toMatchObject(kept.secrets);
    expect(secrets['env/db/TOKEN']).toHaveLength(32);
  });

  it('never change, even while a version does not use them', () => {
    const kept = keptOf(model);
    const next = modelOf([app('web', { service_env_map_list: [env('NEW', '**None**')] })]);
    const again = allocate(
      next,
      kept,
      allocationContext(takenNames(), () => 'x'),
    );
    expect(again.secrets).toEqual({ ...kept.secrets, 'env/web/NEW': 'x' });
    expect(
      allocate(
        model,
        again,
        allocationContext(takenNames(), () => 'y'),
      ),
    ).toEqual(again);
  });

  it('exist for groups whose names have a meaning in JavaScript', () => {
    const odd = modelOf([app('a', { service_env_map_list: [env('A', '**None:__proto__**')] })]);
    expect(keptOf(odd).secrets['group/__proto__']).toHaveLength(32);
  });
});

describe('names of workloads', () => {
  const names = (apps: readonly unknown[], kept = NOTHING_KEPT, taken: string[] = []) =>
    Object.values(keptOf(modelOf(apps), kept, { workloads: new Set(taken) }).workloads);

  it('join the install and the name in the model into a DNS label of at most 52 characters', () => {
    const apps = [
      app('a', { k8s_component_name: 'web', service_alias: 'gr1' }),
      app('b', { service_alias: 'GR2' }),
      app('c', { service_cname: '店铺' }),
      app('d', { k8s_component_name: 'x'.repeat(80) }),
    ];
    const [web, gr2, odd, long] = names(apps);
    expect([web, gr2]).toEqual(['shop-web', expect.stringMatching(/^shop-gr2-[0-9a-f]{8}$/)]);
    expect(odd).toMatch(/^shop-[0-9a-f]{8}$/);
    expect(long).toMatch(/^shop-x{38}-[0-9a-f]{8}$/);
  });

  it('are unique in the install and in the namespace', () => {
    const apps = [app('a', { k8s_component_name: 'web' }), app('b', { k8s_component_name: 'web' })];
    const [first, second] = names(apps);
    expect(first).toBe('shop-web');
    expect(second).toMatch(/^shop-web-b-[0-9a-f]{8}$/);
    expect(names(apps, NOTHING_KEPT, ['shop-web'])[0]).toMatch(/^shop-web-a-[0-9a-f]{8}$/);
  });

  it('never change, whatever the model calls its components later', () => {
    const kept = keptOf(modelOf([app('a', { k8s_component_name: 'web' })]));
    const [first, second] = names(
      [app('b', { k8s_component_name: 'web' }), app('a', { k8s_component_name: 'x' })],
      kept,
    );
    expect([first, second]).toEqual(['shop-web', expect.stringMatching(/^shop-web-b-/)]);
    expect(keptOf(modelOf([app('a')]), kept).workloads['workload/a']).toBe('shop-web');
  });
});

describe('names of Services', () => {
  const services = (apps: readonly unknown[], taken: string[] = [], kept = NOTHING_KEPT) =>
    keptOf(modelOf(apps), kept, { isServiceTaken: (name) => taken.includes(name) }).services;

  it('come from the model or the alias, for every port', () => {
    const port_map_list = [
      port(80, { k8s_service_name: 'web' }),
      port(81, { k8s_service_name: 'web' }),
      port(82),
      port(83, { k8s_service_name: 'Web_UI' }),
      port(84, { k8s_service_name: 'closed', is_inner_service: false }),
    ];
    expect(services([app('a', { port_map_list })])).toEqual({
      'service/a/web': 'web',
      'service/a/82': expect.stringMatching(/^gr[0-9a-f]{6}-82$/),
      'service/a/Web_UI': 'web-ui',
      'service/a/closed': 'closed',
    });
  });

  it('end in four more digits where another object has the name', () => {
    const apps = [app('a', { port_map_list: [port(80, { k8s_service_name: 'db' })] })];
    const given = services(apps, ['db']);
    expect(given['service/a/db']).toMatch(/^db-[0-9a-f]{4}$/);
  });

  it('are allocated again where another object takes one before it is created', () => {
    const model = modelOf([app('a', { port_map_list: [port(80, { k8s_service_name: 'db' })] })]);
    const again = (services: string[]) =>
      allocate(
        model,
        keptOf(model),
        allocationContext(takenNames({ isServiceTaken: (name) => services.includes(name) }), () => 'abcd'),
      ).services;
    expect(again(['web'])).toEqual({ 'service/a/db': 'db' });
    expect(again(['db'])).toEqual({ 'service/a/db': 'db-abcd' });
  });

  it('end in more digits where another component has the name, within 63 characters', () => {
    const long = 'x'.repeat(63);
    const port_map_list = [port(80, { k8s_service_name: long })];
    const given = services([app('a', { port_map_list }), app('b', { port_map_list })]);
    expect(given[`service/a/${long}`]).toBe(long);
    expect(given[`service/b/${long}`]).toMatch(/^x{58}-[0-9a-f]{4}$/);
  });

  it('become free with enough digits', () => {
    const apps = [app('a', { port_map_list: [port(80, { k8s_service_name: 'db' })] })];
    const taken = takenNames({ isServiceTaken: (name) => ['db', 'db-aaaa', 'db-aaaaa'].includes(name) });
    const kept = allocate(
      modelOf(apps),
      NOTHING_KEPT,
      allocationContext(taken, (digits) => 'a'.repeat(digits)),
    );
    expect(kept.services['service/a/db']).toBe('db-aaaaaa');
  });

  describe('of the pods of a StatefulSet', () => {
    const db = (more: Wire = {}) => app('db', { extend_method: 'state_multiple', ...more });
    const ofPods = (
      kept: Readonly<Record<string, string>>,
      { serviceName, taken = [] }: { readonly serviceName?: string; readonly taken?: readonly string[] },
      more: Wire = {},
    ) =>
      keptOf(
        modelOf([db(more)]),
        { ...NOTHING_KEPT, workloads: { 'workload/db': 'shop-db' }, services: kept },
        { serviceNameOf: () => serviceName, isServiceTaken: (name) => taken.includes(name) },
      ).services;

    it('are those of their workloads', () => {
      const { services: given, workloads } = keptOf(modelOf([db()]));
      expect(given).toEqual({ 'headless/db': 'shop-db' });
      expect(workloads).toEqual({ 'workload/db': 'shop-db' });
    });

    it('stay those of their workloads where another port wants the name', () => {
      const port_map_list = [port(80, { k8s_service_name: 'shop-db' })];
      const given = services([app('web', { port_map_list }), db()]);
      expect(given['headless/db']).toBe('shop-db');
      expect(given['service/web/shop-db']).toMatch(/^shop-db-[0-9a-f]{4}$/);
    });

    it('come with another name of the workload where a Service of others has the name', () => {
      const { services: given, workloads } = keptOf(modelOf([db()]), NOTHING_KEPT, {
        isServiceTaken: (name) => name === 'shop-db',
      });
      expect(workloads['workload/db']).toMatch(/^shop-db-db-[0-9a-f]{8}$/);
      expect(given['headless/db']).toBe(workloads['workload/db']);
    });

    it.each<
      [string, Record<string, string>, { serviceName?: string; taken?: string[] }, Record<string, string>]
    >([
      [
        'stay, with a second one, while a StatefulSet of an earlier release exists',
        { 'headless/db': 'gr1-pods' },
        { serviceName: 'gr1-pods' },
        { 'headless/db': 'gr1-pods', 'named/db': 'shop-db' },
      ],
      [
        'stay, with the second one, from then on',
        { 'headless/db': 'gr1-pods', 'named/db': 'shop-db' },
        { serviceName: 'gr1-pods' },
        { 'headless/db': 'gr1-pods', 'named/db': 'shop-db' },
      ],
      [
        'stay without a second one where others have its name',
        { 'headless/db': 'gr1-pods' },
        { serviceName: 'gr1-pods', taken: ['shop-db'] },
        { 'headless/db': 'gr1-pods' },
      ],
      [
        'stay without a second one where a port has its name',
        { 'headless/db': 'gr1-pods', 'service/web/80': 'shop-db' },
        { serviceName: 'gr1-pods' },
        { 'headless/db': 'gr1-pods', 'service/web/80': 'shop-db' },
      ],
      [
        'are those of the StatefulSet that exists, even where the Service is not free',
        { 'headless/db': 'shop-db' },
        { serviceName: 'shop-db', taken: ['shop-db'] },
        { 'headless/db': 'shop-db' },
      ],
      [
        'change to the name of the workload once the StatefulSet is gone',
        { 'headless/db': 'gr1-pods', 'named/db': 'shop-db' },
        {},
        { 'headless/db': 'shop-db' },
      ],
      [
        'stay where the name of the workload is not free',
        { 'headless/db': 'gr1-pods' },
        { taken: ['shop-db'] },
        { 'headless/db': 'gr1-pods' },
      ],
    ])('%s', (_, kept, cluster, wanted) => {
      expect(ofPods(kept, cluster)).toEqual(wanted);
    });

    it('get a suffix where no other name is free', () => {
      expect(ofPods({}, { taken: ['shop-db'] })['headless/db']).toMatch(/^shop-db-[0-9a-f]{4}$/);
    });
  });
});

describe('ports of the Gateway', () => {
  const outer = { is_outer_service: true, is_inner_service: false };
  const model = modelOf([
    app('a', {
      port_map_list: [
        port(80, outer),
        port(3306, { ...outer, protocol: 'mysql' }),
        port(53, { ...outer, protocol: 'udp' }),
        port(53, { ...outer, protocol: 'tcp' }),
        port(22, { protocol: 'tcp' }),
      ],
    }),
  ]);

  it('are the lowest free ones, for outer ports that are not HTTP', () => {
    expect(keptOf(model, NOTHING_KEPT, standings({ 30001: 'refused' })).ports).toEqual({
      'port/a/3306/tcp': 30_000,
      'port/a/53/udp': 30_002,
      'port/a/53/tcp': 30_003,
    });
  });

  it('never change while a rule has them, and missing ones are allocated once a port is free', () => {
    const only = { offeredPorts: [{ from: 9000, to: 9000 }], portStanding: () => 'free' as const };
    const kept = keptOf(model, NOTHING_KEPT, only);
    expect(kept.ports).toEqual({ 'port/a/3306/tcp': 9000 });
    expect(keptOf(model, kept, standings({ 9000: 'held' })).ports).toEqual({
      'port/a/3306/tcp': 9000,
      'port/a/53/udp': 30_000,
      'port/a/53/tcp': 30_001,
    });
  });

  it.each([
    [
      'those of no port of the model',
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x${at}`, 30_000 + at])),
      {},
      { 'port/a/3306/tcp': 30_000, 'port/a/53/udp': 30_001, 'port/a/53/tcp': 30_002 },
    ],
    [
      'those that the namespace may not have',
      { 'port/a/3306/tcp': 22, 'port/a/53/udp': 30_050 },
      { 30050: 'refused' },
      { 'port/a/3306/tcp': 30_000, 'port/a/53/udp': 30_001, 'port/a/53/tcp': 30_002 },
    ],
    [
      'the same port twice',
      { 'port/a/3306/tcp': 30_007, 'port/a/53/udp': 30_007 },
      {},
      { 'port/a/3306/tcp': 30_007, 'port/a/53/udp': 30_000, 'port/a/53/tcp': 30_001 },
    ],
  ] as const)('are not what somebody has put in their place: %s', (_, ports, standing, expected) => {
    expect(keptOf(model, { ...NOTHING_KEPT, ports }, standings(standing)).ports).toEqual(expected);
  });

  it('keep one that a rule of the namespace asks for, or has for a port of an older version', () => {
    const ports = { 'port/a/3306/tcp': 30_009, 'port/old/1/tcp': 30_008 };
    const standing = standings({ 30008: 'held', 30009: 'wanted' });
    expect(keptOf(model, { ...NOTHING_KEPT, ports }, standing).ports).toMatchObject(ports);
  });

  it('are all there unless the model asks for one more', () => {
    const all = keptOf(model);
    expect(lacksPort(model, all)).toBe(false);
    expect(lacksPort(model, { ports: { ...all.ports, 'port/old/1/tcp': 30_050 } })).toBe(false);
    expect(lacksPort(model, keptOf(model, NOTHING_KEPT, { portsLeft: 2 }))).toBe(true);
    expect(lacksPort(modelOf([app('a')]), NOTHING_KEPT)).toBe(false);
  });

  it('are as many as the limits of the team leave', () => {
    expect(keptOf(model, NOTHING_KEPT, { portsLeft: 1 }).ports).toEqual({ 'port/a/3306/tcp': 30_000 });
    const ports = { 'port/a/53/udp': 30_005, 'port/a/53/tcp': 30_006 };
    const standing = { ...standings({ 30005: 'held' }), portsLeft: 1 };
    expect(keptOf(model, { ...NOTHING_KEPT, ports }, standing).ports).toEqual(ports);
  });
});

/** Standings of some ports; of those that are offered, the others are free. */
function standings(known: Readonly<Record<number, PortStanding>>): Pick<TakenNames, 'portStanding'> {
  const { portStanding } = takenNames();
  return { portStanding: (port) => known[port] ?? portStanding(port) };
}

it('allocations match their schema', () => {
  const kept = allocate(modelOf([app('a')]), NOTHING_KEPT, allocationContext());
  expect(keptSchema.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});
