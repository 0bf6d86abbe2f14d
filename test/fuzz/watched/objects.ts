import fc from 'fast-check';
import { ANNOTATIONS, LABELS, MANAGED_BY } from '../../../src/api/group.ts';
import { FIELD_MANAGER as GATEWAY_MANAGER } from '../../../src/gateway/owned.ts';
import { FIELD_MANAGER as MARKET_MANAGER } from '../../../src/install/owned.ts';
import { apiVersionOf, type Resource } from '../../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from '../../../src/objects/core.ts';
import { ENDPOINT_SLICES, OF_SERVICE, SLICES_OF_STOA } from '../../../src/objects/endpointslice.ts';
import { REFERENCE_GRANTS } from '../../../src/objects/gatewayapi.ts';
import { GRPC_ROUTES } from '../../../src/objects/grpcroute.ts';
import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import {
  AUTOSCALERS,
  DISRUPTION_BUDGETS,
  NETWORK_POLICIES,
  ROLES,
} from '../../../src/objects/installable.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import {
  CRON_JOBS,
  DAEMON_SETS,
  DEPLOYMENTS,
  JOBS,
  PODS,
  STATEFUL_SETS,
} from '../../../src/objects/workload.ts';
import { anyContent, anyTexts } from './contents.ts';

/** Object that the API server is asked to store, as JSON. */
export interface Attempt {
  readonly resource: Resource;
  readonly body: string;
}

/** Place of a content in the JSON of an object. */
const CONTENT = '@content@';

/** Fields of an object beside its metadata. */
type Body = Readonly<Record<string, unknown>>;

/** Number of items up to a limit, often the limit itself. */
const upTo = (most: number) => fc.oneof(fc.constant(most), fc.integer({ min: 0, max: most }));

const many = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

/** Texts that others read as a pattern, a number, a path or another language. */
const oddText = fc.constantFrom(
  '',
  ' ',
  '*',
  '__proto__',
  '(a+)+$',
  '-1',
  '/',
  '%00',
  '\u202e',
  'a'.repeat(4_000),
  '🙂',
);

/** Beginning of an odd text, of which an object has thousands. */
const shortText = oddText.map((text) => text.slice(0, 60));

const podTemplate = fc
  .record({ env: upTo(10_000), args: upTo(20_000), text: shortText })
  .map(({ env, args, text }) => ({
    metadata: { labels: { app: 'x' } },
    spec: {
      restartPolicy: 'Always',
      containers: [
        {
          name: 'a',
          image: 'a',
          env: many(env, (at) => ({ name: `E${at}`, value: text })),
          args: many(args, () => text),
        },
      ],
    },
  }));

const selector = { matchLabels: { app: 'x' } };

const jobTemplate = podTemplate.map((template) => ({
  suspend: true,
  template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } },
}));

const match = fc.record({ text: oddText, headers: upTo(16) }).map(({ text, headers }) => ({
  path: { type: 'RegularExpression', value: `/${text}`.slice(0, 1_024) },
  headers: many(headers, (at) => ({ name: `h${at}`, type: 'RegularExpression', value: text || 'a' })),
}));

const routeSpec = fc
  .record({ hosts: upTo(16), parents: upTo(32), rules: upTo(16), matches: upTo(8), match })
  .map(({ hosts, parents, rules, matches, match: each }) => ({
    hostnames: many(hosts, (at) => `h${at}.fuzz.example.com`),
    parentRefs: many(parents, (at) => ({ name: 'bench', namespace: 'default', sectionName: `s${at}` })),
    rules: many(rules, () => ({ matches: many(matches, () => each) })),
  }));

const ruleSpec = fc.record({ text: oddText, cookies: upTo(64) }).map(({ text, cookies }) => ({
  appId: 1,
  protocol: 'http',
  http: {
    serviceId: 'web',
    containerPort: 8080,
    domainName: 'odd.fuzz.example.com',
    domainPath: '/x',
    domainCookie: Object.fromEntries(many(cookies, (at) => [`c${at}`, text])),
    whetherOpen: true,
  },
}));

