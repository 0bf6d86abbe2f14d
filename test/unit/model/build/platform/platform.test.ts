import { describe, expect, it } from 'vitest';
import type { Content } from '../../../../../src/source/content.ts';
import type { Surroundings } from '../../../../../src/source/surroundings.ts';
import { environment, podOf, textsOf } from '../../../../support/environment.ts';
import { expanded, objectsOf } from '../../../../support/models.ts';
import { startIn } from '../../../../support/started.ts';
import { app, templateOf, type Wire } from '../../../../support/template.ts';

/** Text in which `@` stands for a dollar sign: linters take the other for a mistake. */
const dollars = (text: string) => text.replaceAll('@', '$');

const env = (attr_name: string, attr_value: string) => ({ attr_name, attr_value: dollars(attr_value) });

const needs = (...keys: readonly string[]) => ({
  dep_service_map_list: keys.map((key) => ({ dep_service_key: key })),
});

const port = (container_port: number, fields: Wire = {}) => ({
  container_port,
  protocol: 'tcp',
  is_inner_service: true,
  ...fields,
});

function install(apps: readonly unknown[], fields: Wire = {}, around: Partial<Surroundings> = {}): Content {
  return expanded(templateOf(apps, fields), around).expansion;
}

const attribute = (value: unknown) => ({
  component_k8s_attributes: [{ name: 'env', save_type: 'json', attribute_value: JSON.stringify(value) }],
});

const group = (config_items: Wire, ...component_keys: readonly string[]) => ({
  app_config_groups: [{ name: 'g', config_items, component_keys }],
});

