import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { powerText } from '../../../../src/install/powers/lines.ts';
import { gained, type Power, recorded } from '../../../../src/install/powers/power.ts';
import { powersOf } from '../../../../src/install/powers/powers.ts';
import { namespacedResource } from '../../../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from '../../../../src/objects/core.ts';
import { NETWORK_POLICIES } from '../../../../src/objects/installable.ts';
import type { PlannedObject } from '../../../../src/objects/planned.ts';
import { GATEWAY_RULES } from '../../../../src/objects/stoa.ts';
import { CRON_JOBS, DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { plannedObject } from '../../../support/plans.ts';

const IMAGE = 'registry.example.com/web';

const SECURE = {
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};

function containerOf(fields: object = {}) {
  return { name: 'web', image: `${IMAGE}:1`, securityContext: SECURE, ...fields };
}

function podOf(fields: object = {}, container: object = {}) {
  return { automountServiceAccountToken: false, containers: [containerOf(container)], ...fields };
}

function deploymentOf(
  pod: object,
  labels: object = { 'stoa.dev/install-uid': 'install-uid' },
): PlannedObject {
  const template = { metadata: { labels }, spec: pod };
  return plannedObject(DEPLOYMENTS, 'web', { spec: { replicas: 1, template } });
}

const policyOf = (spec: object, podSelector: object = {}) =>
  plannedObject(NETWORK_POLICIES, 'web', {
    spec: { podSelector, policyTypes: ['Ingress', 'Egress'], ...spec },
  });

const CLOSED = policyOf({});

const claimOf = (storage: string) =>
  plannedObject(CLAIMS, 'data', { spec: { resources: { requests: { storage } } } });

const BEFORE = [deploymentOf(podOf()), CLOSED, claimOf('10Gi'), plannedObject(SECRETS, 'own', {})];

/** Envs from a Secret that tests bring along, one of the version, and one of the team. */
const ENV_OF_TEST = ['of-test', 'own', 'of-team'].map((name) => ({
  name,
  valueFrom: { secretKeyRef: { name, key: 'a' } },
}));

/** Objects of a version whose only pods are these. */
const withPod = (pod: object, ...others: PlannedObject[]) => [
  deploymentOf(pod),
  ...BEFORE.slice(1),
  ...others,
];

function textsOf(powers: readonly Power[]): string[] {
  return powers.map((each) => `${each.topic}: ${powerText(each)}`);
}

function gainsOf(after: readonly PlannedObject[], before: readonly PlannedObject[] = BEFORE): string[] {
  return textsOf(gained(powersOf(after), recorded(powersOf(before)) ?? []));
}

it('names what a version of hardly any powers can do', () => {
  expect(textsOf(powersOf(BEFORE))).toEqual([`images: ${IMAGE}`, 'volumes: claim data (10Gi)']);
});

const VOLUME = { volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'x' }] };
const SIDECAR = { name: 'side', image: 'side:1', securityContext: SECURE };
const volumeOf = (source: object) => podOf({ volumes: [{ name: 'v', ...source }] }, VOLUME);
const secured = (fields: object) => podOf({}, { securityContext: { ...SECURE, ...fields } });
/** Rule for all below a path, with other fields. */
const ruleOf = (http: object) =>
  plannedObject(GATEWAY_RULES, 'web', {
    spec: {
      protocol: 'http',
      http: {
        serviceName: 'web',
        containerPort: 80,
        domainName: 'x.example.com',
        domainPath: '/a',
        ...http,
      },
    },
  });

const EXACT = { policy: { match: { path: 'exact' } } };

const envOf = (valueFrom: object) => podOf({}, { env: [{ name: 'A', valueFrom }] });
const serviceOf = (spec: object) =>
  plannedObject(SERVICES, 'web', { spec: { ports: [{ port: 80 }], ...spec } });
const peers = (side: 'ingress' | 'egress', rule: object) => [
  BEFORE[0],
  policyOf({ [side]: [rule] }),
  ...BEFORE.slice(2),
];
const host = (what: string) => [`host: ${IMAGE}: ${what}`];
const reads = (what: string) => [`reads: ${IMAGE}: ${what}`];

