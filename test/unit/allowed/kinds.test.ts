import { describe, expect, it } from 'vitest';
import type { Grants } from '../../../src/api/grants.ts';
import { broughtBy } from '../../support/parts.ts';

function made(documents: readonly object[], grants: Grants = {}) {
  const content = documents.map((document) => JSON.stringify(document)).join('\n---\n');
  const { objects, notApplied } = broughtBy([{ path: 'r', name: '', kind: '', content }], {
    grants,
    serviceMonitors: true,
  });
  return { drafts: objects.map(({ draft }) => draft), whys: notApplied.map(({ why }) => why) };
}

function object(apiVersion: string, kind: string, content: object) {
  return { apiVersion, kind, metadata: { name: 'x' }, ...content };
}

const APP = { app: 'x' };

/** Labels of a model as they stand, and in selectors. */
const OWN = { 'stoa.dev/install-uid': 'u1' };
const SELECTED = { 'model.stoa.dev/app': 'x', ...OWN };

const SELECTOR = { matchLabels: APP };

const CONTAINER = { name: 'c', image: 'i' };

function deployment(pod: object = {}, metadata: object = {}) {
  return object('apps/v1', 'Deployment', {
    spec: {
      selector: SELECTOR,
      template: { metadata: { labels: APP, ...metadata }, spec: { containers: [CONTAINER], ...pod } },
    },
  });
}

function container(more: object) {
  return deployment({ containers: [{ ...CONTAINER, ...more }] });
}

function volume(kind: object) {
  return deployment({ volumes: [{ name: 'v', ...kind }] });
}

function monitor(endpoint: object, more: object = {}) {
  const spec = { selector: SELECTOR, endpoints: [{ port: 'web', ...endpoint }], ...more };
  return object('monitoring.coreos.com/v1', 'ServiceMonitor', { spec });
}

function policy(spec: object) {
  return object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ...spec } });
}

const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