describe('the platform gives a container', () => {
  const db = app('db', {
    k8s_component_name: 'db',
    extend_method: 'state_multiple',
    extend_method_map: { min_node: 3, init_memory: 1024 },
    port_map_list: [port(9042), port(7000)],
  });

  it('its ports, size, names and place, in both schemes', () => {
    const found = environment(install([db]), 'db');
    const plain = {
      PORT: '7000',
      PROTOCOL: 'tcp',
      MONITOR_PORT: '9042:7000',
      SERVICE_POD_NUM: '3',
      SERVICE_NAME: 'shop-db',
      NAMESPACE: 'team',
      SERVICE_ALIAS: expect.stringMatching(/^gr[0-9a-f]{6}$/),
      SERVICE_ID: expect.stringMatching(/^[0-9a-f]{32}$/),
      TENANT_ID: expect.stringMatching(/^[0-9a-f]{32}$/),
      HOST_IP: 'status.hostIP',
      POD_IP: 'status.podIP',
      POD_NAME: 'metadata.name',
    };
    const underscored = Object.entries(plain).map(([name, value]) => [`_${name}`, value]);
    expect(found).toMatchObject({ ...plain, ...Object.fromEntries(underscored), MEMORY_SIZE: 'large' });
    expect(found).not.toHaveProperty('CUSTOM_MEMORY_SIZE');
    expect(found).not.toHaveProperty('_MEMORY_SIZE');
    expect(found).not.toHaveProperty('DEPEND_SERVICE');
    expect(found).not.toHaveProperty('DOMAIN');
    expect(found).toMatchObject({ LOGGER_DRIVER_NAME: 'streamlog' });
  });

  it.each([
    [700, { CUSTOM_MEMORY_SIZE: '700' }, 'MEMORY_SIZE'],
    [0, { CUSTOM_MEMORY_SIZE: '0' }, 'MEMORY_SIZE'],
    [512, { MEMORY_SIZE: 'medium' }, 'CUSTOM_MEMORY_SIZE'],
  ])('the name of a memory of %i MiB, or its number', (init_memory, size, other) => {
    const found = environment(install([app('a', { extend_method_map: { init_memory } })]), 'a');
    expect(found).toMatchObject(size);
    expect(found).not.toHaveProperty(other);
  });

  it('the components that it depends on and waits for, and those that depend on it', () => {
    const expansion = install([
      app('x', { k8s_component_name: 'x', ...needs('a') }),
      app('a', { k8s_component_name: 'a', ...needs('b', 'd') }),
      app('b', { k8s_component_name: 'b', ...needs('a') }),
      app('d', { k8s_component_name: 'd' }),
    ]);
    const [x, a, d] = ['x', 'a', 'd'].map((key) => environment(expansion, key));
    const idOf = (key: string) => expansion.components.find((each) => each.key === key)?.id;
    expect(a).toMatchObject({
      DEPEND_SERVICE: `shop-b:${idOf('b')},shop-d:${idOf('d')}`,
      DEPEND_SERVICE_COUNT: '2',
      // a and b start together: neither waits for the other.
      STARTUP_SEQUENCE_DEPENDENCIES: d?.SERVICE_ALIAS,
      REVERSE_DEPEND_SERVICE: expect.stringContaining(`${x?.SERVICE_ALIAS}:${idOf('x')}`),
    });
    expect(x).toMatchObject({ STARTUP_SEQUENCE_DEPENDENCIES: a?.SERVICE_ALIAS });
    expect(x).not.toHaveProperty('REVERSE_DEPEND_SERVICE');
  });

  it('the host of its rules, if there is a domain', () => {
    const outer = { protocol: 'http', is_outer_service: true };
    const web = app('web', {
      port_map_list: [port(8080, outer), port(80, outer), port(22, { is_outer_service: true })],
      service_env_map_list: [env('SITE', '@{DOMAIN_PROTOCOL:none}://@{DOMAIN:localhost}/')],
    });
    const found = environment(install([web]), 'web');
    const host = `80.${found.SERVICE_ALIAS}.team.apps.example.com`;
    expect(found).toMatchObject({
      DOMAIN: host,
      DOMAIN_80: host,
      DOMAIN_8080: `8080.${found.SERVICE_ALIAS}.team.apps.example.com`,
      DOMAIN_PROTOCOL: 'http',
      DOMAIN_PROTOCOL_80: 'http',
      SITE: `http://${host}/`,
    });
    expect(found).not.toHaveProperty('DOMAIN_22');
    const { surroundings, template } = { surroundings: { domain: undefined }, template: templateOf([web]) };
    const bare = expanded(template, surroundings as unknown as Partial<Surroundings>).expansion;
    expect(environment(bare, 'web')).toMatchObject({ SITE: 'none://localhost/' });
  });

  it('nothing that a change of replicas or dependents would replace its pods for', () => {
    const api = (min_node: number) => app('api', { extend_method_map: { min_node } });
    const before = install([api(1)]);
    const after = install([api(3), app('web', needs('api'))]);
    expect(environment(before, 'api').SERVICE_POD_NUM).toBe('1');
    expect(environment(after, 'api').SERVICE_POD_NUM).toBe('3');
    const withoutReverse = (pod: ReturnType<typeof podOf>) =>
      pod.spec.containers[0]?.env?.filter(({ name }) => !name.endsWith('REVERSE_DEPEND_SERVICE'));
    expect(withoutReverse(podOf(after, 'api'))).toEqual(podOf(before, 'api').spec.containers[0]?.env);
    const more = install([api(3), app('web', needs('api')), app('two', needs('api'))]);
    expect(podOf(more, 'api')).toEqual(podOf(after, 'api'));
  });

  it('no lists of more dependencies than a ConfigMap has room for, and says so', () => {
    const keys = Array.from({ length: 160 }, (_, at) => `c${at}`);
    const { components, notApplied } = install(keys.map((key) => app(key, needs(...keys))));
    expect(JSON.stringify(components[0]?.workload)).not.toContain('"DEPEND_SERVICE"');
    expect(notApplied).toContainEqual({ path: 'apps', why: expect.stringContaining('DEPEND_SERVICE') });
  });
});

