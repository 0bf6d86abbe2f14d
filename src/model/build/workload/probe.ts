import { type Fields, filled } from '../../../base/fields.ts';
import type { Probe } from '../../read/probe.ts';

/** Probes of a container, by the names of its fields; a model has at most one of each mode. */
export function probesOf(probes: readonly Probe[]): {
  readonly readinessProbe?: Fields;
  readonly livenessProbe?: Fields;
} {
  return Object.fromEntries(probes.map((probe) => [`${probe.mode}Probe`, probeOf(probe)]));
}

function probeOf({ check, initialDelay, ...times }: Probe): Fields {
  return {
    ...checkOf(check),
    ...(initialDelay > 0 ? { initialDelaySeconds: initialDelay } : {}),
    periodSeconds: times.period,
    timeoutSeconds: times.timeout,
    failureThreshold: times.failureThreshold,
    successThreshold: times.successThreshold,
  };
}

function checkOf(check: Probe['check']): Fields {
  switch (check.type) {
    case 'tcp':
      return { tcpSocket: { port: check.port } };
    case 'http': {
      const { path, port, headers: httpHeaders } = check;
      return { httpGet: filled({ path, port, httpHeaders }) };
    }
    case 'cmd':
      return { exec: { command: wordsOf(check.command) } };
  }
}

/** Words of a command: the format knows no quotes, and tabs and line breaks are part of words, as in a script. */
function wordsOf(command: string): string[] {
  return command
    .trim()
    .split(' ')
    .filter((word) => word !== '');
}