const installSpec = fc.record({ text: oddText, sources: upTo(16) }).map(({ text, sources }) => ({
  appId: 1,
  market: { url: 'https://127.0.0.1:1', type: 'helm' },
  appModelId: text.slice(0, 64) || 'x',
  appModelVersion: '1.0.0',
  deploy: true,
  values: { [text]: CONTENT },
  valuesFrom: many(sources, (at) => ({
    kind: at % 2 ? 'ConfigMap' : 'Secret',
    name: `v${at}`,
    optional: true,
  })),
}));

const slice = fc.record({ endpoints: upTo(1_000), addresses: upTo(100), ports: upTo(100) }).map((size) => ({
  addressType: 'IPv4',
  endpoints: many(size.endpoints, (at) => ({
    addresses: many(Math.max(size.addresses, 1), (each) => `10.${at >> 8}.${at & 255}.${each}`),
  })),
  ports: many(size.ports, (at) => ({ name: `p${at}`, port: at + 1 })),
}));

const base64 = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
  );

const pem = upTo(40_000).map((blocks) => '-----BEGIN CERTIFICATE-----\n\n'.repeat(Math.min(blocks, 36_000)));

/** The kinds that the operator watches, each with bodies at the limits of its schema. */
const KINDS: readonly (readonly [Resource, fc.Arbitrary<Body>])[] = [
  [MARKET_INSTALLS, installSpec.map((spec) => ({ spec }))],
  [GATEWAY_RULES, ruleSpec.map((spec) => ({ spec }))],
  [APPLICATIONS, fc.integer({ min: 2, max: 9 }).map((id) => ({ spec: { id } }))],
  [
    SERVICES,
    upTo(3_000).map((ports) => ({
      spec: {
        clusterIP: 'None',
        selector: { app: 'x' },
        ports: many(ports, (at) => ({ name: `p${at}`, port: at + 1 })),
      },
    })),
  ],
  [ENDPOINT_SLICES, slice],
  [HTTP_ROUTES, routeSpec.map((spec) => ({ spec }))],
  [GRPC_ROUTES, routeSpec.map(({ rules: _rules, ...spec }) => ({ spec }))],
  [
    REFERENCE_GRANTS,
    upTo(16).map((count) => ({
      spec: {
        from: many(count, (at) => ({ group: '', kind: 'Secret', namespace: `n${at}` })),
        to: many(count, () => ({ group: '', kind: 'Secret' })),
      },
    })),
  ],
  [DEPLOYMENTS, podTemplate.map((template) => ({ spec: { replicas: 0, selector, template } }))],
  [
    STATEFUL_SETS,
    podTemplate.map((template) => ({ spec: { replicas: 0, serviceName: 'x', selector, template } })),
  ],
  [
    DAEMON_SETS,
    podTemplate.map((template) => ({
      spec: { selector, template: { ...template, spec: { ...template.spec, nodeSelector: { no: 'node' } } } },
    })),
  ],
  [JOBS, jobTemplate.map((spec) => ({ spec }))],
  [
    CRON_JOBS,
    jobTemplate.map((spec) => ({ spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec } } })),
  ],
  [PODS, podTemplate.map(({ spec }) => ({ spec: { ...spec, schedulingGates: [{ name: 'a/b' }] } }))],
  [SECRETS, anyTexts(700_000).map((texts) => ({ type: 'Opaque', data: base64(texts) }))],
  [
    SECRETS,
    pem.map((text) => ({ type: 'kubernetes.io/tls', data: base64({ 'tls.crt': text, 'tls.key': text }) })),
  ],
  [CONFIG_MAPS, anyTexts(1_000_000).map((data) => ({ data }))],
  [SERVICE_ACCOUNTS, upTo(5_000).map((count) => ({ secrets: many(count, (at) => ({ name: `s${at}` })) }))],
  [
    CLAIMS,
    fc.constant({
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'none',
        resources: { requests: { storage: '1Gi' } },
      },
    }),
  ],
  [
    AUTOSCALERS,
    upTo(2_000).map((count) => ({
      spec: {
        maxReplicas: 1,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' },
        metrics: many(count, () => ({
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
        })),
      },
    })),
  ],
  [DISRUPTION_BUDGETS, fc.constant({ spec: { maxUnavailable: 1, selector } })],
  [
    NETWORK_POLICIES,
    upTo(5_000).map((count) => ({
      spec: { podSelector: {}, ingress: many(count, () => ({ from: [{ podSelector: {} }] })) },
    })),
  ],
  [
    ROLES,
    upTo(5_000).map((count) => ({
      rules: many(count, () => ({ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] })),
    })),
  ],
];