describe('names of the platform', () => {
  const named = (fields: Wire, publishedWith?: string) =>
    environment(install([app('a', fields)], {}, publishedWith === undefined ? {} : { publishedWith }), 'a');

  it.each([
    ['v5.14.1-release-2f45c815e-2023-06-08-04', '', true],
    ['v6.7.0-release-f5784be', '', false],
    ['v6.7.0-release-f5784be', 'ns=@NAMESPACE', true],
    ['public-cloud', '', true],
    ['', '', true],
    [undefined, '', true],
  ])('of %s, in a model with %j: without underscore %j', (publishedWith, cmd, isThere) => {
    const found = named({ cmd: dollars(cmd) }, publishedWith);
    expect(Object.hasOwn(found, 'NAMESPACE')).toBe(isThere);
    expect(found).toHaveProperty('_NAMESPACE', 'team');
  });

  it.each(['v5.14.1', 'v6.7.0', 'dev', ''])(
    'are filled in whatever the release, and are envs where a text has them: %j',
    (publishedWith) => {
      const own = [env('ME', '@{SERVICE_NAME} @{_SERVICE_NAME}'), env('IP', '[@{POD_IP:no}]')];
      expect(named({ k8s_component_name: 'a', service_env_map_list: own }, publishedWith)).toMatchObject({
        ...{ ME: 'shop-a shop-a', SERVICE_NAME: 'shop-a', _SERVICE_NAME: 'shop-a' },
        IP: '[]',
      });
    },
  );

  it.each(['v5.14.1', 'v6.7.0', 'dev'])('hide nothing of the component itself: %s', (publishedWith) => {
    const own = {
      service_env_map_list: [env('PORT', '1'), env('URL', 'h:@{PORT}'), env('SERVICE_NAME', 'me')],
    };
    expect(named({ ...own, port_map_list: [port(80)] }, publishedWith)).toMatchObject({
      PORT: '1',
      URL: 'h:1',
      SERVICE_NAME: 'me',
      _PORT: '80',
    });
  });

  it.each([
    ['v5.14.1', { PORT: 'offered', NAMESPACE: 'team', PROTOCOL: 'tcp' }],
    ['v6.7.0', { PORT: 'offered', NAMESPACE: 'offered', PROTOCOL: 'group' }],
    [undefined, { PORT: 'offered', NAMESPACE: 'offered', PROTOCOL: 'group' }],
  ])('of %s hide groups and offers as far as the publisher saw it', (publishedWith, expected) => {
    const offers = [env('PORT', 'offered'), env('NAMESPACE', 'offered')];
    const apps = [
      app('db', { service_connect_info_map_list: offers }),
      app('web', { port_map_list: [port(80)], ...needs('db') }),
    ];
    const groups = group({ PORT: 'group', NAMESPACE: 'group', PROTOCOL: 'group' }, 'web');
    const around = publishedWith === undefined ? {} : { publishedWith };
    expect(environment(install(apps, groups, around), 'web')).toMatchObject(expected);
  });
});

