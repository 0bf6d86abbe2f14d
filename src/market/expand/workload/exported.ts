import { changedAt, type Fields, fieldsOf, isFields } from '../../../base/fields.ts';
import { CLAIMS, SERVICES } from '../../../objects/core.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../../workload/kinds.ts';
import { foreign } from './pod.ts';

/**
 * Content of an object without the values that the cluster generated from which it was exported. The labels and
 * annotations are those of its author, without those that mean something to Stoa.
 */
export function withoutOrigin(kind: string, { metadata, status: _status, ...content }: Fields): Fields {
  const { labels, annotations } = fieldsOf(metadata);
  return { ...contentOf(kind, content), metadata: described({ labels, annotations }) };
}

function contentOf(kind: string, content: Fields): Fields {
  return isFields(content.spec) ? { ...content, spec: specOf(kind, content.spec) } : content;
}

function specOf(kind: string, spec: Fields): Fields {
  if (isWorkloadKind(kind)) {
    const { templatePath, withoutGenerated } = WORKLOAD_KINDS[kind];
    return changedAt(withoutGenerated(spec), templatePath, withoutOriginOfPods);
  }
  switch (kind) {
    case SERVICES.kind:
      return service(spec);
    case CLAIMS.kind: {
      const { volumeName: _volume, ...rest } = spec;
      return rest;
    }
    default:
      return spec;
  }
}

function service({ clusterIP, clusterIPs: _ips, ipFamilies: _families, ...spec }: Fields): Fields {
  const { healthCheckNodePort: _check, ...rest } = spec;
  const ports = Array.isArray(rest.ports) ? { ports: rest.ports.map(withoutNodePort) } : {};
  return { ...rest, ...ports, ...(clusterIP === 'None' ? { clusterIP } : {}) };
}

function withoutNodePort(port: unknown): unknown {
  if (!isFields(port)) {
    return port;
  }
  const { nodePort: _nodePort, ...rest } = port;
  // The API server tells ports from each other by number and protocol, and asks for both.
  return { protocol: 'TCP', ...rest };
}

function withoutOriginOfPods({ metadata, ...template }: Fields): Fields {
  const { labels, annotations } = fieldsOf(metadata);
  return { ...template, metadata: described({ labels, annotations }) };
}

function described({ labels, annotations }: Fields): Fields {
  return { labels: kept(labels), annotations: kept(annotations) };
}

/** Labels and annotations by tools and controllers about objects of another cluster: whole keys, and groups. */
const OF_CONTROLLERS: readonly string[] = [
  'kubectl.kubernetes.io/last-applied-configuration',
  'kubectl.kubernetes.io/restartedAt',
  'deployment.kubernetes.io/revision',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
  'controller-uid',
  'job-name',
];
const GROUPS_OF_CONTROLLERS: readonly string[] = [
  'volume.kubernetes.io/',
  'volume.beta.kubernetes.io/',
  'pv.kubernetes.io/',
  'pv.beta.kubernetes.io/',
];

function isOfControllers(key: string): boolean {
  return OF_CONTROLLERS.includes(key) || GROUPS_OF_CONTROLLERS.some((group) => key.startsWith(group));
}

function kept(entries: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(fieldsOf(entries)).flatMap(([key, value]) =>
    isOfControllers(key) || value === null ? [] : [[key, String(value)] as const],
  );
  return foreign(Object.fromEntries(texts));
}