describe('a version gains powers that it has', () => {
  it.each<[string, readonly (PlannedObject | undefined)[], readonly string[]]>([
    ['an image', withPod(podOf({}, { image: 'other:1' })), ['images: docker.io/library/other']],
    [
      'another registry',
      withPod(podOf({}, { image: 'evil.example.com/web:1' })),
      ['images: evil.example.com/web'],
    ],
    [
      'a sidecar',
      withPod(podOf({ initContainers: [{ ...SIDECAR, restartPolicy: 'Always' }] })),
      ['images: docker.io/library/side'],
    ],
    [
      'an ephemeral container',
      withPod(podOf({ ephemeralContainers: [SIDECAR] })),
      ['images: docker.io/library/side'],
    ],
    [
      'a Service of type LoadBalancer',
      [...BEFORE, serviceOf({ type: 'LoadBalancer' })],
      ['ports: Service web: LoadBalancer, port 80'],
    ],
    [
      'a Service of type NodePort',
      [...BEFORE, serviceOf({ type: 'NodePort' })],
      ['ports: Service web: NodePort, port 80'],
    ],
    [
      'an external IP',
      [...BEFORE, serviceOf({ externalIPs: ['192.0.2.1'] })],
      ['ports: Service web: externalIP 192.0.2.1, port 80'],
    ],
    [
      'an external name',
      [
        ...BEFORE,
        plannedObject(SERVICES, 'web', { spec: { type: 'ExternalName', externalName: 'example.com' } }),
      ],
      ['ports: Service web: ExternalName, no port', 'ports: Service web: externalName example.com, no port'],
    ],
    [
      'a port of its nodes',
      withPod(podOf({}, { ports: [{ containerPort: 80, hostPort: 8080 }] })),
      [`ports: ${IMAGE}: 0.0.0.0:8080 (TCP) of its node`],
    ],
    ['a rule', [...BEFORE, ruleOf({})], ['ports: x.example.com/a and below to port 80 of web']],
    [
      'a rule for one path alone',
      [...BEFORE, ruleOf(EXACT)],
      ['ports: x.example.com/a alone to port 80 of web'],
    ],
    [
      'a rule without a path',
      [...BEFORE, ruleOf({ domainPath: undefined })],
      ['ports: x.example.com/ and below to port 80 of web'],
    ],
    [
      'a rule for a port of the gateway',
      [
        ...BEFORE,
        plannedObject(GATEWAY_RULES, 'web', {
          spec: { tcp: { serviceName: 'web', containerPort: 80, endPoint: { ip: '0.0.0.0', port: 30_000 } } },
        }),
      ],
      ['ports: 0.0.0.0:30000 (TCP) to port 80 of web'],
    ],
    [
      'a rule that passes TLS on',
      [
        ...BEFORE,
        plannedObject(GATEWAY_RULES, 'web', {
          spec: { tls: { serviceName: 'web', containerPort: 443, domainName: 'x.example.com' } },
        }),
      ],
      ['ports: x.example.com (TLS passed on) to port 443 of web'],
    ],
    [
      'a rule with a certificate of the team',
      [...BEFORE, ruleOf({ certificateName: 'precious' })],
      [
        'ports: x.example.com/a and below, with the certificate in Secret precious, to port 80 of web',
        'reads: gateway: Secret precious',
      ],
    ],
    [
      'a rule with a numbered certificate',
      [...BEFORE, ruleOf({ certificateId: 7 })],
      [
        'ports: x.example.com/a and below, with the certificate in Secret of the number 7, to port 80 of web',
        'reads: gateway: Secret of the number 7',
      ],
    ],
    [
      'a rule with a certificate that it brings along',
      [...BEFORE, ruleOf({ certificateName: 'own' })],
      ['ports: x.example.com/a and below, with the certificate in Secret own, to port 80 of web'],
    ],
    [
      'a rule with an issuer',
      [...BEFORE, ruleOf({ issuerRef: { kind: 'ClusterIssuer', name: 'public' } })],
      ['ports: x.example.com/a and below, with a certificate of ClusterIssuer public, to port 80 of web'],
    ],
    [
      'a rule with an issuer of the namespace',
      [...BEFORE, ruleOf({ issuerRef: { name: 'team' } })],
      ['ports: x.example.com/a and below, with a certificate of Issuer team, to port 80 of web'],
    ],
    [
      'a rule that asks for a certificate',
      [...BEFORE, ruleOf({ autoSsl: true, autoSslConfig: 'issuer/team' })],
      ['ports: x.example.com/a and below, with a certificate of issuer/team, to port 80 of web'],
    ],
    [
      'a rule with conditions',
      [
        ...BEFORE,
        ruleOf({
          domainCookie: { a: 'b' },
          domainHeader: { 'X-A': 'b' },
          policy: { match: { methods: ['GET'] } },
        }),
      ],
      [
        'ports: x.example.com/a and below, where domainCookie {"a":"b"}, domainHeader {"X-A":"b"}, methods ["GET"], to port 80 of web',
      ],
    ],
    [
      'a rule with a policy, a weight, and a field of tomorrow',
      [...BEFORE, ruleOf({ policy: { cors: { origins: ['*'] } }, theWeight: 7, wide: true })],
      [
        'ports: x.example.com/a and below, with theWeight 7, wide true, cors {"origins":["*"]}, to port 80 of web',
      ],
    ],
    [
      'a larger volume',
      [...BEFORE.slice(0, 2), claimOf('20Gi'), ...BEFORE.slice(3)],
      ['volumes: claim data (20Gi)'],
    ],
    [
      'a volume for each pod',
      [
        ...BEFORE,
        plannedObject(STATEFUL_SETS, 'db', {
          spec: {
            template: { spec: podOf() },
            volumeClaimTemplates: [
              { metadata: { name: 'data' }, spec: { resources: { requests: { storage: '1Gi' } } } },
            ],
          },
        }),
      ],
      ['volumes: claim data for each pod of StatefulSet db (1Gi)'],
    ],
    [
      'a directory of its node',
      withPod(volumeOf({ hostPath: { path: '/', type: 'Directory' } })),
      [`volumes: ${IMAGE}: hostPath {"path":"/","type":"Directory"}`],
    ],
    [
      'a volume of a driver',
      withPod(volumeOf({ csi: { driver: 'x' } })),
      [`volumes: ${IMAGE}: csi {"driver":"x"}`],
    ],
    [
      'a projected token',
      withPod(volumeOf({ projected: { sources: [{ serviceAccountToken: { path: 't' } }] } })),
      [`volumes: ${IMAGE}: serviceAccountToken {"path":"t"}`],
    ],
    ['a Secret in an env', withPod(envOf({ secretKeyRef: { name: 's', key: 'k' } })), reads('Secret s')],
    [
      'a ConfigMap in an env',
      withPod(envOf({ configMapKeyRef: { name: 'c', key: 'k' } })),
      reads('ConfigMap c'),
    ],
    ['a Secret as envs', withPod(podOf({}, { envFrom: [{ secretRef: { name: 's' } }] })), reads('Secret s')],
    [
      'a ConfigMap as envs',
      withPod(podOf({}, { envFrom: [{ configMapRef: { name: 'c' } }] })),
      reads('ConfigMap c'),
    ],
    ['a Secret to pull with', withPod(podOf({ imagePullSecrets: [{ name: 's' }] })), reads('Secret s')],
    ['a Secret below a sub-path', withPod(volumeOf({ secret: { secretName: 's' } })), reads('Secret s')],
    ['a ConfigMap in a volume', withPod(volumeOf({ configMap: { name: 'c' } })), reads('ConfigMap c')],
    [
      'a projected Secret',
      withPod(
        volumeOf({ projected: { sources: [{ secret: { name: 's' } }, { configMap: { name: 'c' } }] } }),
      ),
      [...reads('ConfigMap c'), ...reads('Secret s')],
    ],
    [
      'a claim of others',
      withPod(volumeOf({ persistentVolumeClaim: { claimName: 'theirs' } })),
      reads('PersistentVolumeClaim theirs'),
    ],
    [
      'a token',
      withPod(podOf({ automountServiceAccountToken: true })),
      [`rights: ${IMAGE}: token of ServiceAccount default`],
    ],
    [
      'no word against a token',
      withPod({ containers: [containerOf()] }),
      [`rights: ${IMAGE}: token of ServiceAccount default`],
    ],
    [
      'an account',
      withPod(podOf({ serviceAccountName: 'admin' })),
      [`rights: ${IMAGE}: ServiceAccount admin`],
    ],
    [
      'a Secret that the cluster fills with a token',
      [...BEFORE, plannedObject(SECRETS, 't', { type: 'kubernetes.io/service-account-token' })],
      ['rights: Secret t: token of a ServiceAccount'],
    ],
    [
      'a role',
      [
        ...BEFORE,
        plannedObject(namespacedResource('rbac.authorization.k8s.io/v1', 'Role', 'roles'), 'r', {
          rules: [{ verbs: ['*'] }],
        }),
      ],
      ['rights: Role r: {"rules":[{"verbs":["*"]}]}'],
    ],
    ['hostNetwork', withPod(podOf({ hostNetwork: true })), host('hostNetwork true')],
    ['hostPID', withPod(podOf({ hostPID: true })), host('hostPID true')],
    ['hostIPC', withPod(podOf({ hostIPC: true })), host('hostIPC true')],
    [
      'a shared process namespace',
      withPod(podOf({ shareProcessNamespace: true })),
      host('shareProcessNamespace true'),
    ],
    ['a runtime', withPod(podOf({ runtimeClassName: 'kata' })), host('runtimeClassName kata')],
    ['a priority', withPod(podOf({ priorityClassName: 'high' })), host('priorityClassName high')],
    ['a node', withPod(podOf({ nodeName: 'n1' })), host('nodeName n1')],
    ['a scheduler', withPod(podOf({ schedulerName: 'mine' })), host('schedulerName mine')],
    [
      'a sysctl',
      withPod(podOf({ securityContext: { sysctls: [{ name: 'a', value: '1' }] } })),
      host('sysctls [{"name":"a","value":"1"}]'),
    ],
    ['privileged', withPod(secured({ privileged: true })), host('privileged true')],
    ['procMount', withPod(secured({ procMount: 'Unmasked' })), host('procMount Unmasked')],
    [
      'seLinuxOptions',
      withPod(secured({ seLinuxOptions: { type: 'spc_t' } })),
      host('seLinuxOptions {"type":"spc_t"}'),
    ],
    [
      'all system calls',
      withPod(secured({ seccompProfile: { type: 'Unconfined' } })),
      host('seccomp profile Unconfined'),
    ],
    [
      'no word on system calls',
      withPod(secured({ seccompProfile: undefined })),
      host('seccomp profile Unconfined'),
    ],
    [
      'a profile of its nodes',
      withPod(secured({ appArmorProfile: { type: 'Localhost', localhostProfile: 'p' } })),
      host('AppArmor profile Localhost p'),
    ],
    [
      'a capability',
      withPod(secured({ capabilities: { drop: ['ALL'], add: ['cap_net_admin'] } })),
      host('capability NET_ADMIN'),
    ],
    [
      'the usual capabilities',
      withPod(secured({ capabilities: { drop: ['MKNOD', 'NET_RAW'] } })),
      host('usual capabilities'),
    ],
    [
      'every capability that a runtime gives',
      withPod(secured({ capabilities: {} })),
      [...host('capability MKNOD'), ...host('capability NET_RAW'), ...host('usual capabilities')],
    ],
    [
      'mounts that reach its node',
      withPod(podOf({}, { volumeMounts: [{ name: 'v', mountPropagation: 'Bidirectional' }] })),
      host('mountPropagation Bidirectional'),
    ],
    ['a field of tomorrow', withPod(podOf({}, { turbo: { on: true } })), host('turbo {"on":true}')],
    ['root', withPod(secured({ runAsUser: 0 })), [`root: ${IMAGE} may run as root`]],
    [
      'the user of its image',
      withPod(secured({ runAsNonRoot: undefined })),
      [`root: ${IMAGE} may run as root`],
    ],
    ['more rights', withPod(secured({ allowPrivilegeEscalation: true })), [`root: ${IMAGE} may gain rights`]],
    [
      'no word on more rights',
      withPod(secured({ allowPrivilegeEscalation: undefined })),
      [`root: ${IMAGE} may gain rights`],
    ],
    [
      'no policy',
      BEFORE.filter(({ resource }) => resource !== NETWORK_POLICIES),
      [`network: ${IMAGE}: traffic from anywhere`, `network: ${IMAGE}: traffic to anywhere`],
    ],
    [
      'a policy for other pods',
      [
        BEFORE[0],
        policyOf({}, { matchExpressions: [{ key: 'app', operator: 'Exists' }] }),
        ...BEFORE.slice(2),
      ],
      [`network: ${IMAGE}: traffic from anywhere`, `network: ${IMAGE}: traffic to anywhere`],
    ],
    ['a rule for all', peers('ingress', {}), [`network: ${IMAGE}: traffic from anywhere`]],
    [
      'a rule for all at a port',
      peers('egress', { to: [], ports: [{ port: 53 }] }),
      [`network: ${IMAGE}: traffic to anyone at [{"port":53}]`],
    ],
    [
      'a rule for a range',
      peers('egress', { to: [{ ipBlock: { cidr: '192.0.2.0/24' } }] }),
      [`network: ${IMAGE}: traffic to {"ipBlock":{"cidr":"192.0.2.0/24"}}`],
    ],
    [
      'a probe that goes elsewhere',
      withPod(podOf({}, { livenessProbe: { httpGet: { host: '169.254.169.254', port: 80 } } })),
      [`network: ${IMAGE}: requests of its node to 169.254.169.254`],
    ],
    [
      'a taint',
      withPod(podOf({ tolerations: [{ operator: 'Exists' }] })),
      [`nodes: ${IMAGE}: taint of any key`],
    ],
    [
      'a device',
      withPod(podOf({}, { resources: { limits: { 'nvidia.com/gpu': 1 } } })),
      [`nodes: ${IMAGE}: nvidia.com/gpu`],
    ],
    [
      'a label',
      [deploymentOf(podOf(), { 'stoa.dev/install-uid': 'install-uid', app: 'theirs' }), ...BEFORE.slice(1)],
      ['others: label app=theirs on pods'],
    ],
    [
      'an annotation',
      [
        ...BEFORE,
        plannedObject(CONFIG_MAPS, 'c', { metadata: { name: 'c', annotations: { 'x.io/do': '1' } } }),
      ],
      ['others: annotation x.io/do=1 on ConfigMap'],
    ],
  ])('%s', (_, after, texts) => {
    const all = after.flatMap((each) => each ?? []);
    expect(gainsOf(all)).toEqual(texts);
  });

  it('in a CronJob and in a Job', () => {
    const template = { metadata: { labels: {} }, spec: podOf({ hostPID: true }) };
    for (const planned of [
      plannedObject(CRON_JOBS, 'c', { spec: { jobTemplate: { spec: { template } } } }),
      plannedObject(JOBS, 'j', { spec: { template } }),
    ]) {
      expect(gainsOf([...BEFORE, planned])).toEqual(host('hostPID true'));
    }
  });

  it('for a program that had none of what another one has', () => {
    const side = { ...SIDECAR, env: [] };
    const secretKeyRef = { name: 's', key: 'k' };
    const before = withPod(
      podOf({ initContainers: [side] }, { env: [{ name: 'A', valueFrom: { secretKeyRef } }] }),
    );
    const after = withPod(
      podOf({ initContainers: [{ ...side, env: [{ name: 'A', valueFrom: { secretKeyRef } }] }] }),
    );
    expect(gainsOf(after, before)).toEqual(['reads: docker.io/library/side: Secret s']);
  });
});

