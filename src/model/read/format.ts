import { z } from 'zod';
import { MAX_COMPONENTS } from '../../api/marketinstall.ts';
import { EXTEND_METHODS } from '../../workload/kinds.ts';
import { flag, lenientList, MAX_VALUE, pairs, part, text, whole, word } from './lenient.ts';
import { applied, described, inert, keys, partly, type Section, section, unread } from './section.ts';

/** Most characters of a name or identifier. */
const NAME = 253;

/** Most characters of a file or of an object in YAML: a Kubernetes object has room for no more. */
const MAX_FILE = 1_000_000;

const MAX_INT = 2 ** 31 - 1;

const socket = whole(1, 65_535);
const size = whole(0, MAX_INT);
const seconds = whole(0, 86_400);

/** Most plugins of a component: each has all its envs. */
const MAX_PLUGINS = 20;

/** Kinds of workloads that components become. */
const KINDS = [...new Set(Object.values(EXTEND_METHODS).map(({ kind }) => kind))];

const PUBLISHER = 'it describes the publisher’s copy';
const BUFFERS = 'proxyBuffering, proxyBufferSize (KiB), proxyBufferNumbers';
const VM = 'there are no virtual machines here';

/** Keys of the registry of an image. */
const IMAGE = {
  hub_url: partly(word(512), 'registry of user and password, by HTTPS; default: that of the image'),
  hub_user: applied(text(512), 'both make an image pull Secret'),
  hub_password: applied(text(4096), 'both make an image pull Secret'),
  ...unread('namespace', 'description', 'the image also contains it'),
  ...unread('is_trust', 'description', 'the nodes decide which registries they trust'),
};

const serviceImage = section('apps[].service_image', IMAGE);

const slug = section('apps[].service_slug', {
  ...unread(
    'ftp_host ftp_port ftp_username ftp_password namespace',
    'not applied',
    'sources cannot be built here',
  ),
});

const extend = section('apps[].extend_method_map', {
  min_node: applied(whole(0, 1000), 'replicas, at most 1 of a singleton; default: 1; 0: no pods'),
  init_memory: applied(size, 'MiB, before memory; 0: unlimited'),
  min_memory: applied(size, 'MiB, without init_memory and memory; default: 512'),
  container_cpu: applied(size, 'thousandths of a core, before cpu; default: 250'),
  ...unread('max_node step_node max_memory step_memory', 'description', 'limits of a form in the original'),
  ...unread('is_restart', 'description', 'a change of size always replaces the pods'),
});

const port = section('apps[].port_map_list[]', {
  container_port: applied(socket, 'port of the container and of the Service'),
  protocol: applied(
    word(32),
    'udp is UDP, all others are TCP; an outer http port gets a host name, all others a port of the gateway',
  ),
  port_alias: applied(
    word(128),
    'connection envs `ALIAS_HOST` and `ALIAS_PORT` in upper case, also with `_` for what shells cannot name; default: from the alias of the component',
  ),
  is_inner_service: applied(flag, 'ports that replace 127.0.0.1 of a mesh; all ports have connection envs'),
  is_outer_service: applied(flag, 'an open port, and a GatewayRule'),
  k8s_service_name: applied(word(NAME), 'name of the Service'),
  ...unread('name', 'description', 'it describes the port'),
  ...unread('tenant_id', 'description', PUBLISHER),
});

const env = section('apps[].service_env_map_list[]', {
  attr_name: applied(word(512), 'name of the env'),
  attr_value: applied(
    text(MAX_VALUE),
    'its value, with [variables](#envs-and-variables); `**None**` and `**None:group**` are generated',
  ),
  ...unread('name is_change', 'description', 'it describes the env'),
});

const connectEnv = section('apps[].service_connect_info_map_list[]', {
  attr_name: applied(word(512), 'as in service_env_map_list'),
  attr_value: applied(text(MAX_VALUE), 'as in service_env_map_list'),
  container_port: applied(whole(0, MAX_INT), 'an env of a port is omitted: ports have their own'),
  ...unread('name is_change', 'description', 'it describes the env'),
});

const volume = section('apps[].service_volume_map_list[]', {
  volume_name: applied(word(NAME), 'name of the PVC, and mount path'),
  volume_path: applied(word(1024), 'name of the PVC, and mount path'),
  volume_type: applied(
    word(NAME),
    'config-file, memoryfs, share-file, local or a storage class: see [volumes](#objects-of-an-install)',
  ),
  file_content: applied(text(MAX_FILE), 'content of a config-file; one without content is not mounted'),
  volume_capacity: applied(whole(0, 1_048_576), 'GiB; 10 if it is 0 or omitted'),
  ...unread('access_mode', 'description', 'the number of pods and the storage class decide; see Volumes'),
  mode: applied(
    whole(0, MAX_INT),
    'permissions of a config-file in octal digits; 420 and 493 are decimal; default: 777',
  ),
  ...unread('volume_provider_name share_policy backup_policy', 'description', 'the storage class decides'),
  ...unread('category', 'description', PUBLISHER),
});

