import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { CONFIG_MAPS } from '../../src/objects/core.ts';
import { JOBS } from '../../src/objects/workload.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { run } from './support/cli.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

/** Test of a chart whose pods end with a code. */
function podTest(name: string, weight: number, code: number, more = ''): string {
  return `
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: { app: web }
  annotations:
    helm.sh/hook: test
    helm.sh/hook-weight: "${weight}"
    stand-in.example.com/exit-code: "${code}"
    ${more}
spec:
  containers:
    - name: main
      image: registry.example.com/test:1
      envFrom: [{ configMapRef: { name: tested } }]
`;
}

const CHART = {
  'templates/web.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "registry.example.com/web:1" }] }
`,
  'templates/config.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: tested, annotations: { helm.sh/hook: test, helm.sh/hook-weight: "-1" } }
data: { URL: http://web }
`,
};

let client: KubeClient;
let shop: Shop;
let repository: ChartRepository;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  repository = await ChartRepository.open();
});

afterAll(async () => {
  repository.close();
  await shop.close();
});

it('is tested on demand, by weight, and cleaned up by the policies of the chart', async () => {
  const team = await Team.create(client);
  const { namespace } = team;
  repository.offer('tested', '1.0.0', {
    ...CHART,
    'templates/first.yaml': podTest('first', 0, 0, 'helm.sh/hook-delete-policy: hook-succeeded'),
    'templates/second.yaml': podTest('second', 1, 0),
  });
  repository.offer('tested', '2.0.0', {
    ...CHART,
    'templates/first.yaml': podTest('first', 0, 1),
    'templates/second.yaml': podTest('second', 1, 0),
  });
  repository.offer('tested', '3.0.0', {
    ...CHART,
    'templates/first.yaml': podTest('first', 0, 0).replace('spec:', 'spec:\n  hostNetwork: true'),
  });
  const install = new Install(client, team, shop, 'tested', {
    market: { url: repository.url, type: 'helm' },
  });
  const tested = () =>
    run(PROGRAM, ['test', 'mi/tested', '-n', namespace, '--kubeconfig', inject('cluster').kubeconfig]);
  const jobs = async () => (await client.list(JOBS, { namespace })).map(({ metadata }) => metadata.name);

  await install.apply('1.0.0');
  await install.condition('Ready', 'True');
  expect(await jobs()).toEqual([]);
  const passed = await tested();
  expect([passed.code, passed.stderr]).toEqual([0, '']);
  expect(passed.stdout).toMatch(
    /first: Passed\n(?:.|\n)*second: Passed\n(?:.|\n)*Passed: every test has passed\n$/,
  );
  await eventually(async () => expect(await jobs()).toEqual(['second']));
  const { status } = await install.get();
  expect(status?.tests).toMatchObject({ version: '1.0.0', result: 'Passed' });
  expect(status?.inventory?.map(({ kind }) => kind)).not.toContain('Job');

  await install.apply('2.0.0');
  await install.condition('Ready', 'True');
  const failed = await tested();
  expect(failed.code).toBe(1);
  expect(failed.stdout).toMatch(/first: Failed: (?:.|\n)*Failed: failed: first\n$/);
  expect(await jobs()).toEqual(['first']);
  expect((await install.get()).status?.tests?.hooks?.map(({ result }) => result)).toEqual([
    'Failed',
    'Waiting',
  ]);

  await install.apply('3.0.0');
  await install.condition('Ready', 'True');
  const refused = await tested();
  expect([refused.code, refused.stdout]).toEqual([
    1,
    expect.stringMatching(/Refused: .*network of their node/),
  ]);

  await install.remove();
  await eventually(async () => {
    expect(await jobs()).toEqual([]);
    expect(
      (await client.list(CONFIG_MAPS, { namespace })).map(({ metadata }) => metadata.name),
    ).not.toContain('tested');
  });
});