describe('a version gains nothing by', () => {
  it.each<[string, readonly PlannedObject[]]>([
    ['a tag', withPod(podOf({}, { image: `${IMAGE}:2` }))],
    ['a digest', withPod(podOf({}, { image: `${IMAGE}@sha256:${'a'.repeat(64)}` }))],
    ['resources', withPod(podOf({}, { resources: { limits: { cpu: '2', memory: '1Gi' } } }))],
    ['an env', withPod(podOf({}, { env: [{ name: 'A', value: 'b' }] }))],
    ['a command', withPod(podOf({}, { command: ['sh'] }))],
    [
      'another name',
      [plannedObject(DEPLOYMENTS, 'other', { spec: BEFORE[0]?.draft.spec }), ...BEFORE.slice(1)],
    ],
    ['a Secret that it brings along', withPod(envOf({ secretKeyRef: { name: 'own', key: 'k' } }))],
    [
      'a volume that nobody mounts',
      withPod(podOf({ volumes: [{ name: 'v', secret: { secretName: 's' } }] })),
    ],
    [
      'its own account',
      withPod(podOf({ serviceAccountName: 'web' }), plannedObject(SERVICE_ACCOUNTS, 'web', {})),
    ],
    ['a Service inside', [...BEFORE, serviceOf({ type: 'ClusterIP' })]],
    ['a smaller volume', [...BEFORE.slice(0, 2), claimOf('5Gi'), ...BEFORE.slice(3)]],
    ['a scratch file', withPod(volumeOf({ emptyDir: {} }))],
    ['nothing at all', []],
  ])('%s', (_, after) => {
    expect(gainsOf(after)).toEqual([]);
  });

  it('replicas', () => {
    const [web] = BEFORE;
    const spec = { ...(web?.draft.spec as object), replicas: 9 };
    expect(gainsOf([plannedObject(DEPLOYMENTS, 'web', { spec }), ...BEFORE.slice(1)])).toEqual([]);
  });

  it('less traffic than all', () => {
    const open = BEFORE.filter(({ resource }) => resource !== NETWORK_POLICIES);
    const after = peers('ingress', { from: [{ ipBlock: { cidr: '192.0.2.0/24' } }] }).flatMap(
      (each) => each ?? [],
    );
    expect(gainsOf(after, open)).toEqual([]);
  });

  it('traffic among its own pods', () => {
    const own = { podSelector: { matchLabels: { 'stoa.dev/install-uid': 'install-uid' } } };
    expect(gainsOf(peers('ingress', { from: [own] }).flatMap((each) => each ?? []))).toEqual([]);
  });
});

