import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expanded } from '../../../support/models.ts';
import { startIn } from '../../../support/started.ts';
import { app, templateOf, type Wire } from '../../../support/template.ts';

const env = (attr_name: string, attr_value: string, container_port = 0) => ({
  attr_name,
  attr_value,
  container_port,
});

const port = (container_port: number, port_alias: string, fields: Wire = {}) => ({
  container_port,
  port_alias,
  protocol: 'tcp',
  is_inner_service: true,
  ...fields,
});

const mysql = app('mysql', {
  port_map_list: [port(3306, 'MYSQL', { k8s_service_name: 'my-sql' })],
  service_connect_info_map_list: [env('MYSQL_HOST', '127.0.0.1', 3306), env('MYSQL_USER', 'root')],
});

const other = app('other', {
  port_map_list: [
    port(3306, 'OTHER', { k8s_service_name: 'o' }),
    port(9000, 'PHP', { k8s_service_name: 'o' }),
  ],
});

/** Component that depends on mysql, and on others. */
function ghost(
  envs: Readonly<Record<string, string>>,
  fields: Wire = {},
  needs: readonly string[] = ['mysql'],
) {
  return app('ghost', {
    service_env_map_list: Object.entries(envs).map(([name, value]) => env(name, value)),
    dep_service_map_list: needs.map((dep_service_key) => ({ dep_service_key })),
    ...fields,
  });
}

/** Main container of ghost, and the parts that the install reports. */
function installed(component: Wire, fields: Wire = {}) {
  const { expansion } = expanded(templateOf([mysql, other, component], fields));
  const [main] = startIn(expansion, 'ghost').containers;
  return { main, expansion, told: expansion.notApplied.filter(({ path }) => path !== 'governance_mode') };
}

it('a model without a mode reaches its database by the Service', () => {
  const { main, expansion, told } = installed(
    ghost({ database__connection__host: '127.0.0.1', url: 'mysql://127.0.0.1:3306/g' }),
  );
  expect(main?.env).toMatchObject({
    MYSQL_HOST: 'my-sql',
    MYSQL_USER: 'root',
    url: 'mysql://my-sql:3306/g',
    database__connection__host: '127.0.0.1',
  });
  expect(startIn(expansion, 'mysql').containers[0]?.env).toMatchObject({
    MYSQL_HOST: 'my-sql',
    MYSQL_USER: 'root',
  });
  expect(told).toEqual([
    {
      path: 'apps[2].service_env_map_list',
      why: 'database__connection__host: 127.0.0.1 reaches no dependency, because there is no mesh here that listens there; set the env to the name of a Service in spec.overrides of the install',
    },
    {
      path: 'apps[2].service_env_map_list',
      why: 'url: the Service my-sql replaces the host in 127.0.0.1:3306, because there is no mesh here that listens there',
    },
  ]);
});