describe('a field that a model does not set is left out, and told', () => {
  it.each<[field: string, object, told: string]>([
    ['nodeName', deployment({ nodeName: 'n' }), 'spec.nodeName'],
    [
      'priorityClassName',
      deployment({ priorityClassName: 'system-node-critical' }),
      'spec.priorityClassName',
    ],
    ['runtimeClassName', deployment({ runtimeClassName: 'none' }), 'spec.runtimeClassName'],
    ['schedulerName', deployment({ schedulerName: 'mine' }), 'spec.schedulerName'],
    ['tolerations', deployment({ tolerations: [{ operator: 'Exists' }] }), 'tolerations[0]'],
    ['hostAliases', deployment({ hostAliases: [{ ip: 'nowhere' }] }), 'hostAliases[0].ip'],
    ['nfs', volume({ nfs: { server: 's' } }), 'volumes[0]'],
    ['csi', volume({ csi: { driver: 'd' } }), 'volumes[0]'],
    ['flexVolume', volume({ flexVolume: { driver: 'd' } }), 'volumes[0]'],
    ['gitRepo', volume({ gitRepo: { repository: 'r' } }), 'volumes[0]'],
    [
      'serviceAccountToken',
      volume({ projected: { sources: [{ serviceAccountToken: { audience: 'a', path: 'p' } }] } }),
      'volumes[0].projected.sources[0]',
    ],
    ['11Gi', volume({ emptyDir: { medium: 'Memory', sizeLimit: '11Gi' } }), 'must be at most 10Gi in memory'],
    [
      'kubevirt',
      container({ resources: { limits: { cpu: '1', 'devices.kubevirt.io/kvm': '1' } } }),
      'resources.limits.devices.kubevirt.io/kvm',
    ],
    [
      'control-plane',
      deployment({ nodeSelector: { 'node-role.kubernetes.io/control-plane': '', disk: 'ssd' } }),
      'nodeSelector.node-role.kubernetes.io/control-plane',
    ],
    [
      'kubernetes.io/hostname',
      deployment({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['n'] }] },
              ],
            },
          },
        },
      }),
      'selects nodes by a label of the cluster',
    ],
    [
      'matchFields',
      deployment({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }],
            },
          },
        },
      }),
      'nodeAffinity',
    ],
    [
      'CriticalAddonsOnly',
      deployment({ tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }] }),
      'spec.grants.tolerations',
    ],
    ['not base64!', object('v1', 'Secret', { data: { a: 'not base64!' } }), 'data.a: it must be base64'],
    ['***', object('v1', 'ConfigMap', { binaryData: { a: '***' } }), 'binaryData.a: it must be base64'],
    ['1Ti', volume({ emptyDir: { sizeLimit: '1Ti' } }), 'must be at most 100Gi'],
    ['sysctls', deployment({ securityContext: { sysctls: [{ name: 'a', value: 'b' }] } }), 'sysctls'],
    ['spc_t', container({ securityContext: { seLinuxOptions: { type: 'spc_t' } } }), 'seLinuxOptions'],
    [
      'Unconfined',
      container({ securityContext: { seccompProfile: { type: 'Unconfined' } } }),
      'seccompProfile',
    ],
    [
      'Unconfined',
      deployment({ securityContext: { appArmorProfile: { type: 'Unconfined' } } }),
      'appArmorProfile',
    ],
    [
      '169.254',
      container({ livenessProbe: { httpGet: { port: 80, host: '169.254.169.254' } } }),
      'livenessProbe',
    ],
    ['volumeDevices', container({ volumeDevices: [{ name: 'v', devicePath: '/d' }] }), 'volumeDevices'],
    ['bearerTokenFile', monitor({ bearerTokenFile: '/token' }), 'endpoints[0].bearerTokenFile'],
    ['proxyUrl', monitor({ proxyUrl: 'http://e.example' }), 'endpoints[0].proxyUrl'],
    ['honorLabels', monitor({ honorLabels: true }), 'endpoints[0].honorLabels'],
    ['relabelings', monitor({ relabelings: [{ targetLabel: 'namespace' }] }), 'endpoints[0].relabelings'],
    ['basicAuth', monitor({ basicAuth: { username: { name: 's', key: 'k' } } }), 'endpoints[0].basicAuth'],
    ['1ms', monitor({ interval: '1ms' }), 'endpoints[0].interval: must be at least 5s'],
    ['4s', monitor({ interval: '4s' }), 'endpoints[0].interval: must be at least 5s'],
    ['2m', monitor({ interval: '60s', scrapeTimeout: '2m' }), 'endpoints[0].scrapeTimeout'],
    ['"followRedirects":true', monitor({ followRedirects: true }), 'endpoints[0].followRedirects'],
    ['namespaceSelector', monitor({}, { namespaceSelector: { any: true } }), 'spec.namespaceSelector'],
    [
      'dataSource',
      object('v1', 'PersistentVolumeClaim', {
        spec: { ...CLAIM, dataSource: { kind: 'PersistentVolumeClaim', name: 'theirs' } },
      }),
      'spec.dataSource',
    ],
    [
      'theirs',
      object('v1', 'ServiceAccount', { imagePullSecrets: [{ name: 'theirs' }] }),
      'imagePullSecrets',
    ],
    [
      'iam',
      {
        ...object('v1', 'ServiceAccount', {}),
        metadata: { name: 'x', annotations: { 'eks.amazonaws.com/role-arn': 'iam' } },
      },
      'spec.grants.annotations: [eks.amazonaws.com/role-arn]',
    ],
    [
      'evil.example',
      {
        ...object('v1', 'Service', { spec: { selector: APP } }),
        metadata: { name: 'x', annotations: { 'external-dns.alpha.kubernetes.io/hostname': 'evil.example' } },
      },
      'external-dns',
    ],
  ])('%s', (field, document, told) => {
    const { drafts, whys } = made([document]);
    expect(whys).toEqual([expect.stringContaining(told)]);
    expect(drafts).toHaveLength(1);
    expect(JSON.stringify(drafts)).not.toContain(field);
  });
});

it.each(['PreferClose', 'PreferSameZone', 'PreferSameNode'])(
  'a Service sends traffic to near pods of its own as its author says: %s',
  (trafficDistribution) => {
    const { drafts, whys } = made([
      object('v1', 'Service', { spec: { selector: APP, trafficDistribution } }),
    ]);
    expect(whys).toEqual([]);
    expect(drafts).toMatchObject([{ spec: { trafficDistribution } }]);
  },
);

it('a volume that a template of claims replaces is none', () => {
  const container = { ...CONTAINER, volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  const pod = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'theirs' } }] };
  const set = object('apps/v1', 'StatefulSet', {
    spec: {
      selector: SELECTOR,
      serviceName: 's',
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: CLAIM }],
      template: { metadata: { labels: APP }, spec: { ...pod, containers: [container] } },
    },
  });
  const { drafts, whys } = made([set]);
  expect(whys).toEqual([]);
  expect(drafts).toMatchObject([
    { spec: { template: { spec: { containers: [{ volumeMounts: container.volumeMounts }] } } } },
  ]);
});

