import { LABELS, MANAGED_BY } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import { withSuffix } from '../../../base/dnslabel.ts';
import { type Fields, fieldsOf, filled } from '../../../base/fields.ts';
import { shortHash } from '../../../base/hash.ts';
import { uniqueBy } from '../../../base/unique.ts';
import type { Resource } from '../../../kube/resource.ts';
import { SERVICES } from '../../../objects/core.ts';
import { SERVICE_MONITORS } from '../../../objects/installable.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import type { Surroundings } from '../../../source/surroundings.ts';
import { templateName } from '../../../workload/datamounts.ts';
import { EXTEND_METHODS, WORKLOAD_KINDS } from '../../../workload/kinds.ts';
import type { ModelComponent } from '../../read/component.ts';
import type { Monitor } from '../../read/settings.ts';
import { objectName } from '../name.ts';
import { plannedObject } from '../object.ts';
import type { MakeComponent, Part, PartsContext } from '../parts.ts';
import { isStateful } from '../service.ts';
import { type Attributes, podAttributes } from './attributes.ts';
import { type PodTemplateDraft, podLabels, podTemplate } from './pod.ts';
import { makeStorage, type Storage } from './storage.ts';

/** Workload of a component with its volumes, config files, probes and monitors. */
export const makeComponent: MakeComponent = (part, context) => {
  const { component } = part;
  const read = podAttributes(component.attributes, context.readAttribute);
  const { attributes } = read;
  const { storage, notApplied } = withTemplates(part, attributes, makeStorage(part, context));
  const monitoring = makeMonitors(part, context);
  const nodes = nodesOf(component, context.surroundings);
  const pod = podTemplate({
    part,
    storage,
    attributes,
    nodeSelector: nodes.selector,
    scrape: monitoring.annotations,
    access: context.access,
  });
  const { resource, name, spec, limitations } = specOf(part, pod, storage);
  const labels = podLabels({ part, attributes });
  const metadata = { name, labels, annotations: part.annotations };
  return {
    workload: plannedObject(resource, context.surroundings, metadata, { spec }),
    objects: [...storage.objects, ...monitoring.objects],
    notApplied: [
      ...read.notApplied,
      ...nodes.notApplied,
      ...notApplied,
      ...storage.notApplied,
      ...monitoring.notApplied,
      ...pod.notApplied,
      ...limitations,
    ],
  };
};

/** Storage with the claim templates of the attributes among those of the volumes. */
function withTemplates(part: Part, attributes: Attributes, storage: Storage) {
  const { component } = part;
  const asked = attributes.volumeClaimTemplate ?? [];
  const path =
    component.attributes.find(({ name }) => name === 'volumeClaimTemplate')?.path ?? component.path;
  if (asked.length > 0 && !isStateful(component)) {
    const why = 'only components with state have claims per pod';
    return { storage, notApplied: [{ path, why }] };
  }
  const notApplied: NotApplied[] = [];
  const templates = uniqueBy([...storage.templates, ...asked.map(labelled(part))], templateName, (again) =>
    notApplied.push({ path, why: `there is another claim ${templateName(again)}` }),
  );
  return { storage: { ...storage, templates }, notApplied };
}

/** Claim template with the install's label, by which a removal finds claims that are in no plan. */
function labelled({ selector, labels }: Part) {
  return ({ metadata, spec }: Fields): Fields => ({
    metadata: { ...fieldsOf(metadata), labels: { ...selector, [LABELS.install]: labels[LABELS.install] } },
    spec,
  });
}

/** Spec of a component's workload. */
interface MadeSpec {
  readonly resource: Resource;
  /** Name of the workload. */
  readonly name: string;
  readonly spec: Fields;
  /** Abilities of its kind that the workload does not use. */
  readonly limitations: readonly NotApplied[];
}

