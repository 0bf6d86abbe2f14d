import { expect, it } from 'vitest';
import { type ForeignRoute, withMatches } from '../../../src/objects/httproute.ts';

it('keeps of a route of others which requests it is for, and whether engines take it', () => {
  const head = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { namespace: 'team', name: 'own', uid: 'own', resourceVersion: '1', creationTimestamp: 't' },
  };
  const parentRefs = [{ name: 'gateway' }];
  const matches = [{ path: { type: 'PathPrefix', value: '/cart' }, method: 'GET' }];
  const condition = (type: string) =>
    ({ type, status: 'True', reason: 'Yes', message: '', lastTransitionTime: 't' }) as const;
  const [accepted, resolved] = [condition('Accepted'), condition('ResolvedRefs')];
  const parent = { parentRef: { name: 'gateway' }, controllerName: 'example.com/engine' };
  const stored: ForeignRoute = {
    ...head,
    spec: { parentRefs, rules: [{ name: 'a', matches, backendRefs: [{ name: 'web', port: 80 }] }, {}] },
    status: { parents: [{ ...parent, conditions: [accepted, resolved] }] },
  };
  expect(withMatches(stored)).toEqual({
    ...head,
    spec: { parentRefs, hostnames: [], rules: [{ matches }, { matches: [] }] },
    status: { parents: [{ ...parent, conditions: [accepted] }] },
  });
});
