import { expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import type { Application } from '../../../../src/objects/stoa.ts';
import type { Connection } from '../../../../src/plugin/connect.ts';
import { windowAt } from '../../../../src/plugin/status/figures.ts';
import { restPlaceOf } from '../../../../src/plugin/status/restclient.ts';
import { fetchFigures } from '../../../../src/plugin/status/restfigures.ts';

const metadata = { name: 'shop', namespace: 'team', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
const APPLICATION: Application = {
  apiVersion: 'stoa.dev/v1alpha1',
  kind: 'Application',
  metadata,
  spec: { id: 7 },
};

/** The labels of the namespace, its team in the path that is called, and the application. */
interface Given {
  readonly labels?: Readonly<Record<string, string>>;
  readonly team?: string;
  readonly application?: Application;
}

/** Figures from a REST API whose component has these exact monitors, and others where none are asked for. */
async function fetched(
  exact: readonly object[],
  others: readonly object[],
  { labels = { 'stoa.dev/team': 'ours' }, team = 'ours', application = APPLICATION }: Given = {},
) {
  const call = async ({ path, query }: KubeRequest): Promise<unknown> => {
    if (path.endsWith('/api/v1/namespaces/team')) {
      return { metadata: { ...metadata, labels } };
    }
    expect(path).toContain(`/teams/${team}/`);
    expect(path).toMatch(/\/openapi\/v1\/teams\/[a-z]+\/regions\/local\/apps\/7\/monitor\/query_range$/);
    const monitors = query?.exact === 'true' ? exact : others;
    return [{ service_id: 'web', service_cname: 'Web', service_alias: 'web', monitors }];
  };
  const unused = () => Promise.reject(new Error('nothing is watched here'));
  const client = new KubeClient({ call, open: unused, close: unused });
  const connection = { client, call, namespace: 'team', token: async () => 't' } as Connection;
  const source = { rest: restPlaceOf(undefined), region: 'local', token: undefined };
  return fetchFigures(connection, source, application, windowAt(300));
}

function monitorOf(status: string, values: readonly string[][]) {
  const result = values.map((value) => ({ value, values: [value] }));
  return { monitor_item: 'request', status, data: { resultType: 'matrix', result } };
}

it('a REST API without Prometheus is told, though it leaves out items without values', async () => {
  expect(await fetched([monitorOf('not-configured', [])], [])).toEqual({
    type: 'none',
    why: 'no live figures: the REST API has no Prometheus to ask: set monitoring.url of its configuration',
  });
});

it('a setting that selects no gateway is told', async () => {
  expect(await fetched([monitorOf('not-selected', [])], [])).toEqual({
    type: 'none',
    why: 'no live figures: Prometheus has figures, but none of the gateway: set monitoring.engineSelector of the configuration of the REST API',
  });
});

it('rates are made of values that are not rounded', async () => {
  const exact = [monitorOf('success', [['300', '0.5']])];
  const found = await fetched(exact, [monitorOf('success', [['300', '1']])]);
  const latest = found.type === 'figures' ? found.figures.get('web')?.requestsPerSecond.latest : found.why;
  expect(latest).toBe(0.1);
});

it('a component of which nothing is measured has empty figures', async () => {
  const found = await fetched([monitorOf('no-data', [])], []);
  expect(found.type === 'figures' && found.figures.get('web')?.requestsPerSecond.latest).toBeNull();
});

/** The application as the operator has reported on its acceptance. */
function reported(status: 'True' | 'False', reason: string, message: string): Application {
  const condition = { type: 'Accepted', status, reason, message, lastTransitionTime: '' };
  return { ...APPLICATION, status: { conditions: [condition] } };
}

it('a namespace without the label is the team of its name where the operator has accepted that', async () => {
  const application = reported('True', 'Accepted', 'the application is valid');
  const found = await fetched([monitorOf('no-data', [])], [], { labels: {}, team: 'team', application });
  expect(found.type).toBe('figures');
});

it.each([
  ['that the operator has refused', reported('False', 'NamespaceWithoutTeam', 'no team'), /no team$/],
  ['that the operator has not reported on', APPLICATION, /has no label stoa\.dev\/team, and the operator/],
])(
  'a namespace without the label %s has no figures, and no other team is asked',
  async (_, application, why) => {
    const found = await fetched([], [], { labels: {}, team: 'nobody', application });
    expect(found.type === 'none' && found.why).toMatch(why);
  },
);