describe('of two versions with a rule, the second one gains', () => {
  const to = (http: object) => [...BEFORE, ruleOf(http)];
  const certified = { certificateName: 'own' };

  it.each<[string, object, object, boolean]>([
    ['all below a path of which the first one has itself alone', EXACT, {}, true],
    ['no less of what is below a path', {}, EXACT, false],
    ['another path', {}, { domainPath: '/' }, true],
    ['another host', {}, { domainName: 'y.example.com' }, true],
    ['requests without a header', { domainHeader: { a: 'b' } }, {}, true],
    ['no requests with a header', {}, { domainHeader: { a: 'b' } }, false],
    ['no requests with a header for one path', {}, { ...EXACT, domainHeader: { a: 'b' } }, false],
    ['requests with another header', { domainHeader: { a: 'b' } }, { domainHeader: { a: 'c' } }, true],
    ['a certificate', {}, certified, true],
    ['another certificate', { certificateName: 'other' }, certified, true],
    ['no certificate', certified, {}, true],
    ['another certificate for one path', { certificateName: 'other' }, { ...certified, ...EXACT }, true],
    ['another issuer', { issuerRef: { name: 'a' } }, { issuerRef: { name: 'b' } }, true],
    [
      'another kind of issuer',
      { issuerRef: { name: 'a' } },
      { issuerRef: { name: 'a', kind: 'ClusterIssuer' } },
      true,
    ],
    [
      'no other settings',
      {},
      { configuration: { proxyReadTimeout: 9 }, ruleExtensions: [{ key: 'lb-type' }] },
      false,
    ],
  ])('%s', (_, first, second, gains) => {
    expect(gainsOf(to(second), to(first)).length > 0).toBe(gains);
    expect(gainsOf(to(second), to(second))).toEqual([]);
  });
});

