import { describe, expect, it } from 'vitest';
import { parseModel } from '../../../../src/model/read/parse.ts';
import { atOnce } from '../../../support/gradual.ts';
import { expanded, objectsOf } from '../../../support/models.ts';
import { podTemplateOf } from '../../../support/parts.ts';
import { app, templateOf, type Wire } from '../../../support/template.ts';

const PLUGIN = { plugin_key: 'p', plugin_id: 'p1', category: 'init-plugin', share_image: 'r.example/t:1' };

/** Entry of a component that has the plugin. */
function use(fields: Wire = {}): Wire {
  return { plugin_key: 'p', plugin_id: 'p1', plugin_status: true, ...fields };
}

/** Part of the configuration of a plugin that is envs. */
function options(attrs: unknown, fields: Wire = {}): Wire {
  return { attr: [{ service_meta_type: 'un_define', injection: 'env', attrs, ...fields }] };
}

const PG = app('pg', {
  port_map_list: [
    {
      container_port: 5432,
      protocol: 'tcp',
      port_alias: 'PG',
      is_inner_service: true,
      k8s_service_name: 'tea-pg',
    },
  ],
  service_connect_info_map_list: [{ attr_name: 'PG_PASS', attr_value: '**None**' }],
});

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
  readonly [field: string]: unknown;
}

/** Pod of a component `api` that depends on `pg` and has plugins. */
function apiWith(uses: readonly Wire[], plugins: readonly Wire[] = [PLUGIN], fields: Wire = {}) {
  const api = app('api', {
    dep_service_map_list: [{ dep_service_key: 'pg+pg' }],
    service_volume_map_list: [{ volume_name: 'data', volume_path: '/data', volume_type: 'share-file' }],
    service_related_plugin_config: uses,
    ...fields,
  });
  const { expansion } = expanded(templateOf([PG, api], { plugins }));
  const component = expansion.components.find(({ key }) => key === 'api');
  if (component === undefined) {
    throw new Error('there is no component api');
  }
  const { spec } = podTemplateOf({ workload: component.workload });
  return {
    expansion,
    spec,
    main: spec.containers[0] as unknown as Container,
    before: (spec.initContainers ?? []) as readonly Container[],
    beside: spec.containers.slice(1) as unknown as readonly Container[],
    notApplied: expansion.notApplied,
  };
}

function envOf({ env = [] }: Container): Readonly<Record<string, unknown>> {
  return Object.fromEntries(env.map(({ name, ...rest }) => [name, rest]));
}

describe('an init-plugin', () => {
  it('runs before the component, with its envs, its volumes and the options', () => {
    const { main, before, beside, notApplied } = apiWith([
      use(options(`{"MODE":"up","TO":"\${PG_HOST}","N":5}`)),
    ]);
    const [container] = before;
    expect(before.length).toBe(1);
    expect(container).toMatchObject({ name: 'plugin-p1', image: 'r.example/t:1' });
    expect(container?.volumeMounts).toEqual(main.volumeMounts);
    expect(container && envOf(container)).toEqual({
      ...envOf(main),
      MODE: { value: 'up' },
      TO: { value: 'tea-pg' },
      N: { value: '5' },
    });
    expect(main.volumeMounts).toMatchObject([{ mountPath: '/data' }]);
    expect(envOf(main)).toMatchObject({ PG_HOST: { value: 'tea-pg' } });
    expect(beside).toEqual([]);
    expect(notApplied).toEqual([]);
  });

  it('has no rights, and none of those of the component', () => {
    const { before } = apiWith([use()], [PLUGIN], {
      component_k8s_attributes: [
        { name: 'securityContext', save_type: 'yaml', attribute_value: 'runAsUser: 7\n' },
        { name: 'privileged', save_type: 'string', attribute_value: 'true' },
      ],
    });
    expect(before[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['MKNOD', 'NET_RAW'] },
    });
  });

  it('has options in place of envs of the same name', () => {
    const { before } = apiWith([use(options({ PG_PORT: '1' }))]);
    expect(before[0]?.env?.filter(({ name }) => name === 'PG_PORT')).toEqual([
      { name: 'PG_PORT', value: '1' },
    ]);
  });

  it('has options that hold a secret from a Secret alone', () => {
    const { before, expansion } = apiWith([use(options({ URL: `pg://tea:\${PG_PASS}@db/` }))]);
    const [container] = before;
    expect(container && envOf(container).URL).toEqual({
      valueFrom: { secretKeyRef: { name: expect.any(String), key: expect.stringMatching(/^plugin-/) } },
    });
    const secrets = objectsOf(expansion).flatMap(({ draft }) =>
      draft.kind === 'Secret' ? [draft.data] : [],
    );
    const texts = secrets
      .flatMap((data) => Object.values(data as Readonly<Record<string, string>>))
      .map((text) => Buffer.from(text, 'base64').toString());
    const url = texts.find((text) => text.startsWith('pg://tea:'));
    expect(url).toMatch(/^pg:\/\/tea:[0-9a-f]{8,}@db\/$/);
    const pods = expansion.components.map(({ workload }) => JSON.stringify(workload.draft));
    expect(pods.join('')).not.toContain(url?.slice('pg://tea:'.length, -'@db/'.length));
  });
});