describe('variables', () => {
  it('get their default, or what a dependency offers', () => {
    const web = (fields: Wire = {}) =>
      app('web', { service_env_map_list: [env('PORT_X', '@{DB_PORT:3306}')], ...fields });
    const db = app('db', { service_connect_info_map_list: [env('DB_PORT', '5432')] });
    expect(environment(install([web()]), 'web').PORT_X).toBe('3306');
    expect(environment(install([db, web(needs('db'))]), 'web').PORT_X).toBe('5432');
  });

  it.each<[string, Wire, string, string]>([
    [
      'the platform and dependencies, or stay',
      { port_map_list: [port(8080, { protocol: 'http' })], ...needs('api') },
      'listen @{PORT:80}; proxy_pass http://@{API_HOST}:@{API_PORT}; set @x @{nope};',
      'listen 8080; proxy_pass http://shop-api:9000; set @x @{nope};',
    ],
    [
      'the component itself before the platform',
      { port_map_list: [port(80)], service_env_map_list: [env('PORT', '1')] },
      'listen @{PORT}',
      'listen 1',
    ],
  ])('in config files get the values of %s', (_, fields, file_content, text) => {
    const file = { volume_name: 'f', volume_path: '/f', volume_type: 'config-file' };
    const expansion = install([
      app('web', {
        ...fields,
        service_volume_map_list: [{ ...file, file_content: dollars(file_content) }],
      }),
      app('api', { port_map_list: [port(9000, { port_alias: 'API', k8s_service_name: 'shop-api' })] }),
    ]);
    const [main] = startIn(expansion, 'web').containers;
    expect(main?.files['/f']?.content).toBe(dollars(text));
  });

  it('of an offered env are those of the component that gets it, then those of the one that offers it', () => {
    const a = app('a', {
      service_env_map_list: [env('WHO', 'a')],
      service_connect_info_map_list: [
        env('URL', 'http://@{WHO}/@{SERVICE_NAME}'),
        env('DEEP', '@{PG_HOST:no}'),
      ],
      k8s_component_name: 'a',
      ...needs('pg'),
    });
    const pg = app('pg', { service_connect_info_map_list: [env('PG_HOST', 'pg')] });
    const b = app('b', { service_env_map_list: [env('WHO', 'b')], k8s_component_name: 'b', ...needs('a') });
    const c = app('c', { k8s_component_name: 'c', ...needs('a') });
    const expansion = install([a, b, c, pg]);
    const [forA, forB, forC] = ['a', 'b', 'c'].map((key) => environment(expansion, key));
    expect(forA?.URL).toBe('http://a/shop-a');
    expect(forB?.URL).toBe('http://b/shop-b');
    expect(forC?.URL).toBe('http://a/shop-c');
    expect(forC?.DEEP).toBe('pg');
  });

  it('are filled in across a circle of components, but not in a circle of envs', () => {
    const expansion = install([
      app('a', { service_connect_info_map_list: [env('A', 'a@{B}'), env('P', '@{Q}')], ...needs('b') }),
      app('b', { service_connect_info_map_list: [env('B', 'b'), env('Q', '@{P:x}')], ...needs('a') }),
    ]);
    expect(environment(expansion, 'a').A).toBe('ab');
    expect(environment(expansion, 'b').A).toBe('ab');
    expect([environment(expansion, 'a').P, environment(expansion, 'a').Q]).toEqual(
      ['@{Q}', '@{Q}'].map(dollars),
    );
  });

  it('may refer to each other through thousands of envs', () => {
    const chain = Array.from({ length: 1_900 }, (_, at) => env(`E${at}`, `@{E${at + 1}}`));
    const expansion = install([app('a', { service_env_map_list: [...chain, env('E1900', 'end')] })]);
    expect(environment(expansion, 'a').E0).toBe('end');
  });

  it('that double their text forty times end, and the install says so', () => {
    const bomb = Array.from({ length: 40 }, (_, at) => env(`B${at}`, `@{B${at + 1}}@{B${at + 1}}`));
    const apps = [
      app('a', { service_env_map_list: [...bomb, env('B40', 'x')], cmd: dollars('@{B0}'.repeat(100)) }),
    ];
    const expansion = install(apps);
    expect(JSON.stringify(objectsOf(expansion)).length).toBeLessThan(9 * 1024 * 1024);
    expect(expansion.notApplied).toContainEqual({ path: 'apps', why: expect.stringContaining('too large') });
  });

  it('of items of a config group are those of each component, and no item leaves its Secret', () => {
    const apps = [app('a', { k8s_component_name: 'a' }), app('b', { k8s_component_name: 'b' })];
    const expansion = install(apps, group({ LEVEL: 'planted', HI: dollars('hi @{SERVICE_NAME}') }, 'a', 'b'));
    expect(environment(expansion, 'a')).toMatchObject({ HI: 'hi shop-a', LEVEL: 'planted' });
    expect(environment(expansion, 'b')).toMatchObject({ HI: 'hi shop-b', LEVEL: 'planted' });
    const open = objectsOf(expansion).filter(({ resource }) => resource.kind !== 'Secret');
    expect(JSON.stringify(open)).not.toMatch(/planted|hi shop/);
    expect([...textsOf(expansion, 'Secret').keys()]).toHaveLength(3);
  });
});