describe('the port that a rule leads to', () => {
  const labels = { app: 'web' };
  const ports = [{ name: 'http', containerPort: 8080 }];
  const workload = deploymentOf(podOf({}, { ports }), labels);
  const service = (targetPort: unknown, selector: object = labels) =>
    serviceOf({ selector, ports: [{ name: 'web', port: 80, targetPort }] });
  const rule = ruleOf({ containerPort: 'web' });
  const wayOf = (...objects: PlannedObject[]) =>
    powersOf([...objects, rule])
      .filter(({ topic }) => topic === 'ports')
      .map(({ what }) => what);

  it.each<[string, readonly PlannedObject[], string]>([
    ['by its name in pods', [workload, service('http')], 'port 8080 of web (registry.example.com/web)'],
    ['by its number in pods', [workload, service(9090)], 'port 9090 of web (registry.example.com/web)'],
    ['by that of the Service', [workload, service(undefined)], 'port 80 of web (registry.example.com/web)'],
    [
      'by a name that no pod has',
      [workload, service('admin')],
      'port admin of web (registry.example.com/web)',
    ],
    ['of no pods of the version', [workload, service('http', { app: 'db' })], 'port http of Service web'],
    ['of a Service that it does not bring along', [workload], 'port web of web'],
  ])('%s', (_, objects, target) => {
    expect(wayOf(...objects)).toEqual([`x.example.com/a and below to ${target}`]);
  });
});

