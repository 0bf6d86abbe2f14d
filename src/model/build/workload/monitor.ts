import { LABELS, MANAGED_BY } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import { filled } from '../../../base/fields.ts';
import { SERVICES } from '../../../objects/core.ts';
import { SERVICE_MONITORS } from '../../../objects/installable.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import type { Monitor } from '../../read/settings.ts';
import type { Surroundings } from '../expansion.ts';
import { objectName } from '../name.ts';
import { plannedObject } from '../object.ts';
import type { Part, PartsContext } from '../parts.ts';

/** Objects and annotations by which Prometheus finds a component's metrics. */
export interface Monitoring {
  readonly objects: readonly PlannedObject[];
  /** For the pods, where no ServiceMonitor can be made. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly notApplied: readonly NotApplied[];
}

/** Monitoring by ServiceMonitors where they are served, else by the annotations that Prometheus often reads. */
export function makeMonitors(part: Part, { surroundings }: PartsContext): Monitoring {
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
