import { describe, expect, it } from 'vitest';
import type { GatewayRuleSpec } from '../../../../src/api/gatewayrule.ts';
import { ANNOTATIONS, LABELS } from '../../../../src/api/group.ts';
import { componentFactsSchema } from '../../../../src/component/facts.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import type { Content } from '../../../../src/source/content.ts';
import { NOTHING_KEPT } from '../../../../src/source/kept.ts';
import type { Surroundings } from '../../../../src/source/surroundings.ts';
import { environment, podOf, textsOf } from '../../../support/environment.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { expanded, objectsOf } from '../../../support/models.ts';
import { app, modelOf, templateOf, type Wire } from '../../../support/template.ts';

const env = (attr_name: string, attr_value: string) => ({ attr_name, attr_value });

const port = (container_port: number, fields: Wire = {}) => ({
  container_port,
  protocol: 'http',
  is_inner_service: true,
  ...fields,
});

function install(apps: readonly unknown[], fields: Wire = {}, around: Partial<Surroundings> = {}): Content {
  return expanded(templateOf(apps, fields), around).expansion;
}

const secretsOf = (expansion: Content) => textsOf(expansion, 'Secret');

/** Names of envs that every component gets, or some get without a word of their model. */
const OF_PLATFORM =
  /^_|^(DEPEND_SERVICE(_COUNT)?|DOMAIN\w*|HOST_IP|LOGGER_DRIVER_NAME|(CUSTOM_)?MEMORY_SIZE|MONITOR_PORT|NAMESPACE|POD_IP|POD_NAME|PORT|PROTOCOL|REVERSE_DEPEND_SERVICE|SERVICE_\w+|STARTUP_\w+|TENANT_ID)$/;

/** The part of an environment that the model gives. */
function given(expansion: Content, key: string): Readonly<Record<string, string>> {
  const all = Object.entries(environment(expansion, key));
  return Object.fromEntries(all.filter(([name]) => !OF_PLATFORM.test(name)));
}