it('that a rule leads to another program of the same name is a gain', () => {
  const of = (image: string) => [
    deploymentOf(podOf({}, { image, ports: [{ name: 'http', containerPort: 8080 }] }), { app: 'web' }),
    serviceOf({ selector: { app: 'web' }, ports: [{ name: 'web', port: 80, targetPort: 'http' }] }),
    ruleOf({ containerPort: 'web' }),
  ];
  const gains = gainsOf(of('registry.example.com/admin:2'), of('registry.example.com/web:1'));
  expect(gains).toContain(
    'ports: x.example.com/a and below to port 8080 of web (registry.example.com/admin)',
  );
  expect(gainsOf(of('registry.example.com/web:2'), of('registry.example.com/web:1'))).toEqual([]);
});

it('that Prometheus finds pods or Services by their annotations is a gain', () => {
  const annotations = { 'prometheus.io/scrape': 'true', 'prometheus.io/path': '/debug' };
  const workload = (found: object) =>
    plannedObject(DEPLOYMENTS, 'web', {
      spec: { template: { metadata: { annotations: found }, spec: podOf({}, {}) } },
    });
  expect(gainsOf([workload(annotations)], [workload({})])).toEqual([
    'network: Deployment web: scraped (path /debug, scrape true)',
  ]);
  const service = plannedObject(SERVICES, 'web', { metadata: { name: 'web', annotations }, spec: {} });
  expect(gainsOf([service], [plannedObject(SERVICES, 'web', { spec: {} })])).toEqual([
    'network: Service web: scraped (path /debug, scrape true)',
  ]);
});

