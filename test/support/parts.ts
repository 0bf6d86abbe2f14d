import { accessOf, withOwn } from '../../src/allowed/access.ts';
import { withBrought } from '../../src/allowed/brought.ts';
import { fieldAt } from '../../src/base/fields.ts';
import type {
  ContainerEnv,
  MadeComponent,
  MadeResources,
  Part,
  PartsContext,
} from '../../src/model/build/parts.ts';
import { platformRelease } from '../../src/model/build/platform/release.ts';
import { MAX_GROWTH } from '../../src/model/build/variables/fill.ts';
import { attributeReader } from '../../src/model/build/workload/attributes.ts';
import { fileFiller } from '../../src/model/build/workload/fillfile.ts';
import { makeResources, readResources } from '../../src/model/build/workload/resources.ts';
import type { ModelComponent } from '../../src/model/read/component.ts';
import type { KubernetesResource } from '../../src/model/read/model.ts';
import type { PlannedObject } from '../../src/objects/planned.ts';
import type { WorkloadKind } from '../../src/objects/workload.ts';
import type { Surroundings } from '../../src/source/surroundings.ts';
import { WORKLOAD_KINDS } from '../../src/workload/kinds.ts';
import { atOnce } from './gradual.ts';

/** A component with required fields only, and `more`. */
function componentOf(more: Partial<ModelComponent> = {}): ModelComponent {
  return {
    path: 'apps[0]',
    key: 'web',
    shareId: 'web+web',
    name: 'Web',
    shortName: 'web',
    version: '1.0',
    arch: 'amd64',
    image: 'example.com/web:1.0',
    registry: { url: '', user: '', password: '' },
    cmd: '',
    extendMethod: 'stateless_multiple',
    sizing: { replicas: 1, memory: 512, cpu: 80 },
    ports: [],
    envs: [],
    connectEnvs: [],
    volumes: [],
    configFiles: [],
    mounts: [],
    dependsOn: [],
    probes: [],
    monitors: [],
    plugins: [],
    attributes: [],
    labels: {},
    ...more,
  };
}

/** An env of a model with this text. */
export function textEnv(name: string, text: string): ContainerEnv {
  return { name, source: { type: 'text', text }, isOfPlatform: false };
}

/** An env of a model whose value stands in a Secret. */
export function secretEnv(name: string, secret: string, key: string): ContainerEnv {
  return { name, source: { type: 'secret', name: secret, key }, isOfPlatform: false };
}

/** A component as the expansion reads it before its workload is built. */
export function partOf(component: Partial<ModelComponent> = {}, more: Partial<Part> = {}): Part {
  const whole = componentOf(component);
  const selector = { 'stoa.dev/component-id': `id-${whole.key}` };
  return {
    component: whole,
    id: `id-${whole.key}`,
    workload: `shop-${whole.key}`,
    labels: { ...selector, 'stoa.dev/app-id': '1', 'stoa.dev/install-uid': 'u1' },
    annotations: { 'stoa.dev/component-name': whole.name },
    selector,
    podAnnotations: {},
    headlessService: `shop-${whole.key}-pods`,
    envs: [],
    scope: new Map(),
    args: [],
    directives: { hostAliases: [], notApplied: [] },
    plugins: [],
    envSecrets: [],
    pullSecrets: [],
    ...more,
  };
}

/** The parts of an install and a cluster whose default storage class is `fast`; the model brings `own` along. */
export function contextOf(
  parts: readonly Part[],
  more: Partial<Surroundings> = {},
  own: readonly PlannedObject[] = [],
): PartsContext {
  const surroundings: Surroundings = {
    namespace: 'team',
    app: { id: 1, name: 'app' },
    install: { name: 'shop', uid: 'u1' },
    course: 'install',
    grants: {},
    storageClasses: [
      { name: 'fast', isDefault: true, provisioner: 'rancher.io/local-path' },
      { name: 'slow', isDefault: false, provisioner: 'example.com/disks' },
      { name: 'nfs', isDefault: false, provisioner: 'nfs.csi.k8s.io' },
    ],
    nodeLabels: {},
    storage: { classes: {}, readWriteMany: [] },
    serviceMonitors: false,
    ...more,
  };
  const access = withOwn(accessOf(surroundings), own);
  const readAttribute = attributeReader(access, platformRelease(surroundings.publishedWith));
  const growth = { left: MAX_GROWTH, denied: false };
  return {
    surroundings,
    parts: new Map(parts.map((part) => [part.component.key, part])),
    volumes: {},
    access,
    readAttribute,
    growth,
    fillFile: fileFiller(growth),
    digestOf: (text) => `digest of ${text.length} characters`,
  };
}

/** The objects that a model brings along, beside `others`. */
export function broughtBy(
  resources: readonly KubernetesResource[],
  more: Partial<Surroundings> = {},
  others: readonly PlannedObject[] = [],
): MadeResources {
  const { surroundings, access } = contextOf([], more);
  const made = { namespace: surroundings.namespace, labels: { 'stoa.dev/install-uid': 'u1' } };
  const read = atOnce(readResources(resources, surroundings));
  const own = atOnce(withBrought(access, read, made));
  return atOnce(makeResources(read, { ...made, access: own, others }));
}

/** The parts of a pod template that tests read. */
export interface PodTemplate {
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly containers: readonly [Container];
    readonly volumes?: readonly { readonly name: string }[];
    readonly [field: string]: unknown;
  };
}

interface Container {
  readonly ports?: readonly { readonly name: string }[];
  readonly env?: readonly { readonly name: string }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [field: string]: unknown;
}

/** Spec of a built workload. */
export function specOf({ workload }: Pick<MadeComponent, 'workload'>) {
  return workload.draft.spec as {
    readonly template: PodTemplate;
    readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly [field: string]: unknown;
  };
}

/** Pod template of a workload of any kind. */
export function podTemplateOf({ workload }: Pick<MadeComponent, 'workload'>): PodTemplate {
  const { kind, spec } = workload.draft;
  return fieldAt(spec, WORKLOAD_KINDS[kind as WorkloadKind].templatePath) as PodTemplate;
}
