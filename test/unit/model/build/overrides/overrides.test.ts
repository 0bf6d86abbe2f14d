import { describe, expect, it } from 'vitest';
import type { Override } from '../../../../../src/api/overrides.ts';
import { expand } from '../../../../../src/model/build/expand.ts';
import { overrideModel } from '../../../../../src/model/build/overrides/overrides.ts';
import { atOnce } from '../../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../../support/install.ts';
import { podTemplateOf, specOf } from '../../../../support/parts.ts';
import { app, modelOf, type Wire } from '../../../../support/template.ts';

const env = (attr_name: string, attr_value: string) => ({ attr_name, attr_value });

const volume = (volume_name: string, fields: Wire = {}) => ({
  volume_name,
  volume_path: `/${volume_name}`,
  volume_type: 'local',
  volume_capacity: 10,
  ...fields,
});

const MODEL = modelOf([
  app('db', {
    extend_method: 'state_multiple',
    service_connect_info_map_list: [env('DB_USER', 'root')],
    service_env_map_list: [env('LEVEL', 'info'), env('URL', '$' + '{DB_USER}@db')],
    service_volume_map_list: [
      volume('data'),
      volume('memory', { volume_type: 'memoryfs' }),
      { volume_name: 'conf', volume_path: '/c', volume_type: 'config-file', file_content: 'x' },
    ],
    extend_method_map: { min_node: 1, init_memory: 512, container_cpu: 250 },
  }),
  app('web', { extend_method: 'stateless_singleton', dep_service_map_list: [{ dep_service_key: 'db+db' }] }),
]);

const GRANTS = { secrets: ['smtp'] };

function expandedWith(...overrides: Override[]) {
  const { model, problems } = overrideModel(MODEL, overrides, GRANTS);
  expect(problems).toEqual([]);
  const { components } = atOnce(expand(model, keptOf(model), surroundings()));
  return (key: string) => {
    const component = components.find((each) => each.key === key);
    if (component === undefined) {
      throw new Error(`there is no component ${key}`);
    }
    const { spec } = podTemplateOf(component);
    const [container] = spec.containers;
    return { component, spec, container, env: new Map(container.env?.map((each) => [each.name, each])) };
  };
}

function problemsOf(...overrides: Override[]) {
  return overrideModel(MODEL, overrides, GRANTS).problems.map(({ path, why }) => `${path}: ${why}`);
}