it('a mount has a part of its volume by an env', () => {
  const volumeMounts = [{ name: 'data', mountPath: '/data', subPathExpr: '$(POD)/data' }];
  const volumes = [{ name: 'data', emptyDir: {} }];
  const { drafts, whys } = made([deployment({ containers: [{ ...CONTAINER, volumeMounts }], volumes })]);
  expect(whys).toEqual([]);
  expect(drafts).toMatchObject([{ spec: { template: { spec: { containers: [{ volumeMounts }] } } } }]);
});

it('Prometheus follows no redirect of a target of a model', () => {
  const times = { interval: '5s', scrapeTimeout: '5s' };
  const { drafts, whys } = made([monitor({ ...times, followRedirects: false })]);
  expect(whys).toEqual([]);
  expect(drafts).toMatchObject([{ spec: { endpoints: [{ ...times, followRedirects: false }] } }]);
});

it.each<[string, object, object, string]>([
  [
    'envs',
    container({
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
        { name: 'A', value: '3' },
      ],
    }),
    {
      containers: [
        {
          env: [
            { name: 'A', value: '3' },
            { name: 'B', value: '2' },
          ],
        },
      ],
    },
    'containers[0].env[0]: a later one',
  ],
  [
    'ports',
    container({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP', name: 'web' }] }),
    { containers: [{ ports: [{ containerPort: 80, protocol: 'TCP', name: 'web' }] }] },
    'containers[0].ports[0]: a later one',
  ],
])(
  'of several %s with one key the last is made, as it counts in a pod, and the others are told',
  (_, given, pod, told) => {
    const { drafts, whys } = made([given]);
    expect(drafts).toMatchObject([{ spec: { template: { spec: pod } } }]);
    expect(whys).toEqual([expect.stringContaining(told)]);
  },
);

it('the names of one address are in one entry', () => {
  const hostAliases = [
    { ip: '10.0.0.1', hostnames: ['a', 'b'] },
    { ip: '10.0.0.1', hostnames: ['b', 'c'] },
  ];
  const { drafts, whys } = made([deployment({ hostAliases })]);
  const merged = [{ ip: '10.0.0.1', hostnames: ['a', 'b', 'c'] }];
  expect([whys, drafts]).toMatchObject([[], [{ spec: { template: { spec: { hostAliases: merged } } } }]]);
});

describe('an object that would not be what its author wants is not made', () => {
  it.each<[string, object, string]>([
    ['a policy for all traffic', policy({ egress: [{}] }), 'spec.grants.networkPolicies: true'],
    [
      'a policy for every peer',
      policy({ ingress: [{ from: [{ namespaceSelector: {} }] }] }),
      'networkPolicies',
    ],
    [
      'a policy that has more',
      policy({ ingress: [{ from: [{ podSelector: {} }], more: 1 }] }),
      'ingress[0].more',
    ],
    [
      'a volume of a claim that is not its own',
      deployment({
        containers: [{ ...CONTAINER, volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'theirs' } }],
      }),
      'spec.grants.claims: [theirs]',
    ],
    [
      'a Service without selector',
      object('v1', 'Service', { spec: { ports: [{ port: 80 }] } }),
      'no selector',
    ],
    [
      'a Service of another name',
      object('v1', 'Service', { spec: { type: 'ExternalName', externalName: 'e' } }),
      'ClusterIP',
    ],
    [
      'all pods of an install',
      object('apps/v1', 'Deployment', {
        spec: { selector: {}, template: { spec: { containers: [CONTAINER] } } },
      }),
      'select its own pods',
    ],
    [
      'pods of others',
      object('batch/v1', 'Job', { spec: { manualSelector: true, selector: SELECTOR, template: {} } }),
      'pods of others',
    ],
    ['a Secret of Helm', object('v1', 'Secret', { type: 'helm.sh/release.v1' }), 'acts on'],
    ['a Secret of Stoa', object('v1', 'Secret', { type: 'stoa.dev/kept' }), 'acts on'],
    [
      'the account of installs',
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'stoa-install' } },
      "not the install's own",
    ],
    [
      'the scaling of another workload',
      object('autoscaling/v2', 'HorizontalPodAutoscaler', {
        spec: {
          maxReplicas: 9,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'theirs' },
        },
      }),
      'the model has no Deployment theirs',
    ],
  ])('%s', (_, document, told) => {
    expect(made([document])).toEqual({ drafts: [], whys: [expect.stringContaining(told)] });
  });
});

