import { type Fields, fieldsOf, isFields } from './fields.ts';
import { foreign } from './pod.ts';

/**
 * Takes away what only the cluster that an object was exported from knew of it. What is left has the labels
 * and annotations of its author, without those that mean something to Stoa.
 */
export function withoutOrigin(kind: string, { metadata, status: _status, ...content }: Fields): Fields {
  const { labels, annotations } = fieldsOf(metadata);
  return { ...contentOf(kind, content), metadata: described({ labels, annotations }) };
}

function contentOf(kind: string, content: Fields): Fields {
  return isFields(content.spec) ? { ...content, spec: specOf(kind, content.spec) } : content;
}

function specOf(kind: string, spec: Fields): Fields {
  switch (kind) {
    case 'Service':
      return service(spec);
    case 'PersistentVolumeClaim': {
      const { volumeName: _volume, ...rest } = spec;
      return rest;
    }
    case 'Job': {
      const { selector, manualSelector, ...rest } = spec;
      return withTemplate(manualSelector === true ? { ...rest, selector, manualSelector } : rest);
    }
    case 'CronJob': {
      const job = fieldsOf(spec.jobTemplate);
      const inner = isFields(job.spec) ? { spec: withTemplate(job.spec) } : {};
      return { ...spec, jobTemplate: { ...job, ...inner } };
    }
    default:
      return withTemplate(spec);
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

function withTemplate(spec: Fields): Fields {
  if (!isFields(spec.template)) {
    return spec;
  }
  const { metadata, ...template } = spec.template;
  const { labels, annotations } = fieldsOf(metadata);
  return { ...spec, template: { ...template, metadata: described({ labels, annotations }) } };
}

function described({ labels, annotations }: Fields): Fields {
  return { labels: kept(labels), annotations: kept(annotations) };
}

/** Written by tools and controllers, about objects of another cluster. */
const OF_CONTROLLERS =
  /^(kubectl\.kubernetes\.io\/(last-applied-configuration|restartedAt)|deployment\.kubernetes\.io\/revision|(batch\.kubernetes\.io\/)?(controller-uid|job-name)|(volume|pv)\.(beta\.)?kubernetes\.io\/.*)$/;

function kept(entries: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(fieldsOf(entries)).flatMap(([key, value]) =>
    OF_CONTROLLERS.test(key) || value === null ? [] : [[key, String(value)] as const],
  );
  return foreign(Object.fromEntries(texts));
}