describe('127.0.0.1 in an env', () => {
  const both = ['mysql', 'other'];

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, Wire]>([
    ['in a list', { A: '127.0.0.1:3306,localhost:3306' }, { A: 'my-sql:3306,my-sql:3306' }, {}],
    ['with the port in an env', { A: `localhost:\${P}/x`, P: '3306' }, { A: 'my-sql:3306/x' }, {}],
    ['with the port of the dependency', { A: `127.0.0.1:\${MYSQL_PORT}` }, { A: 'my-sql:3306' }, {}],
    ['with a default port', { A: `127.0.0.1:\${NO:3306}` }, { A: 'my-sql:3306' }, {}],
    ['as a host beside its port', { DB_HOST: 'localhost', DB_PORT: '3306' }, { DB_HOST: 'my-sql' }, {}],
    ['as a host in lower case', { db_host: '127.0.0.1', db_port: '3306' }, { db_host: 'my-sql' }, {}],
    ['as the host of the dependency', { MYSQL_HOST: '127.0.0.1' }, { MYSQL_HOST: 'my-sql' }, {}],
    ['with another port', { A: '127.0.0.1:33060 127.0.0.1:80' }, { A: '127.0.0.1:33060 127.0.0.1:80' }, {}],
    [
      'as the end of a name',
      { A: 'my-localhost:3306 1127.0.0.1:3306' },
      { A: 'my-localhost:3306 1127.0.0.1:3306' },
      {},
    ],
    [
      'on an own port',
      { A: '127.0.0.1:3306' },
      { A: '127.0.0.1:3306' },
      { port_map_list: [port(3306, 'OWN')] },
    ],
    ['without dependencies', { A: '127.0.0.1:3306' }, { A: '127.0.0.1:3306' }, { dep_service_map_list: [] }],
  ])('%s', (_, envs, expected, fields) => {
    expect(installed(ghost(envs, fields)).main?.env).toMatchObject(expected);
  });

  it.each<[string, Wire, string]>([
    ['that several dependencies have', ghost({ A: '127.0.0.1:3306' }, {}, both), 'several dependencies'],
    [
      'that several have, as a host',
      ghost({ A_HOST: '127.0.0.1', A_PORT: '3306' }, {}, both),
      'several dependencies',
    ],
    ['in a command', ghost({}, { cmd: 'serve 127.0.0.1:3306' }), 'reaches no dependency'],
    ['without a known port', ghost({ DB_HOST: 'localhost', DB_PORT: '1' }), 'reaches no dependency'],
  ])('stays for a port %s, and the install tells', (_, component, why) => {
    const { main, told } = installed(component);
    expect(JSON.stringify([main?.env, main?.args])).toMatch(/127\.0\.0\.1|localhost/);
    expect(told).toMatchObject([{ why: expect.stringContaining(why) }]);
  });

  it.each([
    ['', 'my-sql:3306'],
    ['BUILD_IN_SERVICE_MESH', 'my-sql:3306'],
    ['KUBERNETES_NATIVE_SERVICE', '127.0.0.1:3306'],
    ['ISTIO_SERVICE_MESH', '127.0.0.1:3306'],
  ])('depends on the mode %j of the model', (governance_mode, expected) => {
    const { main, told } = installed(ghost({ A: '127.0.0.1:3306' }), { governance_mode });
    expect(main?.env).toMatchObject({ A: expected });
    expect(told).toHaveLength(expected === 'my-sql:3306' ? 1 : 0);
  });
});

it('a Service replaces 127.0.0.1 in config files, and each is told once', () => {
  const file_content = 'a: 127.0.0.1:3306\r\nb: localhost:3306\nc: 127.0.0.1:3306 127.0.0.1:80\n';
  const volume = { volume_name: 'f', volume_path: '/f.yml', volume_type: 'config-file', file_content };
  const { main, told } = installed(ghost({}, { service_volume_map_list: [volume] }));
  expect(main?.files['/f.yml']?.content).toBe(
    'a: my-sql:3306\r\nb: my-sql:3306\nc: my-sql:3306 127.0.0.1:80\n',
  );
  expect(told).toMatchObject([
    {
      path: 'apps[2].service_volume_map_list[0].file_content',
      why: expect.stringContaining('127.0.0.1:3306'),
    },
    {
      path: 'apps[2].service_volume_map_list[0].file_content',
      why: expect.stringContaining('localhost:3306'),
    },
  ]);
});

it('a text grows to the limit of an env, and stays as it is written beyond', () => {
  const value = '127.0.0.1:3306 '.repeat(4369);
  const long = app('mysql', {
    port_map_list: [port(3306, 'MYSQL', { k8s_service_name: 'a-long-name-of-a-service' })],
  });
  const { expansion } = expanded(templateOf([long, ghost({ A: value })]));
  expect(startIn(expansion, 'ghost').containers[0]?.env).toMatchObject({ A: value });
  expect(expansion.notApplied).toMatchObject([{ path: 'apps', why: expect.stringContaining('too large') }]);
});

it('a text without the address of the container itself never changes', () => {
  const text = fc
    .array(fc.constantFrom('127.0.0.2', ':3306', 'local', 'host.', ' ', '10.0.0.1:3306', 'a', '0.0.0.0:3306'))
    .map((pieces) => pieces.join(''))
    .filter((joined) => joined.trim() === joined && !/localhost:3306/.test(joined));
  fc.assert(
    fc.property(text, (value) => {
      expect(installed(ghost({ A: value })).main?.env.A).toBe(value);
    }),
  );
});
