import { expect, it } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import type { Permission } from '../../../src/kube/permissions.ts';
import {
  CONSTRAINED_IMPERSONATION,
  IMPERSONATION,
  missingRestPermissions,
  restPermissions,
} from '../../../src/rest/permissions.ts';
import { OPERATOR } from '../../support/access.ts';

const REST_PERMISSIONS = restPermissions(OPERATOR);

/** A client with these permissions. */
function clientWith(permissions: readonly Permission[]): KubeClient {
  const resourceRules = permissions.map(({ group, resource, verbs }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs,
  }));
  const post = async (path: string) =>
    path.endsWith('rulesreviews') ? { status: { resourceRules } } : { status: { allowed: false } };
  return { post } as unknown as KubeClient;
}

it.each([
  ['none without audiences', [], REST_PERMISSIONS, []],
  ['no impersonation without audiences', [], [], ['list namespaces', 'watch namespaces']],
  ['none with constrained impersonation', ['stoa'], [...REST_PERMISSIONS, ...CONSTRAINED_IMPERSONATION], []],
  ['none with impersonation', ['stoa'], [...REST_PERMISSIONS, ...IMPERSONATION], []],
  [
    'the constrained ones with parts of both',
    ['stoa'],
    [...REST_PERMISSIONS, ...CONSTRAINED_IMPERSONATION.slice(2), ...IMPERSONATION.slice(1)],
    ['create tokenreviews.authentication.k8s.io', 'impersonate:user-info users.authentication.k8s.io'],
  ],
])('the service misses %s', async (_, audiences, permissions, missing) => {
  const found = await missingRestPermissions(clientWith(permissions), OPERATOR, audiences);
  expect(found.slice(0, 2)).toEqual(missing);
});

it('impersonation reaches no node, and for a constrained one each verb is named', () => {
  const verbs = CONSTRAINED_IMPERSONATION.flatMap((permission) => permission.verbs);
  expect(verbs.filter((verb) => verb.includes('node') || verb.includes('*'))).toEqual([]);
  expect(new Set(verbs.map((verb) => verb.split(':', 2).join(':')))).toEqual(
    new Set([
      'create',
      'impersonate:user-info',
      'impersonate:serviceaccount',
      'impersonate-on:user-info',
      'impersonate-on:serviceaccount',
    ]),
  );
});
