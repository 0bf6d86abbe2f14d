import type { Access } from '../../../allowed/access.ts';
import type { Problem } from '../../../allowed/reader.ts';
import { hardened, reportToken } from '../../../allowed/security.ts';
import { ANNOTATIONS } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import { type Fields, fieldsOf, filled, present } from '../../../base/fields.ts';
import { withoutTrailing } from '../../../base/text.ts';
import { uniqueBy } from '../../../base/unique.ts';
import { templateName } from '../../../workload/datamounts.ts';
import { EXTEND_METHODS, WORKLOAD_KINDS } from '../../../workload/kinds.ts';
import type { Port } from '../../read/component.ts';
import type { Directives } from '../directives.ts';
import { overrideResources } from '../overrides/sizing.ts';
import type { ContainerEnv, Part } from '../parts.ts';
import { isStateful, portTransport } from '../service.ts';
import type { Attributes } from './attributes.ts';
import { containersOf } from './plugin.ts';
import { probesOf } from './probe.ts';
import { sizeOf } from './size.ts';
import type { Storage } from './storage.ts';

/** Parts of a component from which its pod template is made. */
export interface PodParts {
  readonly part: Part;
  readonly storage: Storage;
  readonly attributes: Attributes;
  /** Selector of its nodes, beside that of the attributes. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Annotations by which Prometheus finds its metrics. */
  readonly scrape: Readonly<Record<string, string>>;
  readonly access: Access;
}

/** Pod template of a component, with the settings of the model that it cannot have. */
export function podTemplate(parts: PodParts): {
  readonly template: PodTemplateDraft;
  /**
   * Template as the model has it, without the restrictions of Stoa and the envs of the platform: equal for equal models,
   * whatever the release.
   */
  readonly said: PodTemplateDraft;
  readonly notApplied: readonly NotApplied[];
} {
  const notApplied: NotApplied[] = [];
  const { part, storage, attributes, nodeSelector, scrape, access } = parts;
  const { directives } = part;
  const container = containerOf(parts, notApplied);
  const plugins = part.plugins.map(({ plugin, envs }) => ({ plugin, envs: envs.map(entryOf) }));
  const { runs, gracePeriodSeconds } = WORKLOAD_KINDS[EXTEND_METHODS[part.component.extendMethod].kind];
  const ends = runs !== 'continuously';
  const spec = filled({
    ...containersOf(container, plugins, ends),
    volumes: volumesOf(parts, notApplied),
    imagePullSecrets: part.pullSecrets.map((name) => ({ name })),
    restartPolicy: ends ? 'OnFailure' : undefined,
    terminationGracePeriodSeconds: gracePeriodSeconds,
    // The names that Kubernetes gives other Services' envs (DB_PORT) are those that models give their own.
    enableServiceLinks: false,
    nodeSelector: {
      ...nodeSelector,
      ...attributes.nodeSelector,
      ...part.component.overridden?.nodeSelector,
    },
    tolerations: attributes.tolerations,
    affinity: attributes.affinity,
    ...dnsOf(attributes, part, notApplied),
    shareProcessNamespace: attributes.shareProcessNamespace,
    hostAliases: attributes.hostAliases ?? directives.hostAliases,
    securityContext: attributes.podSecurityContext,
    serviceAccountName: attributes.serviceAccountName,
    hostname: directives.hostname,
    subdomain: subdomainOf(part),
  });
  const digest = present({ [ANNOTATIONS.configFiles]: storage.digest });
  const metadata = filled({
    labels: { ...podLabels(parts), ...part.selector },
    annotations: { ...scrape, ...attributes.annotations, ...part.podAnnotations, ...digest },
  });
  reportMissingToken(parts, spec, notApplied);
  notApplied.push(...directives.notApplied);
  const own = filled({ ...container, env: envOf(parts, ofModel(part)) });
  const said = filled({ ...spec, ...containersOf(own, plugins, ends) });
  return { template: { metadata, spec: hardened(spec, access) }, said: { metadata, spec: said }, notApplied };
}

function ofModel({ envs }: Part): readonly ContainerEnv[] {
  return envs.filter(({ isOfPlatform }) => !isOfPlatform);
}

/**
 * Subdomain of pods with names, which their controller would set anyway: as part of the template, another Service
 * replaces pods that still have the names of the one before.
 */
function subdomainOf({ component, headlessService, workload }: Part): string | undefined {
  return isStateful(component) && headlessService === workload ? headlessService : undefined;
}

/** Pod template that is to be written. */
export interface PodTemplateDraft {
  readonly metadata: Fields;
  readonly spec: Fields;
}

/** Labels of a component on its workload and pods: those of the model cannot replace Stoa's. */
export function podLabels({ part, attributes }: Pick<PodParts, 'part' | 'attributes'>) {
  return { ...attributes.labels, ...part.labels };
}

function reportMissingToken({ part, access }: PodParts, spec: Fields, notApplied: NotApplied[]): void {
  const problems: Problem[] = [];
  reportToken(spec, { path: '', access, problems });
  notApplied.push(...problems.map(({ why }) => attributeAgain(part, 'serviceAccountName', why)));
}

