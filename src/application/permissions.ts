import type { Permission } from '../kube/permissions.ts';
import { WORKLOADS } from '../objects/workload.ts';

const FOLLOW = ['list', 'watch'];

/** What the application feature must be allowed to do; deploy/chart/templates/_rules.tpl grants it. */
export const APPLICATION_PERMISSIONS: readonly Permission[] = [
  { group: 'stoa.dev', resource: 'applications', verbs: ['get', ...FOLLOW] },
  { group: 'stoa.dev', resource: 'applications/status', verbs: ['patch'] },
  { group: 'stoa.dev', resource: 'marketinstalls', verbs: FOLLOW },
  ...WORKLOADS.map(({ group, plural }) => ({ group, resource: plural, verbs: FOLLOW })),
  { group: '', resource: 'pods', verbs: FOLLOW },
];
