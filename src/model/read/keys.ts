import { EXTEND_METHODS } from '../../workload/kinds.ts';

/** Effect of a key of the format. */
type Effect =
  /** The key has its effect. */
  | 'applied'
  /** Some values have no effect; an install with one of them reports it. */
  | 'partly'
  /** The key has no effect; an install reports it if the key is set. */
  | 'not applied'
  /** The key describes the publisher's side and has no effect in the original either. */
  | 'description';

/** Key of the format. */
interface Key {
  readonly effect: Effect;
  /** Way in which the key is applied, or the reason why not; in the documentation, and for `not applied` in the status of installs. */
  readonly how: string;
  /** Section of the keys below it. */
  readonly section?: string;
}

/** Keys of one map of the format. */
export interface Section {
  /** Path of such maps, with `[]` for every entry of a list. */
  readonly path: string;
  readonly keys: ReadonlyMap<string, Key>;
}

/** Kinds of workloads that components become. */
const KINDS = [...new Set(Object.values(EXTEND_METHODS).map(({ kind }) => kind))];

type Row = readonly [names: string, effect: Effect, how: string, section?: string];

function section(path: string, rows: readonly Row[]): Section {
  const keys = rows.flatMap(([names, effect, how, below]) =>
    names
      .split(' ')
      .map((name): [string, Key] => [
        name,
        { effect, how, ...(below === undefined ? {} : { section: below }) },
      ]),
  );
  return { path, keys: new Map(keys) };
}

const PUBLISHER = 'it describes the publisher’s copy';
const VM = 'there are no virtual machines here';

/** Keys of the registry of an image. */
const IMAGE: readonly Row[] = [
  [
    'hub_url',
    'partly',
    'registry for user and password; default: the registry of the image; nodes pull by HTTPS',
  ],
  ['hub_user hub_password', 'applied', 'an image pull Secret'],
  ['namespace', 'description', 'the image also contains it'],
  ['is_trust', 'description', 'the nodes decide which registries they trust'],
];

