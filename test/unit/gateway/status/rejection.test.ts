import { expect, it } from 'vitest';
import { rejectionText } from '../../../../src/gateway/status/rejection.ts';
import { failureOf, KubeError } from '../../../../src/kube/error.ts';

function refused(message: string): KubeError {
  return new KubeError(failureOf(500, { message }, { write: true }), message);
}

it.each<[string, string]>([
  [
    'failed to create typed patch object (a/b; gateway.networking.k8s.io/v1, Kind=HTTPRoute): .spec.rules[0].name: field not declared in schema',
    'the CRDs of this cluster have no spec.rules[0].name, which a newer release of them has',
  ],
  [
    'errors:\n  .spec.one: field not declared in schema\n  .spec.two: field not declared in schema',
    'the CRDs of this cluster have no spec.one, which a newer release of them has; the CRDs of this cluster have no spec.two, which a newer release of them has',
  ],
  [
    '.spec.other: field not declared in schema',
    'the CRDs of this cluster have no spec.other, which a newer release of them has',
  ],
  ['the name is taken', 'the name is taken'],
])('%s', (message, text) => {
  expect(rejectionText(refused(message))).toBe(text);
});
