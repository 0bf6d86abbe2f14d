import { z } from 'zod';
import { MAX_COMPONENTS } from '../../api/marketinstall.ts';
import { flag, list, MAX_VALUE, pairs, part, text, whole, word } from './lenient.ts';

/** Most characters of a name or identifier. */
const NAME = 253;

/** Most characters of a file or of an object in YAML: a Kubernetes object has room for no more. */
const MAX_FILE = 1_000_000;

const MAX_INT = 2 ** 31 - 1;

const port = whole(1, 65_535);
const size = whole(0, MAX_INT);
const seconds = whole(0, 86_400);

const portSchema = z.object({
  container_port: port,
  protocol: word(32),
  port_alias: word(128),
  is_inner_service: flag,
  is_outer_service: flag,
  k8s_service_name: word(NAME),
});

const envSchema = z.object({ attr_name: word(512), attr_value: text(MAX_VALUE) });

const connectEnvSchema = envSchema.extend({ container_port: whole(0, MAX_INT) });

const volumeSchema = z.object({
  volume_name: word(NAME),
  volume_path: word(1024),
  volume_type: word(NAME),
  file_content: text(MAX_FILE),
  volume_capacity: whole(0, 1_048_576),
  mode: whole(0, MAX_INT),
});

const probeSchema = z.object({
  mode: word(32),
  scheme: word(32),
  path: word(1024),
  port: whole(0, 65_535),
  cmd: text(4096),
  http_header: text(4096),
  initial_delay_second: seconds,
  period_second: seconds,
  timeout_second: seconds,
  failure_threshold: seconds,
  success_threshold: seconds,
  is_used: flag,
});

const registrySchema = part({ hub_url: word(512), hub_user: text(512), hub_password: text(4096) });

/** Registry in the shape of the template. */
export type WireRegistry = z.output<typeof registrySchema>;

/** Most plugins of a component: each has all its envs. */
const MAX_PLUGINS = 20;

const pluginConfigSchema = z.object({
  plugin_key: word(NAME),
  plugin_id: word(NAME),
  plugin_status: flag,
  min_memory: size,
  min_cpu: size,
  memory_required: size,
  cpu_required: size,
  attr: list(
    z.object({ service_meta_type: word(64), injection: word(64), attrs: z.unknown().optional() }),
    100,
  ),
});

const pluginSchema = z.object({
  plugin_key: word(NAME),
  category: word(64),
  share_image: word(1024),
  image: word(1024),
  plugin_image: registrySchema,
});

/** Plugin in the shape of the template. */
export type WirePlugin = z.output<typeof pluginSchema>;

const attributeSchema = z.object({
  name: word(64),
  save_type: word(16),
  attribute_value: z.unknown().optional(),
});

/** Schema of `apps[]`; missing values are empty or undefined. */
export const componentSchema = z.object({
  service_id: word(NAME),
  service_key: word(NAME),
  service_share_uuid: word(2 * NAME),
  service_alias: word(NAME),
  service_cname: word(NAME),
  k8s_component_name: word(NAME),
  service_type: word(64),
  service_source: word(64),
  version: word(NAME),
  arch: word(64),
  image: word(1024),
  share_image: word(1024),
  share_type: word(32),
  share_slug_path: word(1024),
  service_image: registrySchema,
  cmd: text(32_768),
  memory: size,
  cpu: size,
  extend_method: word(64),
  extend_method_map: part({
    min_node: whole(0, 1000),
    min_memory: size,
    init_memory: size,
    container_cpu: size,
  }),
  port_map_list: list(portSchema, 200),
  service_env_map_list: list(envSchema, 2000),
  service_connect_info_map_list: list(connectEnvSchema, 2000),
  service_volume_map_list: list(volumeSchema, 200),
  mnt_relation_list: list(
    z.object({ service_share_uuid: word(2 * NAME), mnt_name: word(NAME), mnt_dir: word(1024) }),
    200,
  ),
  dep_service_map_list: list(z.object({ dep_service_key: word(2 * NAME) }), MAX_COMPONENTS),
  probes: list(probeSchema, 20),
  component_monitors: list(
    z.object({ name: word(NAME), port: whole(0, 65_535), path: word(1024), interval: word(32) }),
    50,
  ),
  service_related_plugin_config: list(pluginConfigSchema, MAX_PLUGINS),
  component_k8s_attributes: list(attributeSchema, 100),
  labels: pairs(64),
  endpoints: z.unknown().optional(),
});

/** Component in the shape of the template. */
export type WireComponent = z.output<typeof componentSchema>;

const httpRouteSchema = z.object({
  default_domain: flag,
  location: word(1024),
  cookies: pairs(64),
  headers: pairs(64),
  path_rewrite: flag,
  rewrites: list(z.unknown(), 100),
  ssl: flag,
  load_balancing: word(64),
  connection_timeout: seconds,
  request_timeout: seconds,
  response_timeout: seconds,
  request_body_size_limit: size,
  proxy_buffer: flag,
  proxy_buffer_size: size,
  proxy_buffer_numbers: size,
  proxy_header: pairs(64),
  websocket: flag,
  component_key: word(2 * NAME),
  port: whole(0, 65_535),
});

/** HTTP route in the shape of the template. */
export type WireHttpRoute = z.output<typeof httpRouteSchema>;

const configGroupSchema = z.object({
  name: word(NAME),
  injection_type: word(32),
  enable: flag,
  config_items: pairs(1000),
  component_keys: list(word(2 * NAME), MAX_COMPONENTS),
});

/** Config group in the shape of the template. */
export type WireConfigGroup = z.output<typeof configGroupSchema>;

/** A whole model as it comes. */
export const templateSchema = z.object({
  group_name: word(NAME),
  group_version: word(NAME),
  governance_mode: word(64),
  apps: list(componentSchema, MAX_COMPONENTS),
  plugins: list(pluginSchema, 200),
  app_config_groups: list(configGroupSchema, 200),
  ingress_http_routes: list(httpRouteSchema, 1000),
  ingress_stream_routes: list(z.object({ component_key: word(2 * NAME), port: whole(0, 65_535) }), 1000),
  k8s_resources: list(z.object({ name: word(NAME), kind: word(NAME), content: text(MAX_FILE) }), 200),
});

/** A whole model as it comes. */
export type WireTemplate = z.output<typeof templateSchema>;