/** All keys of the format, by section: the source of the diagnostics and of docs/application-model.md. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  model: section('', [
    ['template_version group_key group_dev_status', 'description', 'it describes the model'],
    ['group_name group_version', 'description', 'name and version of the model; the install reports them'],
    [
      'governance_mode',
      'partly',
      'components reach each other by the names of Services; a mesh is not installed, see Models for a mesh',
    ],
    ['arch', 'description', 'the arch of each component applies instead'],
    ['apps', 'applied', 'the components', 'component'],
    ['plugins', 'partly', 'containers of the components that have them; no plugins for a mesh', 'plugin'],
    ['app_config_groups', 'applied', 'one Secret each, in the envs of the listed components', 'group'],
    ['ingress_http_routes', 'applied', 'one GatewayRule each, below the configured domain', 'httpRoute'],
    [
      'ingress_stream_routes',
      'applied',
      'one GatewayRule each, on a port that the gateway offers',
      'streamRoute',
    ],
    [
      'k8s_resources',
      'partly',
      'objects and fields that a model may have; see What a model may have',
      'resource',
    ],
    ['annotations', 'not applied', 'no object stands for the model as a whole'],
    ['helm_chart', 'not applied', 'Helm charts are not installed'],
    ['platform_plugin', 'not applied', 'it extends another platform'],
  ]),
  component: section('apps[]', [
    [
      'service_id',
      'applied',
      'one of the names by which other parts of the model can refer to the component',
    ],
    ['tenant_id service_name service_region creater category language', 'description', PUBLISHER],
    ['deploy_version need_share', 'description', PUBLISHER],
    ['service_alias', 'applied', 'name of the workload if there is no k8s_component_name'],
    ['service_key', 'applied', 'identifies the component in upgrades'],
    ['service_share_uuid', 'applied', 'identifies the component in dependencies and mounts'],
    ['service_cname', 'applied', 'display name: annotation stoa.dev/component-name'],
    ['service_type', 'partly', 'a container; a component of type vm or helm-chart is omitted'],
    [
      'service_source',
      'partly',
      'a third_party component runs elsewhere: it gets Services with its endpoints, or is omitted with what refers to it',
    ],
    ['version', 'applied', 'reported in the record of the component'],
    ['k8s_component_name', 'applied', 'name of the workload, with the name of the install as prefix'],
    ['arch', 'applied', 'amd64 or arm64 becomes a node selector; several values have no effect'],
    ['image', 'applied', 'image of the container if there is no share_image'],
    ['share_image', 'applied', 'image of the container'],
    ['service_image', 'applied', 'an image pull Secret, if it has user and password', 'serviceImage'],
    [
      'share_type',
      'partly',
      'only image; a model with a slug is rejected, because Stoa cannot build sources',
    ],
    ['share_slug_path', 'partly', 'a model with a slug is rejected, because Stoa cannot build sources'],
    ['service_slug', 'not applied', 'sources cannot be built here', 'slug'],
    [
      'cmd',
      'applied',
      'arguments of the container: variables are filled in, then the text is split at blanks',
    ],
    [
      'memory cpu',
      'applied',
      'requests and limits, if extend_method_map does not set them; 0 means unlimited',
    ],
    [
      'extend_method',
      'partly',
      `${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}; vm and kubeblocks_component are left out as a whole`,
    ],
    ['extend_method_map', 'applied', 'size of the component', 'extend'],
    ['port_map_list', 'applied', 'Services, connection envs and GatewayRules', 'port'],
    ['service_env_map_list', 'applied', 'envs of the container', 'env'],
    [
      'service_connect_info_map_list',
      'applied',
      'envs of the container and of every component that depends on it',
      'connectEnv',
    ],
    ['service_volume_map_list', 'applied', 'volume claims, temporary directories and ConfigMaps', 'volume'],
    ['mnt_relation_list', 'applied', 'mounts the volume of the other component', 'mount'],
    ['dep_service_map_list', 'applied', 'order of the rollout, and connection envs', 'dependency'],
    ['probes', 'applied', 'readiness and liveness probe', 'probe'],
    [
      'service_related_plugin_config',
      'partly',
      'containers with the envs and volumes of the component; no plugins for a mesh',
      'pluginConfig',
    ],
    [
      'component_monitors',
      'applied',
      'a ServiceMonitor if the cluster serves this kind, else annotations',
      'monitor',
    ],
    ['component_graphs', 'not applied', 'there are no charts here', 'graph'],
    [
      'component_k8s_attributes',
      'partly',
      'fields of the pod that a model may have; see What a model may have',
      'attribute',
    ],
    ['labels', 'partly', 'a node selector, for the labels that market.nodeLabels in the configuration has'],
    [
      'endpoints',
      'partly',
      'static IP addresses that the configuration allows; see Components that run elsewhere',
    ],
    ['report', 'description', PUBLISHER],
    ['vm', 'not applied', VM, 'vm'],
  ]),
  serviceImage: section('apps[].service_image', IMAGE),
  slug: section('apps[].service_slug', [
    ['ftp_host ftp_port ftp_username ftp_password namespace', 'not applied', 'sources cannot be built here'],
  ]),
  extend: section('apps[].extend_method_map', [
    ['min_node', 'applied', 'replicas, at most 1 of a singleton; default: 1; 0 means no pods'],
    ['init_memory', 'applied', 'MiB, takes precedence over memory; 0 means unlimited'],
    [
      'min_memory',
      'applied',
      'MiB, if neither init_memory nor memory is set; takes precedence over the default of 512',
    ],
    ['container_cpu', 'applied', 'thousandths of a core, takes precedence over cpu; default: 250'],
    ['max_node step_node max_memory step_memory', 'description', 'limits of a form in the original'],
    ['is_restart', 'description', 'a change of size always replaces the pods'],
  ]),
  port: section('apps[].port_map_list[]', [
    ['container_port', 'applied', 'port of the container and of the Service'],
    [
      'protocol',
      'applied',
      '`udp` is UDP, all others are TCP; an outer `http` port gets a host name, all others a port of the gateway',
    ],
    [
      'port_alias',
      'applied',
      'names of connection envs: `ALIAS_HOST` and `ALIAS_PORT`, in upper case; if shells cannot name them, also with `_` in place of other characters; default: derived from the alias of the component',
    ],
    [
      'is_inner_service',
      'applied',
      'ports that replace 127.0.0.1 of a mesh; every port has a Service and connection envs',
    ],
    ['is_outer_service', 'applied', 'a Service whose port is open, and a GatewayRule'],
    ['k8s_service_name', 'applied', 'name of the Service; with a suffix if it is taken or not valid'],
    ['name', 'description', 'it describes the port'],
    ['tenant_id', 'description', PUBLISHER],
  ]),
  env: section('apps[].service_env_map_list[]', [
    ['attr_name', 'applied', 'name of the env'],
    [
      'attr_value',
      'applied',
      'its value; `**None**` and `**None:group**` are generated once, and the variables `$' +
        '{NAME}` and `$' +
        '{NAME:default}` are filled in',
    ],
    ['name is_change', 'description', 'it describes the env'],
  ]),
  connectEnv: section('apps[].service_connect_info_map_list[]', [
    ['attr_name attr_value', 'applied', 'the same as in service_env_map_list'],
    ['container_port', 'applied', 'an env of a port is omitted: Stoa makes its own envs of ports'],
    ['name is_change', 'description', 'it describes the env'],
  ]),
  volume: section('apps[].service_volume_map_list[]', [
    ['volume_name volume_path', 'applied', 'name of the claim, and mount path'],
    ['volume_type', 'applied', 'config-file, memoryfs, share-file, local or a storage class; see Volumes'],
    [
      'file_content',
      'applied',
      'content of a config-file, with the variables of its envs; a file without content is not mounted',
    ],
    ['volume_capacity', 'applied', 'GiB; 10 if it is 0 or omitted'],
    ['access_mode', 'description', 'the number of pods and the storage class decide; see Volumes'],
    [
      'mode',
      'applied',
      'permissions of a config-file: octal digits (644), 420 and 493 in decimal, 777 if omitted',
    ],
    ['volume_provider_name share_policy backup_policy', 'description', 'the storage class decides'],
    ['category', 'description', PUBLISHER],
  ]),
  mount: section('apps[].mnt_relation_list[]', [
    ['service_share_uuid mnt_name', 'applied', 'the component and its volume'],
    ['mnt_dir', 'applied', 'mount path'],
  ]),
  dependency: section('apps[].dep_service_map_list[]', [
    ['dep_service_key', 'applied', 'service_share_uuid, else service_key, else the part after +'],
  ]),
  probe: section('apps[].probes[]', [
    ['mode', 'partly', 'readiness and liveness; ignore means no probe'],
    ['scheme path port cmd http_header', 'applied', 'target of the probe'],
    [
      'initial_delay_second period_second timeout_second failure_threshold success_threshold',
      'applied',
      'unchanged, except that a liveness probe needs one success; defaults: 4, 3, 5, 3 and 1',
    ],
    ['is_used', 'applied', 'false means no probe'],
    ['probe_id service_id ID', 'description', PUBLISHER],
  ]),
  pluginConfig: section('apps[].service_related_plugin_config[]', [
    ['plugin_key', 'applied', 'the plugin; one that the model does not have is omitted'],
    ['plugin_id', 'applied', 'name of the container, with plugin- as prefix'],
    ['plugin_status', 'applied', 'false omits the plugin'],
    [
      'min_memory memory_required min_cpu cpu_required',
      'applied',
      'requests and limits: MiB, at least 512, and thousandths of a core, at least 250',
    ],
    ['attr', 'partly', 'envs of the container', 'pluginAttr'],
    ['build_version service_meta_type service_id create_time ID', 'description', PUBLISHER],
  ]),
  pluginAttr: section('apps[].service_related_plugin_config[].attr[]', [
    ['service_meta_type', 'partly', 'only un_define: only a mesh reads those of ports'],
    ['injection', 'partly', 'only env: only a mesh reads others'],
    ['attrs', 'applied', 'the envs, filled with the envs of the component'],
    [
      'container_port dest_service_id dest_service_alias protocol',
      'partly',
      'only a mesh reads those of ports',
    ],
    ['plugin_id service_id build_version create_time ID', 'description', PUBLISHER],
  ]),
  monitor: section('apps[].component_monitors[]', [
    ['name', 'applied', 'name of the ServiceMonitor'],
    ['port path interval', 'applied', 'target and interval of the scrape'],
    ['service_show_name', 'description', 'it describes the monitor'],
  ]),
  graph: section('apps[].component_graphs[]', [
    ['title promql sequence graph_id component_id', 'not applied', 'as the chart that it belongs to'],
  ]),
  attribute: section('apps[].component_k8s_attributes[]', [
    ['name', 'partly', 'fields of the pod that a model may have; see What a model may have'],
    [
      'save_type attribute_value',
      'applied',
      'value of the field, as json, yaml or string; of cmd and args, a list of words, or a text that is one word or split at blanks, as in the release it was published with',
    ],
    ['component_id tenant_id create_time update_time ID', 'description', PUBLISHER],
  ]),
  vm: section('apps[].vm', [['boot_mode machine_type boot_source_format disk_layout', 'not applied', VM]]),
  httpRoute: section('ingress_http_routes[]', [
    ['component_key port', 'applied', 'the component and its port, which must be an outer port'],
    ['default_domain', 'applied', 'Stoa generates the host name in both cases: a model has none'],
    ['location', 'applied', 'path prefix'],
    [
      'cookies headers',
      'applied',
      'conditions on requests; a condition that a GatewayRule does not support drops the route',
    ],
    ['path_rewrite rewrites', 'not applied', 'a GatewayRule does not rewrite paths'],
    ['ssl', 'not applied', 'a model brings no certificate; set certificateId or autoSsl on the GatewayRule'],
    ['load_balancing', 'applied', 'round-robin, or the extension lb-type: cookie-session-affinity'],
    ['connection_timeout', 'applied', 'proxyConnectTimeout, in seconds'],
    ['request_timeout', 'applied', 'proxySendTimeout, in seconds'],
    ['response_timeout', 'applied', 'proxyReadTimeout, in seconds'],
    ['request_body_size_limit', 'applied', 'proxyBodySize, in MiB; 0 means unlimited'],
    ['proxy_buffer', 'applied', 'proxyBuffering'],
    ['proxy_buffer_size', 'applied', 'proxyBufferSize, in KiB'],
    ['proxy_buffer_numbers', 'applied', 'proxyBufferNumbers'],
    [
      'proxy_header',
      'partly',
      'setHeaders, from a map or a list of item_key and item_value; no variables of nginx',
    ],
    ['websocket', 'applied', 'gateways support WebSockets without configuration'],
  ]),
  streamRoute: section('ingress_stream_routes[]', [
    ['component_key port', 'applied', 'the component and its port, which must be an outer port'],
    ['protocol', 'description', 'the protocol of the port applies'],
  ]),
  group: section('app_config_groups[]', [
    ['name', 'applied', 'name of the Secret'],
    ['injection_type', 'partly', 'only env'],
    ['enable', 'applied', 'false omits the group'],
    ['config_items', 'applied', 'the envs, with variables of each component; its own envs take precedence'],
    ['component_keys', 'applied', 'the components that receive the envs'],
  ]),
  resource: section('k8s_resources[]', [
    ['name kind', 'description', 'the content also has it'],
    ['content', 'partly', 'objects and fields that a model may have; see What a model may have'],
  ]),
  plugin: section('plugins[]', [
    ['plugin_key', 'applied', 'identifies the plugin'],
    [
      'category',
      'partly',
      'init-plugin: runs to its end before the component; general-plugin and exporter-plugin: run beside it, and end with a Job; others need a mesh',
    ],
    ['share_image', 'applied', 'image of the container'],
    ['image', 'applied', 'image of the container if there is no share_image'],
    ['plugin_image', 'applied', 'an image pull Secret, if it has user and password', 'pluginImage'],
    [
      'plugin_id plugin_alias plugin_name build_source build_version code_repo desc origin origin_share_id tenant_id region create_user create_time ID',
      'description',
      PUBLISHER,
    ],
    ['config_groups', 'description', 'it describes the options, whose values the components have'],
  ]),
  pluginImage: section('plugins[].plugin_image', IMAGE),
};