function listed(expansion: Content, key: string): Readonly<Record<string, string | undefined>> {
  const [container] = podOf(expansion, key).spec.containers;
  const all = (container?.env ?? []).filter(({ name }) => !OF_PLATFORM.test(name));
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

describe('envs', () => {
  it('of dependencies reach their dependents, with host and port of every port', () => {
    const db = app('db', {
      port_map_list: [
        port(5432, { port_alias: 'pg', k8s_service_name: 'db', protocol: 'tcp' }),
        port(9187, { is_inner_service: false, is_outer_service: true, port_alias: 'METRICS' }),
      ],
      service_env_map_list: [env('POSTGRES_USER', 'shop'), env('PG_NAME', 'mine')],
      service_connect_info_map_list: [
        env('PG_HOST', '127.0.0.1'),
        env('PG_USER', `\${POSTGRES_USER}`),
        env('PG_NAME', 'theirs'),
      ],
    });
    const expansion = install([
      db,
      app('web', { dep_service_map_list: [{ dep_service_key: 'db' }] }),
      app('alone'),
    ]);
    expect(given(expansion, 'web')).toEqual({
      PG_HOST: 'db',
      PG_PORT: '5432',
      PG_USER: 'shop',
      PG_NAME: 'theirs',
      METRICS_HOST: expect.stringMatching(/^gr[0-9a-f]{6}-9187$/),
      METRICS_PORT: '9187',
    });
    expect(environment(expansion, 'db')).toMatchObject({ PG_HOST: 'db', PG_USER: 'shop', PG_NAME: 'mine' });
    expect(given(expansion, 'alone')).toEqual({});
  });

  it.each<[string, readonly string[]]>([
    ['my_db', ['MY_DB_HOST', 'MY_DB_PORT']],
    ['MY-DB', ['MY-DB_HOST', 'MY-DB_PORT', 'MY_DB_HOST', 'MY_DB_PORT']],
    ['a=b', ['A_B_HOST', 'A_B_PORT']],
    ['店', ['__HOST', '__PORT']],
  ])('of a port with the alias %s have its name, and one for shells', (port_alias, names) => {
    const port_map_list = [port(1, { port_alias, k8s_service_name: 'db', is_inner_service: false })];
    const expansion = install([app('db', { port_map_list })]);
    const values = names.map((name) => [name, name.endsWith('_HOST') ? 'db' : '1']);
    const given = environment(expansion, 'db');
    expect(given).toMatchObject(Object.fromEntries(values));
    expect(
      Object.keys(given).filter((name) => /._(HOST|PORT)$/.test(name) && !name.includes('MONITOR')),
    ).toEqual(names);
  });

  it('go both ways between components that depend on each other', () => {
    const each = (key: string, other: string) =>
      app(key, {
        port_map_list: [port(80, { port_alias: key, k8s_service_name: key })],
        dep_service_map_list: [{ dep_service_key: other }],
      });
    const expansion = install([each('a', 'b'), each('b', 'a')]);
    expect(environment(expansion, 'a')).toMatchObject({ B_HOST: 'b', B_PORT: '80' });
    expect(environment(expansion, 'b')).toMatchObject({ A_HOST: 'a', A_PORT: '80' });
  });

  it('of a component override those of its dependencies and of config groups', () => {
    const expansion = install(
      [
        app('db', { service_connect_info_map_list: [env('A', 'db'), env('B', 'db'), env('C', 'db')] }),
        app('web', {
          service_env_map_list: [env('A', 'own')],
          dep_service_map_list: [{ dep_service_key: 'db' }],
        }),
      ],
      {
        app_config_groups: [
          { name: 'g', config_items: { A: 'group', B: 'group', D: 'group' }, component_keys: ['web'] },
        ],
      },
    );
    expect(given(expansion, 'web')).toEqual({ A: 'own', B: 'db', C: 'db', D: 'group' });
    expect(listed(expansion, 'web')).toEqual({ A: 'own', B: 'db', C: 'db' });
  });

  it('are interpolated, except in a circle', () => {
    const web = app('web', {
      service_env_map_list: [
        env('URL', `\${SCHEME}://\${HOSTS}/\${MISSING}`),
        env('SCHEME', 'http'),
        env('HOSTS', `\${A}-\${GROUP}`),
        env('A', 'a'),
        env('LOOP', `x\${LOOP}`),
        env('PING', `\${PONG}`),
        env('PONG', `\${PING}`),
      ],
    });
    const groups = {
      app_config_groups: [{ name: 'g', config_items: { GROUP: `\${A}b`, A: 'no' }, component_keys: ['web'] }],
    };
    expect(environment(install([web], groups), 'web')).toMatchObject({
      URL: `http://a-ab/\${MISSING}`,
      GROUP: 'ab',
      LOOP: `x\${LOOP}`,
      PING: expect.stringMatching(/^\$\{P[IO]NG\}$/),
    });
  });

  it('stay within the limit of a process when they are interpolated', () => {
    const names = Array.from({ length: 40 }, (_, at) => `E${at}`);
    const envs = names.map((name, at) => env(name, `\${E${at + 1}}\${E${at + 1}}`.repeat(50)));
    const filled = environment(
      install([app('a', { service_env_map_list: [...envs, env('E40', 'xx')] })]),
      'a',
    );
    expect(Math.max(...Object.values(filled).map(({ length }) => length))).toBeLessThanOrEqual(65_536);
  });

  it('of a whole install stay within a limit, and the install reports it', () => {
    const long = env('LONG', 'x'.repeat(60_000));
    const many = Array.from({ length: 200 }, (_, at) => env(`E${at}`, `\${LONG}`));
    const expansion = install([app('a', { service_env_map_list: [long, ...many] })]);
    const lengths = Object.values(environment(expansion, 'a')).map(({ length }) => length);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(9 * 1024 * 1024);
    expect(expansion.notApplied).toMatchObject([
      { path: 'apps', why: expect.stringMatching(/variables make texts too large/) },
    ]);
  });

  it('with a secret are in Secrets alone, wherever they are used', () => {
    const apps = [
      app('db', {
        service_env_map_list: [env('PASSWORD', '**None:db**'), env('URL', 'x://u:**None:db**@db')],
        service_connect_info_map_list: [env('DB_PASSWORD', `\${PASSWORD}`), env('PIN', '**None**')],
      }),
      app('web', {
        service_env_map_list: [env('DSN', `pg://\${DB_PASSWORD}`), env('GROUPED', `\${TOKEN}!`)],
        dep_service_map_list: [{ dep_service_key: 'db' }],
      }),
    ];
    const groups = {
      app_config_groups: [
        { name: 'g', config_items: { TOKEN: '**None:t**', HASH: 'planted' }, component_keys: ['web'] },
      ],
    };
    const { expansion, kept } = expanded(templateOf(apps, groups));
    const password = kept.secrets['group/db'];
    expect(environment(expansion, 'web')).toMatchObject({
      DB_PASSWORD: password,
      DSN: `pg://${password}`,
      PIN: kept.secrets['env/db/PIN'],
      GROUPED: `${kept.secrets['group/t']}!`,
      HASH: 'planted',
    });
    const open = JSON.stringify([
      ...objectsOf(expansion).filter(({ resource }) => resource.kind !== 'Secret'),
      expansion.notApplied,
    ]);
    for (const secret of [...Object.values(kept.secrets), 'planted']) {
      expect(open).not.toContain(secret);
      expect(open).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
    }
  });

  it('replace pods when a secret changes, by a digest that reveals nothing', () => {
    const template = (value: string) =>
      modelOf([app('a')], {
        app_config_groups: [{ name: 'g', config_items: { A: value }, component_keys: ['a'] }],
      });
    const digest = (value: string, fingerprint: string) => {
      const kept = { ...NOTHING_KEPT, secrets: { 'digest/key': fingerprint } };
      return podOf(atOnce(expand(template(value), kept, surroundings())), 'a').metadata.annotations?.[
        ANNOTATIONS.envDigest
      ];
    };
    expect(digest('1', 'k')).toBe(digest('1', 'k'));
    expect(digest('1', 'k')).not.toBe(digest('2', 'k'));
    expect(digest('1', 'k')).not.toBe(digest('1', 'l'));
  });

  it('with a name that is no valid key of a Secret get another key', () => {
    const groups = {
      app_config_groups: [
        { name: 'g', config_items: { 'a b': '1', ['__proto__']: '2' }, component_keys: ['a'] },
      ],
    };
    expect(given(install([app('a')], groups), 'a')).toEqual({ 'a b': '1' });
  });
});

describe('renamed Services', () => {
  it('are renamed in envs, config groups and config files', () => {
    const apps = [
      app('db', { port_map_list: [port(5432, { k8s_service_name: 'db', port_alias: 'DB' })] }),
      app('web', {
        service_env_map_list: [env('DB_URL', 'pg://db:5432'), env('DB', 'db')],
        service_volume_map_list: [
          { volume_name: 'f', volume_path: '/f', volume_type: 'config-file', file_content: 'to http://db/' },
        ],
        dep_service_map_list: [{ dep_service_key: 'db' }],
      }),
    ];
    const model = modelOf(apps, {
      app_config_groups: [{ name: 'g', config_items: { G_HOST: 'db' }, component_keys: ['web'] }],
    });
    const kept = keptOf(model, NOTHING_KEPT, { isServiceTaken: (name) => name === 'db' });
    const name = kept.services['service/db/db'];
    const expansion = atOnce(expand(model, kept, surroundings()));
    expect(name).toMatch(/^db-[0-9a-f]{4}$/);
    expect(given(expansion, 'web')).toEqual({
      DB_HOST: name,
      DB_PORT: '5432',
      DB_URL: `pg://${name}:5432`,
      DB: 'db',
      G_HOST: name,
    });
    const files = [...textsOf(expansion, 'ConfigMap').values()].flatMap((texts) => Object.values(texts));
    expect(files).toContain(`to http://${name}/`);
  });
});

describe('pull secrets', () => {
  const login = { hub_url: 'https://hub.example.com/ns', hub_user: 'me', hub_password: 'pw' };
  const pullsOf = (expansion: Content, key: string) =>
    (podOf(expansion, key).spec.imagePullSecrets ?? []).map(({ name }) =>
      JSON.parse(secretsOf(expansion).get(name)?.['.dockerconfigjson'] ?? '{}'),
    );
  const auth = (user: string, password: string) => ({
    username: user,
    password,
    auth: Buffer.from(`${user}:${password}`).toString('base64'),
  });

  it('hold the credentials of components, one Secret for equal ones', () => {
    const expansion = install([
      app('a', { service_image: login }),
      app('b', { service_image: login }),
      app('c', { service_image: { ...login, hub_password: 'other' } }),
      app('d', { service_image: { ...login, hub_password: null } }),
    ]);
    expect(pullsOf(expansion, 'a')).toEqual([{ auths: { 'hub.example.com': auth('me', 'pw') } }]);
    expect(pullsOf(expansion, 'b')).toEqual(pullsOf(expansion, 'a'));
    expect(pullsOf(expansion, 'c')).toEqual([{ auths: { 'hub.example.com': auth('me', 'other') } }]);
    expect(pullsOf(expansion, 'd')).toEqual([]);
    expect(secretsOf(expansion).size).toBe(2);
  });

  it.each([
    ['p', [{ auths: { 'hub.x': auth('u', 'p') } }]],
    ['', []],
    [null, []],
  ])('of an image, which stays as it is, hold the password %j', (hub_password, expected) => {
    const service_image = { hub_url: 'hub.x', hub_user: 'u', hub_password };
    const expansion = install([app('a', { share_image: 'hub.x/ns/abc:1', service_image })]);
    expect(podOf(expansion, 'a').spec.containers).toMatchObject([{ image: 'hub.x/ns/abc:1' }]);
    expect(pullsOf(expansion, 'a')).toEqual(expected);
  });

  it('hold the credentials of the store for images in its registry alone', () => {
    const hub = { url: 'Registry.example.com', user: 'store', password: 'pw' };
    const expansion = install(
      [app('a'), app('b', { share_image: 'elsewhere.com/b' }), app('c', { share_image: 'c:1' })],
      {},
      { hub },
    );
    expect(pullsOf(expansion, 'a')).toEqual([{ auths: { 'registry.example.com': auth('store', 'pw') } }]);
    expect([...pullsOf(expansion, 'b'), ...pullsOf(expansion, 'c')]).toEqual([]);
  });

  it('use the key of Docker Hub for images without a registry', () => {
    const expansion = install([
      app('a', { share_image: 'shop/web:1', service_image: { ...login, hub_url: '' } }),
    ]);
    expect(pullsOf(expansion, 'a')).toEqual([{ auths: { 'https://index.docker.io/v1/': auth('me', 'pw') } }]);
  });
});

describe('rules', () => {
  const outer = { is_outer_service: true, is_inner_service: false };
  const specs = ({ rules }: Content) => rules.map(({ draft }) => draft.spec as GatewayRuleSpec);

  it('lead from a host name of the component to every outer HTTP port', () => {
    const expansion = install([app('a', { port_map_list: [port(80, outer), port(81)] })]);
    const [component] = expansion.components;
    expect(specs(expansion)).toEqual([
      {
        appId: 7,
        protocol: 'http',
        http: {
          serviceId: component?.id,
          containerPort: 80,
          domainName: `80.gr${component?.id.slice(-6)}.team.apps.example.com`,
          domainPath: '/',
        },
      },
    ]);
  });

  it('are missing without a domain or below one that is too long, and the install reports it', () => {
    const apps = [app('a', { port_map_list: [null, port(80, outer)] })];
    const { domain: _, ...without } = surroundings();
    const model = modelOf(apps);
    expect(atOnce(expand(model, keptOf(model), without))).toMatchObject({
      rules: [],
      notApplied: [
        { path: 'apps[0].port_map_list[1]', why: expect.stringMatching(/no domain is configured/) },
      ],
    });
    expect(install(apps, {}, { domain: `${'x.'.repeat(125)}com` })).toMatchObject({
      rules: [],
      notApplied: [{ path: 'apps[0].port_map_list[1]', why: expect.stringMatching(/domainName/) }],
    });
  });

  it('lead from a port of the Gateway to every other outer port, while one is free', () => {
    const apps = [
      app('a', {
        port_map_list: [port(3306, { ...outer, protocol: 'mysql' }), port(22, { ...outer, protocol: 'tcp' })],
      }),
    ];
    const model = modelOf(apps);
    const kept = keptOf(model, NOTHING_KEPT, {
      offeredPorts: [{ from: 9000, to: 9000 }],
      portStanding: () => 'free',
    });
    const expansion = atOnce(expand(model, kept, surroundings()));
    expect(specs(expansion)).toMatchObject([
      { protocol: 'tcp', tcp: { containerPort: 3306, endPoint: { ip: '0.0.0.0', port: 9000 } } },
    ]);
    expect(expansion.notApplied).toMatchObject([
      {
        path: 'apps[0].port_map_list[1]',
        why: expect.stringMatching(/^no port that the gateway offers \(gateway\.tcp\.ports\) is free/),
      },
    ]);
  });

  it('lead to both of two ports of the same number, and state which', () => {
    const port_map_list = [
      port(53, { ...outer, protocol: 'tcp', k8s_service_name: 'z' }),
      port(53, { ...outer, protocol: 'udp', k8s_service_name: 'b' }),
    ];
    const expansion = install([app('a', { port_map_list })]);
    expect(specs(expansion)).toMatchObject([
      { tcp: { containerPort: 53, transport: 'TCP' } },
      { tcp: { containerPort: 53, transport: 'UDP' } },
    ]);
    expect(expansion.notApplied).toEqual([]);
  });

  it('keep the conditions of a route, or are missing', () => {
    const route = (fields: Wire) => ({ component_key: 'a', port: 80, ...fields });
    const ingress_http_routes = [
      route({ cookies: { a: '1', b: '2', c: '3', d: '4' } }),
      route({ headers: { 'X-A': 'a\tb' } }),
      route({ location: 'no/slash' }),
      route({ location: '/fine', headers: { 'X-A': 'b' } }),
    ];
    const expansion = install([app('a', { port_map_list: [port(80, outer)] })], { ingress_http_routes });
    expect(specs(expansion)).toMatchObject([{ http: { domainPath: '/fine', domainHeader: { 'X-A': 'b' } } }]);
    expect(expansion.notApplied.map(({ path }) => path)).toEqual([
      'ingress_http_routes[0].cookies',
      'ingress_http_routes[1].headers',
      'ingress_http_routes[2].location',
    ]);
  });
});

it('the Service of an outer port names it, with the labels of the component', () => {
  const port_map_list = [
    port(80, { k8s_service_name: 'web', is_outer_service: true }),
    port(81, { k8s_service_name: 'web' }),
  ];
  const expansion = install([app('a', { port_map_list })]);
  const [component] = expansion.components;
  const service = objectsOf(expansion).find(({ resource }) => resource.kind === 'Service')?.draft;
  expect(service).toMatchObject({
    metadata: {
      namespace: 'team',
      name: 'web',
      labels: {
        [LABELS.appId]: '7',
        [LABELS.componentId]: component?.id,
        [LABELS.install]: surroundings().install.uid,
      },
      annotations: { [ANNOTATIONS.outerPorts]: '80' },
    },
    spec: {
      ports: [
        { name: 'http-80', port: 80 },
        { name: 'http-81', port: 81 },
      ],
    },
  });
});

it.each([
  ['arm64', [], { 'kubernetes.io/arch': 'arm64' }],
  [
    'arm64',
    [{ name: 'nodeSelector', save_type: 'json', attribute_value: '{"disk":"ssd"}' }],
    { 'kubernetes.io/arch': 'arm64', disk: 'ssd' },
  ],
  ['amd64&arm64', [], undefined],
  ['', [], undefined],
])('pods of the arch %j with %j have the node selector %j', (arch, component_k8s_attributes, expected) => {
  const { spec } = podOf(install([app('a', { arch, component_k8s_attributes })]), 'a');
  expect(spec.nodeSelector).toEqual(expected);
});

it('the workload carries the facts that the REST API reports', () => {
  const expansion = install([
    app('a', { version: '2', cmd: 'run', extend_method_map: { min_node: 3, init_memory: 64 } }),
  ]);
  const facts = expansion.components[0]?.workload.draft.metadata.annotations?.[ANNOTATIONS.componentFacts];
  expect(componentFactsSchema.parse(JSON.parse(facts ?? ''))).toEqual({
    serviceKey: 'a',
    name: 'a',
    version: '2',
    image: 'registry.example.com/a:1',
    cmd: 'run',
    extendMethod: 'stateless_multiple',
    minNode: 3,
    minMemory: 64,
    minCpu: 250,
  });
});

it('another version of a model keeps ids, names and secrets of its components', () => {
  const first = (fields: Wire) =>
    app('a', { k8s_component_name: 'web', service_env_map_list: [env('K', '**None**')], ...fields });
  const before = expanded(templateOf([first({})]));
  const after = expanded(
    templateOf([app('b'), first({ k8s_component_name: 'front', version: '2' })]),
    {},
    before.kept,
  );
  const [was, is] = [before, after].map(({ expansion }) =>
    expansion.components.find(({ key }) => key === 'a'),
  );
  expect(is?.id).toBe(was?.id);
  expect(is?.workload.draft.metadata.name).toBe(was?.workload.draft.metadata.name);
  expect(given(after.expansion, 'a')).toEqual(given(before.expansion, 'a'));
});

describe('Services', () => {
  const servicesOf = (kept: Readonly<Record<string, string>>) => {
    const model = modelOf([
      app('db', {
        extend_method: 'state_multiple',
        port_map_list: [
          port(1, { k8s_service_name: 'db', is_inner_service: false }),
          port(2, { k8s_service_name: 'db', is_outer_service: true }),
        ],
      }),
    ]);
    const found = keptOf(model);
    const services = { ...found.services, ...kept };
    const expansion = atOnce(expand(model, { ...found, services }, surroundings()));
    const [component] = expansion.components;
    const objects = component?.objects.filter(({ draft }) => draft.kind === 'Service') ?? [];
    return { workload: component?.workload.draft.spec, drafts: objects.map(({ draft }) => draft) };
  };

  it('have every port, and are open at outer ports only', () => {
    const [ports, pods, ...others] = servicesOf({}).drafts;
    expect(ports).toMatchObject({
      metadata: { name: 'db', annotations: { 'stoa.dev/outer-ports': '2' } },
      spec: { ports: [{ port: 1 }, { port: 2 }] },
    });
    expect(pods).toMatchObject({ metadata: { name: 'shop-db' }, spec: { clusterIP: 'None' } });
    expect(others).toEqual([]);
  });

  it('of pods have the name of their StatefulSet, in which the pods have their names', () => {
    const { workload } = servicesOf({});
    expect(workload).toMatchObject({
      serviceName: 'shop-db',
      template: { spec: { subdomain: 'shop-db' } },
    });
  });

  it('of pods are two where the StatefulSet has an earlier name, and its pods stay as they are', () => {
    const { workload, drafts } = servicesOf({ 'headless/db': 'gr1-pods', 'named/db': 'shop-db' });
    expect(workload).toMatchObject({ serviceName: 'gr1-pods' });
    expect(workload).not.toHaveProperty('template.spec.subdomain');
    expect(drafts.slice(1)).toMatchObject(
      ['gr1-pods', 'shop-db'].map((name) => ({
        metadata: { name },
        spec: { clusterIP: 'None', publishNotReadyAddresses: true },
      })),
    );
  });
});
