import { createHash } from 'node:crypto';

/** Content of each component: bytes in a config file, and envs. */
const FILE_BYTES = 14_000;
const ENVS = 24;

/** Interval between components with extra content: a volume, a secret, an outer port. */
const RARELY = 5;

/** Components of a wave: each depends on the one that is so many before it. */
const LAYER = 17;

/** Text that compresses about as well as typical configuration. */
function filler(seed: string, bytes: number): string {
  const line = (index: number) =>
    `setting.${index} = ${createHash('sha256').update(`${seed} ${index}`).digest('hex').slice(0, 24)}\n`;
  const length = line(0).length;
  return Array.from({ length: Math.ceil(bytes / length) }, (_, index) => line(index)).join('');
}

const AFFINITY = `podAntiAffinity:
  preferredDuringSchedulingIgnoredDuringExecution:
  - weight: 100
    podAffinityTerm:
      topologyKey: kubernetes.io/hostname
      labelSelector:
        matchExpressions:
        - { key: tier, operator: In, values: [front, back, data] }
nodeAffinity:
  requiredDuringSchedulingIgnoredDuringExecution:
    nodeSelectorTerms:
    - matchExpressions:
      - { key: kubernetes.io/os, operator: In, values: [linux] }
`;

const TOLERATIONS = `- { key: dedicated, operator: Equal, value: apps, effect: NoSchedule }
- { key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 60 }
`;

const ATTRIBUTES = [
  { name: 'affinity', save_type: 'yaml', attribute_value: AFFINITY },
  { name: 'tolerations', save_type: 'yaml', attribute_value: TOLERATIONS },
  { name: 'annotations', save_type: 'yaml', attribute_value: 'example.com/owner: "shop"\n' },
];

/** A typical application model: 20 kB for each component, and three waves for 50 components. */
export function modelOf(name: string, components: number): string {
  const apps = Array.from({ length: components }, (_, index) => component(index));
  return JSON.stringify({
    template_version: 'v2',
    group_key: name,
    group_name: name,
    group_version: '1.0',
    governance_mode: 'KUBERNETES_NATIVE_SERVICE',
    apps,
  });
}

function component(index: number) {
  const key = `part-${index}`;
  const rare = index % RARELY === 0;
  return {
    service_id: key,
    service_key: key,
    service_share_uuid: `${key}+${key}`,
    service_cname: `Part ${index}`,
    service_type: 'application',
    share_type: 'image',
    version: '1.0',
    extend_method: 'stateless_multiple',
    k8s_component_name: key,
    share_image: `registry.example.com/large/${key}:1.0`,
    port_map_list: [
      {
        container_port: 8080,
        protocol: 'http',
        is_inner_service: true,
        is_outer_service: rare,
        port_alias: `PART${index}`,
        k8s_service_name: key,
      },
    ],
    service_env_map_list: [
      ...(rare ? [env('SESSION_KEY', '**None**')] : []),
      ...Array.from({ length: ENVS }, (_, at) =>
        env(`SETTING_${at}`, createHash('sha256').update(`${key} ${at}`).digest('hex')),
      ),
    ],
    service_volume_map_list: [
      {
        volume_name: 'conf',
        volume_path: '/etc/part/part.conf',
        volume_type: 'config-file',
        file_content: filler(key, FILE_BYTES),
        mode: 420,
      },
      ...(rare ? [{ volume_name: 'data', volume_path: '/data', volume_type: 'share-file' }] : []),
    ],
    probes: [{ mode: 'readiness', scheme: 'tcp', port: 8080, is_used: true }],
    component_k8s_attributes: ATTRIBUTES,
    dep_service_map_list: index < LAYER ? [] : [{ dep_service_key: `part-${index - LAYER}` }],
  };
}

function env(name: string, value: string) {
  return { name, attr_name: name, attr_value: value, is_change: true };
}