it.each(['general-plugin', 'exporter-plugin'])('a %s runs beside the component', (category) => {
  const { before, beside, notApplied } = apiWith([use()], [{ ...PLUGIN, category }]);
  expect(beside).toMatchObject([{ name: 'plugin-p1', image: 'r.example/t:1' }]);
  expect(before).toEqual([]);
  expect(notApplied).toEqual([]);
});

it.each(['job', 'cronjob'])(
  'beside a %s it ends with the main container, and begins after the init-plugins',
  (extend_method) => {
    const plugins = [
      { ...PLUGIN, category: 'general-plugin' },
      { ...PLUGIN, plugin_id: 'p2', plugin_key: 'q' },
    ];
    const uses = [use(), use({ plugin_id: 'p2', plugin_key: 'q' })];
    const fields = { extend_method };
    const { main, before, beside } = apiWith(uses, plugins, fields);
    expect(before.map(({ name, restartPolicy }) => [name, restartPolicy])).toEqual([
      ['plugin-p2', undefined],
      ['plugin-p1', 'Always'],
    ]);
    expect([main.restartPolicy, beside]).toEqual([undefined, []]);
  },
);

describe('the size of a plugin', () => {
  it.each([
    [{}, '512Mi', '250m'],
    [{ min_memory: 64, min_cpu: 0 }, '512Mi', '250m'],
    [{ min_memory: 1024, min_cpu: 600 }, '1Gi', '600m'],
    [{ memory_required: 2048, cpu_required: 1000 }, '2Gi', '1'],
  ])('%j is %s and %s', (fields, memory, cpu) => {
    expect(apiWith([use(fields)]).before[0]?.resources).toEqual({
      requests: { cpu, memory },
      limits: { cpu, memory },
    });
  });
});

describe('a plugin that is not there or not enabled runs nowhere', () => {
  const where = 'apps[1].service_related_plugin_config[0]';

  it.each<[string, Wire, Wire, string | undefined]>([
    ['that is off', use({ plugin_status: false }), {}, undefined],
    ['that is off as a number', use({ plugin_status: 0 }), {}, undefined],
    ['that the model lacks', use({ plugin_key: 'other' }), {}, 'no plugin of this plugin_key'],
    ['for a mesh', use(), { category: 'net-plugin:up' }, 'only in a mesh'],
    ['for figures of a mesh', use(), { category: 'analyst-plugin:perf' }, 'only in a mesh'],
    ['without an image', use(), { share_image: '' }, 'no image'],
    ['with an image that is none', use(), { share_image: 'a b' }, 'no image'],
  ])('one %s', (_, entry, fields, why) => {
    const { before, beside, notApplied } = apiWith([entry], [{ ...PLUGIN, ...fields }]);
    expect([...before, ...beside]).toEqual([]);
    expect(notApplied).toEqual(why === undefined ? [] : [{ path: where, why: expect.stringContaining(why) }]);
  });

  it('nor twice', () => {
    const { before, notApplied } = apiWith([use(), use()]);
    expect(before.length).toBe(1);
    expect(notApplied).toMatchObject([{ why: 'the component has this plugin already' }]);
  });
});

