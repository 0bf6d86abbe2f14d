import { describe, expect, it } from 'vitest';
import { type KindRight, rightsMissing } from '../../../../src/install/account/permitted.ts';
import type { Permission } from '../../../../src/kube/permissions.ts';

const right = (verb: string, resource: string, group = ''): KindRight => ({ verb, resource, group });

function messageOf(missing: readonly KindRight[], needed?: readonly Permission[]): string | undefined {
  return rightsMissing('Applied', 'team', missing, needed).verdict.message;
}

const GRANT = '--serviceaccount=team:stoa-install';

describe('missing rights', () => {
  it('are told, and looked at again soon', () => {
    expect(rightsMissing('TemplateResolved', 'team', [right('get', 'secrets')])).toMatchObject({
      verdict: { type: 'TemplateResolved', status: 'False', reason: 'RightMissing' },
      outcome: { type: 'waiting', reason: 'RightMissing', atMostMs: 10_000 },
    });
  });

  it.each<[string, readonly KindRight[], string, string]>([
    [
      'one right',
      [right('create', 'deployments', 'apps')],
      'create deployments.apps',
      `kubectl create role stoa-install-deployments --namespace=team --verb=create --resource=deployments.apps && kubectl create rolebinding stoa-install-deployments --namespace=team --role=stoa-install-deployments ${GRANT}`,
    ],
    [
      'kinds with the same verbs together',
      [right('patch', 'services'), right('delete', 'services'), right('patch', 'jobs', 'batch')].concat(
        right('delete', 'jobs', 'batch'),
        right('get', 'secrets'),
      ),
      'patch, delete services, jobs.batch; get secrets',
      `kubectl create role stoa-install-services --namespace=team --verb=patch,delete,get --resource=services,jobs.batch,secrets && kubectl create rolebinding stoa-install-services --namespace=team --role=stoa-install-services ${GRANT}`,
    ],
  ])('are named with the commands that grant them: %s', (_, missing, words, grant) => {
    expect(messageOf(missing)).toBe(
      `the ServiceAccount stoa-install of the namespace may not ${words}; to grant it: ${grant}`,
    );
  });

  it('lead to the role edit where the account has none of the rights', () => {
    const missing = [right('get', 'secrets'), right('create', 'secrets')];
    const edit = `kubectl create rolebinding stoa-install --namespace=team --clusterrole=edit ${GRANT}`;
    const needed = [{ group: '', resource: 'secrets', verbs: ['get', 'create'] }];
    expect(messageOf(missing, needed)).toContain(`; to grant it: ${edit}`);
    const more = [...needed, { group: '', resource: 'services', verbs: ['create'] }];
    expect(messageOf(missing, more)).toContain('kubectl create role stoa-install-secrets ');
  });
});
