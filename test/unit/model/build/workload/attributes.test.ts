import { describe, expect, it } from 'vitest';
import type { Grants } from '../../../../../src/api/grants.ts';
import type { Part } from '../../../../../src/model/build/parts.ts';
import { makeComponent } from '../../../../../src/model/build/workload/component.ts';
import type { ModelComponent } from '../../../../../src/model/read/component.ts';
import type { KubernetesAttribute } from '../../../../../src/model/read/settings.ts';
import { contextOf, partOf, podTemplateOf, specOf, textEnv } from '../../../../support/parts.ts';

type Format = KubernetesAttribute['format'];

function attribute(name: string, value: string, format: Format = 'yaml'): KubernetesAttribute {
  return { path: `attributes.${name}`, name, format, value };
}

function made(
  attributes: readonly KubernetesAttribute[],
  component: Partial<ModelComponent> = {},
  grants: Grants = {},
  more: Partial<Part> = {},
) {
  const part = partOf({ attributes, ...component }, { envs: [textEnv('OWN', '1')], ...more });
  return makeComponent(part, contextOf([part], { grants }));
}

/** Objects of others to which the attributes of these tests refer. */
const GRANTS: Grants = {
  configMaps: ['more', 'log-config'],
  serviceAccounts: ['robot'],
  annotations: ['sidecar/inject'],
  tolerations: ['gpu'],
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
    ['shareProcessNamespace', 'on', 'yaml', { shareProcessNamespace: true }],
    ['shareProcessNamespace', 't', 'string', { shareProcessNamespace: true }],
    ['dnsPolicy', 'Default', 'string', { dnsPolicy: 'Default' }],
    [
      'podSecurityContext',
      'fsGroup: 999\n',
      'yaml',
      { securityContext: { seccompProfile: { type: 'RuntimeDefault' }, fsGroup: 999 } },
    ],
    [
      'hostAliases',
      '- ip: 10.0.0.1\n  hostnames: [db.local]\n',
      'yaml',
      { hostAliases: [{ ip: '10.0.0.1', hostnames: ['db.local'] }] },
    ],
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

it('an attribute has a text for each number and boolean that stands in its place, as on the platform of the models', () => {
  const read = pod(
    attribute('env', '[{name: DEBUG, value: yes}, {name: MODE, value: 0644}, {name: RATIO, value: 1.50}]'),
    attribute('nodeSelector', '{fast: on}'),
  );
  expect(read.spec).toMatchObject({
    nodeSelector: { fast: 'true' },
    containers: [
      {
        env: expect.arrayContaining([
          { name: 'DEBUG', value: 'true' },
          { name: 'MODE', value: '420' },
          { name: 'RATIO', value: '1.5' },
        ]),
      },
    ],
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
    ['cmd', '- {echo: hi}\n', 'cmd[0]'],
    ['args', '[[x]]', 'args[0]'],
    ['args', 'x'.repeat(65_537), 'more than 65536 characters', 'string'],
    ['workingDir', 'srv', 'absolute path', 'string'],
    ['podSecurityContext', 'runAsUser: 0\n', 'spec.grants.runAsRoot: true'],
    ['podSecurityContext', 'sysctls: [{name: a, value: b}]\n', 'podSecurityContext.sysctls'],
    ['podSecurityContext', 'fsGroup: -1\n', 'podSecurityContext.fsGroup'],
    ['hostAliases', '- {ip: db.local, hostnames: [a]}\n', 'hostAliases[0].ip'],
    ['hostAliases', '- {ip: 10.0.0.1}\n', 'hostAliases[0].hostnames'],
    ['hostAliases', '- {ip: 10.0.0.1, hostnames: ["a b"]}\n', 'is no host name'],
    ['hostAliases', '- {ip: 10.0.0.1, hostnames: ["a\\n10.0.0.2 b"]}\n', 'is no host name'],
    ['hostAliases', '- {ip: 1.2.3.4, hostnames: [a]}\n'.repeat(65), 'at most 64 addresses'],
    ['hostNetwork', 't', 'network of its node', 'string'],
    ['labels', 'stoa.dev/component-id: other\n', 'only Stoa sets it'],
    ['annotations', 'stoa.dev/config-files: x\n', 'only Stoa sets it'],
    ['annotations', 'sidecar/inject: "no"\n', 'spec.grants.annotations: [sidecar/inject]'],
    ['tolerations', '- {operator: Exists}\n', 'every taint'],
    ['tolerations', '- {key: node-role.kubernetes.io/control-plane}\n', 'spec.grants.tolerations'],
    ['securityContext', 'runAsUser: 0\n', 'spec.grants.runAsRoot: true'],
    ['volumeMounts', '- {name: nobody, mountPath: /x}\n', 'no volume nobody'],
    ['securityContext', 'privileged: true\n', 'securityContext.privileged'],
    ['securityContext', 'capabilities: {add: [SYS_ADMIN]}\n', 'securityContext.capabilities'],
    ['lifecycle', 'preStop: {httpGet: {port: 80, host: 10.0.0.1}}\n', 'host'],
    ['dnsPolicy', 'None', 'nameservers', 'string'],
    ['labels', 'a: [1]\n', 'labels.a'],
    ['labels', 'a: 1\nb: [2\n', 'not valid YAML in line'],
  ])('%s: %s', (name, value, why, format = 'yaml') => {
    const { notApplied, workload } = made([attribute(name, value, format)]);
    expect(notApplied).toEqual([{ path: `attributes.${name}`, why: expect.stringContaining(why) }]);
    expect(podTemplateOf({ workload })).toEqual(podTemplateOf(made([])));
  });

  it.each<[Format, number]>([
    ['yaml', 100],
    ['json', 9_000],
  ])('where it is nested in %s', (format, levels) => {
    const { notApplied } = made([attribute('affinity', '['.repeat(levels) + ']'.repeat(levels), format)]);
    expect(notApplied).toEqual([
      { path: 'attributes.affinity', why: expect.stringContaining('at most 64 levels') },
    ]);
  });

  it('where it is longer than anybody writes', () => {
    const { notApplied } = made([attribute('labels', 'a: b\n'.repeat(10_000))]);
    expect(notApplied).toMatchObject([{ why: 'it has more than 10000 tokens' }]);
  });

  it('where it is there twice', () => {
    const { notApplied } = made([attribute('dnsPolicy', 'Default'), attribute('dnsPolicy', 'ClusterFirst')]);
    expect(notApplied).toMatchObject([{ why: 'the component has another dnsPolicy' }]);
  });

  it.each([
    ['privileged', 'false'],
    ['hostNetwork', 'F'],
    ['hostIPC', '0'],
  ])('but %s that is %s has nothing to say', (name, off) => {
    expect(made([attribute(name, off, 'string')]).notApplied).toEqual([]);
  });
});

describe('the labels of a component', () => {
  const nodeLabels = {
    ssd: { disk: 'ssd' },
    'zone=a': { zone: 'a' },
    arm: { 'kubernetes.io/arch': 'arm64' },
  };

  function nodesOf(labels: ModelComponent['labels'], ...attributes: readonly KubernetesAttribute[]) {
    const part = partOf({ labels, attributes });
    const result = makeComponent(part, contextOf([part], { nodeLabels }));
    return { ...podTemplateOf(result), notApplied: result.notApplied };
  }

  it('select the nodes that the configuration has for them, and are on no pod', () => {
    const { spec, metadata, notApplied } = nodesOf({ ssd: '', 'zone=a': 'Zone A' });
    expect(spec.nodeSelector).toEqual({ 'kubernetes.io/arch': 'amd64', disk: 'ssd', zone: 'a' });
    expect(metadata.labels).toEqual(partOf().labels);
    expect(notApplied).toEqual([]);
  });

  it.each(['tier', 'disk=ssd', 'constructor', 'stoa.dev/app-id', 'no label'])('%s selects none', (name) => {
    const { spec, notApplied } = nodesOf({ [name]: 'x' });
    expect(spec.nodeSelector).toEqual({ 'kubernetes.io/arch': 'amd64' });
    expect(notApplied).toEqual([
      { path: `apps[0].labels.${name}`, why: expect.stringContaining('market.nodeLabels') },
    ]);
  });

  it('give way to the attribute nodeSelector', () => {
    const { spec } = nodesOf({ ssd: '' }, attribute('nodeSelector', '{"disk":"hdd"}', 'json'));
    expect(spec.nodeSelector).toEqual({ 'kubernetes.io/arch': 'amd64', disk: 'hdd' });
  });
});

describe('a command', () => {
  const CMD = 'echo hi; sleep 9';

  /** Fields of the container of a component with the key `cmd` and attributes. */
  function containerWith(...attributes: readonly KubernetesAttribute[]) {
    const result = made(attributes, {}, {}, { args: CMD.split(' ') });
    expect(result.notApplied).toEqual([]);
    const { command, args, workingDir } = podTemplateOf(result).spec.containers[0];
    return { command, args, workingDir };
  }

  it.each<[string, readonly KubernetesAttribute[], object]>([
    ['of the key alone is arguments', [], { args: ['echo', 'hi;', 'sleep', '9'] }],
    [
      'of an import has its words',
      [
        attribute('cmd', '["sh","-c"]'),
        attribute('args', '- "echo hi; sleep 9"\n'),
        attribute('workingDir', '/srv'),
      ],
      { command: ['sh', '-c'], args: ['echo hi; sleep 9'], workingDir: '/srv' },
    ],
    [
      'in a list keeps numbers, flags and empty words as texts',
      [attribute('args', '- --port\n- 8080\n- true\n- ""\n')],
      { args: ['--port', '8080', 'true', ''] },
    ],
    [
      'that the model has as a list in JSON',
      [attribute('cmd', '["/run"]', 'json')],
      { command: ['/run'], args: ['echo', 'hi;', 'sleep', '9'] },
    ],
    [
      'that is no list is split at blanks',
      [attribute('cmd', ' sh  -c "a b"\n', 'string')],
      { command: ['sh', '-c', '"a', 'b"'], args: ['echo', 'hi;', 'sleep', '9'] },
    ],
    [
      'that only looks like YAML is a text',
      [attribute('args', 'run: [x', 'string')],
      { args: ['run:', '[x'] },
    ],
    [
      'is not filled with envs',
      [attribute('cmd', `["echo", "\${OWN}", "$(OWN)"]`)],
      { command: ['echo', `\${OWN}`, '$(OWN)'], args: ['echo', 'hi;', 'sleep', '9'] },
    ],
  ])('%s', (_, attributes, expected) => {
    expect(containerWith(...attributes)).toEqual(expected);
  });
});

describe('a command in a text that is no list', () => {
  it.each([
    ['', ['sh', '-c', '"a', 'b"']],
    ['public-cloud', ['sh', '-c', '"a', 'b"']],
    ['v5.17.1-release-2f45c815e', ['sh  -c "a b"']],
    ['v6.4.1', ['sh', '-c', '"a', 'b"']],
    ['v6.9.4', ['sh', '-c', '"a', 'b"']],
    ['v6.9.5-release-f5784be', ['sh  -c "a b"']],
    ['v7.0.0', ['sh  -c "a b"']],
  ])('of the release "%s" has the words %j', (publishedWith, expected) => {
    const part = partOf({ attributes: [attribute('cmd', ' sh  -c "a b"\n', 'string')] });
    const result = makeComponent(part, contextOf([part], { publishedWith }));
    expect(podTemplateOf(result).spec.containers[0].command).toEqual(expected);
  });
});

describe('resources of an attribute', () => {
  const sizing = { replicas: 1, memory: 512, cpu: 250 };

  it.each<[string, string, object]>([
    ['with memory are all', 'limits: {memory: 1Gi}\n', { limits: { memory: '1Gi' } }],
    [
      'without memory have that of the component, and not its CPU',
      'limits: {ephemeral-storage: 1Gi}\n',
      { requests: { memory: '512Mi' }, limits: { 'ephemeral-storage': '1Gi', memory: '512Mi' } },
    ],
  ])('%s', (_, value, expected) => {
    const { workload } = made([attribute('resources', value)], { sizing });
    expect(podTemplateOf({ workload }).spec.containers[0].resources).toEqual(expected);
  });
});
