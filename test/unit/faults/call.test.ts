import { describe, expect, it } from 'vitest';
import { classOf, isWrite, narrowed, parseCall } from '../../faults/call.ts';

const ROUTES = '/apis/gateway.networking.k8s.io/v1';

describe('parseCall', () => {
  it.each([
    ['GET', '/api/v1/services?limit=500', { verb: 'list', resource: 'services' }],
    ['GET', '/api/v1/namespaces?watch=1', { verb: 'watch', resource: 'namespaces' }],
    ['GET', '/api/v1/namespaces/a', { verb: 'get', resource: 'namespaces', name: 'a' }],
    [
      'DELETE',
      `${ROUTES}/namespaces/a/httproutes/r`,
      { verb: 'delete', resource: 'httproutes', namespace: 'a', name: 'r' },
    ],
    [
      'PATCH',
      '/apis/stoa.dev/v1alpha1/namespaces/a/gatewayrules/r/status?force=true',
      { verb: 'patch', resource: 'gatewayrules', subresource: 'status', namespace: 'a', name: 'r' },
    ],
    [
      'PATCH',
      '/apis/apps/v1/namespaces/a/deployments/d?dryRun=All',
      { verb: 'rehearse', resource: 'deployments', namespace: 'a', name: 'd' },
    ],
    ['GET', '/version', { verb: 'list', resource: '' }],
  ])('%s %s', (method, url, call) => {
    expect(parseCall(method, url)).toEqual(call);
  });
});

it('numbers calls by verb, resource and subresource', () => {
  const url = '/apis/stoa.dev/v1alpha1/namespaces/a/gatewayrules/r/status';
  expect(classOf(parseCall('PATCH', url))).toBe('patch.gatewayrules.status');
  expect(classOf(parseCall('GET', '/api/v1/services'))).toBe('list.services');
});

it.each([
  ['PATCH', `${ROUTES}/namespaces/a/httproutes/r`, true],
  ['PATCH', `${ROUTES}/namespaces/a/httproutes/r?dryRun=All`, false],
  ['GET', `${ROUTES}/httproutes`, false],
  ['PUT', '/apis/coordination.k8s.io/v1/namespaces/a/leases/l', false],
  ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', false],
])('%s %s is a write: %s', (method, url, write) => {
  expect(isWrite(parseCall(method, url))).toBe(write);
});

describe('narrowed', () => {
  it.each([
    ['/api/v1/services?watch=1', '/api/v1/namespaces/mine/services?watch=1'],
    [`${ROUTES}/httproutes?limit=500`, `${ROUTES}/namespaces/mine/httproutes?limit=500`],
    ['/api/v1/namespaces?limit=500', '/api/v1/namespaces?limit=500&fieldSelector=metadata.name%3Dmine'],
    ['/apis', '/apis'],
    ['/apis/storage.k8s.io/v1/storageclasses?limit=500', '/apis/storage.k8s.io/v1/storageclasses?limit=500'],
    [`${ROUTES}/namespaces/stoa-system/gateways`, `${ROUTES}/namespaces/stoa-system/gateways`],
    [
      '/apis/coordination.k8s.io/v1/namespaces/stoa-system/leases/stoa',
      '/apis/coordination.k8s.io/v1/namespaces/mine/leases/stoa',
    ],
  ])('%s', (url, forwarded) => {
    expect(narrowed('GET', url, 'mine')).toBe(forwarded);
  });

  it('does not change writes', () => {
    const url = `${ROUTES}/namespaces/a/httproutes/r?force=true`;
    expect(narrowed('PATCH', url, 'mine')).toBe(url);
  });
});
