import { beforeAll, describe, expect, it } from 'vitest';
import { asStopped } from '../../src/install/rollout/rollout.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { isSubset } from '../../src/kube/subset.ts';
import type { Part } from '../../src/model/build/parts.ts';
import { makeComponent } from '../../src/model/build/workload/component.ts';
import type { KubernetesAttribute } from '../../src/model/read/settings.ts';
import { CLAIMS } from '../../src/objects/core.ts';
import { SERVICE_MONITORS } from '../../src/objects/installable.ts';
import type { PlannedObject } from '../../src/objects/planned.ts';
import type { ExtendMethod } from '../../src/workload/kinds.ts';
import { eventually } from '../support/eventually.ts';
import { broughtBy, contextOf, partOf, secretEnv, textEnv } from '../support/parts.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

/** Applies a wanted object: the stored one must contain all its fields. */
async function expectStored({ resource, draft }: PlannedObject): Promise<void> {
  const stored = await client.apply(resource, draft, TESTER);
  const { metadata, ...content } = draft;
  expect(isSubset(content, stored) ? content : stored).toEqual(content);
  expect(isSubset(metadata, stored.metadata)).toBe(true);
}

function attribute(name: string, value: string): KubernetesAttribute {
  return { path: name, name, format: 'yaml', value };
}

const ATTRIBUTES = [
  attribute('nodeSelector', 'disk: ssd'),
  attribute('labels', 'tier: front'),
  attribute('annotations', 'note: "5"'),
  attribute('tolerations', '- {key: gpu, operator: Exists}'),
  attribute(
    'affinity',
    'podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {a: b}}}}]}',
  ),
  attribute('env', '- {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}'),
  attribute('envFromSource', '- {prefix: A_, configMapRef: {name: more, optional: true}}'),
  attribute('dnsPolicy', 'None'),
  attribute('dnsConfig', 'nameservers: [1.2.3.4]\noptions: [{name: ndots, value: 2}]'),
  attribute('lifecycle', 'preStop: {sleep: {seconds: 1}}'),
  attribute('resources', 'requests: {cpu: 0.5, memory: 1024Mi}\nlimits: {memory: 2048Mi}'),
  attribute('shareProcessNamespace', 'true'),
  attribute(
    'securityContext',
    'runAsUser: 1000\nallowPrivilegeEscalation: false\ncapabilities: {drop: [ALL]}',
  ),
  attribute(
    'livenessProbe',
    'httpGet: {path: /up, port: "80", httpHeaders: [{name: A, value: ""}]}\nperiodSeconds: 0',
  ),
  attribute('volumes', '- {name: tmp, emptyDir: {sizeLimit: 1024Mi}}\n- {name: cm, configMap: {name: x}}'),
  attribute('volumeMounts', '- {name: tmp, mountPath: /tmp, readOnly: false}\n- {name: cm, mountPath: /cm}'),
  attribute('serviceAccountName', 'robot'),
];

const CLAIMED = attribute(
  'volumeClaimTemplate',
  '- metadata: {name: more}\n  spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}',
);

/** Objects of others to which the attributes refer. */
const GRANTS = {
  configMaps: ['more', 'x'],
  serviceAccounts: ['robot'],
  labels: ['tier'],
  tolerations: ['gpu'],
};

/** A component with every possible field. */
function fullPart(extendMethod: ExtendMethod, attributes: readonly KubernetesAttribute[]): Part {
  const volume = { path: 'v', capacity: 0 };
  const times = { initialDelay: 0, period: 3, timeout: 5, failureThreshold: 3, successThreshold: 1 };
  return partOf(
    {
      key: extendMethod.replace('_', '-'),
      extendMethod,
      attributes,
      sizing: { replicas: 2, memory: 1024, cpu: 1000 },
      ports: [
        {
          path: 'a',
          containerPort: 80,
          protocol: 'http',
          alias: 'W',
          serviceName: 'w',
          inner: true,
          outer: true,
        },
        {
          path: 'b',
          containerPort: 80,
          protocol: 'udp',
          alias: 'U',
          serviceName: 'w',
          inner: true,
          outer: false,
        },
      ],
      volumes: [
        { ...volume, name: 'data', mountPath: '/data', type: 'share-file' },
        { ...volume, name: 'own', mountPath: '/own', type: 'local' },
        { ...volume, name: 'mem', mountPath: '/mem', type: 'memoryfs', capacity: 1 },
      ],
      configFiles: [{ path: 'f', name: 'conf', mountPath: '/etc/x.conf', content: 'a: b\n', mode: 420 }],
      probes: [
        { path: 'p', mode: 'readiness', check: { type: 'tcp', port: 80 }, ...times },
        { path: 'q', mode: 'liveness', check: { type: 'cmd', command: 'true' }, ...times },
      ],
      monitors: [{ path: 'm', name: 'm', port: 80, metricsPath: '/metrics', interval: '30s' }],
    },
    {
      args: ['run', '$(A)'],
      envs: [textEnv('A', ''), textEnv('B', '1'), secretEnv('C', 'shop-secrets', 'c')],
      envSecrets: ['shop-group'],
      pullSecrets: ['shop-pull'],
      podAnnotations: { 'stoa.dev/secrets': 'd' },
    },
  );
}

