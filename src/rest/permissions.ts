import type { Permission } from '../kube/permissions.ts';

const FOLLOW = ['list', 'watch'];

/** What Kubernetes itself tells of a user beside the name, as `authentication.kubernetes.io/…`. */
const EXTRAS = ['credential-id', 'node-name', 'node-uid', 'pod-name', 'pod-uid'];

/** What the REST API must be allowed to do as itself; deploy/chart grants it, and nothing else. */
export const REST_PERMISSIONS: readonly Permission[] = [
  { group: 'authentication.k8s.io', resource: 'tokenreviews', verbs: ['create'] },
  ...['namespaces', 'services'].map((resource) => ({ group: '', resource, verbs: FOLLOW })),
  ...['applications', 'gatewayrules'].map((resource) => ({ group: 'stoa.dev', resource, verbs: FOLLOW })),
  ...['users', 'groups', 'serviceaccounts'].map((resource) => ({
    group: '',
    resource,
    verbs: ['impersonate'],
  })),
  ...['uids', ...EXTRAS.map((name) => `userextras/authentication.kubernetes.io/${name}`)].map((resource) => ({
    group: 'authentication.k8s.io',
    resource,
    verbs: ['impersonate'],
  })),
];
