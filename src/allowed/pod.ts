import { z } from 'zod';
import { INSTALL_ACCOUNT } from '../api/group.ts';
import { type Fields, fieldsOf } from '../base/fields.ts';
import { denialOf } from './access.ts';
import { container, initContainer } from './container.ts';
import { labels, podAnnotations } from './labels.ts';
import {
  type FieldReaders,
  fields,
  generated,
  keyed,
  leaveOut,
  list,
  never,
  type Reader,
  refined,
  shape,
} from './reader.ts';
import { SCHEDULING } from './scheduling.ts';
import { podSecurity } from './security.ts';
import { dnsLabel, dnsName, hostName, seconds, text } from './values.ts';
import { volume } from './volume.ts';

/** Reader of the ServiceAccount of a pod. The one of the install has the rights to make everything. */
export const serviceAccountName: Reader<string> = refined(shape(dnsName), (name, place) => {
  if (name === 'default') {
    return undefined;
  }
  if (name === INSTALL_ACCOUNT) {
    return leaveOut(place, 'no pod runs as the ServiceAccount that writes installs');
  }
  const denial = denialOf(place.access, 'serviceAccounts', name);
  return denial === undefined ? name : leaveOut(place, denial);
});

/** Reader of the policy by which names are resolved. */
export const dnsPolicy = shape(z.enum(['ClusterFirst', 'Default', 'None']));

/** Reader of the resolver of a pod. */
export const dnsConfig = shape(
  z.strictObject({
    nameservers: z
      .array(z.union([z.ipv4(), z.ipv6()]))
      .max(3)
      .optional(),
    searches: z.array(z.string().max(253)).max(32).optional(),
    options: z
      .array(z.strictObject({ name: z.string().min(1).max(64), value: text.optional() }))
      .max(16)
      .optional(),
  }),
);

/** Reader of whether the containers of a pod see each other's processes. */
export const shareProcessNamespace = shape(z.boolean());

/** Most addresses that a pod knows by names of its own. */
const MAX_ALIASES = 64;

/**
 * Reader of the lines of `/etc/hosts` in the pods of a model: what they say, a process in them could also do without
 * them.
 */
export const hostAliases = refined(
  list(
    shape(
      z.strictObject({
        ip: z.union([z.ipv4(), z.ipv6()]),
        hostnames: z.array(hostName).min(1).max(64),
      }),
    ),
  ),
  (read, place) =>
    read.length <= MAX_ALIASES
      ? // The API server takes one entry for an address, and a kubelet would write each of several.
        [...Map.groupBy(read, ({ ip }) => ip)].map(([ip, entries]) => ({
          ip,
          hostnames: [...new Set(entries.flatMap(({ hostnames }) => hostnames))],
        }))
      : leaveOut(place, `it must have at most ${MAX_ALIASES} addresses, not ${read.length}`),
);

const pullSecret = refined(shape(z.strictObject({ name: dnsName })), (read, place) => {
  const denial = denialOf(place.access, 'secrets', read.name);
  return denial === undefined ? read : leaveOut(place, denial);
});

const POD = {
  ...SCHEDULING,
  containers: list(container),
  initContainers: list(initContainer),
  volumes: list(volume),
  imagePullSecrets: keyed(pullSecret, ({ name }) => name),
  serviceAccountName,
  // The older name of the same field: the API server fills it in.
  serviceAccount: generated,
  automountServiceAccountToken: shape(z.boolean()),
  securityContext: podSecurity,
  restartPolicy: shape(z.enum(['Always', 'OnFailure', 'Never'])),
  terminationGracePeriodSeconds: shape(seconds.max(3600)),
  activeDeadlineSeconds: shape(z.int().min(1)),
  dnsPolicy,
  dnsConfig,
  hostAliases,
  hostname: shape(dnsLabel),
  subdomain: shape(dnsLabel),
  enableServiceLinks: shape(z.boolean()),
  shareProcessNamespace,
  hostNetwork: never('its pods would join the network of their node'),
  hostPID: never('its pods would see the processes of their node'),
  hostIPC: never('its pods would see the memory of other processes on their node'),
  // The scheduler of the cluster, with the priority that its administrators have made the default.
  schedulerName: shape(z.literal('default-scheduler')),
  priority: generated,
} satisfies FieldReaders;

/** Reader of a pod template, wherever it stands. */
export const podTemplate: Reader<Fields> = refined(
  fields(
    {
      metadata: fields({
        labels,
        annotations: podAnnotations,
        creationTimestamp: generated,
        name: generated,
      }),
      spec: fields(POD, ['containers']),
    },
    ['spec'],
  ),
  ({ metadata, spec }, { access }) => ({
    metadata: {
      ...fieldsOf(metadata),
      labels: { ...fieldsOf(fieldsOf(metadata).labels), ...access.selector },
    },
    spec,
  }),
);
