import type { KubeObject, ManagedFields, ObjectMeta } from '../kube/object.ts';

/**
 * Tool that keeps an object as its sources say, and would undo the changes of others; with the tool's own object where
 * the labels or annotations name it. Undefined where there is none. Pure.
 */
export function managerOf(object: KubeObject): string | undefined {
  const writers = new Set(
    (object.metadata.managedFields ?? []).filter(isOfContent).map(({ manager }) => manager),
  );
  const found = TOOLS.find(
    ({ mark, managers }) => mark(object) !== undefined || managers.some((each) => writers.has(each)),
  );
  if (found === undefined || found.leaves?.(object.metadata)) {
    return undefined;
  }
  const by = found.mark(object);
  return by === undefined ? found.name : `${found.name} (${by})`;
}

/** Tool that writes objects as its sources say. */
interface Tool {
  readonly name: string;
  /** Its field managers. */
  readonly managers: readonly string[];
  /** Object of the tool that manages another, by that one's labels and annotations. */
  readonly mark: (object: KubeObject) => string | undefined;
  /** Whether the object asks it to let others write. */
  readonly leaves?: (metadata: ObjectMeta) => boolean;
}

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';

/** Annotations by which Helm names the release of an object. */
export const HELM_RELEASE = {
  name: 'meta.helm.sh/release-name',
  namespace: 'meta.helm.sh/release-namespace',
} as const;

const ARGO_TRACKING = 'argocd.argoproj.io/tracking-id';

/** Annotations that name the tool which manages an object. */
export const MANAGER_ANNOTATIONS: readonly string[] = [...Object.values(HELM_RELEASE), ARGO_TRACKING];

const TOOLS: readonly Tool[] = [
  {
    name: 'Argo CD',
    managers: ['argocd-controller', 'argocd-application-controller'],
    mark: argoApplication,
  },
  {
    name: 'Flux',
    managers: ['kustomize-controller'],
    mark: ({ metadata }) => fluxObject(metadata, 'Kustomization', KUSTOMIZE),
    leaves: fluxLeaves,
  },
  {
    name: 'Flux',
    managers: ['helm-controller'],
    mark: ({ metadata }) => fluxObject(metadata, 'HelmRelease', 'helm.toolkit.fluxcd.io'),
  },
  { name: 'Helm', managers: ['helm'], mark: helmRelease },
];

/** Whether a writer has set more than metadata, and not the status, which is for others to write. */
function isOfContent({ subresource, fieldsV1 = {} }: ManagedFields): boolean {
  return subresource === undefined && Object.keys(fieldsV1).some((field) => !NOT_CONTENT.includes(field));
}

const NOT_CONTENT = ['f:metadata', 'f:status'];

/** `<application>:<group>/<kind>:<namespace>/<name>`; with another object's end, the object is a copy of that. */
function argoApplication({ apiVersion, kind, metadata }: KubeObject): string | undefined {
  const { annotations, labels, namespace = '', name } = metadata;
  const [application, ...of] = annotations?.[ARGO_TRACKING]?.split(':') ?? [];
  const group = apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
  const tracked = of.join(':') === `${group}/${kind}:${namespace}/${name}` ? application : undefined;
  const by = tracked ?? labels?.['argocd.argoproj.io/instance'];
  return by && `Application ${by}`;
}

function fluxObject({ labels }: ObjectMeta, kind: string, prefix: string): string | undefined {
  const name = labels?.[`${prefix}/name`];
  return name && `${kind} ${labels?.[`${prefix}/namespace`] ?? ''}/${name}`;
}

/** Objects may ask Flux, by a label or an annotation, to leave them as others write them. */
function fluxLeaves({ labels, annotations }: ObjectMeta): boolean {
  const marks = { ...labels, ...annotations };
  return (
    marks[`${KUSTOMIZE}/reconcile`]?.toLowerCase() === 'disabled' ||
    ['ignore', 'ifnotpresent'].includes(marks[`${KUSTOMIZE}/ssa`]?.toLowerCase() ?? '')
  );
}

function helmRelease({ metadata: { annotations } }: KubeObject): string | undefined {
  const name = annotations?.[HELM_RELEASE.name];
  return name && `release ${annotations?.[HELM_RELEASE.namespace] ?? ''}/${name}`;
}