function specOf(
  part: Part,
  { template, said }: Readonly<Record<'template' | 'said', PodTemplateDraft>>,
  { exclusive, templates }: Storage,
): MadeSpec {
  const { component, selector, workload, headlessService } = part;
  const { kind, pods } = EXTEND_METHODS[component.extendMethod];
  const { resource, immutableTemplate, limitation, ...traits } = WORKLOAD_KINDS[kind];
  const spec = traits.specOf({
    selector,
    template: { ...template },
    replicas: pods === 'replicas' ? component.sizing.replicas : Math.min(component.sizing.replicas, 1),
    exclusiveVolumes: exclusive,
    headlessService,
    claimTemplates: templates,
  });
  const path = `${component.path}.extend_method`;
  return {
    resource,
    // Where the pods cannot be changed, other pods are another workload.
    name: immutableTemplate ? withSuffix(workload, shortHash(JSON.stringify(said), 8)) : workload,
    spec,
    limitations: limitation === undefined ? [] : [{ path, why: limitation }],
  };
}

type Selector = Readonly<Record<string, string>>;

/** Selector of the nodes of a component by its architecture and labels, and the labels that select none here. */
function nodesOf(
  { arch, labels, path }: Pick<ModelComponent, 'arch' | 'labels' | 'path'>,
  { nodeLabels }: Pick<Surroundings, 'nodeLabels'>,
): { readonly selector: Selector; readonly notApplied: readonly NotApplied[] } {
  const names = Object.keys(labels);
  const known = names.filter((name) => Object.hasOwn(nodeLabels, name));
  return {
    selector: Object.assign({}, architectureOf(arch), ...known.map((name) => nodeLabels[name])),
    notApplied: names
      .filter((name) => !Object.hasOwn(nodeLabels, name))
      .map((name) => ({
        path: `${path}.labels.${name.slice(0, 63)}`,
        why: 'it selects nodes, and market.nodeLabels in the configuration of the operator has no label of nodes for it',
      })),
  };
}

/** Selector of the nodes for which an image is built; none where it is built for several architectures. */
function architectureOf(arch: string): Selector {
  return arch === 'amd64' || arch === 'arm64' ? { 'kubernetes.io/arch': arch } : {};
}

/** Objects and annotations by which Prometheus finds a component's metrics. */
interface Monitoring {
  readonly objects: readonly PlannedObject[];
  /** For the pods, where no ServiceMonitor can be made. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly notApplied: readonly NotApplied[];
}

/** Monitoring by ServiceMonitors where they are served, else by the annotations that Prometheus often reads. */
function makeMonitors(part: Part, { surroundings }: PartsContext): Monitoring {
  const { monitors } = part.component;
  if (!surroundings.serviceMonitors) {
    return annotate(monitors);
  }
  const objects = monitors.flatMap((monitor) => objectsOf(part, monitor, surroundings));
  return { objects, annotations: {}, notApplied: [] };
}

function annotate([first, ...others]: readonly Monitor[]): Monitoring {
  if (first === undefined) {
    return { objects: [], annotations: {}, notApplied: [] };
  }
  const annotations = {
    'prometheus.io/scrape': 'true',
    'prometheus.io/port': String(first.port),
    'prometheus.io/path': first.metricsPath,
  };
  const why = 'without ServiceMonitors, a pod has annotations for one scrape target only';
  return { objects: [], annotations, notApplied: others.map(({ path }) => ({ path, why })) };
}

/**
 * ServiceMonitor, with a Service that only it selects: by the Services of the component, each target would exist once
 * per Service. That Service lacks the component's label, because rules must not lead to it.
 */
function objectsOf(part: Part, monitor: Monitor, surroundings: Surroundings): PlannedObject[] {
  const { port, metricsPath, interval } = monitor;
  const name = objectName(part, 'monitor', `${monitor.name} ${port} ${metricsPath}`);
  const labels = { ...MANAGED_BY, [LABELS.install]: surroundings.install.uid, [LABELS.monitor]: name };
  const service = {
    clusterIP: 'None',
    selector: part.selector,
    ports: [{ name: 'metrics', port, protocol: 'TCP' }],
  };
  const endpoint = { ...filled({ port: 'metrics', path: metricsPath, interval }), followRedirects: false };
  const spec = { selector: { matchLabels: { [LABELS.monitor]: name } }, endpoints: [endpoint] };
  return [
    plannedObject(SERVICES, surroundings, { name, labels }, { spec: service }),
    plannedObject(SERVICE_MONITORS, surroundings, { name, labels }, { spec }),
  ];
}
