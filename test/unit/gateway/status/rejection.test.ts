import { expect, it } from 'vitest';
import { rejectionText } from '../../../../src/gateway/status/rejection.ts';
import { failureOf, KubeError } from '../../../../src/kube/error.ts';

function refused(message: string): KubeError {
  return new KubeError(failureOf(500, { message }, { write: true }), message);
}

it.each<[string, string]>([
  [
    'failed to create typed patch object (a/b; gateway.networking.k8s.io/v1, Kind=HTTPRoute): .spec.rules[0].filters[0].cors: field not declared in schema',
    'spec.http.policy.cors needs the Gateway API 1.5, or the experimental channel since 1.3: that of this cluster has no spec.rules[0].filters[0].cors',
  ],
  [
    'errors:\n  .spec.rules[0].retry: field not declared in schema\n  .spec.rules[0].filters[0].requestMirror.percent: field not declared in schema',
    'spec.http.policy.retry needs the Gateway API 1.7, or the experimental channel since 1.2: that of this cluster has no spec.rules[0].retry; spec.http.policy.mirror.percent needs the Gateway API 1.3, or the experimental channel of 1.2: that of this cluster has no spec.rules[0].filters[0].requestMirror.percent',
  ],
  [
    '.spec.other: field not declared in schema',
    'the CRDs of this cluster have no spec.other, which a newer release of them has',
  ],
  ['the name is taken', 'the name is taken'],
])('%s', (message, text) => {
  expect(rejectionText(refused(message))).toBe(text);
});
