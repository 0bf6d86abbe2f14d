import { z } from 'zod';
import { MAX_COMPONENTS } from '../../api/marketinstall.ts';
import { EXTEND_METHODS } from '../../workload/kinds.ts';
import { flag, list, MAX_VALUE, pairs, part, text, whole, word } from './lenient.ts';
import { key, keys, type Section, section, unread } from './section.ts';

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
const VM = 'there are no virtual machines here';

/** Keys of the registry of an image. */
const IMAGE = {
  hub_url: key(
    word(512),
    'partly',
    'registry for user and password; default: the registry of the image; nodes pull by HTTPS',
  ),
  hub_user: key(text(512), 'applied', 'an image pull Secret'),
  hub_password: key(text(4096), 'applied', 'an image pull Secret'),
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
  min_node: key(whole(0, 1000), 'applied', 'replicas, at most 1 of a singleton; default: 1; 0 means no pods'),
  init_memory: key(size, 'applied', 'MiB, takes precedence over memory; 0 means unlimited'),
  min_memory: key(
    size,
    'applied',
    'MiB, if neither init_memory nor memory is set; takes precedence over the default of 512',
  ),
  container_cpu: key(size, 'applied', 'thousandths of a core, takes precedence over cpu; default: 250'),
  ...unread('max_node step_node max_memory step_memory', 'description', 'limits of a form in the original'),
  ...unread('is_restart', 'description', 'a change of size always replaces the pods'),
});

const port = section('apps[].port_map_list[]', {
  container_port: key(socket, 'applied', 'port of the container and of the Service'),
  protocol: key(
    word(32),
    'applied',
    '`udp` is UDP, all others are TCP; an outer `http` port gets a host name, all others a port of the gateway',
  ),
  port_alias: key(
    word(128),
    'applied',
    'names of connection envs: `ALIAS_HOST` and `ALIAS_PORT`, in upper case; if shells cannot name them, also with `_` in place of other characters; default: derived from the alias of the component',
  ),
  is_inner_service: key(
    flag,
    'applied',
    'ports that replace 127.0.0.1 of a mesh; every port has a Service and connection envs',
  ),
  is_outer_service: key(flag, 'applied', 'a Service whose port is open, and a GatewayRule'),
  k8s_service_name: key(
    word(NAME),
    'applied',
    'name of the Service; with a suffix if it is taken or not valid',
  ),
  ...unread('name', 'description', 'it describes the port'),
  ...unread('tenant_id', 'description', PUBLISHER),
});

const env = section('apps[].service_env_map_list[]', {
  attr_name: key(word(512), 'applied', 'name of the env'),
  attr_value: key(
    text(MAX_VALUE),
    'applied',
    'its value; `**None**` and `**None:group**` are generated once, and the variables `$' +
      '{NAME}` and `$' +
      '{NAME:default}` are filled in',
  ),
  ...unread('name is_change', 'description', 'it describes the env'),
});

const connectEnv = section('apps[].service_connect_info_map_list[]', {
  attr_name: key(word(512), 'applied', 'the same as in service_env_map_list'),
  attr_value: key(text(MAX_VALUE), 'applied', 'the same as in service_env_map_list'),
  container_port: key(
    whole(0, MAX_INT),
    'applied',
    'an env of a port is omitted: Stoa makes its own envs of ports',
  ),
  ...unread('name is_change', 'description', 'it describes the env'),
});

const volume = section('apps[].service_volume_map_list[]', {
  volume_name: key(word(NAME), 'applied', 'name of the claim, and mount path'),
  volume_path: key(word(1024), 'applied', 'name of the claim, and mount path'),
  volume_type: key(
    word(NAME),
    'applied',
    'config-file, memoryfs, share-file, local or a storage class; see Volumes',
  ),
  file_content: key(
    text(MAX_FILE),
    'applied',
    'content of a config-file, with the variables of its envs; a file without content is not mounted',
  ),
  volume_capacity: key(whole(0, 1_048_576), 'applied', 'GiB; 10 if it is 0 or omitted'),
  ...unread('access_mode', 'description', 'the number of pods and the storage class decide; see Volumes'),
  mode: key(
    whole(0, MAX_INT),
    'applied',
    'permissions of a config-file: octal digits (644), 420 and 493 in decimal, 777 if omitted',
  ),
  ...unread('volume_provider_name share_policy backup_policy', 'description', 'the storage class decides'),
  ...unread('category', 'description', PUBLISHER),
});

