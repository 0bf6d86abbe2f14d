import fc from 'fast-check';

/** A map with some of the fields of `all`. */
function some(all: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(all, { requiredKeys: [] });
}

const one = (...values: readonly unknown[]) => fc.constantFrom(...values);

/** Value for which a whole object is refused: rare, so that the rest of the object counts, too. */
const rarely = (...values: readonly unknown[]) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one(...values) });

const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });

const name = one('a', 'theirs', 'stoa-install', 'default', 'own', 'A_B', '');

const profile = some({
  type: one('Unconfined', 'RuntimeDefault', 'Localhost'),
  localhostProfile: one('profiles/mine'),
});

const capabilities = some({
  add: rarely(['SYS_ADMIN'], ['NET_RAW'], ['NET_BIND_SERVICE'], ['ALL', 'CHOWN'], [7]),
  drop: list(one('ALL', 'KILL')),
});

const securityContext = some({
  privileged: rarely(true, 'true'),
  procMount: rarely('Unmasked'),
  runAsUser: one(0, 1000, -1),
  runAsGroup: one(0),
  runAsNonRoot: one(true, false),
  allowPrivilegeEscalation: one(true, false),
  readOnlyRootFilesystem: fc.boolean(),
  capabilities,
  seccompProfile: profile,
  appArmorProfile: profile,
  seLinuxOptions: one({ type: 'spc_t' }, { user: 'root' }),
  windowsOptions: one({ hostProcess: true }),
  sysctls: one([{ name: 'kernel.shm_rmid_forced', value: '1' }]),
  fsGroup: one(0, 2000),
  supplementalGroups: one([0]),
});

const handler = some({
  exec: one({ command: ['id'] }),
  httpGet: some({ port: one(80, 'http'), host: one('169.254.169.254'), path: one('/') }),
  tcpSocket: some({ port: one(80), host: one('10.0.0.1') }),
  grpc: one({ port: 1 }),
});

const reference = some({ name, key: one('k'), optional: fc.boolean() });

const env = some({
  name: one('A', 'B'),
  value: one('x', 1),
  valueFrom: some({
    secretKeyRef: reference,
    configMapKeyRef: reference,
    fieldRef: one({ fieldPath: 'status.podIP' }),
    fileKeyRef: one({ path: 'p', key: 'k', volumeName: 'v' }),
  }),
});

const container = some({
  name: one('c', 'd'),
  image: one('i', ''),
  command: one(['sh']),
  ports: list(some({ containerPort: one(80), hostPort: rarely(80), hostIP: one('0.0.0.0') })),
  env: list(env),
  envFrom: list(some({ secretRef: reference, configMapRef: reference, prefix: one('P_') })),
  volumeMounts: list(
    some({
      name: one('v', 'w'),
      mountPath: one('/v', '/w'),
      subPath: one('../../etc', 'a'),
      mountPropagation: rarely('Bidirectional', 'HostToContainer', 'None'),
    }),
  ),
  volumeDevices: one([{ name: 'v', devicePath: '/dev/x' }]),
  livenessProbe: handler,
  readinessProbe: handler,
  lifecycle: some({ postStart: handler, preStop: handler }),
  resources: one({ limits: { memory: '1Gi' } }, { claims: [{ name: 'gpu' }] }),
  securityContext,
  restartPolicy: one('Always'),
  unknownField: one(1),
});

const volume = some({
  name: one('v', 'w'),
  hostPath: rarely({ path: '/' }),
  nfs: one({ server: 's', path: '/' }),
  csi: one({ driver: 'd' }),
  flexVolume: one({ driver: 'd' }),
  gitRepo: one({ repository: 'r' }),
  ephemeral: one({ volumeClaimTemplate: {} }),
  emptyDir: one({}, { medium: 'Memory' }, { sizeLimit: '1Pi' }),
  secret: fc.record({ secretName: name }),
  configMap: fc.record({ name }),
  persistentVolumeClaim: fc.record({ claimName: name }),
  projected: fc.record({
    sources: list(
      some({
        serviceAccountToken: one({ path: 'p', audience: 'vault' }),
        secret: fc.record({ name }),
        clusterTrustBundle: one({ path: 'p' }),
      }),
    ),
  }),
});

const containers = fc
  .tuple(container, list(container))
  .map(([first, more]) => [{ name: 'c', image: 'i', ...first }, ...more]);

/** Specs of pods with any field that Kubernetes has for them, most of them hostile. */
export const hostilePods: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    containers,
    initContainers: list(container),
    ephemeralContainers: list(container),
    volumes: list(volume),
    hostNetwork: rarely(true),
    hostPID: rarely(true),
    hostIPC: one(false),
    hostUsers: one(false),
    nodeName: one('n'),
    nodeSelector: one({ 'kubernetes.io/hostname': 'n' }),
    serviceAccountName: name,
    serviceAccount: name,
    automountServiceAccountToken: fc.boolean(),
    imagePullSecrets: list(fc.record({ name })),
    priorityClassName: one('system-node-critical'),
    runtimeClassName: one('none'),
    schedulerName: one('mine', 'default-scheduler'),
    tolerations: list(
      some({ key: one('gpu', 'node-role.kubernetes.io/control-plane'), operator: one('Exists') }),
    ),
    hostAliases: one([{ ip: '1.2.3.4', hostnames: ['db'] }]),
    dnsPolicy: one('ClusterFirstWithHostNet', 'None', 'Default'),
    securityContext,
    resourceClaims: one([{ name: 'gpu' }]),
    readinessGates: one([{ conditionType: 'x' }]),
    overhead: one({ cpu: '1' }),
    shareProcessNamespace: fc.boolean(),
  },
  { requiredKeys: ['containers'] },
);

/** Fields of pods that attributes of components have, by their names. */
export const hostileAttributes: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    env: list(env),
    envFromSource: list(some({ secretRef: reference, configMapRef: reference })),
    volumes: list(volume),
    volumeMounts: list(
      some({ name: one('v', 'w'), mountPath: one('/v'), mountPropagation: one('Bidirectional') }),
    ),
    securityContext,
    livenessProbe: handler,
    lifecycle: some({ preStop: handler }),
    serviceAccountName: name,
    tolerations: list(some({ key: one('gpu', 'node.kubernetes.io/unschedulable'), operator: one('Exists') })),
    privileged: one(true, 'true'),
    hostNetwork: one(true),
  },
  { requiredKeys: [] },
);
