import { type Fields, fieldsOf, isFields } from '../../src/base/fields.ts';

/**
 * Fields of the pods of models, written from the Pod Security Standard `baseline` and from what of a pod reaches
 * beyond it; independent of the list in `src`.
 */
const ALLOWED = {
  pod: [
    ...['containers', 'initContainers', 'volumes', 'imagePullSecrets', 'serviceAccountName', 'hostname'],
    ...['automountServiceAccountToken', 'securityContext', 'restartPolicy', 'terminationGracePeriodSeconds'],
    ...['activeDeadlineSeconds', 'dnsPolicy', 'dnsConfig', 'hostAliases', 'subdomain', 'enableServiceLinks'],
    ...['shareProcessNamespace', 'schedulerName', 'nodeSelector', 'tolerations', 'affinity'],
    ...['topologySpreadConstraints'],
  ],
  container: [
    ...['name', 'image', 'imagePullPolicy', 'command', 'args', 'workingDir', 'ports', 'env', 'envFrom'],
    ...['resources', 'volumeMounts', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'],
    ...['securityContext', 'terminationMessagePath', 'terminationMessagePolicy', 'stdin', 'stdinOnce', 'tty'],
    'restartPolicy',
  ],
  podSecurity: [
    ...['runAsUser', 'runAsGroup', 'runAsNonRoot', 'seccompProfile', 'appArmorProfile', 'fsGroup'],
    ...['fsGroupChangePolicy', 'supplementalGroups'],
  ],
  containerSecurity: [
    ...['runAsUser', 'runAsGroup', 'runAsNonRoot', 'seccompProfile', 'appArmorProfile'],
    ...['readOnlyRootFilesystem', 'allowPrivilegeEscalation', 'capabilities'],
  ],
  volume: ['name', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'downwardAPI', 'projected'],
} as const;

/** Names that stand nowhere in an object of a model, whatever holds them. */
const NOWHERE = [
  ...['hostPath', 'hostNetwork', 'hostPID', 'hostIPC', 'hostPort', 'hostUsers', 'privileged', 'procMount'],
  ...['seLinuxOptions', 'windowsOptions', 'sysctls', 'nodeName', 'priorityClassName', 'runtimeClassName'],
  ...['mountPropagation', 'serviceAccountToken', 'bearerTokenFile', 'proxyUrl', 'honorLabels', 'relabelings'],
  ...['externalIPs', 'externalName', 'loadBalancerIP', 'nodePort', 'dataSource', 'dataSourceRef', 'host'],
  ...['namespaceSelector', 'namespaces', 'ipBlock', 'manualSelector', 'ownerReferences', 'finalizers'],
];

/** Violations in a planned object of a model without grants; `own` has the names that it may refer to. */
export function violationsOf(object: unknown, own: readonly string[] = []): string[] {
  return [...everywhere(object, ''), ...podsOf(object).flatMap((pod) => violationsOfPod(pod, own))];
}

function everywhere(value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => everywhere(item, `${path}[${at}]`));
  }
  if (!isFields(value) || /\.(data|binaryData|labels|annotations|matchLabels|nodeSelector)$/.test(path)) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(NOWHERE.includes(key) ? [`${path}.${key}`] : []),
    ...everywhere(inner, `${path}.${key}`),
  ]);
}

/** Pod specs in an object, wherever they stand. */
function podsOf(value: unknown): Fields[] {
  if (Array.isArray(value)) {
    return value.flatMap(podsOf);
  }
  if (!isFields(value)) {
    return [];
  }
  const inner = Object.values(value).flatMap(podsOf);
  return Array.isArray(value.containers) ? [value, ...inner] : inner;
}

function violationsOfPod(pod: Fields, own: readonly string[]): string[] {
  const containers = [...listOf(pod.containers), ...listOf(pod.initContainers)];
  const volumes = listOf(pod.volumes);
  return [
    ...beyond(pod, ALLOWED.pod),
    ...beyond(fieldsOf(pod.securityContext), ALLOWED.podSecurity),
    ...volumes.flatMap((volume) => beyond(volume, ALLOWED.volume)),
    ...containers.flatMap((container) => beyond(container, ALLOWED.container)),
    ...containers.flatMap(violationsOfRights),
    ...violationsOfProfile(fieldsOf(pod.securityContext)),
    ...(pod.automountServiceAccountToken === false ? [] : ['it has a token']),
    ...listOf(pod.tolerations).flatMap(({ key }) =>
      typeof key === 'string' && !/kubernetes\.io/.test(key) ? [] : [`it tolerates ${String(key)}`],
    ),
    ...namesIn(pod)
      .filter((name) => !own.includes(name))
      .map((name) => `it refers to ${name}`),
  ];
}

function violationsOfRights({ securityContext }: Fields): string[] {
  const { allowPrivilegeEscalation, capabilities, runAsUser, ...context } = fieldsOf(securityContext);
  const { add, drop } = fieldsOf(capabilities);
  const added = Array.isArray(add) ? add : [];
  return [
    ...beyond(fieldsOf(securityContext), ALLOWED.containerSecurity),
    ...violationsOfProfile(context, 'optional'),
    ...(allowPrivilegeEscalation === false ? [] : ['it may gain rights']),
    ...added.filter((name) => name !== 'NET_BIND_SERVICE').map((name) => `it adds ${String(name)}`),
    ...(Array.isArray(drop) && drop.length > 0 ? [] : ['it drops nothing']),
    ...(runAsUser === 0 ? ['it makes the user root'] : []),
  ];
}

function violationsOfProfile({ seccompProfile, appArmorProfile }: Fields, need = 'required'): string[] {
  const isUsual = (profile: unknown) => fieldsOf(profile).type === 'RuntimeDefault';
  const isFine = seccompProfile === undefined ? need === 'optional' : isUsual(seccompProfile);
  return [
    ...(isFine ? [] : ['it has no seccomp profile']),
    ...(appArmorProfile === undefined || isUsual(appArmorProfile) ? [] : ['it has no AppArmor profile']),
  ];
}

/** Names of the objects that a pod refers to. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(namesIn);
  }
  return Object.entries(fieldsOf(value)).flatMap(([key, inner]) => {
    const { name, secretName, claimName } = fieldsOf(inner);
    switch (key) {
      case 'secretKeyRef':
      case 'configMapKeyRef':
      case 'secretRef':
      case 'configMapRef':
      case 'configMap':
        return [String(name)];
      case 'secret':
        return [String(secretName ?? name)];
      case 'persistentVolumeClaim':
        return [String(claimName)];
      case 'imagePullSecrets':
        return listOf(inner).map((secret) => String(secret.name));
      case 'serviceAccountName':
        return [String(inner)];
      default:
        return namesIn(inner);
    }
  });
}

function beyond(fields: Fields, allowed: readonly string[]): string[] {
  return Object.keys(fields).filter((name) => !allowed.includes(name));
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
