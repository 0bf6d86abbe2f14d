import { describe, expect, it } from 'vitest';
import { MAX_COMPONENTS } from '../../../../src/api/marketinstall.ts';
import { MAX_TEMPLATE_BYTES } from '../../../../src/model/read/json.ts';
import { parseModel } from '../../../../src/model/read/parse.ts';
import { atOnce } from '../../../support/gradual.ts';
import { app, modelOf, templateOf, type Wire } from '../../../support/template.ts';

function oddities(apps: readonly unknown[], fields: Wire = {}) {
  const parsed = atOnce(parseModel(templateOf(apps, fields)));
  return parsed.type === 'parsed' ? parsed.tolerated : [{ path: 'refused', why: parsed.message }];
}

const component = (fields: Wire) => modelOf([app('a', fields)]).components[0];

const configFile = (fields: Wire = {}): Wire => ({
  volume_name: 'f',
  volume_path: '/f',
  volume_type: 'config-file',
  file_content: 'x',
  ...fields,
});

const lost = (apps: readonly unknown[], fields: Wire = {}) => modelOf(apps, fields).notApplied;

function nested(levels: number): string {
  return `{"apps":[${JSON.stringify(app('a'))}],"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

describe('a template is refused', () => {
  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['above 5 MiB', ' '.repeat(MAX_TEMPLATE_BYTES + 1), 'too-large', /at most 5242880 bytes, not 5242881/],
    [
      'of more values than a parser reads in a moment',
      `{"apps":[${'[],'.repeat(250_000)}0]}`,
      'too-large',
      /at most 500000 values, not 500002/,
    ],
    ['that is cut off', templateOf([app('a')]).slice(0, -1), 'malformed', /cut off/],
    ['that is a list', '[]', 'malformed', /JSON object/],
    ['that is null', 'null', 'malformed', /JSON object/],
    ['that is no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'malformed', /JSON object/],
    ['that nests 200 levels deep', nested(200), 'too-deep', /at most 64 levels/],
    ['that nests a level too deep', nested(65), 'too-deep', /at most 64 levels/],
    [
      'of 10,000 components',
      templateOf(Array.from({ length: 10_000 }, (_, at) => app(`c${at}`))),
      'too-many-components',
      /^apps: must have at most 500 entries, not 10000$/,
    ],
    ['without anything in it', '{}', 'empty', /neither apps nor k8s_resources/],
    ['without components', templateOf([]), 'empty', /neither apps nor k8s_resources/],
    [
      'of one virtual machine',
      templateOf([app('a', { extend_method: 'vm', service_cname: 'Desk' })]),
      'nothing-installable',
      /can be installed here: apps\[0\] Desk: it is a virtual machine, and there are none here$/,
    ],
    [
      'of components that run elsewhere',
      templateOf(['a', 'b', 'c', 'd'].map((key) => app(key, { service_source: 'third_party' }))),
      'nothing-installable',
      /apps\[2\] c: it runs elsewhere, and nothing is installed for it, because it has no static endpoints; .*; and 1 more$/,
    ],
    ['whose apps are a text', '{"apps":"x"}', 'invalid', /^apps: must be of type array$/],
    ['whose component is a text', templateOf(['x']), 'invalid', /^apps\[0\]: must be of type object$/],
    [
      'whose component has no name',
      templateOf([{ image: 'x' }]),
      'invalid',
      /^apps\[0\]: must have a service_key$/,
    ],
    [
      'with a component twice',
      templateOf([app('a'), app('a')]),
      'invalid',
      /^apps\[1\]: must have another service_key/,
    ],
    [
      'without an image',
      templateOf([app('a', { share_image: null })]),
      'invalid',
      /^apps\[0\]\.share_image: is required where there is no image$/,
    ],
    [
      'with a blank in an image',
      templateOf([app('a', { share_image: 'a b' })]),
      'invalid',
      /share_image: must be an/,
    ],
    [
      'of sources',
      templateOf([app('a', { share_type: 'slug' })]),
      'source-built',
      /^apps\[0\]\.share_type: a is published as sources/,
    ],
    [
      'of sources that says no share_type',
      templateOf([app('a', { share_image: '', share_slug_path: '/a.tgz' })]),
      'source-built',
      /sources/,
    ],
    [
      'with negative memory',
      templateOf([app('a', { memory: -1 })]),
      'invalid',
      /^apps\[0\]\.memory: must be at least 0$/,
    ],
    [
      'with negative capacity',
      templateOf([app('a', { service_volume_map_list: [{ volume_capacity: -5 }] })]),
      'invalid',
      /^apps\[0\]\.service_volume_map_list\[0\]\.volume_capacity: must be at least 0$/,
    ],
    [
      'with half a replica',
      templateOf([app('a', { extend_method_map: { min_node: 1.5 } })]),
      'invalid',
      /min_node/,
    ],
    [
      'that runs in a way of its own',
      templateOf([app('a', { extend_method: 'x' })]),
      'invalid',
      /extend_method: must be/,
    ],
    [
      'with a port that is none',
      templateOf([app('a', { port_map_list: [{ container_port: 65_536 }] })]),
      'invalid',
      /^apps\[0\]\.port_map_list\[0\]\.container_port: must be at most 65535$/,
    ],
    [
      'with a port without a number',
      templateOf([app('a', { port_map_list: [null, {}] })]),
      'invalid',
      /^apps\[0\]\.port_map_list\[1\]\.container_port: is required$/,
    ],
    [
      'whose command is a map',
      templateOf([app('a', { cmd: {} })]),
      'invalid',
      /^apps\[0\]\.cmd: must be a text$/,
    ],
    [
      'whose env is too long',
      templateOf([app('a', { service_env_map_list: [{ attr_name: 'A', attr_value: 'x'.repeat(65_537) }] })]),
      'invalid',
      /attr_value: must have at most 65536 characters$/,
    ],
    [
      'whose components give each other more envs than anything has',
      templateOf(
        Array.from({ length: 101 }, (_, at) =>
          app(`c${at}`, {
            service_connect_info_map_list: Array.from({ length: 10 }, (__, env) => ({
              attr_name: `E${at}_${env}`,
            })),
            dep_service_map_list: Array.from({ length: 101 }, (__, other) => ({
              dep_service_key: `c${other}`,
            })),
          }),
        ),
      ),
      'invalid',
      /^apps: must have at most 100000 envs altogether/,
    ],
    [
      'with more ports than anything has',
      templateOf([app('a', { port_map_list: Array(201).fill({ container_port: 1 }) })]),
      'invalid',
      /^apps\[0\]\.port_map_list: must have at most 200 entries$/,
    ],
  ])('%s', (_, template, reason, message) => {
    expect(atOnce(parseModel(template))).toMatchObject({
      type: 'refused',
      reason,
      message: expect.stringMatching(message),
    });
  });
});

it('a template is read in pieces, between which others run: each is of a part of its text or of one component', () => {
  const piecesOf = (template: string) => [...parseModel(template)].length;
  const templateWith = (count: number) => templateOf(Array.from({ length: count }, (_, at) => app(`c${at}`)));
  expect(piecesOf(templateWith(200)) - piecesOf(templateWith(100))).toBeGreaterThanOrEqual(100);
  const [small, large] = [0, MAX_TEMPLATE_BYTES / 2].map((size) =>
    piecesOf(templateOf([app('a')], { note: 'x'.repeat(size) })),
  );
  expect((large ?? 0) - (small ?? 0)).toBeGreaterThanOrEqual(5);
});

describe('a template is accepted', () => {
  it.each<[string, string | Uint8Array]>([
    [
      'of as many components as fit',
      templateOf(Array.from({ length: MAX_COMPONENTS }, (_, at) => app(`c${at}`))),
    ],
    ['that nests as deep as may be', nested(64)],
    [
      'with any number of brackets in its texts',
      templateOf([app('a', { cmd: `\\"${'[{'.repeat(10_000)}` })], { group_name: '"]['.repeat(40) }),
    ],
    ['in bytes with a mark of order', Buffer.from(`\ufeff${templateOf([app('a')])}`)],
    [
      'of nothing but objects',
      templateOf([], { k8s_resources: [{ name: 'x', kind: 'ConfigMap', content: '' }] }),
    ],
    ['with null for its apps and objects beside them', '{"apps":null,"k8s_resources":[{"name":"x"}]}'],
  ])('%s', (_, template) => {
    expect(atOnce(parseModel(template))).toMatchObject({ type: 'parsed' });
  });

  it('with null, or an empty map, in place of every list, and an empty list in place of every map', () => {
    const lists = Object.fromEntries(
      [
        'port_map_list',
        'service_env_map_list',
        'service_connect_info_map_list',
        'service_volume_map_list',
        'mnt_relation_list',
        'dep_service_map_list',
        'probes',
        'component_monitors',
        'component_graphs',
        'component_k8s_attributes',
        'service_related_plugin_config',
      ].map((key) => [key, null]),
    );
    const maps = { extend_method_map: [], service_image: [], labels: [], cmd: null, memory: null };
    const tops = {
      plugins: null,
      app_config_groups: {},
      ingress_http_routes: null,
      ingress_stream_routes: null,
      k8s_resources: null,
      annotations: null,
      helm_chart: null,
    };
    expect(oddities([app('a', { ...lists, ...maps })], tops)).toEqual([]);
    expect(modelOf([app('a', { ...lists, ...maps })], tops)).toEqual(modelOf([app('a')]));
  });

  it('with a null among its components, which it reports', () => {
    expect(oddities([null, app('a')])).toEqual([{ path: 'apps[0]', why: 'is null, and left out' }]);
    expect(modelOf([null, app('a')]).components).toMatchObject([{ path: 'apps[1]', key: 'a' }]);
  });

  it('with unknown keys, which it reports by their paths', () => {
    const apps = [app('a', { colour: 1, port_map_list: [{ container_port: 80, weight: 2 }] })];
    expect(oddities(apps, { 'what?\n': true }).map(({ path }) => path)).toEqual([
      'what??',
      'apps[0].colour',
      'apps[0].port_map_list[0].weight',
    ]);
  });

  it('with keys that have a meaning in JavaScript, and without an effect of them', () => {
    const text = templateOf([app('a')]).replace(
      '"template_version"',
      '"__proto__":{"polluted":1,"apps":[]},"constructor":{"prototype":{"polluted":1}},"template_version"',
    );
    const labels = '{"labels":{"__proto__":"x","constructor":"y"},"service_key"';
    const parsed = atOnce(parseModel(text.replace('{"service_key"', labels)));
    expect(parsed).toMatchObject({
      type: 'parsed',
      model: { components: [{ labels: { constructor: 'y' } }] },
      tolerated: [{ path: '__proto__' }, { path: 'constructor' }],
    });
    expect('polluted' in {}).toBe(false);
  });
});