describe('the attribute env', () => {
  const fields = {
    service_env_map_list: [env('OWN', 'model'), env('URL', 'x-@{ADDED:none}')],
    ...attribute([
      { name: 'OWN', value: 'attribute' },
      { name: 'ADDED', value: 'a b' },
      { name: 'MY_HOST', value: dollars('@(POD_NAME).@{SERVICE_NAME}') },
      { name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    ]),
    cmd: dollars('@{OWN} @{ADDED} [@{IP:none}]'),
  };
  const expansion = install([app('a', fields)]);

  it('comes last, replaces other envs, and is not filled', () => {
    const { env: listed = [] } = podOf(expansion, 'a').spec.containers[0] ?? {};
    expect(listed.slice(-4)).toMatchObject([
      { name: 'OWN', value: 'attribute' },
      { name: 'ADDED', value: 'a b' },
      { name: 'MY_HOST', value: dollars('@(POD_NAME).@{SERVICE_NAME}') },
      { name: 'IP' },
    ]);
    expect(listed.filter(({ name }) => name === 'OWN')).toHaveLength(1);
    expect(expansion.notApplied).toEqual([]);
  });

  it('counts in commands, but not in other envs', () => {
    expect(podOf(expansion, 'a').spec.containers[0]?.args).toEqual(['attribute', 'a', 'b', '[]']);
    expect(environment(expansion, 'a').URL).toBe('x-none');
  });
});

describe('a command', () => {
  it.each([
    ['run  --a=@{A} @{OPTS}', ['run', '--a=1', '-x', '-y']],
    ['run --port @{PORT:9000}', ['run', '--port', '9000']],
    ['sh -c "a b"', ['sh', '-c', '"a', 'b"']],
    ['@{EMPTY} a\tb\nc', ['a\tb\nc']],
    ['@{missing} @A @(A)', ['@{missing}', '@A', '@(A)']],
    ['--pw=@{PW} @{DSN}', ['--pw=@(PW)', '@(DSN)']],
    ['@{ITEM}', ['@(ITEM)']],
    ['  ', undefined],
  ])('%j has the arguments %j', (cmd, args) => {
    const own = [
      ...[env('A', '1'), env('OPTS', '-x -y'), env('EMPTY', '')],
      ...[env('PW', '**None:pw**'), env('DSN', 'pg://@{PW}')],
    ];
    const component = app('a', { cmd: dollars(cmd), service_env_map_list: own });
    const expansion = install([component], group({ ITEM: 'a b' }, 'a'));
    expect(podOf(expansion, 'a').spec.containers[0]?.args).toEqual(args?.map(dollars));
  });
});

describe('settings by envs', () => {
  const made = (settings: Wire, fields: Wire = {}) => {
    const own = Object.entries(settings).map(([name, value]) => env(name, String(value)));
    const expansion = install([app('a', { service_env_map_list: own, ...fields })]);
    return { spec: podOf(expansion, 'a').spec, notApplied: expansion.notApplied, expansion };
  };

  it('name a pod and hosts, and stay envs', () => {
    const { spec, notApplied, expansion } = made({
      ES_HOSTNAME: 'one',
      'ES_HOST_Legacy.example': '10.1.2.3',
      ES_HOST_other: '10.1.2.3',
      ES_HOST_six: '2001:db8::1',
    });
    expect(spec.hostname).toBe('one');
    expect(spec.hostAliases).toEqual([
      { ip: '10.1.2.3', hostnames: ['legacy.example', 'other'] },
      { ip: '2001:db8::1', hostnames: ['six'] },
    ]);
    expect(environment(expansion, 'a')).toMatchObject({ ES_HOSTNAME: 'one', ES_HOST_other: '10.1.2.3' });
    expect(notApplied).toEqual([]);
  });

  it.each([
    [
      { ES_CPULIMIT: 500, ES_CPUREQUEST: 100 },
      { limits: { cpu: '500m' }, requests: { cpu: '100m' } },
    ],
    [{ ES_CPUREQUEST: 100 }, { requests: { cpu: '100m' } }],
    [
      { ES_CPULIMIT: 100, ES_CPUREQUEST: 500 },
      { limits: { cpu: '100m' }, requests: { cpu: '100m' } },
    ],
    [{ ES_CPULIMIT: 0 }, { limits: { cpu: '250m' }, requests: { cpu: '250m' } }],
  ])('%j sets the CPU', (settings, expected) => {
    const { spec } = made(settings, { extend_method_map: { init_memory: 0, container_cpu: 250 } });
    expect(spec.containers[0]?.resources).toEqual(expected);
  });

  it.each([
    ['ES_SELECTNODE', 'node-1', /does not choose the node/],
    ['ES_SELECTHOST', 'node-1', /does not choose the node/],
    ['ES_HOSTNETWORK', 'true', /network of their node/],
    ['ES_SHCEDULERNAME', 'mine', /scheduler/],
    ['ES_HOSTNAME', 'No Name', /no name/],
    ['ES_HOST_x', 'elsewhere', /IP address/],
    ['ES_HOST_-', '10.0.0.1', /host name/],
    ['ES_CPULIMIT', '1.5', /thousandths/],
    ['ES_CPULIMIT', '**None**', /in Secrets alone/],
  ])('%s=%s has no effect, and the install says so', (name, value, why) => {
    const { spec, notApplied } = made({ [name]: value });
    expect(notApplied).toEqual([{ path: 'apps[0]', why: expect.stringMatching(why) }]);
    expect(spec).not.toHaveProperty('hostAliases');
    expect(spec).not.toHaveProperty('hostname');
    expect(spec).not.toHaveProperty('hostNetwork');
  });
});