it('an annotation of pods that is private to them is no gain, one with a domain is', () => {
  const workload = (annotations: object) =>
    plannedObject(DEPLOYMENTS, 'web', {
      spec: { template: { metadata: { annotations }, spec: podOf({}, {}) } },
    });
  const notes = { rollme: 'x', 'rollout/time': '1', 'x.io/do': '1' };
  expect(gainsOf([workload(notes)], [workload({})])).toEqual(['others: annotation x.io/do=1 on pods']);
});

it('tells no version of a label or an annotation', () => {
  const marked = (version: string) =>
    plannedObject(CONFIG_MAPS, 'c', {
      metadata: {
        name: 'c',
        labels: { 'app.kubernetes.io/version': version, 'helm.sh/chart': `web-${version}` },
        annotations: { 'checksum/config': version },
      },
    });
  expect(gainsOf([...BEFORE, marked('2')], [...BEFORE, marked('1')])).toEqual([]);
});

it('shows no character by which a name reads like something else', () => {
  const [power] = powersOf(withPod(podOf({}, { image: 'a\n\u202eb; host: none' })));
  expect(power?.what).toMatch(/^[ -~]+$/);
  expect(power?.what).toMatch(/^".*"$/);
});

it('tells words apart that are too long to show', () => {
  const [one, other] = ['a', 'b'].map((end) =>
    powersOf(withPod(podOf({}, { image: `${'x/'.repeat(300)}${end}` }))),
  );
  expect(one?.[0]?.what.length).toBe(300);
  expect(one?.[0]?.what).not.toBe(other?.[0]?.what);
});

it('counts what tests can do beside the others', () => {
  const ofTests = [
    plannedObject(JOBS, 'test', {
      spec: { template: { spec: podOf({}, { image: 'registry.example.com/test', env: ENV_OF_TEST }) } },
    }),
    plannedObject(SECRETS, 'of-test', {}),
  ];
  const powers = powersOf(BEFORE, ofTests);
  expect(textsOf(gained(powers, recorded(powersOf(BEFORE)) ?? []))).toEqual([
    'images: registry.example.com/test',
    'reads: registry.example.com/test: Secret of-team',
  ]);
});