const mount = section('apps[].mnt_relation_list[]', {
  service_share_uuid: applied(word(2 * NAME), 'the component and its volume'),
  mnt_name: applied(word(NAME), 'the component and its volume'),
  mnt_dir: applied(word(1024), 'mount path'),
});

const dependency = section('apps[].dep_service_map_list[]', {
  dep_service_key: applied(word(2 * NAME), 'service_share_uuid, else service_key, else the part after +'),
});

const probe = section('apps[].probes[]', {
  mode: partly(word(32), 'readiness and liveness; ignore: no probe'),
  scheme: applied(word(32), 'target of the probe'),
  path: applied(word(1024), 'target of the probe'),
  port: applied(whole(0, 65_535), 'target of the probe'),
  ...keys('cmd http_header', applied(text(4096), 'target of the probe')),
  ...keys(
    'initial_delay_second period_second timeout_second failure_threshold success_threshold',
    applied(seconds, 'the same, but one success of a liveness probe; defaults: 4, 3, 5, 3, 1'),
  ),
  is_used: applied(flag, 'false: no probe'),
  ...unread('probe_id service_id ID', 'description', PUBLISHER),
});

const pluginAttr = section('apps[].service_related_plugin_config[].attr[]', {
  service_meta_type: partly(word(64), 'only un_define'),
  injection: partly(word(64), 'only env'),
  attrs: applied(z.unknown().optional(), 'the envs, filled with the envs of the component'),
  ...unread('container_port dest_service_id dest_service_alias protocol', 'partly', 'only a mesh reads them'),
  ...unread('plugin_id service_id build_version create_time ID', 'description', PUBLISHER),
});

const pluginConfig = section('apps[].service_related_plugin_config[]', {
  plugin_key: applied(word(NAME), 'the plugin'),
  plugin_id: applied(word(NAME), 'name of the container, after plugin-'),
  plugin_status: applied(flag, 'false omits the plugin'),
  ...keys(
    'min_memory memory_required min_cpu cpu_required',
    applied(size, 'requests and limits: MiB (at least 512), thousandths of a core (at least 250)'),
  ),
  attr: partly(lenientList(pluginAttr.schema, 100), 'envs of the container', pluginAttr),
  ...unread('build_version service_meta_type service_id create_time ID', 'description', PUBLISHER),
});

const monitor = section('apps[].component_monitors[]', {
  name: applied(word(NAME), 'name of the ServiceMonitor'),
  port: applied(whole(0, 65_535), 'target and interval of the scrape'),
  path: applied(word(1024), 'target and interval of the scrape'),
  interval: applied(word(32), 'target and interval of the scrape'),
  ...unread('service_show_name', 'description', 'it describes the monitor'),
});

const graph = section('apps[].component_graphs[]', {
  ...unread('title promql sequence graph_id component_id', 'not applied', 'as the chart that it belongs to'),
});

const attribute = section('apps[].component_k8s_attributes[]', {
  name: partly(word(64), '[what a model may have](#what-a-model-may-have)'),
  save_type: applied(
    word(16),
    'value of the field, as json, yaml or string; cmd and args: a list of words, or a text that is one word or split at blanks, as in the release that published it',
  ),
  attribute_value: applied(
    z.unknown().optional(),
    'value of the field, as json, yaml or string; cmd and args: a list of words, or a text that is one word or split at blanks, as in the release that published it',
  ),
  ...unread('component_id tenant_id create_time update_time ID', 'description', PUBLISHER),
});

const vm = section('apps[].vm', {
  ...unread('boot_mode machine_type boot_source_format disk_layout', 'not applied', VM),
});

