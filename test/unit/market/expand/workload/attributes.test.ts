import { describe, expect, it } from 'vitest';
import type { Grants } from '../../../../../src/api/grants.ts';
import { makeComponent } from '../../../../../src/market/expand/workload/component.ts';
import type { ModelComponent } from '../../../../../src/market/model/component.ts';
import type { KubernetesAttribute } from '../../../../../src/market/model/settings.ts';
import { contextOf, partOf, podTemplateOf, specOf } from '../../../../support/parts.ts';

type Format = KubernetesAttribute['format'];

function attribute(name: string, value: string, format: Format = 'yaml'): KubernetesAttribute {
  return { path: `attributes.${name}`, name, format, value };
}

function made(
  attributes: readonly KubernetesAttribute[],
  component: Partial<ModelComponent> = {},
  grants: Grants = {},
) {
  const part = partOf({ attributes, ...component }, { envs: [{ name: 'OWN', value: '1' }] });
  return makeComponent(part, contextOf([part], { grants }));
}

/** Objects of others to which the attributes of these tests refer. */
const GRANTS: Grants = {
  configMaps: ['more', 'log-config'],
  serviceAccounts: ['robot'],
  annotations: ['sidecar/inject'],
};

/** Pod fields that differ from those of a component without attributes. */
function pod(...attributes: readonly KubernetesAttribute[]) {
  const result = made(attributes, {}, GRANTS);
  expect(result.notApplied).toEqual([]);
  return podTemplateOf(result);
}

describe('an attribute of the pod', () => {
  it.each<[string, string, Format, object]>([
    ['nodeSelector', '{"disk":"ssd","fast":true}', 'json', { nodeSelector: { disk: 'ssd', fast: 'true' } }],
    [
      'tolerations',
      '- key: gpu\n  operator: Exists\n',
      'yaml',
      { tolerations: [{ key: 'gpu', operator: 'Exists' }] },
    ],
    [
      'serviceAccountName',
      'robot',
      'string',
      { serviceAccountName: 'robot', automountServiceAccountToken: true },
    ],
    ['shareProcessNamespace', 'true', 'string', { shareProcessNamespace: true }],
    ['dnsPolicy', 'Default', 'string', { dnsPolicy: 'Default' }],
    [
      'dnsConfig',
      'nameservers: [1.2.3.4]\nsearches: []\noptions:\n- {name: ndots, value: 2}\n- name: edns0\n',
      'yaml',
      {
        dnsConfig: {
          nameservers: ['1.2.3.4'],
          options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
        },
      },
    ],
    [
      'affinity',
      'nodeAffinity:\n  requiredDuringSchedulingIgnoredDuringExecution:\n    nodeSelectorTerms:\n    - matchExpressions:\n      - {key: kubernetes.io/arch, operator: In, values: [amd64]}\n',
      'yaml',
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }] },
              ],
            },
          },
        },
      },
    ],
  ])('%s is applied', (name, value, format, expected) => {
    expect(pod(attribute(name, value, format)).spec).toMatchObject(expected);
  });

  it('may be labels, below a prefix of models, and annotations', () => {
    const { metadata } = pod(
      attribute('labels', 'tier: front\n'),
      attribute('annotations', 'sidecar/inject: "no"\nnote: 5\n'),
    );
    expect(metadata.labels).toEqual({ ...partOf().labels, 'model.stoa.dev/tier': 'front' });
    expect(metadata.annotations).toEqual({ 'sidecar/inject': 'no', note: '5' });
  });
});

