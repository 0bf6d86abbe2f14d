import { z } from 'zod';
import type { Fields } from '../base/fields.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from '../objects/core.ts';
import {
  AUTOSCALERS,
  DISRUPTION_BUDGETS,
  NETWORK_POLICIES,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_MONITORS,
} from '../objects/installable.ts';
import { isWorkloadKind } from '../workload/kinds.ts';
import { selector } from './labels.ts';
import {
  below,
  type FieldReaders,
  fields,
  generated,
  leaveOut,
  list,
  type Place,
  type Reader,
  refined,
  refuse,
  shape,
} from './reader.ts';
import { role, roleBinding } from './roles.ts';
import { autoscaler, disruptionBudget } from './scaling.ts';
import { isScrapeInterval, SCRAPE_INTERVAL, secondsOf } from './scrape.ts';
import { networkPolicy, service } from './traffic.ts';
import { mountPath, port, text } from './values.ts';
import { claimSpec } from './volume.ts';
import { workloadSpec } from './workload.ts';

/** Types of Secrets that no controller fills in or acts on. */
const SECRET_TYPES = [
  'Opaque',
  ...['basic-auth', 'ssh-auth', 'tls', 'dockercfg', 'dockerconfigjson'].map(
    (name) => `kubernetes.io/${name}`,
  ),
];

const secretType: Reader<string> = (value, place) =>
  typeof value === 'string' && SECRET_TYPES.includes(value)
    ? value
    : refuse(place, 'it would hold the credentials of a ServiceAccount, or something that a program acts on');

const texts = shape(z.record(z.string(), text));

/** Bytes as the API server reads them: anything else it refuses with the whole object. */
const bytes = shape(
  z.record(
    z.string(),
    text
      .transform((encoded) => encoded.replaceAll(/[\r\n]/g, ''))
      .refine(
        (encoded) => Buffer.from(encoded, 'base64').toString('base64') === encoded,
        'it must be base64',
      ),
  ),
);

const immutable = shape(z.boolean());

const scrapeTime = z
  .string()
  .refine((text) => secondsOf(text) !== undefined, 'must be a duration such as 30s');

/** Endpoint that Prometheus scrapes: without the fields by which it would send its token, or go elsewhere. */
const endpoint = refined(
  fields({
    port: shape(z.string().min(1).max(63)),
    targetPort: shape(port),
    path: shape(mountPath.max(1024)),
    scheme: shape(z.enum(['http', 'https'])),
    interval: shape(scrapeTime.refine(isScrapeInterval, `must be ${SCRAPE_INTERVAL}`)),
    scrapeTimeout: shape(scrapeTime),
    followRedirects: (value, place) =>
      value === false ? undefined : leaveOut(place, 'Prometheus would go where a pod says'),
  }),
  ({ scrapeTimeout, ...read }, place): Fields => ({
    ...read,
    ...withinInterval(scrapeTimeout, read.interval, place),
    followRedirects: false,
  }),
);

/** Timeout of a scrape: the API server accepts one that is longer than the interval, and Prometheus does not. */
function withinInterval(scrapeTimeout: unknown, interval: unknown, place: Place): Fields {
  const [timeout, limit] = [secondsOf(scrapeTimeout), secondsOf(interval)];
  if (timeout !== undefined && limit !== undefined && timeout > limit) {
    leaveOut(below(place, 'scrapeTimeout'), 'it must not exceed the interval');
    return {};
  }
  return timeout === undefined ? {} : { scrapeTimeout };
}

/** Fields of the kinds without pods that a model may bring along. */
const CONTENTS: ReadonlyMap<string, FieldReaders> = new Map<string, FieldReaders>([
  [SECRETS.kind, { type: secretType, data: bytes, immutable }],
  [CONFIG_MAPS.kind, { data: texts, binaryData: bytes, immutable }],
  [SERVICE_ACCOUNTS.kind, { automountServiceAccountToken: shape(z.boolean()) }],
  [CLAIMS.kind, { spec: claimSpec }],
  [SERVICES.kind, { spec: service }],
  [AUTOSCALERS.kind, { spec: autoscaler }],
  [DISRUPTION_BUDGETS.kind, { spec: disruptionBudget }],
  [NETWORK_POLICIES.kind, { spec: networkPolicy }],
  [ROLES.kind, role],
  [ROLE_BINDINGS.kind, roleBinding],
  [
    SERVICE_MONITORS.kind,
    { spec: fields({ selector, endpoints: list(endpoint) }, ['selector', 'endpoints']) },
  ],
]);

/** Fields without which an object is none of its kind. */
const REQUIRED: readonly string[] = ['spec', 'roleRef', 'subjects'];

/** Reader of an object of a kind, beside its metadata; a kind that nobody has thought about is refused. */
export function kindReader(kind: string): Reader<Fields> {
  if (isWorkloadKind(kind)) {
    return fields({ spec: workloadSpec(kind), status: generated }, ['spec']);
  }
  const readers = CONTENTS.get(kind);
  return readers === undefined
    ? (_, place) => refuse(place, 'an install does not make objects of this kind')
    : fields(
        { ...readers, status: generated },
        REQUIRED.filter((field) => field in readers),
      );
}
