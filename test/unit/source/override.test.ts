import { expect, it } from 'vitest';
import { overriddenComponent } from '../../../src/source/override.ts';
import { app, modelOf } from '../../support/template.ts';

const named = (key: string, name: string, short: string) =>
  app(key, { service_cname: name, k8s_component_name: short });

const { components } = modelOf([
  named('k1', 'Web', 'web'),
  named('k2', 'Web', 'web-2'),
  named('k3', 'k1', 'db'),
]);

it.each([
  ['k1', 'k1'],
  ['web', 'k1'],
  ['web-2', 'k2'],
  ['db', 'k3'],
])('%s names the component %s: keys come before names', (name, key) => {
  expect(overriddenComponent('model', components, name)).toMatchObject({ key });
});

it('says which components there are', () => {
  expect(overriddenComponent('model', components, 'nobody')).toEqual({
    why: 'the model has no component of this key or name; it has k1 (Web), k2 (Web), k3 (k1)',
  });
  const many = modelOf(Array.from({ length: 12 }, (_, at) => app(`a${at}`))).components;
  expect(overriddenComponent('model', many, 'nobody')).toMatchObject({
    why: expect.stringMatching(/a9, and 2 more$/),
  });
});

it('does not choose among components of one name', () => {
  expect(overriddenComponent('model', components, 'Web')).toEqual({
    why: 'several components have this name; name one by its key: k1 (Web), k2 (Web)',
  });
});