/** The kinds with a field that may have any content: they are every second one. */
const FREE = KINDS.filter(([resource]) => resource === MARKET_INSTALLS);

/** Annotations that Stoa reads, with what is not theirs. */
const annotations = fc.oneof(
  fc.dictionary(
    fc.constantFrom(...Object.values(ANNOTATIONS)),
    anyTexts(60_000).map((texts) => Object.values(texts).join()),
    { maxKeys: 4 },
  ),
  anyTexts(200_000),
);

/** Labels by which Stoa takes an object for its own, or for one of an install or a component. */
const labels = fc.oneof(
  fc.constant({}),
  fc.constant({ [LABELS.install]: 'none', [LABELS.appId]: '1', [LABELS.componentId]: 'web' }),
  fc.constant({ ...MANAGED_BY, ...SLICES_OF_STOA, [LABELS.route]: 'x', [OF_SERVICE]: 'web' }),
  upTo(20_000).map((count) => Object.fromEntries(many(count, (at) => [`l${at}`, '']))),
);

/** Managed fields as a client may send them, whose depth nobody checks. */
const managedFields = ({
  resource,
  levels,
  manager,
}: {
  readonly resource: Resource;
  readonly levels: number;
  readonly manager: string;
}) => [
  {
    manager,
    operation: 'Apply',
    apiVersion: apiVersionOf(resource),
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: `@fields${levels}@`,
  },
];

const metadata = (resource: Resource) =>
  fc.record({
    labels,
    annotations,
    ownerReferences: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      upTo(5_000).map((count) =>
        many(count, (at) => ({ apiVersion: 'v1', kind: 'Pod', name: `o${at}`, uid: `${at}` })),
      ),
    ),
    managedFields: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc
        .record({ levels: upTo(9_000), manager: fc.constantFrom(MARKET_MANAGER, GATEWAY_MANAGER, 'x') })
        .map((fields) => managedFields({ resource, ...fields })),
    ),
  });

/** Objects of the kinds that the operator watches, in a namespace, by a name. */
export function anyAttempt(namespace: string, name: string): fc.Arbitrary<Attempt> {
  return fc.oneof(fc.constantFrom(...FREE), fc.constantFrom(...KINDS)).chain(([resource, body]) =>
    fc
      .record({ metadata: fc.oneof(fc.constant({}), metadata(resource)), body, content: anyContent })
      .map(({ metadata: extra, body: fields, content }) => ({
        resource,
        body: withContent(
          {
            apiVersion: apiVersionOf(resource),
            kind: resource.kind,
            metadata: { ...extra, name, namespace },
            ...fields,
          },
          content,
        ),
      })),
  );
}

/** JSON of an object with contents in their places. */
function withContent(object: object, content: string): string {
  return JSON.stringify(object)
    .split(`"${CONTENT}"`)
    .join(content)
    .replaceAll(
      /"@fields(\d+)@"/g,
      (_, levels: string) => `${'{"f:a":'.repeat(Number(levels))}{}${'}'.repeat(Number(levels))}`,
    );
}

/** Statuses as those who may write them make them, at the limits of their schemas. */
export const anyStatus = fc
  .record({ items: upTo(10_000), components: upTo(500), text: oddText })
  .map(({ items, components, text }) => ({
    inventory: many(items, (at) => ({
      group: '',
      version: 'v1',
      kind: 'Secret',
      name: `i${at}`,
      uid: `${at}`,
    })),
    components: many(components, (at) => ({
      key: `k${at}`,
      id: `c${at}`,
      name: text.slice(0, 200),
      kind: 'Deployment',
      workload: `w${at}`,
      wave: 1,
      ready: true,
    })),
  }));
