import { beforeEach, expect, it } from 'vitest';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../../src/kube/request.ts';
import { senderTo } from '../../../../support/restapi.ts';
import { workloadOf } from '../../../../support/workloads.ts';

const OPERATIONS = '/openapi/v1/teams/shop/regions/local/apps/1/operations';

const META = { namespace: 'team', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

function labelsOf(id: string, install?: string): Record<string, string> {
  const own = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id };
  return install === undefined ? own : { ...own, 'stoa.dev/install-uid': install };
}

/** `web` runs with two pods, `db` is stopped, and `gone` is deleted while the request goes on; `cart` is of an install. */
const LISTS: Readonly<Record<string, readonly object[]>> = {
  namespaces: [{ metadata: { ...META, name: 'team', labels: { 'stoa.dev/team': 'shop' } } }],
  applications: [{ metadata: { ...META, name: 'store', uid: 'a' }, spec: { id: 1 } }],
  deployments: [
    workloadOf('Deployment', { replicas: 2 }, {}, { labels: labelsOf('web') }),
    workloadOf('Deployment', { replicas: 1 }, {}, { name: 'cart', labels: labelsOf('cart', 'i-1') }),
    workloadOf('Deployment', { replicas: 1 }, {}, { name: 'gone', labels: labelsOf('gone') }),
  ],
  statefulsets: [
    workloadOf(
      'StatefulSet',
      { replicas: 0 },
      {},
      { name: 'db', labels: labelsOf('db'), annotations: { 'stoa.dev/stopped-replicas': '3' } },
    ),
  ],
  daemonsets: [
    workloadOf(
      'DaemonSet',
      {},
      { desiredNumberScheduled: 1 },
      {
        name: 'agent',
        labels: labelsOf('agent'),
      },
    ),
  ],
  marketinstalls: [
    {
      metadata: { ...META, name: 'shop', uid: 'i-1' },
      spec: { appId: 1, market: {}, appModelId: 'shop', appModelVersion: '1.0', deploy: true },
    },
  ],
};

/** Lists of installs that the API server was asked for. */
let lists = 0;

/** Writes that reached the API server. */
let written: { readonly what: string; readonly spec: unknown }[] = [];

beforeEach(() => {
  written = [];
  lists = 0;
});

const send = senderTo(async ({ method, path, body }: KubeRequest): Promise<unknown> => {
  if (path.endsWith('/selfsubjectreviews')) {
    return { status: { userInfo: { username: 'ada' } } };
  }
  if (method === 'GET') {
    lists += path.endsWith('/marketinstalls') ? 1 : 0;
    return { metadata: {}, items: LISTS[path.slice(path.lastIndexOf('/') + 1)] ?? [] };
  }
  if (path.endsWith('/gone')) {
    throw new KubeError({ type: 'conflict' }, 'x');
  }
  const { spec } = body as { readonly spec: unknown };
  written.push({ what: `${method} ${path.slice(path.indexOf('/team/') + 6)}`, spec });
  return body;
});

const cart = (deploy: boolean) => ({
  what: 'PUT marketinstalls/shop',
  spec: { appId: 1, market: {}, appModelId: 'shop', appModelVersion: '1.0', deploy },
});

it.each([
  [{ action: 'stop', service_ids: ['web'] }, [{ what: 'PATCH deployments/web', spec: { replicas: 0 } }]],
  [
    { action: ' stop ', service_ids: ['web', 'db'], note: 'x' },
    [{ what: 'PATCH deployments/web', spec: { replicas: 0 } }],
  ],
  [{ action: 'start', service_ids: ['db'] }, [{ what: 'PATCH statefulsets/db', spec: { replicas: 3 } }]],
  [{ action: 'deploy', service_ids: ['db'] }, [{ what: 'PATCH statefulsets/db', spec: { replicas: 3 } }]],
  [{ action: 'start', service_ids: ['web'] }, []],
  [{ action: 'stop', service_ids: ['cart'] }, [cart(false)]],
  [{ action: 'start', service_ids: ['cart'] }, []],
  [{ action: 'upgrade' }, []],
  [{ action: 'upgrade', service_ids: null }, []],
])('%j is done', async (body, expected) => {
  const answer = await send('POST', OPERATIONS, body);
  expect([answer.status, answer.body]).toEqual([200, { msg: '操作成功' }]);
  expect(written).toEqual(expected);
  expect(lists).toBe(body.action === 'upgrade' ? 0 : 1);
});

it.each([
  [{ action: 'stop', service_ids: ['web', 'none'] }, 404, 'service-not-found'],
  [{ action: 'upgrade', service_ids: ['none'] }, 404, 'service-not-found'],
  [{ action: 'stop', service_ids: ['gone'] }, 404, 'service-not-found'],
  [{ action: 'stop', service_ids: ['web', 'agent'] }, 409, 'operation-impossible'],
  [{ action: 'stop' }, 409, 'operation-impossible'],
  [{ action: 'restart' }, 400, 'invalid'],
  [{ action: 'stop', service_ids: [] }, 400, 'invalid'],
  [{ action: 'stop', service_ids: 'web' }, 400, 'invalid'],
  [{ action: null }, 400, 'invalid'],
  [{}, 400, 'invalid'],
])('%j changes nothing: %d %s', async (body, status, type) => {
  const answer = await send('POST', OPERATIONS, body);
  expect([answer.status, answer.body.type]).toEqual([status, `https://stoa.dev/problems/${type}`]);
  expect(written).toEqual([]);
});
