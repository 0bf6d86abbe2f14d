import type { KubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { apiVersionOf, clusterResource, type Resource } from '../../../src/kube/resource.ts';
import { CONFIG_MAPS, NAMESPACES } from '../../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { eventually } from '../operatorrun.ts';
import { STEP_LIMIT_MS, StepTimeout } from '../steptimeout.ts';

const VERSION = 'admissionregistration.k8s.io/v1';
const POLICIES = clusterResource(VERSION, 'MutatingAdmissionPolicy', 'mutatingadmissionpolicies');
const BINDINGS = clusterResource(
  VERSION,
  'MutatingAdmissionPolicyBinding',
  'mutatingadmissionpolicybindings',
);

/** Field manager of who sets the policies. */
const MANAGER = 'company-platform';

/** Label of namespaces in which policies rewrite every object. */
const REWRITTEN = { 'company.example.com/rewritten': 'yes' };

/** Annotation that a policy adds to every object. */
const SEEN = 'company.example.com/seen';

/** Registry in which a policy looks for all images. */
const MIRROR = 'mirror.example.com/';

const NOTES = 'object.metadata.annotations';
const IMAGE = 'object.spec.template.spec.containers[0].image';

/** Kinds of objects, and how a policy changes them, unless a condition says that it has. */
interface Rewriting {
  readonly name: string;
  readonly rules: readonly (readonly [groups: string, resources: readonly string[]])[];
  readonly unless: string;
  /** Operation of a JSON patch. */
  readonly patch: string;
}

const REWRITINGS: readonly Rewriting[] = [
  {
    name: 'company-annotates',
    rules: [['*', ['*']]],
    unless: `has(${NOTES}) && "${SEEN}" in ${NOTES}`,
    patch: `has(${NOTES})
      ? JSONPatch{op: "add", path: "/metadata/annotations/" + jsonpatch.escapeKey("${SEEN}"), value: "yes"}
      : JSONPatch{op: "add", path: "/metadata/annotations", value: {"${SEEN}": "yes"}}`,
  },
  {
    name: 'company-mirrors',
    rules: [
      ['apps', ['deployments', 'statefulsets']],
      ['batch', ['jobs']],
    ],
    unless: `${IMAGE}.startsWith("${MIRROR}")`,
    patch: `JSONPatch{op: "replace", path: "/spec/template/spec/containers/0/image", value: "${MIRROR}" + ${IMAGE}}`,
  },
];

/** Lets a label of a namespace make policies rewrite its objects at admission: all of them, and the images of pods. */
export async function allowRewriting(client: KubeClient): Promise<void> {
  for (const { name, rules, unless, patch } of REWRITINGS) {
    const resourceRules = rules.map(([group, resources]) => ({
      apiGroups: [group],
      apiVersions: ['*'],
      operations: ['CREATE', 'UPDATE'],
      resources,
    }));
    const spec = {
      reinvocationPolicy: 'IfNeeded',
      matchConstraints: { namespaceSelector: { matchLabels: REWRITTEN }, resourceRules },
      matchConditions: [{ name: 'open', expression: `!(${unless})` }],
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: `[${patch}]` } }],
    };
    const head = { apiVersion: VERSION, metadata: { name } };
    await client.apply(POLICIES, { ...head, kind: POLICIES.kind, spec }, MANAGER);
    await client.apply(BINDINGS, { ...head, kind: BINDINGS.kind, spec: { policyName: name } }, MANAGER);
  }
}

/**
 * Makes the policies rewrite the objects of a namespace, from the return on. A policy that does not know a new kind yet
 * rejects its objects, and says that the kind is not found. Throws StepTimeout.
 */
export async function rewrite(client: KubeClient, namespace: string): Promise<void> {
  const metadata = { name: namespace, labels: REWRITTEN };
  await client.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, MANAGER);
  const isRewritten = async () => {
    const seen = await Promise.all(
      PROBES.map(([resource, spec]) => {
        const head = { apiVersion: apiVersionOf(resource), kind: resource.kind };
        const draft = { ...head, metadata: { name: 'probe', namespace }, ...(spec && { spec }) };
        return client.create(resource, draft, MANAGER, { dryRun: true });
      }),
    ).catch(() => []);
    return (
      seen.length > 0 && seen.every(({ metadata: { annotations } }) => annotations?.[SEEN] !== undefined)
    );
  };
  if (!(await eventually(isRewritten, STEP_LIMIT_MS))) {
    throw new StepTimeout('no policy rewrites the objects of the namespace');
  }
}

/** Kinds of objects that tell whether the policies work: of Kubernetes, of Stoa, and of the Gateway API. */
const PROBES: readonly (readonly [Resource<KubeObject>, object?])[] = [
  [CONFIG_MAPS],
  [
    GATEWAY_RULES,
    {
      appId: 1,
      protocol: 'http',
      http: { serviceId: 'none', containerPort: 80, domainName: 'none.example.com', whetherOpen: false },
    },
  ],
  [HTTP_ROUTES, { hostnames: ['none.example.com'] }],
];
