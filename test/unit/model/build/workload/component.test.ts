import { describe, expect, it } from 'vitest';
import { asStopped } from '../../../../../src/install/rollout/rollout.ts';
import { makeComponent } from '../../../../../src/model/build/workload/component.ts';
import type { ModelComponent } from '../../../../../src/model/read/component.ts';
import type { ExtendMethod } from '../../../../../src/workload/kinds.ts';
import { environment } from '../../../../support/environment.ts';
import { expanded } from '../../../../support/models.ts';
import { contextOf, partOf, podTemplateOf, secretEnv, specOf, textEnv } from '../../../../support/parts.ts';
import { app, templateOf, type Wire } from '../../../../support/template.ts';

function made(component: Partial<ModelComponent>, more: Parameters<typeof partOf>[1] = {}) {
  const part = partOf(component, more);
  return makeComponent(part, contextOf([part]));
}

const SIZED = { replicas: 3, memory: 1024, cpu: 1000 };

describe('the kind of a workload', () => {
  it.each<[ExtendMethod, string, object]>([
    ['stateless_multiple', 'Deployment', { replicas: 3 }],
    ['stateless_singleton', 'Deployment', { replicas: 1 }],
    ['state_multiple', 'StatefulSet', { replicas: 3, serviceName: 'shop-web-pods' }],
    ['state_singleton', 'StatefulSet', { replicas: 1, serviceName: 'shop-web-pods' }],
    ['daemonset', 'DaemonSet', {}],
    ['job', 'Job', { suspend: false }],
    ['cronjob', 'CronJob', { suspend: true }],
  ])('of %s is %s', (extendMethod, kind, spec) => {
    const { workload } = made({ extendMethod, sizing: SIZED });
    expect(workload).toMatchObject({ resource: { kind }, draft: { kind, spec } });
    expect(workload.draft.metadata).toMatchObject({
      namespace: 'team',
      labels: { 'stoa.dev/component-id': 'id-web', 'stoa.dev/app-id': '1' },
      annotations: { 'stoa.dev/component-name': 'Web' },
    });
  });

  it('brings new pods before it takes old ones', () => {
    const { strategy } = specOf(made({}));
    expect(strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    });
  });

  it.each<[ExtendMethod, number | undefined]>([
    ['stateless_singleton', 10],
    ['stateless_multiple', 10],
    ['daemonset', 10],
    ['state_multiple', undefined],
    ['job', undefined],
    ['cronjob', undefined],
  ])('gives the pods of a %s %s seconds to end', (extendMethod, seconds) => {
    expect(podTemplateOf(made({ extendMethod })).spec.terminationGracePeriodSeconds).toBe(seconds);
  });

  it.each<[ExtendMethod, number, number]>([
    ['stateless_multiple', 0, 0],
    ['state_multiple', 3, 3],
    ['stateless_singleton', 0, 0],
    ['state_singleton', 3, 1],
  ])('of a %s with %i pods in the model has %i', (extendMethod, replicas, expected) => {
    const { workload } = made({ extendMethod, sizing: { ...SIZED, replicas } });
    expect(specOf({ workload }).replicas).toBe(expected);
  });

  it('says that a CronJob has no schedule', () => {
    const { notApplied } = made({ extendMethod: 'cronjob' });
    expect(notApplied).toEqual([
      { path: 'apps[0].extend_method', why: expect.stringContaining('no schedule') },
    ]);
  });

  it('makes another Job of other pods, whose template nobody can change', () => {
    const name = (version: string) =>
      made({ extendMethod: 'job', image: `example.com/web:${version}` }).workload.draft.metadata.name;
    expect(name('1')).toMatch(/^shop-web-[0-9a-f]{8}$/);
    expect(name('1')).toBe(name('1'));
    expect(name('1')).not.toBe(name('2'));
  });

  it.each<ExtendMethod>(['job', 'cronjob'])('lets the pods of a %s end', (extendMethod) => {
    expect(podTemplateOf(made({ extendMethod })).spec.restartPolicy).toBe('OnFailure');
  });
});