describe('a selector is of own labels among own objects', () => {
  it.each<[string, object, object]>([
    ['of a Service', object('v1', 'Service', { spec: { selector: APP } }), { selector: SELECTED }],
    ['of a policy', policy({}), { podSelector: { matchLabels: OWN } }],
    [
      'of the peers of a policy',
      policy({ ingress: [{ from: [{ podSelector: SELECTOR }] }] }),
      { ingress: [{ from: [{ podSelector: { matchLabels: SELECTED } }] }] },
    ],
    ['of a monitor', monitor({}), { selector: { matchLabels: SELECTED } }],
    [
      'of a budget',
      object('policy/v1', 'PodDisruptionBudget', { spec: { maxUnavailable: 1, selector: {} } }),
      { selector: { matchLabels: OWN } },
    ],
    [
      'of a workload',
      deployment(),
      { selector: { matchLabels: SELECTED }, template: { metadata: { labels: SELECTED } } },
    ],
    [
      'of an affinity',
      deployment({
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: 'zone', labelSelector: SELECTOR },
            ],
          },
        },
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'zone',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
          },
        ],
      }),
      {
        template: {
          spec: {
            affinity: {
              podAntiAffinity: {
                requiredDuringSchedulingIgnoredDuringExecution: [
                  { labelSelector: { matchLabels: SELECTED } },
                ],
              },
            },
            topologySpreadConstraints: [
              { labelSelector: { matchLabels: OWN, matchExpressions: [{ key: 'model.stoa.dev/app' }] } },
            ],
          },
        },
      },
    ],
  ])('%s', (_, document, spec) => {
    expect(made([document])).toMatchObject({ drafts: [{ spec }], whys: [] });
  });
});

const SECRET_ENV = { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] };

describe('a reference is to what a model brings along, or its install grants', () => {
  const rows: readonly [string, object, Grants, object][] = [
    ['an env', container(SECRET_ENV), { secrets: ['s'] }, object('v1', 'Secret', {})],
    [
      'envs',
      container({ envFrom: [{ configMapRef: { name: 's' } }] }),
      { configMaps: ['s'] },
      object('v1', 'ConfigMap', {}),
    ],
    [
      'an env of the start',
      deployment({ initContainers: [{ ...CONTAINER, ...SECRET_ENV }] }),
      { secrets: ['s'] },
      object('v1', 'Secret', {}),
    ],
    ['a volume', volume({ secret: { secretName: 's' } }), { secrets: ['s'] }, object('v1', 'Secret', {})],
    [
      'a claim',
      volume({ persistentVolumeClaim: { claimName: 's' } }),
      { claims: ['s'] },
      object('v1', 'PersistentVolumeClaim', { spec: CLAIM }),
    ],
    [
      'a projection',
      volume({ projected: { sources: [{ configMap: { name: 's' } }] } }),
      { configMaps: ['s'] },
      object('v1', 'ConfigMap', {}),
    ],
    [
      'a registry',
      deployment({ imagePullSecrets: [{ name: 's' }] }),
      { secrets: ['s'] },
      object('v1', 'Secret', {}),
    ],
  ];

  it.each(rows)('%s', (_, document, grants, owner) => {
    const [grant = ''] = Object.keys(grants);
    const refused = made([document]);
    expect(refused.whys).toEqual([expect.stringContaining(`spec.grants.${grant}: [s] allows it`)]);
    expect(JSON.stringify(refused.drafts)).not.toContain('"s"');
    const own = { ...owner, metadata: { name: 's' } };
    for (const { drafts, whys } of [made([document], grants), made([own, document])]) {
      expect(whys).toEqual([]);
      expect(JSON.stringify(drafts.find(({ kind }) => kind === 'Deployment'))).toContain('"s"');
    }
  });

  it('a mount goes with its volume', () => {
    const { drafts, whys } = made([
      deployment({
        volumes: [{ name: 'v', secret: { secretName: 's' } }],
        containers: [{ ...CONTAINER, volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
      }),
    ]);
    expect(whys).toHaveLength(2);
    expect(JSON.stringify(drafts)).not.toContain('volumeMounts');
  });
});

describe('the ServiceAccount of pods', () => {
  const pods = { serviceAccountName: 'a' };
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } };

  it.each<[string, readonly object[], Grants, object, readonly string[]]>([
    [
      'of others is not used',
      [deployment(pods)],
      {},
      { automountServiceAccountToken: false },
      ['[a] allows it'],
    ],
    [
      'of the model has no token',
      [account, deployment(pods)],
      {},
      { ...pods, automountServiceAccountToken: false },
      [],
    ],
    [
      'of the model has no token where the model asks for it',
      [account, deployment({ ...pods, automountServiceAccountToken: true })],
      {},
      { ...pods, automountServiceAccountToken: false },
      ['no token'],
    ],
    [
      'that is granted has its token',
      [deployment(pods)],
      { serviceAccounts: ['a'] },
      { ...pods, automountServiceAccountToken: true },
      [],
    ],
    [
      'is never that of installs',
      [deployment({ serviceAccountName: 'stoa-install' })],
      {},
      { automountServiceAccountToken: false },
      ['writes installs'],
    ],
    [
      'without a name has no token',
      [deployment({ automountServiceAccountToken: true })],
      {},
      { automountServiceAccountToken: false },
      ['[default] allows it'],
    ],
  ])('%s', (_, documents, grants, pod, told) => {
    const { drafts, whys } = made(documents, grants);
    expect(drafts.at(-1)).toMatchObject({ spec: { template: { spec: pod } } });
    expect(whys).toEqual(told.map((text) => expect.stringContaining(text)));
    expect(JSON.stringify(drafts)).not.toContain('stoa-install');
  });
});

