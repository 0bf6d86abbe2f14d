import { app, templateOf, type Wire } from '../../support/template.ts';

/** Versions of the model. Version 2.0 changes the config file of `front`; in 3.0, `front` never gets ready. */
export const VERSIONS = ['1.0', '2.0', '3.0'] as const;

type Version = (typeof VERSIONS)[number];

/** Text that the job of the model stores. */
export const SEED = 'sown once';

const PORT = 8080;

/** Text of a version of the model: a stateful pair, a job that stores a text in it, and a server with a host name. */
export function storeModel(version: Version, image: string): string {
  const apps = [data(), seed(), front(version)].map((each) => ({ ...each, share_image: image }));
  return templateOf(apps, {
    group_version: version,
    governance_mode: 'KUBERNETES_NATIVE_SERVICE',
    plugins: [prepare(image)],
  });
}

/** Config file of `front` as a pod must have it. */
export function configOf(version: string, workload: string): string {
  return `version = ${version}\ndata = http://data:${PORT}/\nname = ${workload}\nlevel = info\nrest = \${unknown}\n`;
}

/** Text of the init plugin, as a pod must have it. */
export const PREPARED = `for data:${PORT}`;

/** Two pods with a volume each, of which the second finds the first by its name. */
function data(): Wire {
  return component('data', 'state_multiple', 2, {
    port_map_list: [port('data', false)],
    ...envs({ ROLE: 'data', CONFIG: '/etc/data/first', KEPT: '/data/kept' }),
    service_volume_map_list: [
      file('first', '/etc/data/first', `http://\${SERVICE_NAME}-0.\${SERVICE_NAME}:\${PORT}\n`),
      { volume_name: 'data', volume_path: '/data', volume_type: 'share-file', volume_capacity: 1 },
    ],
    ...probed,
  });
}

function seed(): Wire {
  return component('seed', 'job', 1, { ...envs({ ROLE: 'seed', TEXT: SEED }), ...needs('data') });
}

function front(version: Version): Wire {
  const config = `version = ${version}\ndata = http://\${DATA_HOST}:\${DATA_PORT}/\nname = \${SERVICE_NAME}\nlevel = \${LEVEL:info}\nrest = \${unknown}\n`;
  const attrs = { ROLE: 'prepare', TEXT: `for \${DATA_HOST}:\${DATA_PORT}` };
  return component('front', 'stateless_multiple', 1, {
    port_map_list: [port('front', true)],
    ...envs({
      ROLE: 'front',
      CONFIG: '/etc/front/front.conf',
      PREPARED: '/prepared/text',
      ...(version === '3.0' ? { READY: 'never' } : {}),
    }),
    service_volume_map_list: [
      { ...file('config', '/etc/front/front.conf', config), mode: 640 },
      { volume_name: 'prepared', volume_path: '/prepared', volume_type: 'memoryfs', volume_capacity: 1 },
    ],
    ...needs('data', 'seed'),
    ...probed,
    component_k8s_attributes: [
      // The image does not run as root, and not everybody may read the config file.
      attribute('podSecurityContext', 'fsGroup: 2000\n'),
      // It ends at once, which a gateway learns later.
      attribute('lifecycle', 'preStop:\n  sleep:\n    seconds: 5\n'),
    ],
    service_related_plugin_config: [
      {
        plugin_key: 'prepare',
        plugin_id: 'prepare',
        plugin_status: true,
        attr: [{ service_meta_type: 'un_define', injection: 'env', attrs: JSON.stringify(attrs) }],
      },
    ],
  });
}

function prepare(image: string): Wire {
  const names = { plugin_key: 'prepare', plugin_id: 'prepare', plugin_name: 'prepare' };
  return { ...names, category: 'init-plugin', share_image: image };
}

function component(key: string, extend_method: string, min_node: number, fields: Wire): Wire {
  const extend_method_map = { min_node, init_memory: 128, container_cpu: 50 };
  return app(key, { k8s_component_name: key, extend_method, extend_method_map, ...fields });
}

function envs(values: Readonly<Record<string, string>>): Wire {
  const list = Object.entries(values).map(([attr_name, attr_value]) => ({ attr_name, attr_value }));
  return { service_env_map_list: list };
}

function port(name: string, outer: boolean): Wire {
  return {
    container_port: PORT,
    protocol: 'http',
    port_alias: name.toUpperCase(),
    is_inner_service: true,
    is_outer_service: outer,
    k8s_service_name: name,
  };
}

function file(volume_name: string, volume_path: string, file_content: string): Wire {
  return { volume_name, volume_path, volume_type: 'config-file', file_content };
}

function attribute(name: string, attribute_value: string): Wire {
  return { name, save_type: 'yaml', attribute_value };
}

function needs(...keys: readonly string[]): Wire {
  return { dep_service_map_list: keys.map((key) => ({ dep_service_key: `${key}+${key}` })) };
}

const probed: Wire = {
  probes: [
    {
      mode: 'readiness',
      scheme: 'http',
      path: '/ready',
      port: PORT,
      initial_delay_second: 1,
      period_second: 1,
      is_used: true,
    },
  ],
};
