import fc from 'fast-check';
import type { Wire } from './template.ts';
import { app } from './template.ts';

const names = fc.oneof(
  fc.constantFrom('', 'data', 'conf', 'Data', 'a b', 'a-b', '数据', '-', 'x'.repeat(200)),
  fc.string({ maxLength: 12 }),
);

const paths = fc.oneof(
  fc.constantFrom('/data', '/data/', '/etc/web.conf', '//a', '/a b', '../x', 'rel', '/', ''),
  fc.string({ maxLength: 12 }).map((text) => `/${text}`),
);

const volume = fc.record({
  volume_name: names,
  volume_path: paths,
  volume_type: fc.constantFrom('share-file', 'local', 'memoryfs', 'config-file', 'fast', 'nvme', ''),
  volume_capacity: fc.constantFrom(null, 0, 1, 1024, 1_048_576),
  access_mode: fc.constantFrom('', 'RWO', 'RWX', 'ROX', 'RWOP'),
  file_content: fc.string(),
  mode: fc.constantFrom(null, 0, 420, 644, 511),
});

const port = fc.record({
  container_port: fc.integer({ min: 1, max: 65_535 }),
  protocol: fc.constantFrom('http', 'tcp', 'udp', 'UDP', 'mysql', ''),
});

const probe = fc.record({
  mode: fc.constantFrom('readiness', 'liveness', 'ignore'),
  scheme: fc.constantFrom('tcp', 'http', 'cmd', ''),
  port: fc.integer({ min: 0, max: 65_535 }),
  path: names,
  cmd: names,
  http_header: fc.constantFrom('', 'a=b', 'a=b,c', '=,='),
  period_second: fc.constantFrom(null, 0, 7),
});

const monitor = fc.record({
  name: names,
  port: fc.integer({ min: 0, max: 65_535 }),
  path: names,
  interval: fc.constantFrom('', '30s', '5', 'often'),
});

/** Values that are valid for one attribute or another, and so mostly invalid. */
const VALUES = [
  'true',
  'robot',
  'None',
  '- {name: a, value: 1}\n- {name: a, value: 2}',
  '- {name: vol, emptyDir: {}}',
  '- {name: vol, mountPath: /data}\n- {name: vol, mountPath: /data/}',
  '- {name: root, hostPath: {path: /}}',
  '{metadata: {name: vol}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}',
  'stoa.dev/component-id: other',
  '{"a":"b","stoa.dev/app-id":"7"}',
  'limits: {memory: 1024Mi}',
  'exec: {command: [a]}',
  '- key: a\n  tolerationSeconds\n',
];

const ATTRIBUTES = [
  ...[
    'nodeSelector',
    'labels',
    'annotations',
    'tolerations',
    'affinity',
    'env',
    'envFromSource',
    'dnsPolicy',
  ],
  ...['dnsConfig', 'lifecycle', 'resources', 'shareProcessNamespace', 'securityContext', 'livenessProbe'],
  ...['readinessProbe', 'volumes', 'volumeMounts', 'serviceAccountName', 'volumeClaimTemplate', 'privileged'],
  ...['hostNetwork', 'hostIPC', '__proto__', 'constructor', 'other'],
];

const attribute = fc.record({
  name: fc.constantFrom(...ATTRIBUTES),
  save_type: fc.constantFrom('json', 'yaml', 'string'),
  attribute_value: fc.oneof(
    fc.constantFrom(...VALUES),
    fc.string(),
    fc.jsonValue({ maxDepth: 3 }),
    fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  ),
});

const list = <T>(item: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), fc.array(item, { maxLength: 5 }));

const fields = fc.record({
  service_alias: names,
  extend_method: fc.constantFrom(
    ...['stateless_multiple', 'stateless_singleton', 'state_multiple', 'state_singleton'],
    ...['daemonset', 'job', 'cronjob'],
  ),
  memory: fc.constantFrom(null, 0, 64, 1024),
  extend_method_map: fc.record({
    min_node: fc.constantFrom(null, 0, 1, 3),
    container_cpu: fc.constantFrom(0, 1000),
  }),
  cmd: fc.oneof(fc.constant(`run \${A} \${B:c}  x`), fc.string()),
  port_map_list: list(port),
  service_volume_map_list: list(volume),
  mnt_relation_list: list(
    fc.record({
      service_share_uuid: fc.constantFrom('c0+c0', 'c1+c1', 'c9'),
      mnt_name: names,
      mnt_dir: paths,
    }),
  ),
  probes: list(probe),
  component_monitors: list(monitor),
  component_k8s_attributes: list(attribute),
  labels: fc.dictionary(names, names, { maxKeys: 3 }),
});

/** A few components of a valid template, with unusual parts. */
export const anyApps: fc.Arbitrary<readonly Wire[]> = fc
  .array(fields, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((each, index) => app(`c${index}`, each)));