describe('a component', () => {
  it.each<[string, Wire, Wire]>([
    [
      'takes a number for a text',
      { cmd: 5, version: 1.5, share_image: 7 },
      { cmd: '5', version: '1.5', image: '7' },
    ],
    ['takes a text for a number', { memory: '64' }, { sizing: { memory: 64, cpu: 250, replicas: 1 } }],
    ['has share_image before image', { image: 'old' }, { image: 'registry.example.com/a:1' }],
    ['has image where share_image is empty', { share_image: '', image: 'old' }, { image: 'old' }],
    ['of 2019 is stateless', { extend_method: 'stateless' }, { extendMethod: 'stateless_multiple' }],
    ['of 2019 has state', { extend_method: 'state' }, { extendMethod: 'state_multiple' }],
    ['that was a vm is a container', { service_type: 'vm', extend_method: 'job' }, { extendMethod: 'job' }],
    ['has 512 MiB and a quarter of a core', {}, { sizing: { replicas: 1, memory: 512, cpu: 250 } }],
    [
      'has init_memory first',
      { memory: 1024, extend_method_map: { init_memory: 768, min_memory: 256 } },
      { sizing: { replicas: 1, memory: 768, cpu: 250 } },
    ],
    [
      'has memory before min_memory',
      { memory: 1024, cpu: 500, extend_method_map: { min_memory: 256, min_node: 3 } },
      { sizing: { replicas: 3, memory: 1024, cpu: 500 } },
    ],
    [
      'is unlimited, or stays down, by an explicit 0',
      { memory: 1024, cpu: 500, extend_method_map: { init_memory: 0, container_cpu: 0, min_node: 0 } },
      { sizing: { replicas: 0, memory: 0, cpu: 0 } },
    ],
  ])('%s', (_, fields, expected) => {
    expect(component(fields)).toMatchObject(expected);
  });

  it('is identified by its service_key, or the next best name', () => {
    const copies = modelOf([
      app('a'),
      app('a', { service_share_uuid: 'a+b' }),
      { service_alias: 'web', image: 'x' },
    ]);
    expect(copies.components.map(({ key }) => key)).toEqual(['a', 'a+b', 'web']);
  });

  it('has each port once, and another for UDP', () => {
    const port_map_list = [
      { container_port: 53, protocol: 'UDP', is_inner_service: 'true' },
      { container_port: '53', protocol: 'tcp', is_outer_service: 1 },
      { container_port: 53, protocol: 'http' },
    ];
    expect(component({ port_map_list })?.ports).toMatchObject([
      { containerPort: 53, protocol: 'udp', outer: false },
      { containerPort: 53, protocol: 'tcp', outer: true },
    ]);
    expect(lost([app('a', { port_map_list })])).toMatchObject([{ path: 'apps[0].port_map_list[2]' }]);
  });

  it('has each env once, the last of a name', () => {
    const service_env_map_list = [
      { attr_name: 'A', attr_value: 'old' },
      { attr_name: '', attr_value: 'x' },
      { attr_name: 'B=C', attr_value: 'x' },
      { attr_name: 'A', attr_value: 5432 },
      { attr_name: 'E' },
    ];
    expect(component({ service_env_map_list })?.envs).toEqual([
      { name: 'A', value: '5432' },
      { name: 'E', value: '' },
    ]);
    expect(lost([app('a', { service_env_map_list })]).map(({ path }) => path)).toEqual([
      'apps[0].service_env_map_list[1]',
      'apps[0].service_env_map_list[2]',
    ]);
  });

  it.each(['', 'data', '/', '/data/../etc', '/a:b', '/a\nb'])('has no mount at %j', (volume_path) => {
    const fields = { service_volume_map_list: [{ volume_name: 'v', volume_path }] };
    expect(component(fields)?.volumes).toEqual([]);
    expect(lost([app('a', fields)])).toMatchObject([{ path: 'apps[0].service_volume_map_list[0]' }]);
  });

  it('has one mount per path, and mounts only existing volumes of other components', () => {
    const owner = app('owner', { service_volume_map_list: [{ volume_name: 'v', volume_path: '/v' }] });
    const mounts = [
      { service_share_uuid: 'owner+owner', mnt_name: 'v', mnt_dir: '/a/' },
      { service_share_uuid: 'owner', mnt_name: 'v', mnt_dir: '/a' },
      { service_share_uuid: 'owner', mnt_name: 'w', mnt_dir: '/b' },
      { service_share_uuid: 'gone', mnt_name: 'v', mnt_dir: '/c' },
      { service_share_uuid: 'user', mnt_name: 'v', mnt_dir: '/d' },
    ];
    const apps = [owner, app('user', { mnt_relation_list: mounts })];
    expect(modelOf(apps).components[1]?.mounts).toMatchObject([
      { owner: 'owner', name: 'v', mountPath: '/a' },
    ]);
    expect(lost(apps).map(({ path }) => path)).toEqual([
      'apps[1].mnt_relation_list[1]',
      'apps[1].mnt_relation_list[3]',
      'apps[1].mnt_relation_list[4]',
      'apps[1].mnt_relation_list[2]',
    ]);
  });

  it.each([
    [undefined, 0o777],
    [null, 0o777],
    ['', 0o777],
    [0, 0],
    [644, 0o644],
    ['0644', 0o644],
    ['755', 0o755],
    [777, 0o777],
    [400, 0o400],
    [440, 0o440],
    [500, 0o500],
    [511, 0o511],
    [420, 0o644],
    [493, 0o755],
    [448, 0o700],
    [384, 0o600],
    [292, 0o444],
  ])('reads the file mode %j', (mode, expected) => {
    const fields = { service_volume_map_list: [configFile({ mode })] };
    const read = component(fields);
    expect(read?.volumes).toEqual([]);
    expect(read?.configFiles[0]?.mode).toBe(expected);
    expect(lost([app('a', fields)])).toEqual([]);
  });

  it.each([1777, 888, 33188])('reports the file mode %j, which no file of a volume can have', (mode) => {
    const fields = { service_volume_map_list: [configFile({ mode })] };
    expect(component(fields)?.configFiles[0]?.mode).toBe(0o777);
    expect(lost([app('a', fields)])).toMatchObject([{ path: 'apps[0].service_volume_map_list[0].mode' }]);
  });

  it.each(['', null, undefined])('has no file of the content %j, and no mounts of it', (file_content) => {
    const mount = { service_share_uuid: 'a+a', mnt_name: 'f', mnt_dir: '/g' };
    const apps = [
      app('a', { service_volume_map_list: [configFile({ file_content })] }),
      app('b', { mnt_relation_list: [mount] }),
    ];
    expect(modelOf(apps).components).toMatchObject([{ configFiles: [] }, { mounts: [] }]);
    expect(lost(apps)).toMatchObject([
      { path: 'apps[0].service_volume_map_list[0].file_content', why: expect.stringContaining('empty') },
      { path: 'apps[1].mnt_relation_list[0]', why: expect.stringContaining('file without content') },
    ]);
  });

  it.each(['a\r\nb\r\n', '\r', ' \n', '\u0000\u0001\u007f', '\ufeffa', '店\u{1f375}'])(
    'keeps the content %j of a file as it is',
    (file_content) => {
      const read = component({ service_volume_map_list: [configFile({ file_content })] });
      expect(read?.configFiles[0]?.content).toBe(file_content);
    },
  );

  it('offers no copies of the host and port of a port, which it makes itself', () => {
    const connect = (attr_name: string, container_port?: unknown) => ({
      attr_name,
      attr_value: attr_name,
      container_port,
    });
    const fields = {
      port_map_list: [{ container_port: 3306 }],
      service_connect_info_map_list: [
        connect('MYSQL_HOST', 3306),
        connect('MYSQL_PORT', '3306'),
        connect('GONE_HOST', 3307),
        connect('MYSQL_USER', 0),
        connect('MYSQL_PASS'),
        connect('MYSQL_NAME', null),
      ],
    };
    expect(component(fields)?.connectEnvs.map(({ name }) => name)).toEqual([
      'MYSQL_USER',
      'MYSQL_PASS',
      'MYSQL_NAME',
    ]);
    expect(lost([app('a', fields)])).toEqual([
      {
        path: 'apps[0].service_connect_info_map_list[2]',
        why: 'it belongs to port 3307, which the component does not have',
      },
    ]);
  });

  it('depends on components by any of their names, never on itself', () => {
    const deps = (...keys: string[]) => keys.map((dep_service_key) => ({ dep_service_key }));
    const apps = [
      app('a', { service_id: 'ida' }),
      app('b', { service_share_uuid: 'b+idb' }),
      app('c'),
      app('d', { dep_service_map_list: deps('a+a', 'b', 'x+idb', 'x+ida', 'x+c', 'd', 'gone') }),
    ];
    expect(modelOf(apps).components[3]?.dependsOn).toEqual(['a', 'b', 'c']);
    expect(lost(apps).map(({ path }) => path)).toEqual(['apps[3].dep_service_map_list[6]']);
    expect(oddities(apps)).toMatchObject([{ path: 'apps[3].dep_service_map_list[5]' }]);
  });

  it('has the first enabled probe of each mode', () => {
    const probes = [
      { mode: 'readiness', scheme: 'http', port: 80, path: 'up', is_used: false },
      { mode: 'readiness', scheme: 'http', port: 80, path: 'up', http_header: 'Host=a, X = b=c,' },
      { mode: 'readiness', scheme: 'tcp', port: 80 },
      {
        mode: 'liveness',
        scheme: 'cmd',
        cmd: 'check',
        success_threshold: 3,
        period_second: 0,
        timeout_second: 9,
      },
      { mode: 'ignore', scheme: 'tcp', port: 80 },
      { mode: 'liveness', scheme: 'http' },
    ];
    expect(component({ probes })?.probes).toMatchObject([
      {
        mode: 'readiness',
        check: {
          type: 'http',
          port: 80,
          path: '/up',
          headers: [
            { name: 'Host', value: 'a' },
            { name: 'X', value: 'b=c' },
          ],
        },
        initialDelay: 4,
        period: 3,
        timeout: 5,
        failureThreshold: 3,
      },
      {
        mode: 'liveness',
        check: { type: 'cmd', command: 'check' },
        successThreshold: 1,
        period: 3,
        timeout: 9,
      },
    ]);
    expect(lost([app('a', { probes })]).map(({ path }) => path)).toEqual([
      'apps[0].probes[2]',
      'apps[0].probes[4]',
      'apps[0].probes[5]',
    ]);
  });

  it.each([
    ['liveness', { success_threshold: 5 }, { successThreshold: 1 }],
    ['readiness', { success_threshold: 5 }, { successThreshold: 5 }],
    ['readiness', { failure_threshold: 0 }, { failureThreshold: 3 }],
    ['readiness', {}, { initialDelay: 4, period: 3, timeout: 5, failureThreshold: 3, successThreshold: 1 }],
  ])('has a probe of %s with %j as %j', (mode, fields, expected) => {
    const probes = [{ mode, scheme: 'tcp', port: 80, ...fields }];
    expect(component({ probes })?.probes).toMatchObject([expected]);
  });

  it('has attributes as texts, whatever their type', () => {
    const component_k8s_attributes = [
      { name: 'affinity', save_type: 'yaml', attribute_value: 'a: 1' },
      { name: 'tolerations', save_type: 'json', attribute_value: [{ key: 'x' }] },
      { name: 'privileged', attribute_value: true },
      { save_type: 'json' },
    ];
    expect(component({ component_k8s_attributes })?.attributes).toMatchObject([
      { name: 'affinity', format: 'yaml', value: 'a: 1' },
      { name: 'tolerations', format: 'json', value: '[{"key":"x"}]' },
      { name: 'privileged', format: 'string', value: 'true' },
    ]);
  });

  it('has metrics endpoints with a port', () => {
    const component_monitors = [
      { name: 'm', port: 9090, interval: '15' },
      { name: 'n' },
      { port: 1, path: 'x', interval: 'soon' },
      { name: 'm', port: 9091 },
      { name: 'fast', port: 2, interval: '4999ms' },
      { name: 'slow', port: 3, interval: '5000ms' },
    ];
    expect(component({ component_monitors })?.monitors).toMatchObject([
      { name: 'm', port: 9090, metricsPath: '/metrics', interval: '15s' },
      { name: '1', port: 1, metricsPath: '/x', interval: '' },
      { name: 'fast', interval: '' },
      { name: 'slow', interval: '5000ms' },
    ]);
    expect(lost([app('a', { component_monitors })]).map(({ path }) => path)).toEqual([
      'apps[0].component_monitors[1]',
      'apps[0].component_monitors[3]',
      'apps[0].component_monitors[4].interval',
    ]);
  });
});