describe('rights on the API server', () => {
  const RBAC = 'rbac.authorization.k8s.io';
  const account = object('v1', 'ServiceAccount', {});
  const read = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] };
  const role = (rule: object = {}) => object(`${RBAC}/v1`, 'Role', { rules: [{ ...read, ...rule }] });
  const binding = (ref: object = {}, subject: object = {}) =>
    object(`${RBAC}/v1`, 'RoleBinding', {
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'x', ...ref },
      subjects: [{ kind: 'ServiceAccount', name: 'x', ...subject }],
    });
  const ROLES: Grants = { roles: true };

  it('are a Role, its binding to an account of the model, and the token of its pods', () => {
    const pods = deployment({ serviceAccountName: 'x' });
    const { drafts, whys } = made([account, role(), binding(), pods], ROLES);
    expect(whys).toEqual([]);
    expect(drafts).toMatchObject([
      { kind: 'ServiceAccount' },
      { kind: 'Role', rules: [read] },
      { kind: 'RoleBinding', subjects: [{ kind: 'ServiceAccount', name: 'x', namespace: 'team' }] },
      { spec: { template: { spec: { serviceAccountName: 'x', automountServiceAccountToken: true } } } },
    ]);
  });

  it.each<[string, object, object, boolean]>([
    ['the account says so', { automountServiceAccountToken: false }, {}, false],
    ['the pods say so', {}, { automountServiceAccountToken: false }, false],
    [
      'the account says so, and the pods do not',
      { automountServiceAccountToken: false },
      { automountServiceAccountToken: true },
      true,
    ],
  ])('are without a token where %s', (_, account, pod, token) => {
    const own = object('v1', 'ServiceAccount', account);
    const pods = deployment({ serviceAccountName: 'x', ...pod });
    const { drafts } = made([own, role(), binding(), pods], ROLES);
    expect(drafts.at(-1)).toMatchObject({
      spec: { template: { spec: { automountServiceAccountToken: token } } },
    });
  });

  it.each<[string, readonly object[], Grants, RegExp]>([
    ['without a grant', [role()], {}, /spec\.grants\.roles: true allows it/],
    ['to all resources', [role({ resources: ['*'] })], ROLES, /not \*/],
    ['with all verbs', [role({ verbs: ['*'] })], ROLES, /not \*/],
    ['to impersonate', [role({ verbs: ['impersonate'] })], ROLES, /rights of others/],
    ['to tokens', [role({ resources: ['serviceaccounts/token'] })], ROLES, /any ServiceAccount/],
    ['to kinds of Stoa', [role({ apiGroups: ['stoa.dev'] })], ROLES, /what the install may have/],
    [
      'of a ClusterRole',
      [account, role(), binding({ kind: 'ClusterRole' })],
      ROLES,
      /no Role of the install/,
    ],
    ['of a Role of others', [account, role(), binding({ name: 'y' })], ROLES, /Role y is no Role/],
    ['of a user', [account, role(), binding({}, { kind: 'User' })], ROLES, /User x is no ServiceAccount/],
    ['of an account of others', [role(), binding()], ROLES, /ServiceAccount x is no ServiceAccount of the/],
    [
      'of an account elsewhere',
      [account, role(), binding({}, { namespace: 'kube-system' })],
      ROLES,
      /ServiceAccount x is no/,
    ],
  ])('are none %s', (_, documents, grants, why) => {
    const { drafts, whys } = made(documents, grants);
    expect(drafts).toHaveLength(documents.length - 1);
    expect(whys).toEqual([expect.stringMatching(why)]);
  });
});