const mount = section('apps[].mnt_relation_list[]', {
  service_share_uuid: key(word(2 * NAME), 'applied', 'the component and its volume'),
  mnt_name: key(word(NAME), 'applied', 'the component and its volume'),
  mnt_dir: key(word(1024), 'applied', 'mount path'),
});

const dependency = section('apps[].dep_service_map_list[]', {
  dep_service_key: key(
    word(2 * NAME),
    'applied',
    'service_share_uuid, else service_key, else the part after +',
  ),
});

const probe = section('apps[].probes[]', {
  mode: key(word(32), 'partly', 'readiness and liveness; ignore means no probe'),
  scheme: key(word(32), 'applied', 'target of the probe'),
  path: key(word(1024), 'applied', 'target of the probe'),
  port: key(whole(0, 65_535), 'applied', 'target of the probe'),
  ...keys('cmd http_header', text(4096), 'applied', 'target of the probe'),
  ...keys(
    'initial_delay_second period_second timeout_second failure_threshold success_threshold',
    seconds,
    'applied',
    'unchanged, except that a liveness probe needs one success; defaults: 4, 3, 5, 3 and 1',
  ),
  is_used: key(flag, 'applied', 'false means no probe'),
  ...unread('probe_id service_id ID', 'description', PUBLISHER),
});

const pluginAttr = section('apps[].service_related_plugin_config[].attr[]', {
  service_meta_type: key(word(64), 'partly', 'only un_define: only a mesh reads those of ports'),
  injection: key(word(64), 'partly', 'only env: only a mesh reads others'),
  attrs: key(z.unknown().optional(), 'applied', 'the envs, filled with the envs of the component'),
  ...unread(
    'container_port dest_service_id dest_service_alias protocol',
    'partly',
    'only a mesh reads those of ports',
  ),
  ...unread('plugin_id service_id build_version create_time ID', 'description', PUBLISHER),
});

const pluginConfig = section('apps[].service_related_plugin_config[]', {
  plugin_key: key(word(NAME), 'applied', 'the plugin; one that the model does not have is omitted'),
  plugin_id: key(word(NAME), 'applied', 'name of the container, with plugin- as prefix'),
  plugin_status: key(flag, 'applied', 'false omits the plugin'),
  ...keys(
    'min_memory memory_required min_cpu cpu_required',
    size,
    'applied',
    'requests and limits: MiB, at least 512, and thousandths of a core, at least 250',
  ),
  attr: key(list(pluginAttr.schema, 100), 'partly', 'envs of the container', pluginAttr),
  ...unread('build_version service_meta_type service_id create_time ID', 'description', PUBLISHER),
});

const monitor = section('apps[].component_monitors[]', {
  name: key(word(NAME), 'applied', 'name of the ServiceMonitor'),
  port: key(whole(0, 65_535), 'applied', 'target and interval of the scrape'),
  path: key(word(1024), 'applied', 'target and interval of the scrape'),
  interval: key(word(32), 'applied', 'target and interval of the scrape'),
  ...unread('service_show_name', 'description', 'it describes the monitor'),
});

const graph = section('apps[].component_graphs[]', {
  ...unread('title promql sequence graph_id component_id', 'not applied', 'as the chart that it belongs to'),
});

const attribute = section('apps[].component_k8s_attributes[]', {
  name: key(word(64), 'partly', 'fields of the pod that a model may have; see What a model may have'),
  save_type: key(
    word(16),
    'applied',
    'value of the field, as json, yaml or string; of cmd and args, a list of words, or a text that is one word or split at blanks, as in the release it was published with',
  ),
  attribute_value: key(
    z.unknown().optional(),
    'applied',
    'value of the field, as json, yaml or string; of cmd and args, a list of words, or a text that is one word or split at blanks, as in the release it was published with',
  ),
  ...unread('component_id tenant_id create_time update_time ID', 'description', PUBLISHER),
});

const vm = section('apps[].vm', {
  ...unread('boot_mode machine_type boot_source_format disk_layout', 'not applied', VM),
});