describe('configuration of a plugin that is not applied says why', () => {
  const at = 'apps[1].service_related_plugin_config[0].attr[0]';

  it.each<[string, Wire, string, string]>([
    ['of a port', options({ OPEN: 'YES' }, { service_meta_type: 'upstream_port' }), at, 'only a mesh'],
    ['for xDS', options({ OPEN: 'YES' }, { injection: 'auto' }), at, 'only a mesh'],
    ['that is no JSON', options('{'), `${at}.attrs`, 'a map'],
    [
      'of too many options',
      options(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, '']))),
      `${at}.attrs`,
      'at most 200',
    ],
    ['with a name of no env', options({ 'A=B': '1' }), `${at}.attrs[0]`, 'no env'],
  ])('%s', (_, fields, path, why) => {
    const { before, main, notApplied } = apiWith([use(fields)]);
    expect(before[0]?.env).toEqual(main.env);
    expect(notApplied).toEqual([{ path, why: expect.stringContaining(why) }]);
  });

  it.each([null, '', '{}', [], {}])('and %j has nothing to say', (attrs) => {
    expect(apiWith([use(options(attrs, { injection: 'auto' }))]).notApplied).toEqual([]);
  });
});

describe('the pull Secret of a plugin', () => {
  const login = (hub_user: string, hub_password: string) => ({
    plugin_image: { hub_url: 'r.example', hub_user, hub_password },
  });

  it('is made of user and password', () => {
    const { spec, expansion } = apiWith([use()], [{ ...PLUGIN, ...login('u', 'p') }]);
    const secret = expansion.shared.find(({ draft }) => draft.type === 'kubernetes.io/dockerconfigjson');
    expect(spec.imagePullSecrets).toEqual([{ name: secret?.draft.metadata.name }]);
    const data = secret?.draft.data as Readonly<Record<string, string>>;
    const config = Buffer.from(data['.dockerconfigjson'] ?? '', 'base64').toString();
    expect(JSON.parse(config)).toMatchObject({ auths: { 'r.example': { username: 'u', password: 'p' } } });
  });

  it('is that of the component where both are the same', () => {
    const service_image = { hub_url: 'r.example', hub_user: 'u', hub_password: 'p' };
    const { spec } = apiWith([use()], [{ ...PLUGIN, ...login('u', 'p') }], { service_image });
    expect(spec.imagePullSecrets).toHaveLength(1);
  });

  it.each([
    ['', 'p'],
    ['u', ''],
  ])('is not made of user "%s" and password "%s"', (user, password) => {
    const { spec } = apiWith([use()], [{ ...PLUGIN, ...login(user, password) }]);
    expect(spec.imagePullSecrets).toBeUndefined();
  });
});

describe('a model is refused', () => {
  const refusalOf = (template: string) => {
    const parsed = atOnce(parseModel(template));
    return parsed.type === 'refused' ? parsed.message : '';
  };

  it('with a component of more than 20 plugins', () => {
    const uses = Array.from({ length: 21 }, (_, at) => use({ plugin_id: `p${at}` }));
    expect(refusalOf(templateOf([app('a', { service_related_plugin_config: uses })]))).toMatch(
      /^apps\[0\]\.service_related_plugin_config: must have at most 20 entries$/,
    );
  });

  it('with plugins that multiply envs beyond what anything has', () => {
    const uses = Array.from({ length: 20 }, (_, at) => use({ plugin_id: `p${at}` }));
    const envs = Array.from({ length: 1000 }, (_, at) => ({ attr_name: `E${at}` }));
    const apps = Array.from({ length: 5 }, (_, at) =>
      app(`a${at}`, { service_related_plugin_config: uses, service_env_map_list: envs }),
    );
    expect(refusalOf(templateOf(apps, { plugins: [PLUGIN] }))).toMatch(/at most 100000 envs altogether/);
    expect(refusalOf(templateOf(apps))).toBe('');
  });
});
