import { z } from 'zod';
import { type Fields, isFields } from '../base/fields.ts';
import { grantText } from './access.ts';
import { selector, selectorOf } from './labels.ts';
import { below, fields, generated, list, type Reader, refined, refuse, shape } from './reader.ts';
import { dnsLabel, isSet, labelValue, port, portNumber, qualifiedName, seconds } from './values.ts';

const servicePort = refined(
  fields(
    {
      name: shape(dnsLabel),
      port: shape(portNumber),
      targetPort: shape(port),
      protocol: shape(z.enum(['TCP', 'UDP', 'SCTP'])),
      appProtocol: shape(qualifiedName),
      nodePort: generated,
    },
    ['port'],
  ),
  // The API server tells ports from each other by number and protocol, and asks for both.
  (read): Fields => ({ protocol: 'TCP', ...read }),
);

const ownPods = refined(shape(z.record(qualifiedName, labelValue)), selectorOf);

const clusterIPs: Reader<string> = (value) => (value === 'None' ? value : undefined);

/** Reader of the spec of a Service: of own pods, inside the cluster. */
export const service = fields(
  {
    type: (value, place) =>
      value === 'ClusterIP'
        ? value
        : refuse(place, 'only type ClusterIP stays inside; ports are opened by gateway rules'),
    selector: ownPods,
    ports: list(servicePort),
    clusterIP: clusterIPs,
    publishNotReadyAddresses: shape(isSet),
    sessionAffinity: shape(z.enum(['None', 'ClientIP'])),
    sessionAffinityConfig: shape(
      z.strictObject({ clientIP: z.strictObject({ timeoutSeconds: seconds.min(1).optional() }) }),
    ),
    internalTrafficPolicy: shape(z.enum(['Cluster', 'Local'])),
    trafficDistribution: shape(z.enum(['PreferClose', 'PreferSameZone', 'PreferSameNode'])),
    ipFamilyPolicy: shape(z.enum(['SingleStack', 'PreferDualStack', 'RequireDualStack'])),
    externalIPs: (_, place) => refuse(place, 'they take traffic that is meant for others'),
    clusterIPs: generated,
    ipFamilies: generated,
    healthCheckNodePort: generated,
  },
  ['selector'],
);

const policyPort = z.strictObject({
  port: port.optional(),
  endPort: portNumber.optional(),
  protocol: z.enum(['TCP', 'UDP', 'SCTP']).optional(),
});

const labelSelectorShape = z.strictObject({
  matchLabels: z.record(qualifiedName, labelValue).optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: qualifiedName,
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: z.array(z.string()).optional(),
      }),
    )
    .optional(),
});

const othersPeer = shape(
  z.strictObject({
    podSelector: labelSelectorShape.optional(),
    namespaceSelector: labelSelectorShape.optional(),
    ipBlock: z
      .strictObject({
        cidr: z.union([z.cidrv4(), z.cidrv6()]),
        except: z.array(z.union([z.cidrv4(), z.cidrv6()])).optional(),
      })
      .optional(),
  }),
);

/** Peer of a rule; a policy only adds to what others permit, so that one of a model stays among its own pods. */
const peer: Reader = (value, place) => {
  if (isFields(value) && Object.keys(value).length === 1 && isFields(value.podSelector)) {
    const podSelector = selector(value.podSelector, below(place, 'podSelector'));
    return podSelector === undefined ? refuse(place, 'it selects no pods') : { podSelector };
  }
  return place.access.grants.networkPolicies
    ? whole(othersPeer)(value, place)
    : refuse(place, `it admits traffic with others; ${grantText('networkPolicies')}`);
};

/** Reader of a rule: without peers, it admits everybody. */
function rule(side: 'from' | 'to'): Reader {
  return (value, place) => {
    const peers = isFields(value) ? value[side] : undefined;
    const isForAll = !Array.isArray(peers) || peers.length === 0;
    if (isForAll && !place.access.grants.networkPolicies) {
      return refuse(place, `it admits traffic with everybody; ${grantText('networkPolicies')}`);
    }
    return whole(fields({ [side]: list(peer), ports: shape(z.array(policyPort)) }))(value, place);
  };
}

/** Reader that leaves nothing out: what remained of a policy would say something else. */
function whole<T>(reader: Reader<T>): Reader<T> {
  return (value, place) => {
    const before = place.problems.length;
    const read = reader(value, place);
    const problem = place.problems[before];
    return problem === undefined ? read : refuse(place, `${problem.path}: ${problem.why}`);
  };
}

/** Reader of the spec of a NetworkPolicy: for own pods, and among them. */
export const networkPolicy: Reader<Fields> = whole(
  fields(
    {
      podSelector: selector,
      policyTypes: shape(z.array(z.enum(['Ingress', 'Egress']))),
      ingress: list(rule('from')),
      egress: list(rule('to')),
    },
    ['podSelector'],
  ),
);