/** Attributes of the component that its kind does not support: two pods, a schedule. */
const UNMET: Readonly<Partial<Record<ExtendMethod, readonly string[]>>> = {
  stateless_multiple: ['v', 'v'],
  daemonset: ['v', 'v'],
  cronjob: ['apps[0].extend_method'],
};

describe.each<ExtendMethod>([
  'stateless_multiple',
  'stateless_singleton',
  'state_multiple',
  'state_singleton',
  'daemonset',
  'job',
  'cronjob',
])('a component that is %s', (extendMethod) => {
  it.each([
    ['with no attributes', []],
    ['with every attribute', [...ATTRIBUTES, ...(extendMethod.startsWith('state_') ? [CLAIMED] : [])]],
  ])('%s is stored as sent', async (_, attributes) => {
    const { namespace } = await Team.create(client);
    const part = fullPart(extendMethod, attributes);
    const made = makeComponent(part, contextOf([part], { namespace, serviceMonitors: true, grants: GRANTS }));
    expect(made.notApplied.map(({ path }) => path)).toEqual(UNMET[extendMethod] ?? []);
    // The CRD of ServiceMonitors belongs to an operator that does not run here.
    for (const wanted of made.objects.filter(({ resource }) => resource !== SERVICE_MONITORS)) {
      await expectStored(wanted);
    }
    await expectStored(asStopped(made.workload));
    await expectStored(made.workload);
  });
});

it('additional objects of a model are stored as sent', async () => {
  const { namespace } = await Team.create(client);
  const pod =
    '{metadata: {labels: {app: x}}, spec: {restartPolicy: Never, containers: [{name: c, image: i, env: [{name: A, value: ""}], resources: {limits: {cpu: 1000m}}}]}}';
  const always = pod.replace('Never', 'Always');
  const content = [
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: cm, labels: {}}, data: {a: ""}}',
    '{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {a: b}}',
    '{apiVersion: v1, kind: ServiceAccount, metadata: {name: robot, creationTimestamp: null}}',
    '{apiVersion: v1, kind: Service, metadata: {name: svc}, spec: {selector: {app: x}, ports: [{port: 80, targetPort: 8080}]}}',
    '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: pvc}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}}',
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 0, minReadySeconds: 0, selector: {matchLabels: {app: x}}, template: ${always}}, status: {}}`,
    `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: sts}, spec: {serviceName: svc, replicas: 0, selector: {matchLabels: {app: x}}, template: ${always}}}`,
    `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: ds}, spec: {selector: {matchLabels: {app: x}}, template: ${always}}}`,
    `{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {selector: {matchLabels: {controller-uid: z}}, template: ${pod}}}`,
    `{apiVersion: batch/v1, kind: CronJob, metadata: {name: cj}, spec: {schedule: "0 0 * * *", jobTemplate: {spec: {template: ${pod}}}}}`,
    '{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: {maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: d}}}',
    '{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: p}, spec: {maxUnavailable: 1, selector: {}}}',
    '{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: np}, spec: {podSelector: {matchLabels: {app: x}}, ingress: [], policyTypes: [Ingress]}}',
  ].join('\n---\n');
  const { objects, notApplied } = broughtBy([{ path: 'r', name: 'r', kind: '', content }], { namespace });
  expect(notApplied).toEqual([]);
  expect(objects).toHaveLength(13);
  for (const wanted of objects) {
    await expectStored(wanted);
  }
});

it('a component with volumes runs, and its claims are bound', async () => {
  const { namespace } = await Team.create(client);
  const volume = { path: 'v', name: 'data', mountPath: '/data', type: 'share-file' } as const;
  const part = partOf({
    extendMethod: 'state_multiple',
    volumes: [{ ...volume, capacity: 1 }],
  });
  const { workload } = makeComponent(part, contextOf([part], { namespace }));
  await client.apply(workload.resource, workload.draft, TESTER);
  await eventually(async () => {
    const labelSelector = 'stoa.dev/install-uid=u1';
    expect(await client.list(CLAIMS, { namespace, labelSelector })).toMatchObject([
      { status: { phase: 'Bound' } },
    ]);
    expect(await client.get(workload.resource, { namespace, name: part.workload })).toMatchObject({
      status: { readyReplicas: 1 },
    });
  });
});