describe('an override', () => {
  it('of nothing changes nothing', () => {
    expect(overrideModel(MODEL, [], {})).toEqual({ model: MODEL, problems: [] });
  });

  it('sets the number of pods, and what tells it', () => {
    const { component } = expandedWith({ component: 'db', replicas: 3 })('db');
    expect(specOf(component).replicas).toBe(3);
    const facts = Object.values(component.workload.draft.metadata.annotations ?? {}).join();
    expect(facts).toContain('"minNode":3');
    expect(specOf(expandedWith({ component: 'db', replicas: 0 })('db').component).replicas).toBe(0);
  });

  it.each([
    [{ limits: { memory: '2Gi' } }, { memory: '2Gi', cpu: '250m' }, { memory: '2Gi', cpu: '250m' }],
    [{ requests: { memory: '128Mi' } }, { memory: '128Mi', cpu: '250m' }, { memory: '512Mi', cpu: '250m' }],
    [
      { requests: { cpu: '0.1' }, limits: { cpu: '1000m' } },
      { memory: '512Mi', cpu: '100m' },
      { memory: '512Mi', cpu: '1' },
    ],
    [{ limits: { cpu: '0' } }, { memory: '512Mi' }, { memory: '512Mi' }],
    [{ limits: { cpu: '0', memory: '0' } }, undefined, undefined],
  ])('sets resources %j', (resources, requests, limits) => {
    const { container } = expandedWith({ component: 'db', resources })('db');
    expect(container.resources).toEqual(requests && { requests, limits });
  });

  it('tells the size of a component by its limits', () => {
    const { component } = expandedWith({ component: 'db', resources: { limits: { memory: '1G' } } })('db');
    expect(Object.values(component.workload.draft.metadata.annotations ?? {}).join()).toContain(
      '"minMemory":954',
    );
  });

  it('sets envs, and those that others get of the component', () => {
    const of = expandedWith({
      component: 'db',
      envs: [
        { name: 'DB_USER', value: 'me' },
        { name: 'LEVEL', value: 'debug' },
        { name: 'NEW', value: '$' + '{LEVEL}!' },
      ],
    });
    expect(of('db').env.get('LEVEL')).toEqual({ name: 'LEVEL', value: 'debug' });
    expect(of('db').env.get('NEW')).toEqual({ name: 'NEW', value: 'debug!' });
    expect(of('db').env.get('URL')).toEqual({ name: 'URL', value: 'me@db' });
    expect(of('web').env.get('DB_USER')).toEqual({ name: 'DB_USER', value: 'me' });
  });

  it('takes an env from a granted Secret, for this component alone', () => {
    const secretKeyRef = { name: 'smtp', key: 'password' };
    const of = expandedWith({ component: 'db', envs: [{ name: 'DB_USER', secretKeyRef }] });
    expect(of('db').env.get('DB_USER')).toEqual({ name: 'DB_USER', valueFrom: { secretKeyRef } });
    expect(of('web').env.get('DB_USER')).toEqual({ name: 'DB_USER', value: 'root' });
  });

  it('sets image, tag and nodes', () => {
    const tagged = expandedWith({ component: 'web', imageTag: '9' })('web');
    expect(tagged.container.image).toBe('registry.example.com/web:9');
    const other = expandedWith({ component: 'web', image: 'mine/web', nodeSelector: { disk: 'ssd' } })('web');
    expect(other.container.image).toBe('mine/web');
    expect(other.spec.nodeSelector).toMatchObject({ disk: 'ssd' });
  });

  it('sets size and class of a volume', () => {
    const volumes = [{ name: 'data', size: '20Gi', storageClass: 'nobody-knows' }];
    const { component } = expandedWith({ component: 'db', volumes })('db');
    const [claim] = specOf(component).volumeClaimTemplates ?? [];
    expect(claim).toMatchObject({
      spec: { storageClassName: 'nobody-knows', resources: { requests: { storage: '20Gi' } } },
    });
    expect(component.overriddenClaims).toEqual([
      {
        path: 'spec.overrides[db].volumes[data]',
        name: claim?.metadata.name,
        size: '20Gi',
        storageClass: 'nobody-knows',
      },
    ]);
  });
});

describe('an override that does not fit', () => {
  it.each<[string, Override, string]>([
    ['component', { component: 'x' }, 'spec.overrides[x].component: the model has no component'],
    [
      'replicas',
      { component: 'web', replicas: 2 },
      'spec.overrides[web].replicas: the model lets the component',
    ],
    [
      'Secret',
      { component: 'db', envs: [{ name: 'A', secretKeyRef: { name: 'other', key: 'k' } }] },
      'spec.overrides[db].envs[A]: the install may not read the Secret other; spec.grants.secrets: [other] allows it',
    ],
    [
      'value',
      { component: 'db', envs: [{ name: 'A', value: '\0' }] },
      'spec.overrides[db].envs[A]: no env can have this value',
    ],
    [
      'volume',
      { component: 'db', volumes: [{ name: 'x' }] },
      'spec.overrides[db].volumes[x]: the component has no such volume; it has data, memory',
    ],
    [
      'file',
      { component: 'db', volumes: [{ name: 'conf' }] },
      'spec.overrides[db].volumes[conf]: it is a config file',
    ],
    [
      'memory',
      { component: 'db', volumes: [{ name: 'memory', size: '1Gi' }] },
      'spec.overrides[db].volumes[memory]: it lives in the pod',
    ],
    [
      'size',
      { component: 'db', volumes: [{ name: 'data', size: '0' }] },
      'spec.overrides[db].volumes[data]: size: must be more than 0',
    ],
  ])('is told: %s', (_, override, text) => {
    const [first = '', ...more] = problemsOf(override);
    expect(first.slice(0, text.length)).toBe(text);
    expect(more).toEqual([]);
  });

  it('is told: two for one component', () => {
    expect(problemsOf({ component: 'db' }, { component: 'db', replicas: 2 })).toEqual([
      'spec.overrides[db].component: another entry is for the same component',
    ]);
  });
});