it('does not take what a test brings along for a part of the version', () => {
  const reader = withPod(podOf({}, { envFrom: [{ secretRef: { name: 'smtp' } }] }));
  const read = 'reads: registry.example.com/web: Secret smtp';
  expect(textsOf(powersOf(reader))).toContain(read);
  expect(textsOf(powersOf(reader, [plannedObject(SECRETS, 'smtp', {})]))).toContain(read);
});

it('stops soon where an author multiplies powers', () => {
  const many = <T>(make: (index: number) => T) => Array.from({ length: 2_000 }, (_, index) => make(index));
  const containers = many((index) =>
    containerOf({ image: `i${index}`, volumeMounts: many(() => ({ name: 'v' })).slice(0, 9) }),
  );
  const tolerations = many((index) => ({ key: `k${index}` }));
  const volumes = [
    { name: 'v', projected: { sources: many((index) => ({ secret: { name: `s${index}` } })) } },
  ];
  const policies = many((index) => policyOf({}, { matchLabels: { app: `${index}` } })).slice(0, 1_000);
  const started = performance.now();
  const powers = powersOf([
    ...many((index) => deploymentOf(podOf(), { app: `${index}` })).slice(0, 1_000),
    ...policies,
    deploymentOf(podOf({ containers, tolerations, volumes })),
  ]);
  expect(powers.length).toBe(1_001);
  expect(performance.now() - started).toBeLessThan(3_000);
});

const pods = fc.record(
  {
    hostNetwork: fc.boolean(),
    automountServiceAccountToken: fc.boolean(),
    serviceAccountName: fc.constantFrom('default', 'web', 'admin'),
    tolerations: fc.subarray([{ key: 'a' }, { operator: 'Exists' }]),
    imagePullSecrets: fc.subarray([{ name: 's' }, { name: 'own' }]),
    containers: fc.array(
      fc.record(
        {
          image: fc.constantFrom('a:1', 'a:2', 'b', 'c@sha256:1'),
          env: fc.subarray([{ valueFrom: { secretKeyRef: { name: 's' } } }, { value: 'x' }]),
          ports: fc.subarray([{ hostPort: 80 }, { containerPort: 1 }]),
          securityContext: fc.record(
            { runAsUser: fc.constantFrom(0, 1), capabilities: fc.constantFrom({}, { drop: ['ALL'] }) },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: ['image'] },
      ),
    ),
  },
  { requiredKeys: ['containers'] },
);

const planned = fc.oneof(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), pods)
    .map(([name, pod]) => plannedObject(DEPLOYMENTS, name, { spec: { template: { spec: pod } } })),
  fc
    .tuple(fc.constantFrom('a', 'b'), fc.constantFrom('ClusterIP', 'NodePort'))
    .map(([name, type]) => plannedObject(SERVICES, name, { spec: { type, ports: [{ port: 80 }] } })),
  fc.constantFrom('1Gi', '2Gi').map(claimOf),
);

const versions = fc.array(planned, { maxLength: 6 });

it('finds the same powers in any order of objects', () => {
  const shuffled = versions.chain((objects) =>
    fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length })),
  );
  fc.assert(
    fc.property(shuffled, ([objects, others]) => {
      expect(recorded(powersOf(others))).toEqual(recorded(powersOf(objects)));
    }),
  );
});

it('finds in some objects no powers that all of them do not have', () => {
  const parts = versions.chain((objects) => fc.tuple(fc.constant(objects), fc.subarray(objects)));
  fc.assert(
    fc.property(parts, ([objects, some]) => {
      expect(gainsOf(some, objects)).toEqual([]);
    }),
  );
});

it('finds a privileged container wherever it is added, and nothing new in what is known', () => {
  const place = fc.constantFrom('containers', 'initContainers', 'ephemeralContainers');
  fc.assert(
    fc.property(versions, pods, place, (objects, pod, field) => {
      const more = [
        ...(field === 'containers' ? pod.containers : []),
        { image: 'a', securityContext: { privileged: true } },
      ];
      const template = { spec: { ...pod, [field]: more } };
      const after = [...objects, plannedObject(JOBS, 'new', { spec: { template } })];
      expect(gainsOf(after, objects)).toContain('host: docker.io/library/a: privileged true');
      expect(gainsOf(after, after)).toEqual([]);
    }),
  );
});
