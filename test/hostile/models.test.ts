import { afterAll, beforeAll, expect } from 'vitest';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { Shop } from '../cluster/support/shop.ts';
import { connect } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import {
  type Fields,
  holding,
  infiltrate,
  modelWith,
  objectsOf,
  type Parts,
  type Scene,
  smuggled,
} from './support/hostilemodel.ts';

let made: Scene;
const scene = () => made;

beforeAll(async () => {
  made = { administrator: await connect(), shop: await Shop.open() };
});

afterAll(() => made.shop.close());

const TEMPLATE_LABELS = { app: 'side' };

/** A Deployment with these fields in its pod and its container. */
function deployment(pod: Fields, container: Fields = {}): Fields {
  const containers = [{ name: 'main', image: 'registry.example.com/side:1', ...container }];
  const template = { metadata: { labels: TEMPLATE_LABELS }, spec: { containers, ...pod } };
  const spec = { selector: { matchLabels: TEMPLATE_LABELS }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'side' }, spec };
}

function cronJob(pod: Fields, labels: Fields = {}): Fields {
  const containers = [{ name: 'main', image: 'registry.example.com/side:1' }];
  const template = { metadata: { labels }, spec: { containers, restartPolicy: 'Never', ...pod } };
  const jobTemplate = { metadata: { labels }, spec: { template } };
  const spec = { schedule: '0 0 1 1 *', jobTemplate };
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'side' }, spec };
}

function volume(source: Fields): Fields {
  return { volumes: [{ name: 'loot', ...source }] };
}

const METADATA_SERVICE = '169.254.169.254';
const PROBE = { httpGet: { host: METADATA_SERVICE, path: '/latest', port: 80 } };
const TOKEN = { serviceAccountToken: { audience: 'vault.example.org', path: 'token' } };

