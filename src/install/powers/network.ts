import { LABELS } from '../../api/group.ts';
import { type Fields, fieldAt, fieldsOf, isEmpty, isFields } from '../../base/fields.ts';
import { ENDPOINT_SLICES, OF_SERVICE } from '../../objects/endpointslice.ts';
import { NETWORK_POLICIES, SERVICE_MONITORS } from '../../objects/installable.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { imagesOf, listOf, type PlannedPods, textOrJson } from './pods.ts';
import { type Power, power } from './power.ts';

/** Traffic of programs that no policy of the version limits to its own pods, and addresses that it leads traffic to. */
export function* network(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): Iterable<Power> {
  const policies = comparable(pods, objects);
  for (const direction of DIRECTIONS) {
    const limits = policies
      .filter((policy) => isAbout(policy, direction))
      .map((policy) => limitOf(policy, direction));
    for (const each of pods) {
      yield* traffic(each, limits, direction);
    }
  }
  yield* [...pods.flatMap(requestsOfNodes), ...objects.flatMap(ledAway), ...objects.flatMap(scraped)];
}

/** Most comparisons of a label of pods with a requirement of a policy. */
const MAX_COMPARISONS = 200_000;

/** Policies of a version; none where these are so many that it takes long to tell which pods they are about. */
function comparable(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): readonly Fields[] {
  const policies = objects
    .filter(({ resource }) => resource === NETWORK_POLICIES)
    .map(({ draft }) => fieldsOf(draft.spec));
  const requirements = policies.map(({ podSelector }) => textOrJson(podSelector).split(',').length);
  const comparisons = requirements.reduce((sum, count) => sum + count, 0) * pods.length;
  return comparisons <= MAX_COMPARISONS ? policies : [];
}

/** Direction of traffic, as policies have it. */
interface Direction {
  readonly type: 'Ingress' | 'Egress';
  readonly rules: 'ingress' | 'egress';
  readonly peers: 'from' | 'to';
}

const DIRECTIONS: readonly Direction[] = [
  { type: 'Ingress', rules: 'ingress', peers: 'from' },
  { type: 'Egress', rules: 'egress', peers: 'to' },
];

/** Policy, and the traffic that it admits beside that with own pods; undefined for all traffic. */
interface Limit {
  readonly podSelector: unknown;
  readonly admitted: ReadonlySet<string | undefined>;
}

function limitOf(policy: Fields, direction: Direction): Limit {
  const rules = listOf(policy[direction.rules]);
  return {
    podSelector: policy.podSelector,
    admitted: new Set(rules.flatMap((rule) => admittedBy(rule, direction))),
  };
}

function* traffic(pods: PlannedPods, limits: readonly Limit[], { peers }: Direction): Iterable<Power> {
  const own = limits.filter(({ podSelector }) => selects(podSelector, pods.labels));
  for (const image of imagesOf(pods)) {
    const any = `${image}: traffic ${peers} anywhere`;
    for (const what of own.length === 0 ? [undefined] : own.flatMap(({ admitted }) => [...admitted])) {
      yield what === undefined
        ? power('network', any)
        : power('network', `${image}: traffic ${what}`, { within: any });
    }
  }
}

/** Whether a policy limits traffic in a direction: without types, it limits what it has rules for, and what comes in. */
function isAbout(policy: Fields, { type, rules }: Direction): boolean {
  const { policyTypes } = policy;
  return Array.isArray(policyTypes) && policyTypes.length > 0
    ? policyTypes.includes(type)
    : type === 'Ingress' || listOf(policy[rules]).length > 0;
}

/** Traffic that a rule admits beside that with own pods; undefined for all traffic. */
function admittedBy(rule: Fields, { peers }: Direction): readonly (string | undefined)[] {
  const listed = listOf(rule[peers]);
  const ports = isEmpty(rule.ports) ? '' : ` at ${textOrJson(rule.ports)}`;
  if (listed.length === 0) {
    return [ports === '' ? undefined : `${peers} anyone${ports}`];
  }
  return listed.filter((peer) => !isOwn(peer)).map((peer) => `${peers} ${textOrJson(peer)}${ports}`);
}

/** Whether a peer is some of the install's own pods. */
function isOwn({ podSelector, ...others }: Fields): boolean {
  const { matchLabels } = fieldsOf(podSelector);
  return Object.keys(others).length === 0 && fieldsOf(matchLabels)[LABELS.install] !== undefined;
}

/** Whether a label selector selects pods with labels; one that nobody can read selects none. */
function selects(selector: unknown, labels: Fields): boolean {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return (
    isFields(selector) &&
    Object.entries(fieldsOf(matchLabels)).every(([key, value]) => labels[key] === value) &&
    listOf(matchExpressions).every((expression) => meets(expression, labels))
  );
}

function meets({ key, operator, values }: Fields, labels: Fields): boolean {
  const value = labels[textOrJson(key)];
  const isListed = Array.isArray(values) && values.includes(value);
  switch (operator) {
    case 'In':
      return isListed;
    case 'NotIn':
      return !isListed;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

/** Requests that nodes send to other places than the pods. */
function requestsOfNodes({ containers }: PlannedPods): readonly Power[] {
  return containers.flatMap(({ image, fields }) => {
    const { postStart, preStop } = fieldsOf(fields.lifecycle);
    const { livenessProbe, readinessProbe, startupProbe } = fields;
    const handlers = [postStart, preStop, livenessProbe, readinessProbe, startupProbe].map(fieldsOf);
    const hosts = handlers.flatMap(({ httpGet, tcpSocket }) => [
      fieldsOf(httpGet).host,
      fieldsOf(tcpSocket).host,
    ]);
    return hosts
      .filter((host) => Boolean(host))
      .map((host) => power('network', `${image}: requests of its node to ${textOrJson(host)}`));
  });
}

/** Addresses outside to which Services lead. */
function ledAway({ resource, draft }: PlannedObject): readonly Power[] {
  const service = textOrJson(draft.metadata.labels?.[OF_SERVICE] ?? draft.metadata.name);
  const addresses = listOf(draft.endpoints).flatMap((endpoint) =>
    Array.isArray(endpoint.addresses) ? endpoint.addresses.map(textOrJson) : [],
  );
  return resource === ENDPOINT_SLICES
    ? addresses.map((address) => power('network', `Service ${service}: leads to ${address}`))
    : [];
}

/** Annotations by which Prometheus finds pods and Services without a ServiceMonitor, and what it asks of them. */
const SCRAPING = /^prometheus\.io\//;

function scraped({ resource, draft }: PlannedObject): readonly Power[] {
  const { name, annotations } = draft.metadata;
  if (resource === SERVICE_MONITORS) {
    return [power('network', `ServiceMonitor ${name}: scraped`)];
  }
  const template = isWorkloadKind(resource.kind)
    ? fieldAt(draft.spec, [...WORKLOAD_KINDS[resource.kind].templatePath, 'metadata', 'annotations'])
    : undefined;
  const asked = Object.entries({ ...annotations, ...fieldsOf(template) })
    .filter(([key]) => SCRAPING.test(key))
    .map(([key, value]) => `${key.replace(SCRAPING, '')} ${textOrJson(value)}`);
  return asked.length === 0
    ? []
    : [power('network', `${resource.kind} ${name}: scraped (${asked.toSorted().join(', ')})`)];
}
