import { isScrapeInterval, SCRAPE_INTERVAL, secondsOf } from '../../allowed/scrape.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { WireComponent, WirePlugin } from './format.ts';
import type { ComponentNames } from './identity.ts';

/** Metrics endpoint of a component. */
export interface Monitor {
  readonly path: string;
  readonly name: string;
  readonly port: number;
  readonly metricsPath: string;
  /** Prometheus duration, for example `30s`; empty where the model has none. */
  readonly interval: string;
}

/** Field of the pod for which the format has no key. */
export interface KubernetesAttribute {
  readonly path: string;
  /** Name, for example `nodeSelector`, `affinity`, `privileged`. */
  readonly name: string;
  readonly format: 'json' | 'yaml' | 'string';
  /** Text in that format, not parsed yet. */
  readonly value: string;
}

/** Position of a component in its model, with the diagnostics of the model. */
export interface ReadContext {
  readonly path: string;
  readonly key: string;
  readonly names: ComponentNames;
  /** Plugins of the model, by their `plugin_key`. */
  readonly plugins: ReadonlyMap<string, WirePlugin>;
  readonly diagnostics: Diagnostics;
}

/** Metrics endpoints of a component, unique by name. */
export function readMonitors(wire: WireComponent, { path, diagnostics }: ReadContext): readonly Monitor[] {
  const monitors = new Map<string, Monitor>();
  for (const { at, value } of wire.component_monitors) {
    const where = `${path}.component_monitors[${at}]`;
    const { port = 0 } = value;
    const name = value.name || `${port}`;
    if (port === 0 || monitors.has(name)) {
      diagnostics.addNotApplied(where, port === 0 ? 'it has no port' : 'there is another of this name');
      continue;
    }
    const metricsPath = value.path.startsWith('/') ? value.path : `/${value.path || 'metrics'}`;
    const interval = readInterval(value.interval, `${where}.interval`, diagnostics);
    monitors.set(name, { path: where, name, port, metricsPath, interval });
  }
  return [...monitors.values()];
}

/** Interval of a scrape; empty for that of Prometheus. */
function readInterval(text: string, path: string, diagnostics: Diagnostics): string {
  const interval = /^\d{1,6}$/.test(text) ? `${text}s` : text;
  if (isScrapeInterval(interval)) {
    return interval;
  }
  if (secondsOf(interval) !== undefined) {
    diagnostics.addNotApplied(path, `it must be ${SCRAPE_INTERVAL}`);
  }
  return '';
}

/** Fields of the pod for which the format has no key. */
export function readAttributes(
  wire: WireComponent,
  { path, diagnostics }: ReadContext,
): readonly KubernetesAttribute[] {
  return wire.component_k8s_attributes.flatMap(({ at, value }): KubernetesAttribute[] => {
    const where = `${path}.component_k8s_attributes[${at}]`;
    if (value.name === '') {
      diagnostics.addNotApplied(where, 'it has no name');
      return [];
    }
    const text = value.attribute_value;
    if (typeof text === 'object' && text !== null) {
      return [{ path: where, name: value.name, format: 'json', value: JSON.stringify(text) }];
    }
    const format = value.save_type === 'json' || value.save_type === 'yaml' ? value.save_type : 'string';
    return [{ path: where, name: value.name, format, value: String(text ?? '') }];
  });
}
