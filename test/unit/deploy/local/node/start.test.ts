import { describe, expect, it } from 'vitest';
import { expanded } from '../../../../../deploy/local/node/containerenv.ts';
import { referencesOf } from '../../../../../deploy/local/node/references.ts';
import { startOf } from '../../../../../deploy/local/node/start.ts';
import type { StartablePod, Texts } from '../../../../../deploy/local/node/startable.ts';

const TEXTS: Texts = {
  secret: (name) => (name === 's' ? { PASSWORD: 'pw', A: 'secret' } : {}),
  configMap: (name) => (name === 'c' ? { A: 'config', 'app.yml': 'a: 1\r\n', 'b.sh': 'b' } : {}),
};

type Container = StartablePod['spec']['containers'][number];

function podOf(container: Partial<Container>, spec: Partial<StartablePod['spec']> = {}): StartablePod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web-0',
      namespace: 'team',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: 't',
      labels: { 'stoa.dev/app-id': '1' },
      annotations: { note: 'n' },
    },
    spec: {
      nodeName: 'here',
      containers: [{ name: 'main', image: 'i', ...container }],
      volumes: [
        { name: 'config', configMap: { name: 'c', defaultMode: 0o640 } },
        { name: 'secret', secret: { secretName: 's' } },
        {
          name: 'items',
          configMap: {
            name: 'c',
            items: [
              { key: 'b.sh', path: 'run/b', mode: 0o755 },
              { key: 'A', path: 'a' },
            ],
          },
        },
        { name: 'gone', configMap: { name: 'gone' } },
        { name: 'empty' },
      ],
      ...spec,
    },
    status: { podIP: '10.244.0.1', hostIP: '127.0.0.1' },
  };
}

function started(container: Partial<Container>) {
  const { containers } = startOf(podOf(container), TEXTS);
  return containers[0];
}

describe('the environment of a container', () => {
  const field = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } });

  it.each<[string, Partial<Container>, Record<string, string>]>([
    ['has literal values', { env: [{ name: 'A', value: 'a' }, { name: 'B' }] }, { A: 'a', B: '' }],
    [
      'has keys of Secrets and ConfigMaps',
      {
        env: [
          { name: 'S', valueFrom: { secretKeyRef: { name: 's', key: 'PASSWORD' } } },
          { name: 'C', valueFrom: { configMapKeyRef: { name: 'c', key: 'A' } } },
          { name: 'X', valueFrom: { secretKeyRef: { name: 's', key: 'none' } } },
        ],
      },
      { S: 'pw', C: 'config', X: '' },
    ],
    [
      'has whole Secrets below its own envs, the last of a name',
      {
        envFrom: [{ configMapRef: { name: 'c' } }, { secretRef: { name: 's' }, prefix: 'P_' }],
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      },
      { A: '2', 'app.yml': 'a: 1\r\n', 'b.sh': 'b', P_PASSWORD: 'pw', P_A: 'secret' },
    ],
    [
      'refers to the envs before it',
      {
        envFrom: [{ secretRef: { name: 's' } }],
        env: [
          { name: 'B', value: '$(C) $(PASSWORD)' },
          { name: 'C', value: 'c' },
          { name: 'D', value: '$(C)' },
        ],
      },
      { PASSWORD: 'pw', A: 'secret', B: '$(C) pw', C: 'c', D: 'c' },
    ],
    [
      'has fields of its pod',
      {
        env: [
          field('N', 'metadata.name'),
          field('NS', 'metadata.namespace'),
          field('L', "metadata.labels['stoa.dev/app-id']"),
          field('NOTE', "metadata.annotations['note']"),
          field('IP', 'status.podIP'),
          field('HOST', 'status.hostIP'),
          field('NODE', 'spec.nodeName'),
          field('X', 'spec.none'),
        ],
      },
      {
        ...{ N: 'web-0', NS: 'team', L: '1', NOTE: 'n', IP: '10.244.0.1', HOST: '127.0.0.1', NODE: 'here' },
        X: '',
      },
    ],
  ])('%s', (_, container, env) => {
    expect(started(container)?.env).toEqual(env);
  });

  it.each([
    ['$(A)', '1'],
    ['$(B)', '$(B)'],
    ['$$(A)', '$(A)'],
    ['$$$(A)', '$1'],
    ['$A {A} $', '$A {A} $'],
    ['$(A', '$(A'],
    ['$(A)$(A)', '11'],
    ['$()', '$()'],
  ])('expands %j to %j', (text, expected) => {
    expect(expanded(text, new Map([['A', '1']]))).toBe(expected);
  });
});

it('a container has words with its envs, of whatever place in the list', () => {
  const env = [{ name: 'A', value: 'a b' }];
  expect(
    started({ command: ['sh', '$(A)'], args: ['--a=$(A)', '$(X)'], workingDir: '/srv', env }),
  ).toMatchObject({ command: ['sh', 'a b'], args: ['--a=a b', '$(X)'], workingDir: '/srv' });
});

it('init containers have a start of their own', () => {
  const init = { name: 'init', image: 'j', env: [{ name: 'A', value: '1' }] };
  expect(startOf(podOf({}, { initContainers: [init] }), TEXTS)).toMatchObject({
    initContainers: [{ name: 'init', image: 'j', env: { A: '1' } }],
    containers: [{ name: 'main', env: {} }],
  });
});

it('files are those of ConfigMaps and Secrets, at their paths and with their modes', () => {
  const volumeMounts = [
    { name: 'config', mountPath: '/etc/app.yml', subPath: 'app.yml' },
    { name: 'config', mountPath: '/etc/none', subPath: 'none' },
    { name: 'secret', mountPath: '/run/s' },
    { name: 'items', mountPath: '/opt' },
    { name: 'gone', mountPath: '/gone' },
    { name: 'empty', mountPath: '/empty' },
  ];
  expect(started({ volumeMounts })?.files).toEqual({
    '/etc/app.yml': { mode: '0640', content: 'a: 1\r\n' },
    '/run/s/PASSWORD': { mode: '0644', content: 'pw' },
    '/run/s/A': { mode: '0644', content: 'secret' },
    '/opt/run/b': { mode: '0755', content: 'b' },
    '/opt/a': { mode: '0644', content: 'config' },
  });
});

it('references are those of all containers and volumes, each once', () => {
  const container = {
    envFrom: [{ secretRef: { name: 's' } }, { configMapRef: { name: 'g' } }],
    env: [
      { name: 'A', valueFrom: { secretKeyRef: { name: 't', key: 'k' } } },
      { name: 'B', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } },
    ],
  };
  const init = { name: 'init', image: 'j', envFrom: [{ secretRef: { name: 'i' } }] };
  expect(referencesOf(podOf(container, { initContainers: [init] }))).toEqual({
    secrets: ['i', 's', 't'],
    configMaps: ['g', 'c', 'gone'],
  });
});
