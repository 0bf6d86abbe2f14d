import { expect, it } from 'vitest';
import { apiVersionOf, clusterResource, namespacedResource, pathOf } from '../../../src/kube/resource.ts';

const deployments = namespacedResource('apps/v1', 'Deployment', 'deployments');

it('a resource is described by the apiVersion and kind of its objects', () => {
  expect(apiVersionOf(deployments)).toBe('apps/v1');
  expect(pathOf(deployments, { namespace: 'team', name: 'web' })).toBe(
    '/apis/apps/v1/namespaces/team/deployments/web',
  );
});

it('a resource of the core group has no group', () => {
  const nodes = clusterResource('v1', 'Node', 'nodes');
  expect(apiVersionOf(nodes)).toBe('v1');
  expect(pathOf(nodes, { namespace: 'ignored', name: 'one' })).toBe('/api/v1/nodes/one');
});

it.each(['.', '..'])('no path goes up by the name %s', (name) => {
  expect(() => pathOf(deployments, { namespace: 'team', name })).toThrow(`no object has the name ${name}`);
  expect(() => pathOf(deployments, { namespace: name, name: 'web' })).toThrow(name);
});