describe('a container', () => {
  it('has image, arguments, ports, envs and sizes in the form in which they are stored', () => {
    const { spec, metadata } = podTemplateOf(
      made(
        {
          sizing: SIZED,
          ports: [
            {
              path: 'a',
              containerPort: 80,
              protocol: 'http',
              alias: 'WEB',
              serviceName: '',
              inner: true,
              outer: true,
            },
            {
              path: 'b',
              containerPort: 53,
              protocol: 'udp',
              alias: 'DNS',
              serviceName: '',
              inner: true,
              outer: false,
            },
          ],
        },
        {
          args: ['serve', '--port', '$(PORT)'],
          envs: [textEnv('Z', '1'), textEnv('A', ''), secretEnv('KEY', 'shop-secrets', 'web.KEY')],
          envSecrets: ['shop-group'],
          pullSecrets: ['shop-pull'],
          podAnnotations: { 'stoa.dev/secrets': 'd1' },
        },
      ),
    );
    expect(metadata).toMatchObject({
      labels: { 'stoa.dev/component-id': 'id-web' },
      annotations: { 'stoa.dev/secrets': 'd1' },
    });
    expect(spec).toEqual({
      enableServiceLinks: false,
      terminationGracePeriodSeconds: 10,
      imagePullSecrets: [{ name: 'shop-pull' }],
      nodeSelector: { 'kubernetes.io/arch': 'amd64' },
      automountServiceAccountToken: false,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'main',
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['MKNOD', 'NET_RAW'] },
          },
          image: 'example.com/web:1.0',
          args: ['serve', '--port', '$(PORT)'],
          ports: [
            { name: 'tcp-80', containerPort: 80, protocol: 'TCP' },
            { name: 'udp-53', containerPort: 53, protocol: 'UDP' },
          ],
          env: [
            { name: 'Z', value: '1' },
            { name: 'A' },
            { name: 'KEY', valueFrom: { secretKeyRef: { name: 'shop-secrets', key: 'web.KEY' } } },
          ],
          envFrom: [{ secretRef: { name: 'shop-group' } }],
          resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } },
        },
      ],
    });
  });

  it.each([
    [{ replicas: 1, memory: 0, cpu: 0 }, undefined],
    [
      { replicas: 1, memory: 0, cpu: 50 },
      { requests: { cpu: '50m' }, limits: { cpu: '50m' } },
    ],
    [
      { replicas: 1, memory: 64, cpu: 0 },
      { requests: { memory: '64Mi' }, limits: { memory: '64Mi' } },
    ],
  ])('is unlimited where its size is 0: %j', (sizing, resources) => {
    expect(podTemplateOf(made({ sizing })).spec.containers[0].resources).toEqual(resources);
  });

  it.each<[Wire, Wire, object | undefined]>([
    [{ extend_method_map: { init_memory: 0, container_cpu: 0 } }, { CUSTOM_MEMORY_SIZE: '0' }, undefined],
    [
      { memory: 512 },
      { MEMORY_SIZE: 'medium' },
      { requests: { cpu: '250m', memory: '512Mi' }, limits: { cpu: '250m', memory: '512Mi' } },
    ],
    [
      {},
      { MEMORY_SIZE: 'medium' },
      { requests: { cpu: '250m', memory: '512Mi' }, limits: { cpu: '250m', memory: '512Mi' } },
    ],
  ])('of a model with %j has the env %j and its size', (fields, envs, resources) => {
    const { expansion } = expanded(templateOf([app('a', fields)]));
    const [component] = expansion.components;
    expect(component && podTemplateOf(component).spec.containers[0].resources).toEqual(resources);
    expect(environment(expansion, 'a')).toMatchObject(envs);
  });

  it('is probed as the model says', () => {
    const times = { initialDelay: 4, period: 3, timeout: 5, failureThreshold: 3, successThreshold: 1 };
    const [container] = podTemplateOf(
      made({
        probes: [
          {
            path: 'p',
            mode: 'readiness',
            check: { type: 'http', port: 80, path: '/up', headers: [{ name: 'X-A', value: '' }] },
            ...times,
          },
          {
            path: 'q',
            mode: 'liveness',
            check: { type: 'cmd', command: 'pg_isready -q' },
            ...times,
            initialDelay: 0,
          },
        ],
      }),
    ).spec.containers;
    expect(container.readinessProbe).toEqual({
      httpGet: { path: '/up', port: 80, httpHeaders: [{ name: 'X-A', value: '' }] },
      initialDelaySeconds: 4,
      periodSeconds: 3,
      timeoutSeconds: 5,
      failureThreshold: 3,
      successThreshold: 1,
    });
    expect(container.livenessProbe).toEqual({
      exec: { command: ['pg_isready', '-q'] },
      periodSeconds: 3,
      timeoutSeconds: 5,
      failureThreshold: 3,
      successThreshold: 1,
    });
  });
});

it.each([
  ['pg_isready -q', ['pg_isready', '-q']],
  [' pg_isready  -q\n', ['pg_isready', '-q']],
  ['sh -c cd\nexec\tcheck', ['sh', '-c', 'cd\nexec\tcheck']],
  ['sh -c "a b"', ['sh', '-c', '"a', 'b"']],
  [`check \${OWN}`, ['check', `\${OWN}`]],
])('a container is probed by %j with the words %j', (command, words) => {
  const times = { initialDelay: 4, period: 3, timeout: 5, failureThreshold: 3, successThreshold: 1 };
  const probe = { path: 'p', mode: 'readiness', check: { type: 'cmd', command }, ...times } as const;
  const [container] = podTemplateOf(made({ probes: [probe] }, { envs: [textEnv('OWN', '1')] })).spec
    .containers;
  expect(container.readinessProbe).toMatchObject({ exec: { command: words } });
});

describe('a stopped workload', () => {
  it.each<[ExtendMethod, object]>([
    ['stateless_multiple', { replicas: 0 }],
    ['state_singleton', { replicas: 0 }],
    ['job', { suspend: true }],
    ['cronjob', { suspend: true }],
    ['daemonset', { template: { spec: { nodeSelector: { 'stoa.dev/stopped': 'true' } } } }],
  ])('of %s has no pods', (extendMethod, spec) => {
    const { workload } = made({ extendMethod, sizing: SIZED });
    const stopped = asStopped(workload);
    expect(stopped.draft).toMatchObject({ metadata: workload.draft.metadata, spec });
    expect(podTemplateOf({ workload: stopped }).spec.containers).toEqual(
      podTemplateOf({ workload }).spec.containers,
    );
  });

  it('leaves what is no workload alone', () => {
    const part = partOf({
      volumes: [{ path: 'v', name: 'data', mountPath: '/d', type: 'share-file', capacity: 0 }],
    });
    const [claim] = makeComponent(part, contextOf([part])).objects;
    expect(claim && asStopped(claim)).toBe(claim);
  });
});