/** Fields of pods that no model has, each with a text that only it would bring. */
const PODS: readonly (readonly [does: string, loot: string, pod: Fields, container?: Fields])[] = [
  ['chooses its node', '"nodeName"', { nodeName: 'control-plane' }],
  ['takes a priority of the cluster', 'system-node-critical', { priorityClassName: 'system-node-critical' }],
  ['tolerates every taint', '"operator":"Exists"', { tolerations: [{ operator: 'Exists' }] }],
  ['mounts NFS', '"nfs"', volume({ nfs: { server: '192.0.2.1', path: '/' } })],
  ['mounts by a CSI driver', '"csi"', volume({ csi: { driver: 'secrets-store.csi.k8s.io' } })],
  ['mounts by a driver of the node', 'flexVolume', volume({ flexVolume: { driver: 'a/b' } })],
  ['clones a repository as the node', 'gitRepo', volume({ gitRepo: { repository: 'https://a.example' } })],
  ['mounts the disk of its node', 'hostPath', volume({ hostPath: { path: '/' } })],
  ['leaves the confinement of SELinux', 'spc_t', { securityContext: { seLinuxOptions: { type: 'spc_t' } } }],
  [
    'leaves the confinement of seccomp',
    'Unconfined',
    {},
    { securityContext: { seccompProfile: { type: 'Unconfined' } } },
  ],
  [
    'leaves the confinement of AppArmor',
    'Unconfined',
    { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
  ],
  ['lets the node ask another address', METADATA_SERVICE, {}, { livenessProbe: PROBE }],
  [
    'lets the node ask another address after the start',
    METADATA_SERVICE,
    {},
    { lifecycle: { postStart: PROBE } },
  ],
  ['asks for a token of any audience', 'vault.example.org', volume({ projected: { sources: [TOKEN] } })],
  [
    'gets the token of its namespace',
    '"automountServiceAccountToken":true',
    {
      automountServiceAccountToken: true,
    },
  ],
];

attacks(
  'Pods of a model stay on their node, in their namespace and in their confinement',
  by('model', 'no rights', [
    ...PODS.map(([does, loot, pod, container]) =>
      smuggled(scene, {
        mustNotHappen: `no Deployment holds ${loot}`,
        does: `brings a Deployment that ${does}`,
        loot,
        resources: [deployment(pod, container)],
      }),
    ),
    ...PODS.filter(([, , , container]) => container === undefined).map(([does, loot, pod]) =>
      smuggled(scene, {
        mustNotHappen: `no CronJob holds ${loot}`,
        does: `brings a CronJob that ${does}`,
        loot,
        resources: [cronJob(pod)],
      }),
    ),
    {
      mustNotHappen: 'a setting that a new version drops does not stay',
      does: 'had a setting in its version before',
      async run() {
        const [loot, attributes] = ['"disk":"ssd"', { nodeSelector: { disk: 'ssd' } }];
        const { member, install, model } = await infiltrate(scene(), { attributes });
        expect(await holding(scene(), member, loot)).toContain('Deployment shop-web');
        await scene().shop.offer(model, '2.0', modelWith({}));
        await install.apply('2.0');
        await eventually(async () =>
          expect(
            (await holding(scene(), member, loot)).filter((each) => each.startsWith('Deployment')),
          ).toEqual([]),
        );
      },
    },
    smuggled(scene, {
      mustNotHappen: 'no pod tolerates everything',
      does: 'sets the attribute tolerations',
      loot: '"operator":"Exists"',
      attributes: { tolerations: [{ operator: 'Exists' }] },
    }),
    smuggled(scene, {
      mustNotHappen: 'no probe leaves its pod',
      does: 'sets the attribute livenessProbe',
      loot: METADATA_SERVICE,
      attributes: { livenessProbe: PROBE },
    }),
    smuggled(scene, {
      mustNotHappen: 'no pod mounts NFS',
      does: 'sets the attribute volumes',
      loot: '"nfs"',
      attributes: volume({ nfs: { server: '192.0.2.1', path: '/' } }),
    }),
    {
      mustNotHappen: 'no pod has a token, or less confinement than the runtime’s default',
      does: 'says nothing about it',
      async run() {
        const { member } = await infiltrate(scene(), {});
        const objects = await objectsOf(scene(), member);
        const deployed = objects.find(({ kind }) => kind === 'Deployment') as KubeObject & { spec: Fields };
        expect(deployed.spec.template).toMatchObject({
          spec: {
            automountServiceAccountToken: false,
            securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
            containers: [{ securityContext: { allowPrivilegeEscalation: false } }],
          },
        });
      },
    },
  ]),
);

/** Names of others in the namespace that a model refers to, and the grant that would allow it. */
const FOREIGN: readonly (readonly [does: string, parts: Parts])[] = [
  [
    'reads all keys of another’s Secret into its environment',
    {
      attributes: { envFromSource: [{ secretRef: { name: 'of-others' } }] },
    },
  ],
  [
    'reads a key of another’s Secret into its environment',
    {
      attributes: {
        env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'of-others', key: 'password' } } }],
      },
    },
  ],
  ['mounts another’s Secret', { attributes: volume({ secret: { secretName: 'of-others' } }) }],
  ['mounts another’s ConfigMap', { attributes: volume({ configMap: { name: 'of-others' } }) }],
  ['mounts another’s volume', { attributes: volume({ persistentVolumeClaim: { claimName: 'of-others' } }) }],
  ['runs as another’s account', { attributes: { serviceAccountName: 'of-others' } }],
  [
    'mounts another’s Secret in a Deployment',
    {
      resources: [deployment(volume({ secret: { secretName: 'of-others' } }))],
    },
  ],
  [
    'mounts another’s Secret among other sources',
    {
      resources: [deployment(volume({ projected: { sources: [{ secret: { name: 'of-others' } }] } }))],
    },
  ],
  [
    'runs a Deployment as another’s account',
    { resources: [deployment({ serviceAccountName: 'of-others' })] },
  ],
  [
    'pulls images with another’s Secret',
    {
      resources: [deployment({ imagePullSecrets: [{ name: 'of-others' }] })],
    },
  ],
  ['runs a CronJob as another’s account', { resources: [cronJob({ serviceAccountName: 'of-others' })] }],
  [
    'scales another’s workload',
    {
      resources: [
        {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'side' },
          spec: {
            maxReplicas: 100,
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'of-others' },
          },
        },
      ],
    },
  ],
];

