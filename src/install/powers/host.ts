import { type Fields, fieldsOf } from '../../base/fields.ts';
import {
  CONTAINER_FIELDS,
  imagesOf,
  listOf,
  type PlannedContainer,
  type PlannedPods,
  textOrJson,
  unknownFields,
} from './pods.ts';
import { ofEach, type Power } from './power.ts';

/**
 * Ways out of a container: capabilities, system calls, and every field of a pod, a container or a security context
 * that is not known to be without one.
 */
export function* host(pods: readonly PlannedPods[]): Iterable<Power> {
  for (const each of pods) {
    yield* ofEach('host', imagesOf(each), ofPod(each.spec));
    for (const container of each.containers) {
      const whats = [...ofContainer(container), ...profiles(each, container), ...capabilities(container)];
      yield* ofEach('host', [container.image], whats);
    }
  }
}

/** Fields of a pod that other powers are about, or none. */
const POD_FIELDS: ReadonlySet<string> = new Set([
  ...CONTAINER_FIELDS,
  ...['volumes', 'imagePullSecrets', 'serviceAccountName', 'serviceAccount', 'automountServiceAccountToken'],
  ...['securityContext', 'restartPolicy', 'terminationGracePeriodSeconds', 'activeDeadlineSeconds'],
  ...['dnsPolicy', 'dnsConfig', 'hostAliases', 'hostname', 'subdomain', 'enableServiceLinks'],
  ...['nodeSelector', 'tolerations', 'affinity', 'topologySpreadConstraints'],
]);

const CONTAINER_KNOWN: ReadonlySet<string> = new Set([
  ...['name', 'image', 'imagePullPolicy', 'command', 'args', 'workingDir', 'ports', 'env', 'envFrom'],
  ...['resources', 'volumeMounts', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'],
  ...['securityContext', 'terminationMessagePath', 'terminationMessagePolicy', 'restartPolicy'],
  ...['stdin', 'stdinOnce', 'tty', 'resizePolicy'],
]);

const SECURITY_KNOWN: ReadonlySet<string> = new Set([
  ...['runAsUser', 'runAsGroup', 'runAsNonRoot', 'readOnlyRootFilesystem', 'allowPrivilegeEscalation'],
  ...['fsGroup', 'fsGroupChangePolicy', 'supplementalGroups'],
  ...['capabilities', 'seccompProfile', 'appArmorProfile'],
]);

/** Values of fields of pods that are those of pods without the field. */
const USUAL: ReadonlySet<string> = new Set(['schedulerName default-scheduler', 'procMount Default']);

function ofPod(spec: Fields): readonly string[] {
  return [...unusual(spec, POD_FIELDS), ...unusual(fieldsOf(spec.securityContext), SECURITY_KNOWN)];
}

function ofContainer({ fields }: PlannedContainer): readonly string[] {
  const mounts = listOf(fields.volumeMounts).filter(
    ({ mountPropagation = 'None' }) => mountPropagation !== 'None',
  );
  return [
    ...unusual(fields, CONTAINER_KNOWN),
    ...unusual(fieldsOf(fields.securityContext), SECURITY_KNOWN),
    ...mounts.map(({ mountPropagation }) => `mountPropagation ${textOrJson(mountPropagation)}`),
  ];
}

function unusual(fields: Fields, known: ReadonlySet<string>): readonly string[] {
  return unknownFields(fields, known)
    .map(([name, value]) => `${name} ${value}`)
    .filter((what) => !USUAL.has(what));
}

/** Profiles that restrict what programs may ask the kernel for. */
function profiles({ spec }: PlannedPods, { fields }: PlannedContainer): readonly string[] {
  const { seccompProfile, appArmorProfile } = {
    ...fieldsOf(spec.securityContext),
    ...fieldsOf(fields.securityContext),
  };
  return [
    ...otherProfile('seccomp profile', seccompProfile ?? { type: 'Unconfined' }),
    ...otherProfile('AppArmor profile', appArmorProfile ?? RUNTIME_DEFAULT),
  ];
}

const RUNTIME_DEFAULT = { type: 'RuntimeDefault' };

function otherProfile(name: string, profile: unknown): readonly string[] {
  const { type, localhostProfile = '' } = fieldsOf(profile);
  return type === RUNTIME_DEFAULT.type
    ? []
    : [`${name} ${textOrJson(type)} ${textOrJson(localhostProfile)}`.trimEnd()];
}

/** Capabilities that a container runtime gives without being asked, and that hardly an image needs. */
const NOTABLE: readonly string[] = ['MKNOD', 'NET_RAW'];

function capabilities({ fields }: PlannedContainer): readonly string[] {
  const { add, drop } = fieldsOf(fieldsOf(fields.securityContext).capabilities);
  const [added, dropped] = [add, drop].map((list) => new Set(Array.isArray(list) ? list.map(nameOf) : []));
  const isDropped = (name: string) => dropped?.has('ALL') === true || dropped?.has(name) === true;
  const names = [...(added ?? []), ...NOTABLE.filter((name) => !isDropped(name))];
  return [...(isDropped('ALL') ? [] : ['usual capabilities']), ...names.map((name) => `capability ${name}`)];
}

/** Name of a capability as container runtimes read it. */
function nameOf(capability: unknown): string {
  return textOrJson(capability).toUpperCase().replace(/^CAP_/, '');
}