describe('an unsupported part is reported', () => {
  it.each<[string, readonly unknown[], Wire, readonly string[]]>([
    ['a virtual machine', [app('a', { extend_method: 'vm' }), app('b')], {}, ['apps[0]']],
    [
      'a virtual machine that is one by its type',
      [{ service_alias: 'w', service_type: 'vm', vm: { boot_mode: 'x' } }, app('b')],
      {},
      ['apps[0]'],
    ],
    [
      'a Helm chart',
      [app('a', { service_type: 'helm-chart' }), app('b')],
      { helm_chart: { name: 'x' } },
      ['helm_chart', 'apps[0]'],
    ],
    [
      'a component that runs elsewhere',
      [app('a', { service_source: 'third_party', share_image: '' }), app('b')],
      {},
      ['apps[0]'],
    ],
    [
      'plugins',
      [
        app('a', {
          service_related_plugin_config: [{ plugin_key: 'x' }],
          component_graphs: [{ title: 't' }],
        }),
      ],
      { plugins: [{ plugin_key: 'x' }] },
      ['apps[0].service_related_plugin_config[0]', 'apps[0].component_graphs'],
    ],
    [
      'a registry without encryption',
      [
        app('a', { service_image: { hub_url: 'HTTP://hub.example.com' } }),
        app('b', { service_image: { hub_url: 'https://hub.example.com' } }),
        app('c', { service_image: { hub_url: 'hub.example.com/http://x' } }),
      ],
      {},
      ['apps[0].service_image'],
    ],
    ['a mesh', [app('a')], { governance_mode: 'BUILD_IN_SERVICE_MESH' }, ['governance_mode']],
    ['no mesh', [app('a')], { governance_mode: 'KUBERNETES_NATIVE_SERVICE' }, []],
    [
      'a config group of another sort, or that is switched off',
      [app('a')],
      {
        app_config_groups: [
          { name: 'f', injection_type: 'file' },
          { name: 'g', enable: false },
          { name: 'h', component_keys: ['a', 'b'] },
        ],
      },
      ['app_config_groups[0]', 'app_config_groups[1]', 'app_config_groups[2].component_keys[1]'],
    ],
    [
      'a route to nowhere',
      [app('a')],
      {
        ingress_http_routes: [{ host: 'x' }, { component_key: 'a' }],
        ingress_stream_routes: [{ component_key: 'b', port: 1 }],
      },
      ['ingress_http_routes[0]', 'ingress_http_routes[1]', 'ingress_stream_routes[0]'],
    ],
    [
      'what a route asks for beyond a GatewayRule',
      [app('a')],
      {
        ingress_http_routes: [
          { component_key: 'a', port: 80, ssl: true, path_rewrite: true, rewrites: [{ regex: 'x' }] },
        ],
      },
      [
        'ingress_http_routes[0].ssl',
        'ingress_http_routes[0].path_rewrite',
        'ingress_http_routes[0].rewrites',
      ],
    ],
  ])('%s', (_, apps, fields, paths) => {
    expect(
      lost(apps, fields)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([...paths].toSorted());
  });
});

it('routes keep all their settings', () => {
  const route = {
    component_key: 'a',
    port: 80,
    location: '/api',
    cookies: { user: 'beta' },
    headers: { 'X-Stage': 'beta' },
    load_balancing: 'cookie-session-affinity',
    connection_timeout: 5,
    request_timeout: '60',
    response_timeout: 0,
    request_body_size_limit: 8,
    proxy_buffer: 'on',
    proxy_buffer_size: 16,
    proxy_buffer_numbers: 8,
    proxy_header: [{ item_key: 'X-Team', item_value: 'shop' }],
  };
  expect(modelOf([app('a')], { ingress_http_routes: [route] }).httpRoutes).toMatchObject([
    {
      path: 'ingress_http_routes[0]',
      component: 'a',
      port: 80,
      wire: {
        component_key: 'a',
        port: 80,
        location: '/api',
        cookies: [{ name: 'user', value: 'beta' }],
        headers: [{ name: 'X-Stage', value: 'beta' }],
        load_balancing: 'cookie-session-affinity',
        connection_timeout: 5,
        request_timeout: 60,
        response_timeout: 0,
        request_body_size_limit: 8,
        proxy_buffer: true,
        proxy_buffer_size: 16,
        proxy_buffer_numbers: 8,
        proxy_header: [{ name: 'X-Team', value: 'shop' }],
      },
    },
  ]);
});