const httpRoute = section('ingress_http_routes[]', {
  component_key: applied(word(2 * NAME), 'the component and its outer port'),
  port: applied(whole(0, 65_535), 'the component and its outer port'),
  default_domain: applied(flag, 'the host name is generated in both cases'),
  location: applied(word(1024), 'path prefix'),
  ...keys(
    'cookies headers',
    applied(pairs(64), 'conditions; one that no GatewayRule can have drops the route'),
  ),
  path_rewrite: inert(flag, 'paths stay as they are; set policy.rewrite on the GatewayRule'),
  rewrites: inert(
    lenientList(z.unknown(), 100),
    'paths stay as they are; set policy.rewrite on the GatewayRule',
  ),
  ssl: inert(flag, 'a model brings no certificate; set certificateId or autoSsl on the GatewayRule'),
  load_balancing: applied(word(64), 'round-robin, or the extension lb-type=cookie-session-affinity'),
  ...keys(
    'connection_timeout request_timeout response_timeout',
    applied(seconds, 'proxyConnectTimeout, proxySendTimeout, proxyReadTimeout, in seconds'),
  ),
  request_body_size_limit: applied(size, 'proxyBodySize, in MiB; 0: unlimited'),
  proxy_buffer: applied(flag, BUFFERS),
  proxy_buffer_size: applied(size, BUFFERS),
  proxy_buffer_numbers: applied(size, BUFFERS),
  proxy_header: partly(
    pairs(64),
    'setHeaders: a map, or a list of item_key and item_value; no variables of nginx',
  ),
  websocket: applied(flag, 'nothing: gateways have WebSockets'),
});

/** Component of a model. A key that says something of pods also stands in `NO_PODS` (component.ts), for one that runs elsewhere. */
export const component = section('apps[]', {
  service_id: applied(word(NAME), 'a name for references in the model'),
  ...unread('tenant_id service_name service_region creater category language', 'description', PUBLISHER),
  ...unread('deploy_version need_share', 'description', PUBLISHER),
  service_alias: applied(word(NAME), 'name of the workload without k8s_component_name'),
  service_key: applied(word(NAME), 'identity in upgrades'),
  service_share_uuid: applied(word(2 * NAME), 'identity in dependencies and mounts'),
  service_cname: applied(word(NAME), 'the annotation stoa.dev/component-name'),
  service_type: partly(word(64), 'components of type vm or helm-chart are omitted'),
  service_source: partly(word(64), 'third_party [runs elsewhere](#components-that-run-elsewhere)'),
  version: applied(word(NAME), 'in the record of the component'),
  k8s_component_name: applied(word(NAME), 'name of the workload, after that of the install'),
  arch: applied(word(64), 'a node selector, if it is amd64 or arm64 alone'),
  image: applied(word(1024), 'image of the container; share_image has precedence'),
  share_image: applied(word(1024), 'image of the container; share_image has precedence'),
  service_image: applied(part(serviceImage.schema), 'an image pull Secret', serviceImage),
  share_type: partly(word(32), 'only image: Stoa builds no sources'),
  share_slug_path: partly(word(1024), 'only image: Stoa builds no sources'),
  ...unread('service_slug', 'not applied', 'sources cannot be built here', slug),
  cmd: applied(text(32_768), 'arguments of the container, [split](#envs-and-variables) at blanks'),
  ...keys(
    'memory cpu',
    applied(size, 'requests and limits, without those of extend_method_map; 0: unlimited'),
  ),
  extend_method: partly(
    word(64),
    `${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}; vm and kubeblocks_component are omitted`,
  ),
  extend_method_map: applied(part(extend.schema), 'size of the component', extend),
  port_map_list: applied(lenientList(port.schema, 200), 'Services, envs and GatewayRules', port),
  service_env_map_list: applied(lenientList(env.schema, 2000), 'envs of the container', env),
  service_connect_info_map_list: applied(
    lenientList(connectEnv.schema, 2000),
    'envs of the container and of its dependants',
    connectEnv,
  ),
  service_volume_map_list: applied(
    lenientList(volume.schema, 200),
    'PVCs, temporary directories and ConfigMaps',
    volume,
  ),
  mnt_relation_list: applied(
    lenientList(mount.schema, 200),
    'mounts the volume of the other component',
    mount,
  ),
  dep_service_map_list: applied(
    lenientList(dependency.schema, MAX_COMPONENTS),
    'order of the rollout, and envs',
    dependency,
  ),
  probes: applied(lenientList(probe.schema, 20), 'readiness and liveness probe', probe),
  service_related_plugin_config: partly(
    lenientList(pluginConfig.schema, MAX_PLUGINS),
    'containers, except for a mesh',
    pluginConfig,
  ),
  component_monitors: applied(
    lenientList(monitor.schema, 50),
    'a ServiceMonitor if the cluster has this kind, else annotations',
    monitor,
  ),
  ...unread('component_graphs', 'not applied', 'there are no charts here', graph),
  component_k8s_attributes: partly(
    lenientList(attribute.schema, 100),
    '[what a model may have](#what-a-model-may-have)',
    attribute,
  ),
  labels: partly(pairs(64), 'a node selector, for labels in [`market.nodeLabels`](configuration.md)'),
  endpoints: partly(
    z.unknown().optional(),
    'addresses of what [runs elsewhere](#components-that-run-elsewhere)',
  ),
  ...unread('report', 'description', PUBLISHER),
  ...unread('vm', 'not applied', VM, vm),
});