describe('an attribute of the container', () => {
  it.each<[string, string, object]>([
    [
      'env',
      '- {name: VERSION, value: 5.8}\n- {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}\n',
      {
        env: [
          { name: 'OWN', value: '1' },
          { name: 'VERSION', value: '5.8' },
          { name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
        ],
      },
    ],
    ['envFromSource', '- configMapRef: {name: more}\n', { envFrom: [{ configMapRef: { name: 'more' } }] }],
    [
      'resources',
      'requests: {memory: 1024Mi, cpu: 0.5}\nlimits: {memory: 2048Mi}\n',
      { resources: { requests: { memory: '1Gi', cpu: '500m' }, limits: { memory: '2Gi' } } },
    ],
    [
      'lifecycle',
      'preStop:\n  exec:\n    command: [sh, -c, sleep 1]\n',
      { lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 1'] } } } },
    ],
    [
      'securityContext',
      'runAsUser: 1000\ncapabilities: {drop: [ALL]}\n',
      { securityContext: { runAsUser: 1000, capabilities: { drop: ['ALL'] } } },
    ],
    ['readinessProbe', 'tcpSocket: {port: "80"}\n', { readinessProbe: { tcpSocket: { port: 80 } } }],
  ])('%s is applied', (name, value, expected) => {
    expect(pod(attribute(name, value)).spec.containers[0]).toMatchObject(expected);
  });

  it('may be volumes and where they are mounted', () => {
    const { spec } = pod(
      attribute('volumes', '- {name: conf, configMap: {name: log-config}}\n- {name: tmp, emptyDir: {}}\n'),
      attribute('volumeMounts', '- {name: conf, mountPath: /conf}\n- {name: tmp, mountPath: /tmp}\n'),
    );
    expect(spec.volumes).toEqual([
      { name: 'conf', configMap: { name: 'log-config' } },
      { name: 'tmp', emptyDir: { sizeLimit: '10Gi' } },
    ]);
    expect(spec.containers[0].volumeMounts).toEqual([
      { name: 'conf', mountPath: '/conf' },
      { name: 'tmp', mountPath: '/tmp' },
    ]);
  });

  it('may be claims per pod, of a component with state', () => {
    const template = attribute(
      'volumeClaimTemplate',
      '- metadata: {name: redis-data}\n  spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}\n',
    );
    const mount = attribute('volumeMounts', '- {name: redis-data, mountPath: /data}\n');
    const result = made([template, mount], { extendMethod: 'state_multiple' });
    expect(result.notApplied).toEqual([]);
    expect(specOf(result).volumeClaimTemplates).toMatchObject([
      { metadata: { name: 'redis-data' }, spec: { resources: { requests: { storage: '1Gi' } } } },
    ]);
    expect(made([template]).notApplied).toMatchObject([{ path: 'attributes.volumeClaimTemplate' }]);
  });
});

describe('an attribute that is not applied says why', () => {
  it.each<[string, string, string, Format?]>([
    ['privileged', 'true', 'all rights on its node'],
    ['hostNetwork', 'true', 'network of its node'],
    ['hostIPC', 'true', 'memory of other processes'],
    ['somethingElse', 'x', 'no attribute that has an effect'],
    ['tolerations', '- key: a\n  tolerationSeconds\n', 'not valid YAML in line 2'],
    ['nodeSelector', '{broken', 'not valid JSON', 'json'],
    ['nodeSelector', '- a\n', 'nodeSelector:'],
    ['affinity', 'nodeAffinity: {unknown: 1}\n', 'affinity.nodeAffinity'],
    ['resources', 'requests: {cpu: 500m}\nlimits: {cpu: 100m}\n', 'more than its limits'],
    ['resources', 'limits: {cpu: -1}\n', 'no amount'],
    ['volumes', '- {name: root, hostPath: {path: /}}\n', 'hostPath'],
    ['volumes', '- {name: s, secret: {secretName: theirs}}\n', 'spec.grants.secrets: [theirs]'],
    ['envFromSource', '- secretRef: {name: theirs}\n', 'spec.grants.secrets: [theirs]'],
    ['serviceAccountName', 'robot', 'spec.grants.serviceAccounts: [robot]', 'string'],
    ['serviceAccountName', 'stoa-install', 'writes installs', 'string'],
    ['labels', 'stoa.dev/component-id: other\n', 'only Stoa sets it'],
    ['labels', 'app.kubernetes.io/managed-by: x\n', 'only Stoa sets it'],
    ['annotations', 'stoa.dev/config-files: x\n', 'only Stoa sets it'],
    ['annotations', 'sidecar/inject: "no"\n', 'spec.grants.annotations: [sidecar/inject]'],
    ['tolerations', '- {operator: Exists}\n', 'every taint'],
    ['tolerations', '- {key: node-role.kubernetes.io/control-plane}\n', 'spec.grants.tolerations'],
    ['securityContext', 'runAsUser: 0\n', 'spec.grants.runAsRoot: true'],
    ['volumeMounts', '- {name: nobody, mountPath: /x}\n', 'no volume nobody'],
    ['env', '- {name: OWN, value: 2}\n', 'another env OWN'],
    ['securityContext', 'privileged: true\n', 'securityContext.privileged'],
    ['securityContext', 'capabilities: {add: [SYS_ADMIN]}\n', 'securityContext.capabilities'],
    ['lifecycle', 'preStop: {httpGet: {port: 80, host: 10.0.0.1}}\n', 'host'],
    ['dnsPolicy', 'None', 'nameservers', 'string'],
    ['labels', 'a: [1]\n', 'labels.a'],
    ['labels', 'a: 1\na: 2\n', 'not valid YAML in line 2'],
  ])('%s: %s', (name, value, why, format = 'yaml') => {
    const { notApplied, workload } = made([attribute(name, value, format)]);
    expect(notApplied).toEqual([{ path: `attributes.${name}`, why: expect.stringContaining(why) }]);
    expect(podTemplateOf({ workload })).toEqual(podTemplateOf(made([])));
  });

  it('where it is longer than anybody writes', () => {
    const { notApplied } = made([attribute('labels', 'a: b\n'.repeat(10_000))]);
    expect(notApplied).toMatchObject([{ why: 'it has more than 10000 tokens' }]);
  });

  it('where it is there twice', () => {
    const { notApplied } = made([attribute('dnsPolicy', 'Default'), attribute('dnsPolicy', 'ClusterFirst')]);
    expect(notApplied).toMatchObject([{ why: 'the component has another dnsPolicy' }]);
  });

  it.each(['privileged', 'hostNetwork'])('but %s that is off has nothing to say', (name) => {
    expect(made([attribute(name, 'false', 'string')]).notApplied).toEqual([]);
  });
});

describe('the labels of a component', () => {
  it('are on its pods where they can be labels', () => {
    const { workload, notApplied } = made([], {
      labels: { tier: 'front', 'stoa.dev/app-id': '9', 'bad key': 'x' },
    });
    expect(podTemplateOf({ workload }).metadata.labels).toEqual({
      ...partOf().labels,
      'model.stoa.dev/tier': 'front',
    });
    expect(notApplied).toEqual([
      { path: 'apps[0].labels.stoa.dev/app-id', why: 'only Stoa sets it' },
      { path: 'apps[0].labels.bad key', why: 'it is no label' },
    ]);
  });
});
