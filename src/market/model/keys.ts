/** What becomes of a key of the format. */
export type Effect =
  /** It has its effect. */
  | 'applied'
  /** Some of its values have no effect here, and an install says so where it has one of them. */
  | 'partly'
  /** It has no effect here, and an install says so where the key says anything. */
  | 'not applied'
  /** It says something about the publisher's side only, and has no effect in the original either. */
  | 'description';

/** A key of the format. */
export interface Key {
  readonly effect: Effect;
  /** How it is applied, or why it is not; ends up in the status of installs and in the documentation. */
  readonly how: string;
  /** Section of the table that tells the keys below it. */
  readonly section?: string;
}

/** The keys of one map of the format. */
export interface Section {
  /** Where such maps stand, with `[]` for every entry of a list. */
  readonly path: string;
  readonly keys: ReadonlyMap<string, Key>;
}

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

const PUBLISHER = 'it is about the publisher’s copy';
const PLUGINS = 'there are no plugins here';
const WITH_PLUGIN = 'as the plugin that it belongs to';
const VM = 'there are no virtual machines here';

/** Every key of the format, section by section: what the parser knows and docs/application-model.md tells. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  model: section('', [
    ['template_version group_key group_dev_status', 'description', 'it describes the model'],
    ['group_name group_version', 'description', 'name and version of the model, told by the install'],
    [
      'governance_mode',
      'partly',
      'KUBERNETES_NATIVE_SERVICE is what there is: components reach each other by the names of Services; a mesh is not installed',
    ],
    ['arch', 'description', 'what counts is the arch of each component'],
    ['apps', 'applied', 'the components', 'component'],
    ['plugins', 'not applied', PLUGINS, 'plugin'],
    ['app_config_groups', 'applied', 'a Secret each, in the env of the components that it lists', 'group'],
    ['ingress_http_routes', 'applied', 'a GatewayRule each, below the configured domain', 'httpRoute'],
    [
      'ingress_stream_routes',
      'applied',
      'a GatewayRule each, at a port that the gateway offers',
      'streamRoute',
    ],
    ['k8s_resources', 'partly', 'objects of kinds that are safe in a team’s namespace', 'resource'],
    ['annotations', 'not applied', 'no object stands for the model as a whole'],
    ['helm_chart', 'not applied', 'Helm charts are not installed'],
    ['platform_plugin', 'not applied', 'it extends another platform'],
  ]),
  component: section('apps[]', [
    ['service_id', 'applied', 'one of the names by which other parts of the model may mean the component'],
    ['tenant_id service_name service_region creater category language', 'description', PUBLISHER],
    ['deploy_version need_share', 'description', PUBLISHER],
    ['service_alias', 'applied', 'name of the workload where there is no k8s_component_name'],
    ['service_key', 'applied', 'by which upgrades find the component'],
    ['service_share_uuid', 'applied', 'by which dependencies and mounts mean the component'],
    ['service_cname', 'applied', 'name that people see: annotation stoa.dev/component-name'],
    ['service_type', 'partly', 'a component that is a container; a vm or helm-chart is left out as a whole'],
    ['service_source', 'partly', 'third_party components run elsewhere and are left out as a whole'],
    ['version', 'applied', 'told by the component’s record'],
    ['k8s_component_name', 'applied', 'name of the workload, after that of the install'],
    ['arch', 'applied', 'amd64 or arm64 is a node selector; several are none'],
    ['image', 'applied', 'what is pulled where there is no share_image'],
    ['share_image', 'applied', 'what is pulled'],
    ['service_image', 'applied', 'a Secret for pulling, where it has user and password', 'serviceImage'],
    ['share_type', 'partly', 'image; a model with a slug is refused, since sources cannot be built here'],
    ['share_slug_path', 'partly', 'a model with a slug is refused, since sources cannot be built here'],
    ['service_slug', 'not applied', 'sources cannot be built here', 'slug'],
    ['cmd', 'applied', 'arguments of the container, parted at blanks'],
    ['memory cpu', 'applied', 'requests and limits, where extend_method_map says nothing; 0 is unlimited'],
    [
      'extend_method',
      'partly',
      'Deployment, StatefulSet, DaemonSet, Job or CronJob; vm and kubeblocks_component are left out as a whole',
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
    ['service_volume_map_list', 'applied', 'volume claims, volumes in memory and ConfigMaps', 'volume'],
    ['mnt_relation_list', 'applied', 'the other component’s volume, mounted here too', 'mount'],
    ['dep_service_map_list', 'applied', 'order of the roll-out, and connection envs', 'dependency'],
    ['probes', 'applied', 'readiness and liveness probe', 'probe'],
    ['service_related_plugin_config', 'not applied', PLUGINS, 'pluginConfig'],
    ['component_monitors', 'applied', 'a ServiceMonitor where they are served, else annotations', 'monitor'],
    ['component_graphs', 'not applied', 'there are no charts here', 'graph'],
    [
      'component_k8s_attributes',
      'partly',
      'fields of the pod, but for those that reach beyond it',
      'attribute',
    ],
    ['labels', 'applied', 'labels of the pods, where they are valid'],
    ['endpoints', 'not applied', 'a component that runs elsewhere is left out as a whole'],
    ['report', 'description', PUBLISHER],
    ['vm', 'not applied', VM, 'vm'],
  ]),
  serviceImage: section('apps[].service_image', [
    ['hub_url', 'applied', 'registry that user and password are for; that of the image where left out'],
    ['hub_user hub_password', 'applied', 'a Secret for pulling'],
    ['namespace', 'description', 'the image names it too'],
    ['is_trust', 'description', 'how far a registry is trusted is a matter of the nodes'],
  ]),
  slug: section('apps[].service_slug', [
    ['ftp_host ftp_port ftp_username ftp_password namespace', 'not applied', 'sources cannot be built here'],
  ]),
  extend: section('apps[].extend_method_map', [
    ['min_node', 'applied', 'replicas; 1 where left out'],
    ['init_memory', 'applied', 'MiB, before memory; 0 is unlimited'],
    ['min_memory', 'applied', 'MiB, where neither init_memory nor memory says anything, before 512'],
    ['container_cpu', 'applied', 'thousandths of a core, before cpu; else memory / 128 × 20'],
    ['max_node step_node max_memory step_memory', 'description', 'bounds of a form in the original'],
    ['is_restart', 'description', 'a change of size always makes new pods'],
  ]),
  port: section('apps[].port_map_list[]', [
    ['container_port', 'applied', 'port of the container and of the Service'],
    [
      'protocol',
      'applied',
      '`udp` is UDP, all else TCP; an outer `http` gets a host name, all else a port of the gateway',
    ],
    [
      'port_alias',
      'applied',
      'names of connection envs: `ALIAS_HOST` and `ALIAS_PORT`; made of the component’s alias where left out',
    ],
    ['is_inner_service', 'applied', 'a Service, and connection envs'],
    ['is_outer_service', 'applied', 'a Service whose port is open, and a GatewayRule'],
    ['k8s_service_name', 'applied', 'name of the Service; with a suffix where it is taken or no name of one'],
    ['name', 'description', 'it describes the port'],
    ['tenant_id', 'description', PUBLISHER],
  ]),
  env: section('apps[].service_env_map_list[]', [
    ['attr_name', 'applied', 'name of the env'],
    [
      'attr_value',
      'applied',
      'its value; `**None**` and `**None:group**` are generated once, other envs are filled in for their names in `$' +
        '{}`',
    ],
    ['name is_change', 'description', 'it describes the env'],
  ]),
  connectEnv: section('apps[].service_connect_info_map_list[]', [
    ['attr_name attr_value', 'applied', 'as those of service_env_map_list'],
    ['container_port', 'description', 'host and port of a port are made anew'],
    ['name is_change', 'description', 'it describes the env'],
  ]),
  volume: section('apps[].service_volume_map_list[]', [
    ['volume_name volume_path', 'applied', 'name of the claim, and where it is mounted'],
    ['volume_type', 'applied', 'config-file, memoryfs, share-file, local or a storage class'],
    ['file_content', 'applied', 'content of a config-file'],
    ['volume_capacity', 'applied', 'GiB; 10 where it is 0 or left out'],
    ['access_mode', 'applied', 'RWO, RWX or ROX'],
    ['mode', 'applied', 'permissions of a config-file, in decimal (420) or as digits (644)'],
    ['volume_provider_name share_policy backup_policy', 'description', 'the storage class decides'],
    ['category', 'description', PUBLISHER],
  ]),
  mount: section('apps[].mnt_relation_list[]', [
    ['service_share_uuid mnt_name', 'applied', 'the component and its volume'],
    ['mnt_dir', 'applied', 'where it is mounted'],
  ]),
  dependency: section('apps[].dep_service_map_list[]', [
    ['dep_service_key', 'applied', 'by service_share_uuid, else service_key, else the part after +'],
  ]),
  probe: section('apps[].probes[]', [
    ['mode', 'partly', 'readiness and liveness; ignore is no probe'],
    ['scheme path port cmd http_header', 'applied', 'what is asked'],
    [
      'initial_delay_second period_second timeout_second failure_threshold success_threshold',
      'applied',
      'as they are; 4, 3, 5, 3 and 1 where left out',
    ],
    ['is_used', 'applied', 'false is no probe'],
    ['probe_id service_id ID', 'description', PUBLISHER],
  ]),
  pluginConfig: section('apps[].service_related_plugin_config[]', [
    [
      'plugin_key plugin_id build_version plugin_status service_meta_type memory_required cpu_required attr',
      'not applied',
      WITH_PLUGIN,
    ],
  ]),
  monitor: section('apps[].component_monitors[]', [
    ['name', 'applied', 'name of the ServiceMonitor'],
    ['port path interval', 'applied', 'what is scraped, and how often'],
    ['service_show_name', 'description', 'it describes the monitor'],
  ]),
  graph: section('apps[].component_graphs[]', [
    ['title promql sequence graph_id component_id', 'not applied', 'as the chart that it belongs to'],
  ]),
  attribute: section('apps[].component_k8s_attributes[]', [
    ['name', 'partly', 'fields of the pod, but for those that reach beyond it'],
    ['save_type attribute_value', 'applied', 'the field’s value, as json, yaml or string'],
    ['component_id tenant_id create_time update_time ID', 'description', PUBLISHER],
  ]),
  vm: section('apps[].vm', [['boot_mode machine_type boot_source_format disk_layout', 'not applied', VM]]),
  httpRoute: section('ingress_http_routes[]', [
    ['component_key port', 'applied', 'the component and its port, which must be an outer one'],
    ['default_domain', 'applied', 'the host name is made either way: a model names none'],
    ['location', 'applied', 'path prefix'],
    [
      'cookies headers',
      'applied',
      'what a request must carry; what a GatewayRule cannot say drops the route',
    ],
    ['path_rewrite rewrites', 'not applied', 'a GatewayRule does not rewrite paths'],
    ['ssl', 'not applied', 'a model brings no certificate; set certificateId or autoSsl on the GatewayRule'],
    ['load_balancing', 'applied', 'round-robin, or the extension lb-type: cookie-session-affinity'],
    ['connection_timeout', 'applied', 'proxyConnectTimeout, in seconds'],
    ['request_timeout', 'applied', 'proxySendTimeout, in seconds'],
    ['response_timeout', 'applied', 'proxyReadTimeout, in seconds'],
    ['request_body_size_limit', 'applied', 'proxyBodySize, in MiB; 0 is unlimited'],
    ['proxy_buffer', 'applied', 'proxyBuffering'],
    ['proxy_buffer_size', 'applied', 'proxyBufferSize, in KiB'],
    ['proxy_buffer_numbers', 'applied', 'proxyBufferNumbers'],
    [
      'proxy_header',
      'partly',
      'setHeaders, from a map or a list of item_key and item_value; no variables of nginx',
    ],
    ['websocket', 'applied', 'gateways let WebSockets through as they are'],
  ]),
  streamRoute: section('ingress_stream_routes[]', [
    ['component_key port', 'applied', 'the component and its port, which must be an outer one'],
    ['protocol', 'description', 'that of the port counts'],
  ]),
  group: section('app_config_groups[]', [
    ['name', 'applied', 'name of the Secret'],
    ['injection_type', 'partly', 'env; there is no other'],
    ['enable', 'applied', 'false leaves the group out'],
    ['config_items', 'applied', 'the envs; those of the component win over them'],
    ['component_keys', 'applied', 'the components that get them'],
  ]),
  resource: section('k8s_resources[]', [
    ['name kind', 'description', 'the content says so too'],
    ['content', 'partly', 'objects of kinds that are safe in a team’s namespace'],
  ]),
  plugin: section('plugins[]', [
    [
      'plugin_key plugin_alias plugin_name category share_image plugin_image build_source build_version code_repo',
      'not applied',
      WITH_PLUGIN,
    ],
    ['image desc origin origin_share_id', 'not applied', WITH_PLUGIN],
    ['config_groups', 'not applied', WITH_PLUGIN, 'pluginGroup'],
  ]),
  pluginGroup: section('plugins[].config_groups[]', [
    ['config_name service_meta_type injection options', 'not applied', WITH_PLUGIN],
  ]),
};