const streamRoute = section('ingress_stream_routes[]', {
  component_key: applied(word(2 * NAME), 'the component and its outer port'),
  port: applied(whole(0, 65_535), 'the component and its outer port'),
  ...unread('protocol', 'description', 'the protocol of the port applies'),
});

const group = section('app_config_groups[]', {
  name: applied(word(NAME), 'name of the Secret'),
  injection_type: partly(word(32), 'only env'),
  enable: applied(flag, 'false omits the group'),
  config_items: applied(pairs(1000), 'the envs, with variables of each component'),
  component_keys: applied(lenientList(word(2 * NAME), MAX_COMPONENTS), 'components that get them'),
});

const resource = section('k8s_resources[]', {
  ...keys('name kind', described(word(NAME), 'the content also has it')),
  content: partly(text(MAX_FILE), '[what a model may have](#what-a-model-may-have)'),
});

const pluginImage = section('plugins[].plugin_image', IMAGE);

const plugin = section('plugins[]', {
  plugin_key: applied(word(NAME), 'identifies the plugin'),
  category: partly(
    word(64),
    'init-plugin runs before the component; general-plugin and exporter-plugin run beside it, and end with a Job; others need a mesh',
  ),
  share_image: applied(word(1024), 'image of the container; share_image has precedence'),
  image: applied(word(1024), 'image of the container; share_image has precedence'),
  plugin_image: applied(part(pluginImage.schema), 'an image pull Secret', pluginImage),
  ...unread(
    'plugin_id plugin_alias plugin_name build_source build_version code_repo desc origin origin_share_id tenant_id region create_user create_time ID',
    'description',
    PUBLISHER,
  ),
  ...unread('config_groups', 'description', 'it describes the options, whose values the components have'),
});

export const model = section('', {
  ...unread('template_version group_key group_dev_status', 'description', 'it describes the model'),
  ...keys(
    'group_name group_version',
    described(word(NAME), 'name and version of the model; the install reports them'),
  ),
  governance_mode: partly(word(64), '[no mesh is installed](#models-for-a-mesh)'),
  ...unread('arch', 'description', 'the arch of each component applies instead'),
  apps: applied(lenientList(component.schema, MAX_COMPONENTS), 'the components', component),
  plugins: partly(lenientList(plugin.schema, 200), 'containers of components, except for a mesh', plugin),
  app_config_groups: applied(
    lenientList(group.schema, 200),
    'a Secret each, in the envs of its components',
    group,
  ),
  ingress_http_routes: applied(
    lenientList(httpRoute.schema, 1000),
    'a GatewayRule each, below the configured domain',
    httpRoute,
  ),
  ingress_stream_routes: applied(
    lenientList(streamRoute.schema, 1000),
    'a GatewayRule each, on a port of the gateway',
    streamRoute,
  ),
  k8s_resources: partly(
    lenientList(resource.schema, 200),
    '[what a model may have](#what-a-model-may-have)',
    resource,
  ),
  ...unread('annotations', 'not applied', 'no object stands for the model as a whole'),
  ...unread('helm_chart', 'not applied', 'Helm charts are not installed'),
  ...unread('platform_plugin', 'not applied', 'it extends another platform'),
});

/** All keys of the format, in the order of docs/application-model.md. */
export const SECTIONS: readonly Section[] = [
  model,
  component,
  serviceImage,
  slug,
  extend,
  port,
  env,
  connectEnv,
  volume,
  mount,
  dependency,
  probe,
  pluginConfig,
  pluginAttr,
  monitor,
  graph,
  attribute,
  vm,
  httpRoute,
  streamRoute,
  group,
  resource,
  plugin,
  pluginImage,
];

/** Registry in the shape of the template. */
export type WireRegistry = z.output<typeof serviceImage.schema>;

/** Plugin in the shape of the template. */
export type WirePlugin = z.output<typeof plugin.schema>;

/** Component in the shape of the template. */
export type WireComponent = z.output<typeof component.schema>;

/** HTTP route in the shape of the template. */
export type WireHttpRoute = z.output<typeof httpRoute.schema>;

/** Config group in the shape of the template. */
export type WireConfigGroup = z.output<typeof group.schema>;

/** A whole model as it comes. */
export type WireTemplate = z.output<typeof model.schema>;