describe('rights of containers', () => {
  const wants = {
    securityContext: {
      runAsUser: 0,
      allowPrivilegeEscalation: true,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['KILL'] },
    },
  };

  it('are the usual ones without grants', () => {
    const { drafts, whys } = made([container(wants)]);
    expect(drafts).toMatchObject([
      {
        spec: {
          template: {
            spec: {
              securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
              containers: [
                {
                  securityContext: {
                    allowPrivilegeEscalation: false,
                    readOnlyRootFilesystem: true,
                    capabilities: { drop: ['KILL', 'MKNOD', 'NET_RAW'] },
                  },
                },
              ],
            },
          },
        },
      },
    ]);
    expect(whys).toEqual([
      expect.stringContaining('spec.grants.runAsRoot: true'),
      expect.stringContaining('spec.grants.allowPrivilegeEscalation: true'),
    ]);
    expect(JSON.stringify(drafts)).not.toContain('runAsUser');
  });

  it('are more where the install grants them', () => {
    const adds = { capabilities: { add: ['NET_RAW'] } };
    const { drafts, whys } = made([container({ securityContext: { ...wants.securityContext, ...adds } })], {
      runAsRoot: true,
      allowPrivilegeEscalation: true,
      capabilities: ['NET_RAW'],
    });
    expect(whys).toEqual([]);
    expect(drafts).toMatchObject([
      {
        spec: {
          template: {
            spec: {
              containers: [
                {
                  securityContext: {
                    runAsUser: 0,
                    allowPrivilegeEscalation: true,
                    capabilities: { add: ['NET_RAW'], drop: ['MKNOD'] },
                  },
                },
              ],
            },
          },
        },
      },
    ]);
  });
});

it('tells of nothing that sets nothing or stands elsewhere', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const { drafts, whys } = made([
    container({ securityContext: { seLinuxOptions: {} } }),
    object('v1', 'ServiceAccount', { automountServiceAccountToken: false }),
    object('apps/v1', 'StatefulSet', {
      spec: {
        selector: SELECTOR,
        template: { metadata: { labels: APP }, spec: { containers: [CONTAINER] } },
        volumeClaimTemplates: [{ metadata: { name: 'data', namespace: 'elsewhere' }, spec }],
      },
    }),
  ]);
  expect(whys).toEqual([]);
  expect(drafts).toHaveLength(3);
  expect(drafts).toMatchObject([{}, { automountServiceAccountToken: false }, {}]);
  expect(JSON.stringify(drafts)).not.toMatch(/seLinuxOptions|elsewhere/);
});

describe('a label of a model', () => {
  it.each<[string, Grants, object, readonly string[]]>([
    ['app', {}, { 'model.stoa.dev/app': 'x' }, []],
    ['app.kubernetes.io/name', {}, { 'model.stoa.dev/app.kubernetes.io_name': 'x' }, []],
    [
      'grafana_dashboard',
      {},
      { 'model.stoa.dev/grafana_dashboard': 'x' },
      ['labels: [grafana_dashboard] allows'],
    ],
    ['grafana_dashboard', { labels: ['grafana_dashboard'] }, { grafana_dashboard: 'x' }, []],
    ['app.kubernetes.io/managed-by', {}, { 'model.stoa.dev/app.kubernetes.io_managed-by': 'x' }, []],
    ['stoa.dev/component-id', {}, {}, ['only Stoa sets it']],
    [`a.example/${'b'.repeat(60)}`, {}, {}, ['longer than 63']],
  ])('%s with %j', (key, grants, labels, told) => {
    const document = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', labels: { [key]: 'x' } } };
    const { drafts, whys } = made([document], grants);
    expect(drafts[0]?.metadata.labels).toEqual({ ...labels, ...OWN });
    expect(whys).toEqual(told.map((text) => expect.stringContaining(text)));
  });
});
