import { LABELS } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Resource } from '../../../kube/resource.ts';
import { CRON_JOBS, DAEMON_SETS, DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../../objects/workload.ts';
import type { ExtendMethod } from '../../model/component.ts';
import { hash, withSuffix } from '../name.ts';
import { wanted } from '../object.ts';
import type { MakeComponent, Part } from '../parts.ts';
import { readAttributes } from './attributes.ts';
import { type Fields, filled, uniqueBy } from './fields.ts';
import { makeMonitors } from './monitor.ts';
import { labelsOf, type PodTemplate, podTemplate, templateName } from './pod.ts';
import type { Attributes } from './shapes.ts';
import { makeStorage, type Storage } from './storage.ts';

/** Makes the workload of a component with its volumes, config files, probes and monitors. */
export const makeComponent: MakeComponent = (part, context) => {
  const { component } = part;
  const read = readAttributes(component, context.readAttribute);
  const { attributes } = read;
  const { storage, notApplied } = withTemplates(part, attributes, makeStorage(part, context));
  const monitoring = makeMonitors(part, context);
  const pod = podTemplate({ part, storage, attributes, scrape: monitoring.annotations });
  const { resource, spec, ...made } = kindOf(part, pod.template, storage);
  const labels = labelsOf({ part, attributes });
  const metadata = { name: made.name ?? part.workload, labels, annotations: part.annotations };
  return {
    workload: wanted(resource, context.surroundings, metadata, { spec }),
    objects: [...storage.objects, ...monitoring.objects],
    notApplied: [
      ...read.notApplied,
      ...notApplied,
      ...storage.notApplied,
      ...monitoring.notApplied,
      ...pod.notApplied,
      ...(made.notApplied ?? []),
    ],
  };
};

/** Puts the claim templates of the attributes among those of the volumes. */
function withTemplates(part: Part, attributes: Attributes, storage: Storage) {
  const { component } = part;
  const asked = attributes.volumeClaimTemplate ?? [];
  const path =
    component.attributes.find(({ name }) => name === 'volumeClaimTemplate')?.path ?? component.path;
  if (asked.length > 0 && !component.extendMethod.startsWith('state_')) {
    const why = 'only components with state have claims per pod';
    return { storage, notApplied: [{ path, why }] };
  }
  const notApplied: NotApplied[] = [];
  const templates = uniqueBy([...storage.templates, ...asked.map(labelled(part))], templateName, (again) =>
    notApplied.push({ path, why: `there is another claim ${templateName(again)}` }),
  );
  return { storage: { ...storage, templates }, notApplied };
}

/** By the install's label, a removal finds claims that are in no plan. */
function labelled({ selector, labels }: Part) {
  return ({ metadata, spec }: NonNullable<Attributes['volumeClaimTemplate']>[number]): Fields => ({
    metadata: { ...metadata, labels: { ...selector, [LABELS.install]: labels[LABELS.install] } },
    spec,
  });
}

interface MadeKind {
  readonly resource: Resource;
  readonly spec: Fields;
  /** Where it is not that of the workload. */
  readonly name?: string;
  readonly notApplied?: readonly NotApplied[];
}

function kindOf(part: Part, template: PodTemplate, storage: Storage): MadeKind {
  const { component, selector, workload } = part;
  const spec = { selector: { matchLabels: selector }, template };
  const replicas = replicasOf(component.extendMethod, component.sizing.replicas);
  switch (component.extendMethod) {
    case 'stateless_singleton':
    case 'stateless_multiple':
      return { resource: DEPLOYMENTS, spec: { replicas, strategy: strategyOf(storage), ...spec } };
    case 'state_singleton':
    case 'state_multiple':
      return { resource: STATEFUL_SETS, spec: { replicas, ...statefulOf(part, storage), ...spec } };
    case 'daemonset':
      return { resource: DAEMON_SETS, spec };
    case 'job':
      // A Job's pods cannot be changed: other pods are another Job.
      return {
        resource: JOBS,
        name: withSuffix(workload, hash(JSON.stringify(template), 8)),
        spec: { suspend: false, template },
      };
    case 'cronjob':
      return cronJob(part, template);
  }
}

function replicasOf(extendMethod: ExtendMethod, replicas: number): number {
  return extendMethod.endsWith('_multiple') ? replicas : 1;
}

/** An old pod goes when a new one is ready, or at once where the new one waits for its volume. */
function strategyOf({ exclusive }: Storage): Fields {
  return exclusive
    ? { type: 'Recreate' }
    : { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
}

function statefulOf(part: Part, { templates }: Storage): Fields {
  return filled({
    serviceName: part.headlessService,
    // In order, pods of a version that never gets ready would keep those of the next from coming.
    podManagementPolicy: 'Parallel',
    volumeClaimTemplates: templates,
  });
}

/** The format has no schedule, and a CronJob must have one: it exists, and never runs. */
function cronJob({ component }: Part, template: PodTemplate): MadeKind {
  const path = `${component.path}.extend_method`;
  const why = 'the model has no schedule: the CronJob is suspended, create Jobs from it';
  return {
    resource: CRON_JOBS,
    spec: { schedule: '0 0 * * *', suspend: true, jobTemplate: { spec: { template } } },
    notApplied: [{ path, why }],
  };
}