const httpRoute = section('ingress_http_routes[]', {
  component_key: key(word(2 * NAME), 'applied', 'the component and its port, which must be an outer port'),
  port: key(whole(0, 65_535), 'applied', 'the component and its port, which must be an outer port'),
  default_domain: key(flag, 'applied', 'Stoa generates the host name in both cases: a model has none'),
  location: key(word(1024), 'applied', 'path prefix'),
  ...keys(
    'cookies headers',
    pairs(64),
    'applied',
    'conditions on requests; a condition that a GatewayRule does not support drops the route',
  ),
  path_rewrite: key(flag, 'not applied', 'a GatewayRule does not rewrite paths'),
  rewrites: key(list(z.unknown(), 100), 'not applied', 'a GatewayRule does not rewrite paths'),
  ssl: key(
    flag,
    'not applied',
    'a model brings no certificate; set certificateId or autoSsl on the GatewayRule',
  ),
  load_balancing: key(word(64), 'applied', 'round-robin, or the extension lb-type: cookie-session-affinity'),
  connection_timeout: key(seconds, 'applied', 'proxyConnectTimeout, in seconds'),
  request_timeout: key(seconds, 'applied', 'proxySendTimeout, in seconds'),
  response_timeout: key(seconds, 'applied', 'proxyReadTimeout, in seconds'),
  request_body_size_limit: key(size, 'applied', 'proxyBodySize, in MiB; 0 means unlimited'),
  proxy_buffer: key(flag, 'applied', 'proxyBuffering'),
  proxy_buffer_size: key(size, 'applied', 'proxyBufferSize, in KiB'),
  proxy_buffer_numbers: key(size, 'applied', 'proxyBufferNumbers'),
  proxy_header: key(
    pairs(64),
    'partly',
    'setHeaders, from a map or a list of item_key and item_value; no variables of nginx',
  ),
  websocket: key(flag, 'applied', 'gateways support WebSockets without configuration'),
});

export const component = section('apps[]', {
  service_id: key(
    word(NAME),
    'applied',
    'one of the names by which other parts of the model can refer to the component',
  ),
  ...unread('tenant_id service_name service_region creater category language', 'description', PUBLISHER),
  ...unread('deploy_version need_share', 'description', PUBLISHER),
  service_alias: key(word(NAME), 'applied', 'name of the workload if there is no k8s_component_name'),
  service_key: key(word(NAME), 'applied', 'identifies the component in upgrades'),
  service_share_uuid: key(word(2 * NAME), 'applied', 'identifies the component in dependencies and mounts'),
  service_cname: key(word(NAME), 'applied', 'display name: annotation stoa.dev/component-name'),
  service_type: key(word(64), 'partly', 'a container; a component of type vm or helm-chart is omitted'),
  service_source: key(
    word(64),
    'partly',
    'a third_party component runs elsewhere: it gets Services with its endpoints, or is omitted with what refers to it',
  ),
  version: key(word(NAME), 'applied', 'reported in the record of the component'),
  k8s_component_name: key(
    word(NAME),
    'applied',
    'name of the workload, with the name of the install as prefix',
  ),
  arch: key(word(64), 'applied', 'amd64 or arm64 becomes a node selector; several values have no effect'),
  image: key(word(1024), 'applied', 'image of the container if there is no share_image'),
  share_image: key(word(1024), 'applied', 'image of the container'),
  service_image: key(
    part(serviceImage.schema),
    'applied',
    'an image pull Secret, if it has user and password',
    serviceImage,
  ),
  share_type: key(
    word(32),
    'partly',
    'only image; a model with a slug is rejected, because Stoa cannot build sources',
  ),
  share_slug_path: key(
    word(1024),
    'partly',
    'a model with a slug is rejected, because Stoa cannot build sources',
  ),
  ...unread('service_slug', 'not applied', 'sources cannot be built here', slug),
  cmd: key(
    text(32_768),
    'applied',
    'arguments of the container: variables are filled in, then the text is split at blanks',
  ),
  ...keys(
    'memory cpu',
    size,
    'applied',
    'requests and limits, if extend_method_map does not set them; 0 means unlimited',
  ),
  extend_method: key(
    word(64),
    'partly',
    `${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}; vm and kubeblocks_component are left out as a whole`,
  ),
  extend_method_map: key(part(extend.schema), 'applied', 'size of the component', extend),
  port_map_list: key(list(port.schema, 200), 'applied', 'Services, connection envs and GatewayRules', port),
  service_env_map_list: key(list(env.schema, 2000), 'applied', 'envs of the container', env),
  service_connect_info_map_list: key(
    list(connectEnv.schema, 2000),
    'applied',
    'envs of the container and of every component that depends on it',
    connectEnv,
  ),
  service_volume_map_list: key(
    list(volume.schema, 200),
    'applied',
    'volume claims, temporary directories and ConfigMaps',
    volume,
  ),
  mnt_relation_list: key(
    list(mount.schema, 200),
    'applied',
    'mounts the volume of the other component',
    mount,
  ),
  dep_service_map_list: key(
    list(dependency.schema, MAX_COMPONENTS),
    'applied',
    'order of the rollout, and connection envs',
    dependency,
  ),
  probes: key(list(probe.schema, 20), 'applied', 'readiness and liveness probe', probe),
  service_related_plugin_config: key(
    list(pluginConfig.schema, MAX_PLUGINS),
    'partly',
    'containers with the envs and volumes of the component; no plugins for a mesh',
    pluginConfig,
  ),
  component_monitors: key(
    list(monitor.schema, 50),
    'applied',
    'a ServiceMonitor if the cluster serves this kind, else annotations',
    monitor,
  ),
  ...unread('component_graphs', 'not applied', 'there are no charts here', graph),
  component_k8s_attributes: key(
    list(attribute.schema, 100),
    'partly',
    'fields of the pod that a model may have; see What a model may have',
    attribute,
  ),
  labels: key(
    pairs(64),
    'partly',
    'a node selector, for the labels that market.nodeLabels in the configuration has',
  ),
  endpoints: key(
    z.unknown().optional(),
    'partly',
    'static IP addresses that the configuration allows; see Components that run elsewhere',
  ),
  ...unread('report', 'description', PUBLISHER),
  ...unread('vm', 'not applied', VM, vm),
});

