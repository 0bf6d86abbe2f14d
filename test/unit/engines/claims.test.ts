import { expect, it } from 'vitest';
import { type Claims, featureClaims } from '../../../src/engines/claims.ts';
import type { GatewayClass } from '../../../src/objects/gatewayapi.ts';

type Features = NonNullable<GatewayClass['status']>['supportedFeatures'];

function engine(status: GatewayClass['status']): GatewayClass {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata: { name: 'wide', uid: 'uid', resourceVersion: '1', creationTimestamp: 't' },
    spec: { controllerName: 'example.com/engine' },
    ...(status === undefined ? {} : { status }),
  };
}

const NO_LIST: Claims = { type: 'not-told', why: 'GatewayClass wide lists no supportedFeatures' };

it.each<[string, GatewayClass | undefined, Claims]>([
  ['without a status', engine(undefined), NO_LIST],
  ['without a list, as Envoy Gateway 1.9.1 reports', engine({}), NO_LIST],
  ['with an empty list', engine({ supportedFeatures: [] }), NO_LIST],
  ['that cannot be read', undefined, { type: 'not-told', why: 'the operator cannot read GatewayClass wide' }],
])('a GatewayClass %s tells nothing', (_, object, expected) => {
  expect(featureClaims('wide', object)).toEqual(expected);
});

it.each<[string, Features]>([
  ['objects', [{ name: 'HTTPRoute' }, { name: 'HTTPRouteCORS' }]],
  ['plain names, as before release 1.2', ['HTTPRoute', 'HTTPRouteCORS']],
  ['both', ['HTTPRoute', { name: 'HTTPRouteCORS' }]],
])('a list of %s is read', (_, supportedFeatures = []) => {
  const names = new Set(['HTTPRoute', 'HTTPRouteCORS']);
  expect(featureClaims('wide', engine({ supportedFeatures }))).toEqual({
    type: 'listed',
    engine: 'GatewayClass wide',
    names,
  });
});

it('a list has no more names than the Gateway API allows', () => {
  const claims = featureClaims(
    'wide',
    engine({ supportedFeatures: Array.from({ length: 99 }, (_, i) => `F${i}`) }),
  );
  expect(claims.type === 'listed' && claims.names.size).toBe(64);
});
