import { LABELS } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import { type Fields, fieldsOf } from '../../../base/fields.ts';
import { shortHash } from '../../../base/hash.ts';
import { uniqueBy } from '../../../base/unique.ts';
import type { Resource } from '../../../kube/resource.ts';
import { EXTEND_METHODS, WORKLOAD_KINDS } from '../../../workload/kinds.ts';
import { withSuffix } from '../name.ts';
import { plannedObject } from '../object.ts';
import type { MakeComponent, Part } from '../parts.ts';
import { isStateful } from '../slot.ts';
import { type Attributes, readAttributes } from './attributes.ts';
import { makeMonitors } from './monitor.ts';
import { nodesOf } from './nodes.ts';
import { labelsOf, type PodTemplateDraft, podTemplate, templateName } from './pod.ts';
import { makeStorage, type Storage } from './storage.ts';

/** Workload of a component with its volumes, config files, probes and monitors. */
export const makeComponent: MakeComponent = (part, context) => {
  const { component } = part;
  const read = readAttributes(component.attributes, context.readAttribute);
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
  const labels = labelsOf({ part, attributes });
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
