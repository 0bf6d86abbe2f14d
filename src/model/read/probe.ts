import type { WireComponent } from './format.ts';
import type { ReadContext } from './settings.ts';

/** Enabled probe; times in seconds. */
export interface Probe {
  readonly path: string;
  readonly mode: 'readiness' | 'liveness';
  readonly check:
    | { readonly type: 'tcp'; readonly port: number }
    | {
        readonly type: 'http';
        readonly port: number;
        readonly path: string;
        readonly headers: readonly Header[];
      }
    | { readonly type: 'cmd'; readonly command: string };
  readonly initialDelay: number;
  readonly period: number;
  readonly timeout: number;
  readonly failureThreshold: number;
  readonly successThreshold: number;
}

/** Header of a request. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

type WireProbe = WireComponent['probes'][number]['value'];

/** Enabled probes, the first of each mode. */
export function readProbes(wire: WireComponent, { path, diagnostics }: ReadContext): readonly Probe[] {
  const probes = new Map<string, Probe>();
  for (const { at, value } of wire.probes) {
    const where = `${path}.probes[${at}]`;
    const probe = value.is_used === false ? 'it is not in use' : readProbe(where, value);
    if (typeof probe !== 'string' && !probes.has(probe.mode)) {
      probes.set(probe.mode, probe);
    } else if (value.is_used !== false) {
      diagnostics.addNotApplied(
        where,
        typeof probe === 'string' ? probe : 'there is a probe of this mode already',
      );
    }
  }
  return [...probes.values()];
}

function readProbe(path: string, value: WireProbe): Probe | string {
  const { mode } = value;
  if (mode !== 'readiness' && mode !== 'liveness') {
    return 'its mode is neither readiness nor liveness';
  }
  const check = readCheck(value);
  if (typeof check === 'string') {
    return check;
  }
  return {
    path,
    mode,
    check,
    initialDelay: value.initial_delay_second ?? 4,
    period: value.period_second || 3,
    timeout: value.timeout_second || 5,
    failureThreshold: value.failure_threshold || 3,
    // Kubernetes accepts no other value for liveness.
    successThreshold: mode === 'liveness' ? 1 : value.success_threshold || 1,
  };
}

function readCheck({ scheme, port, path, cmd, http_header }: WireProbe): Probe['check'] | string {
  const type = scheme === '' ? 'tcp' : scheme.toLowerCase();
  if (type === 'cmd') {
    return cmd.trim() === '' ? 'it has no cmd' : { type, command: cmd };
  }
  if (type !== 'tcp' && type !== 'http') {
    return 'its scheme is neither tcp, http nor cmd';
  }
  if (port === undefined || port === 0) {
    return 'it has no port';
  }
  return type === 'tcp'
    ? { type, port }
    : { type, port, path: path.startsWith('/') ? path : `/${path}`, headers: probeHeaders(http_header) };
}

/** `k=v,k2=v2`. */
function probeHeaders(text: string): readonly Header[] {
  return text.split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return name.trim() === '' ? [] : [{ name: name.trim(), value: value.join('=').trim() }];
  });
}