const streamRoute = section('ingress_stream_routes[]', {
  component_key: key(word(2 * NAME), 'applied', 'the component and its port, which must be an outer port'),
  port: key(whole(0, 65_535), 'applied', 'the component and its port, which must be an outer port'),
  ...unread('protocol', 'description', 'the protocol of the port applies'),
});

const group = section('app_config_groups[]', {
  name: key(word(NAME), 'applied', 'name of the Secret'),
  injection_type: key(word(32), 'partly', 'only env'),
  enable: key(flag, 'applied', 'false omits the group'),
  config_items: key(
    pairs(1000),
    'applied',
    'the envs, with variables of each component; its own envs take precedence',
  ),
  component_keys: key(
    list(word(2 * NAME), MAX_COMPONENTS),
    'applied',
    'the components that receive the envs',
  ),
});

const resource = section('k8s_resources[]', {
  ...keys('name kind', word(NAME), 'description', 'the content also has it'),
  content: key(
    text(MAX_FILE),
    'partly',
    'objects and fields that a model may have; see What a model may have',
  ),
});

const pluginImage = section('plugins[].plugin_image', IMAGE);

const plugin = section('plugins[]', {
  plugin_key: key(word(NAME), 'applied', 'identifies the plugin'),
  category: key(
    word(64),
    'partly',
    'init-plugin: runs to its end before the component; general-plugin and exporter-plugin: run beside it, and end with a Job; others need a mesh',
  ),
  share_image: key(word(1024), 'applied', 'image of the container'),
  image: key(word(1024), 'applied', 'image of the container if there is no share_image'),
  plugin_image: key(
    part(pluginImage.schema),
    'applied',
    'an image pull Secret, if it has user and password',
    pluginImage,
  ),
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
    word(NAME),
    'description',
    'name and version of the model; the install reports them',
  ),
  governance_mode: key(
    word(64),
    'partly',
    'components reach each other by the names of Services; a mesh is not installed, see Models for a mesh',
  ),
  ...unread('arch', 'description', 'the arch of each component applies instead'),
  apps: key(list(component.schema, MAX_COMPONENTS), 'applied', 'the components', component),
  plugins: key(
    list(plugin.schema, 200),
    'partly',
    'containers of the components that have them; no plugins for a mesh',
    plugin,
  ),
  app_config_groups: key(
    list(group.schema, 200),
    'applied',
    'one Secret each, in the envs of the listed components',
    group,
  ),
  ingress_http_routes: key(
    list(httpRoute.schema, 1000),
    'applied',
    'one GatewayRule each, below the configured domain',
    httpRoute,
  ),
  ingress_stream_routes: key(
    list(streamRoute.schema, 1000),
    'applied',
    'one GatewayRule each, on a port that the gateway offers',
    streamRoute,
  ),
  k8s_resources: key(
    list(resource.schema, 200),
    'partly',
    'objects and fields that a model may have; see What a model may have',
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