function containerOf(parts: PodParts, notApplied: NotApplied[]): Fields {
  const { part, attributes } = parts;
  const { component } = part;
  const probes = probesOf(component.probes);
  return filled({
    name: 'main',
    image: component.image,
    command: attributes.cmd,
    args: attributes.args ?? part.args,
    workingDir: attributes.workingDir,
    ports: component.ports.map(portOf),
    env: envOf(parts, part.envs),
    envFrom: [
      ...part.envSecrets.map((name) => ({ secretRef: { name } })),
      ...(attributes.envFromSource ?? []),
    ],
    resources: overrideResources(
      component.overridden?.resources,
      resourcesOf(component.sizing, attributes.resources, part.directives),
    ),
    volumeMounts: mountsOf(parts, notApplied),
    livenessProbe: attributes.livenessProbe ?? probes.livenessProbe,
    readinessProbe: attributes.readinessProbe ?? probes.readinessProbe,
    lifecycle: attributes.lifecycle,
    securityContext: attributes.securityContext,
  });
}

function portOf(port: Port): Fields {
  const { containerPort } = port;
  const transport = portTransport(port);
  return { name: `${transport}-${containerPort}`, containerPort, protocol: transport.toUpperCase() };
}

/** Envs of the container: those of the attribute `env` come last, and replace all but those that the install sets. */
function envOf({ part, attributes }: PodParts, envs: readonly ContainerEnv[]): Fields[] {
  const isOverridden = new Set(part.component.overridden?.envNames);
  const added = (attributes.env ?? []).filter(({ name }) => !isOverridden.has(name));
  return uniqueBy([...envs.map(entryOf), ...added].toReversed(), ({ name }) => name).toReversed();
}

function entryOf({ name, source }: ContainerEnv): { readonly name: string } & Fields {
  switch (source.type) {
    case 'text':
      return { name, ...(source.text === '' ? {} : { value: source.text }) };
    case 'secret':
      return { name, valueFrom: { secretKeyRef: { name: source.name, key: source.key } } };
    case 'shared':
      return { name, valueFrom: { configMapKeyRef: { name: source.name, key: source.key } } };
    case 'field':
      return { name, valueFrom: { fieldRef: { fieldPath: source.path } } };
  }
}

/** Resources of the main container: those of the attribute; without memory in them, with that of the component. */
function resourcesOf(
  sizing: Part['component']['sizing'],
  own: Attributes['resources'],
  directives: Directives,
): Fields {
  if (own === undefined) {
    const { limit = 0, request = 0 } = directives.cpu ?? { limit: sizing.cpu, request: sizing.cpu };
    return sizeOf({ memory: sizing.memory, cpu: limit }, request);
  }
  const { requests = {}, limits = {} } = own;
  const size = 'memory' in requests || 'memory' in limits ? {} : sizeOf({ memory: sizing.memory, cpu: 0 });
  return filled({
    requests: { ...requests, ...fieldsOf(size.requests) },
    limits: { ...limits, ...fieldsOf(size.limits) },
  });
}

function volumesOf({ part, storage, attributes }: PodParts, notApplied: NotApplied[]): Fields[] {
  const templates = storage.templates.map((template) => ({ name: templateName(template) }));
  const volumes = uniqueBy(
    [...templates, ...storage.volumes, ...(attributes.volumes ?? [])],
    ({ name }) => name,
    ({ name }) => notApplied.push(attributeAgain(part, 'volumes', `there is another volume ${name}`)),
  );
  return volumes.slice(templates.length);
}

function mountsOf({ part, storage, attributes }: PodParts, notApplied: NotApplied[]): Fields[] {
  const known = new Set([
    ...storage.volumes.map(({ name }) => name),
    ...storage.templates.map(templateName),
    ...(attributes.volumes ?? []).map(({ name }) => name),
  ]);
  const added = (attributes.volumeMounts ?? []).filter(({ name }) => {
    if (!known.has(name)) {
      notApplied.push(attributeAgain(part, 'volumeMounts', `there is no volume ${name}`));
    }
    return known.has(name);
  });
  return uniqueBy([...storage.mounts, ...added], placeOf, ({ mountPath }) =>
    notApplied.push(attributeAgain(part, 'volumeMounts', `${mountPath} is mounted already`)),
  );
}

function placeOf({ mountPath }: { readonly mountPath: string }): string {
  return withoutTrailing(mountPath, '/');
}

function dnsOf({ dnsPolicy, dnsConfig }: Attributes, part: Part, notApplied: NotApplied[]): Fields {
  if (dnsPolicy === 'None' && (dnsConfig?.nameservers ?? []).length === 0) {
    notApplied.push(attributeAgain(part, 'dnsPolicy', 'None needs nameservers in dnsConfig'));
    return { dnsConfig };
  }
  return { dnsPolicy, dnsConfig };
}

function attributeAgain({ component }: Part, attribute: string, why: string): NotApplied {
  const path = component.attributes.find(({ name }) => name === attribute)?.path ?? component.path;
  return { path, why };
}
