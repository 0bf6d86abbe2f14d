import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bearerClient } from '../../../../src/kube/bearer.ts';
import { KubeClient } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { NAMESPACES, SERVICES } from '../../../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../../../src/objects/stoa.ts';
import { WORKLOADS } from '../../../../src/objects/workload.ts';
import { asService, withKey } from '../../../../src/plugin/console/access.ts';
import { namespacesOf, teamNamespaces } from '../../../../src/rest/team.ts';

const LIST = { metadata: { resourceVersion: '1' }, items: [] };

/** A user whose calls `answer` answers, and the calls that arrived. */
function user(answer: (path: string) => unknown = () => LIST) {
  const calls: KubeRequest[] = [];
  const call = async (request: KubeRequest) => {
    calls.push(request);
    return answer(request.path);
  };
  const open = async (request: KubeRequest) => {
    calls.push(request);
    return Readable.from([]);
  };
  return { calls, call, open };
}

/** A user with rights in the namespace `shop` alone. */
function memberOfShop(labels: Readonly<Record<string, string>> = {}) {
  return user((path) => {
    if (path === '/api/v1/namespaces/shop') {
      return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', uid: 'u', labels } };
    }
    if (path.includes('/namespaces/shop/')) {
      return LIST;
    }
    throw new KubeError({ type: 'forbidden' }, `${path} is forbidden`);
  });
}

describe('who has the key', () => {
  it('acts as the user, whose API server does not see the key', async () => {
    const own = user();
    const client = bearerClient(withKey(own, 'the-key'), 'the-key');
    await client.list(SERVICES, { namespace: 'shop' });
    await client.watch(SERVICES, '1').next();
    expect(own.calls).toHaveLength(2);
    expect(JSON.stringify(own.calls)).not.toMatch(/the-key|authorization/i);
  });

  it.each(['another', 'the-ke', 'the-key2', 'The-key'])('does not have "%s" in its place', async (token) => {
    const own = user();
    const client = bearerClient(withKey(own, 'the-key'), token);
    const unauthorized = { failure: { type: 'unauthorized' } };
    await expect(client.list(SERVICES)).rejects.toMatchObject(unauthorized);
    await expect(client.watch(SERVICES, '1').next()).rejects.toMatchObject(unauthorized);
    await expect(new KubeClient(withKey(own, 'the-key')).list(SERVICES)).rejects.toMatchObject(unauthorized);
    expect(own.calls).toEqual([]);
  });
});

describe('the service', () => {
  it('reads the cluster where the user may', async () => {
    const own = user();
    await new KubeClient(asService(own, 'shop')).list(GATEWAY_RULES);
    expect(own.calls.map(({ path }) => path)).toEqual(['/apis/stoa.dev/v1alpha1/gatewayrules']);
  });

  it('reads the namespace of the user where that is all', async () => {
    const own = memberOfShop();
    await new KubeClient(asService(own, 'shop')).list(GATEWAY_RULES);
    expect(own.calls.at(-1)?.path).toBe('/apis/stoa.dev/v1alpha1/namespaces/shop/gatewayrules');
  });

  it('reads nothing else than it does elsewhere', async () => {
    const own = memberOfShop();
    const client = new KubeClient(asService(own, 'shop'));
    const forbidden = { failure: { type: 'forbidden' } };
    for (const resource of WORKLOADS) {
      await expect(client.list(resource)).rejects.toMatchObject(forbidden);
    }
    const draft = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } };
    await expect(client.create(NAMESPACES, draft, 'test')).rejects.toMatchObject(forbidden);
  });

  it.each([
    [{ 'stoa.dev/team': 'night' }, 'labelled', 'night'],
    [{}, 'namespaces', 'shop'],
    [{ 'stoa.dev/team': 'night' }, 'namespaces', 'night'],
  ] as const)(
    'finds the team of the namespace of the user: labels %j, mode %s',
    async (labels, mode, team) => {
      const client = new KubeClient(asService(memberOfShop(labels), 'shop'));
      const policy = { mode, excluded: [] };
      const shop = [{ metadata: { name: 'shop' } }];
      expect(await teamNamespaces(client, policy)).toMatchObject(shop);
      expect(await namespacesOf(client, team, policy)).toMatchObject(shop);
      expect(await namespacesOf(client, 'other', policy)).toEqual([]);
    },
  );

  it('finds no team in a namespace without the label, where that makes teams', async () => {
    const client = new KubeClient(asService(memberOfShop(), 'shop'));
    expect(await teamNamespaces(client, { mode: 'labelled', excluded: [] })).toEqual([]);
  });
});
