import { describe, expect, it } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import { missingPermissions } from '../../../src/kube/permissions.ts';

/** An API server that lists rules, and answers no to every single question; `asked` are those. */
function serverOf(resourceRules: readonly object[]) {
  const asked: string[] = [];
  const post = async (path: string, body: { spec: { resourceAttributes?: { verb: string } } }) => {
    if (path.endsWith('/selfsubjectrulesreviews')) {
      return { status: { resourceRules } };
    }
    asked.push(body.spec.resourceAttributes?.verb ?? '');
    return { status: { allowed: false } };
  };
  return { client: { post } as unknown as KubeClient, asked };
}

const rule = (resources: readonly string[], more = {}) => ({
  verbs: ['list'],
  apiGroups: ['apps'],
  resources,
  ...more,
});

describe('what is allowed everywhere', () => {
  it.each([
    ['the resource', [rule(['deployments'])], 'deployments'],
    ['one of several', [rule(['jobs']), rule(['daemonsets', 'deployments'])], 'deployments'],
    ['every resource', [rule(['*'])], 'deployments'],
    ['every verb', [rule(['deployments'], { verbs: ['*'] })], 'deployments'],
    ['every group', [rule(['deployments'], { apiGroups: ['*'] })], 'deployments'],
    ['the subresource', [rule(['deployments/status'])], 'deployments/status'],
    ['the subresource of everything', [rule(['*/status'])], 'deployments/status'],
  ])('is not asked about: %s', async (_, rules, resource) => {
    const { client, asked } = serverOf(rules);
    expect(await missingPermissions(client, [{ group: 'apps', resource, verbs: ['list'] }])).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['another resource', [rule(['jobs'])], 'deployments'],
    ['another verb', [rule(['deployments'], { verbs: ['get'] })], 'deployments'],
    ['another group', [rule(['deployments'], { apiGroups: ['', 'batch'] })], 'deployments'],
    ['the resource without its subresource', [rule(['deployments'])], 'deployments/status'],
    ['only some by name', [rule(['deployments'], { resourceNames: ['web'] })], 'deployments'],
    ['no resource at all', [{ verbs: ['list'] }], 'deployments'],
  ])('is not taken for granted by a rule for %s', async (_, rules, resource) => {
    const { client, asked } = serverOf(rules);
    const missing = await missingPermissions(client, [{ group: 'apps', resource, verbs: ['list'] }]);
    expect(missing).toEqual([`list ${resource}.apps`]);
    expect(asked).toEqual(['list']);
  });

  it.each([
    ['that name', { resourceNames: ['shop', 'web'] }, []],
    ['every name', {}, []],
    ['another name', { resourceNames: ['shop'] }, ['list deployments.apps named web']],
  ])('of one object only is granted by a rule for %s', async (_, names, expected) => {
    const { client } = serverOf([rule(['deployments'], names)]);
    const needed = { group: 'apps', resource: 'deployments', verbs: ['list'], name: 'web' };
    expect(await missingPermissions(client, [needed])).toEqual(expected);
  });
});