attacks(
  'A model refers to nothing in the namespace but what it makes',
  by('model', 'no rights', [
    ...FOREIGN.map(([does, parts]) =>
      smuggled(scene, {
        mustNotHappen: 'no object refers to what others made',
        does: does,
        loot: 'of-others',
        ...parts,
      }),
    ),
    smuggled(scene, {
      mustNotHappen: 'no pod runs as the account that installs act as',
      does: 'runs as it',
      loot: '"serviceAccountName":"stoa-install"',
      attributes: { serviceAccountName: 'stoa-install' },
    }),
    {
      mustNotHappen: 'a Secret that the install grants is not withheld',
      does: 'mounts a Secret that spec.grants names',
      async run() {
        const attributes = volume({ secret: { secretName: 'granted' } });
        const grants = { secrets: ['granted'] };
        const { member, install } = await infiltrate(scene(), { attributes }, {
          grants,
        } as Partial<MarketInstallSpec>);
        expect(await holding(scene(), member, '"secretName":"granted"')).toContain('Deployment shop-web');
        expect((await install.get()).status?.notApplied ?? []).toEqual([]);
      },
    },
  ]),
);

function plain(kind: string, apiVersion: string, metadata: Fields, rest: Fields = {}): Fields {
  return { apiVersion, kind, metadata: { name: 'side', ...metadata }, ...rest };
}

const ALL = { matchLabels: { loot: 'all' } };

/** Objects that mean something to others, each with a text that only it would bring. */
const SIGNALS: readonly (readonly [does: string, loot: string, object: Fields])[] = [
  [
    'opens every pod of the namespace',
    '"podSelector":{}',
    plain('NetworkPolicy', 'networking.k8s.io/v1', {}, { spec: { podSelector: {}, ingress: [{}] } }),
  ],
  [
    'keeps pods of others from being evicted',
    '"loot":"all"',
    plain('PodDisruptionBudget', 'policy/v1', {}, { spec: { maxUnavailable: 0, selector: ALL } }),
  ],
  [
    'serves in the name of pods of others',
    '"loot":"all"',
    plain('Service', 'v1', {}, { spec: { selector: ALL.matchLabels, ports: [{ port: 80 }] } }),
  ],
  [
    'asks for a DNS name',
    'external-dns',
    plain(
      'Service',
      'v1',
      { annotations: { 'external-dns.alpha.kubernetes.io/hostname': 'bank.example.com' } },
      { spec: { selector: { app: 'side' }, ports: [{ port: 80 }] } },
    ),
  ],
  [
    'asks for a role of the cloud',
    'role-arn',
    plain('ServiceAccount', 'v1', {
      annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/admin' },
    }),
  ],
  [
    'adds a dashboard',
    '"grafana_dashboard"',
    plain('ConfigMap', 'v1', { labels: { grafana_dashboard: '1' } }, { data: { 'a.json': '{}' } }),
  ],
  [
    'claims to be a component of another application',
    '"stoa.dev/app-id":"99"',
    cronJob({}, { 'stoa.dev/app-id': '99', 'stoa.dev/component-id': 'web' }),
  ],
  [
    'makes the account that installs act as',
    'app.kubernetes.io/version":"loot',
    plain('ServiceAccount', 'v1', { name: 'stoa-install', labels: { 'app.kubernetes.io/version': 'loot' } }),
  ],
];

attacks(
  'Objects of a model mean nothing to others',
  by(
    'model',
    'no rights',
    SIGNALS.map(([does, loot, object]) =>
      smuggled(scene, {
        mustNotHappen: `no object holds ${loot}`,
        does: `brings an object that ${does}`,
        loot,
        resources: [object],
      }),
    ),
  ),
);
