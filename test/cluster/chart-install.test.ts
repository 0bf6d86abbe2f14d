import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS, type Secret } from '../../src/objects/core.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** Chart with a component, a generated password, a Job before it, and a test. */
const SHOP = {
  'templates/secret.yaml': `
apiVersion: v1
kind: Secret
metadata: { name: {{ .Release.Name }}-password }
stringData:
  {{- $found := lookup "v1" "Secret" .Release.Namespace (printf "%s-password" .Release.Name) }}
  found: {{ if $found }}{{ index $found.data "found" | b64dec | quote }}{{ else }}{{ randAlphaNum 12 | quote }}{{ end }}
  made: {{ randAlphaNum 12 | quote }}
`,
  'templates/web.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }}-web }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example.com/web:{{ .Chart.Version }}
          ports: [{ containerPort: 8080 }]
---
apiVersion: v1
kind: Service
metadata: { name: {{ .Release.Name }}-web }
spec:
  selector: { app: web }
  ports: [{ name: http, port: 80, targetPort: 8080 }]
`,
  'templates/migrate.yaml': `
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-migrate
  annotations: { helm.sh/hook: "pre-install,pre-upgrade" }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: migrate, image: registry.example.com/web:1 }]
`,
  'templates/test.yaml': `
apiVersion: v1
kind: Pod
metadata: { name: {{ .Release.Name }}-test, annotations: { helm.sh/hook: test } }
spec: { containers: [{ name: test, image: registry.example.com/test:1 }] }
`,
  'templates/NOTES.txt': 'The password is {{ randAlphaNum 3 }}, of {{ .Release.Name }}.',
  'values.yaml': 'replicas: 1\n',
  'values.schema.json': JSON.stringify({ properties: { replicas: { type: 'integer', maximum: 9 } } }),
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

function installOf(team: Team, chart: string, spec: Partial<MarketInstallSpec> = {}): Install {
  return new Install(client, team, shop, chart, {
    ...spec,
    market: { url: repository.url, type: 'helm' },
  });
}

function passwords(team: Team, name: string): Promise<Secret['data']> {
  return client.get(SECRETS, { namespace: team.namespace, name }).then(({ data }) => data);
}

describe('a chart', () => {
  it('is installed with what it generates, and upgraded without a change of it', async () => {
    const team = await Team.create(client);
    const before = await contentsOf(client, team.namespace);
    repository.offer('shop', '1.0.0', SHOP);
    // What comes first takes the random values of what was first before.
    const earlier = { 'templates/a.yaml': SHOP['templates/secret.yaml'].replaceAll('-password', '-a') };
    repository.offer('shop', '1.1.0', { ...SHOP, ...earlier });
    const install = installOf(team, 'shop');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    const { status } = await install.get();
    expect(status?.components?.map(({ key, wave }) => [key, wave])).toEqual([
      ['Job/shop-migrate', 1],
      ['Deployment/shop-web', 2],
    ]);
    expect(status?.notApplied).toEqual([
      { path: 'shop/templates/test.yaml', why: 'it is a test of the chart, which an install does not run' },
    ]);
    expect(status?.chart).toEqual({
      name: 'shop',
      version: '1.0.0',
      notes: expect.stringMatching(/^The password is \w{3}, of shop\.$/),
    });
    const first = await passwords(team, 'shop-password');
    expect(Object.keys(first ?? {}).toSorted()).toEqual(['found', 'made']);

    await install.apply('1.1.0', { values: { replicas: 2 } });
    await install.condition('Ready', 'True');
    expect(await passwords(team, 'shop-password')).toEqual(first);
    const target = { namespace: team.namespace, name: 'shop-web' };
    expect((await client.get(DEPLOYMENTS, target)).spec).toMatchObject({
      replicas: 2,
      template: { spec: { containers: [{ image: 'registry.example.com/web:1.1.0' }] } },
    });

    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    expect(await passwords(team, 'shop-password')).toEqual(first);
    expect(repository.requestsFor('shop-1.0.0.tgz')).toBe(1);

    await install.remove();
    await eventually(async () => expect(await contentsOf(client, team.namespace)).toEqual(before));
  });

  it('serves traffic through a rule for its Service', async () => {
    const team = await Team.create(client);
    repository.offer('web', '1.0.0', SHOP);
    const install = installOf(team, 'web');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    const http = { serviceName: 'web-web', containerPort: 80, domainName: team.host };
    const metadata = { name: 'web', namespace: team.namespace };
    await client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec: { http } }, TESTER);
    await team.condition('web', 'Ready', 'True');
    expect((await throughGateway(team.host)).status).toBe(200);
  });
});

describe('nothing is installed', () => {
  it.each<[string, Readonly<Record<string, string>>, object, string, RegExp]>([
    [
      'objects of the cluster',
      {
        ...SHOP,
        'templates/role.yaml':
          'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: mine }\nrules: []\n',
      },
      {},
      'ObjectsNotAllowed',
      /ClusterRole is of no kind that an install makes \(cluster\/templates\/role\.yaml\)/,
    ],
    ['values', SHOP, { replicas: 10 }, 'ValuesInvalid', /^spec\.values\.replicas: .*9/],
    [
      'a required value',
      { ...SHOP, 'templates/a.yaml': '{{ required "set the host" .Values.host }}' },
      {},
      'ChartNotRendered',
      /templates\/a\.yaml: .*set the host/,
    ],
    ['what is no chart', { 'Chart.yaml': 'a: [' }, {}, 'TemplateInvalid', /the chart cannot be read/],
  ])('because of %s', async (_, files, values, reason, message) => {
    const team = await Team.create(client);
    const before = await contentsOf(client, team.namespace);
    repository.offer('cluster', '1.0.0', files);
    const install = installOf(team, 'cluster', { values } as Partial<MarketInstallSpec>);
    await install.apply('1.0.0');
    const { message: told } = await install.condition('Ready', 'False', reason);
    expect(told).toMatch(message);
    const left = (await contentsOf(client, team.namespace)).filter((each) => !each.includes('-template-'));
    expect(left).toEqual(before);
  });

  it('that the repository does not have', async () => {
    const team = await Team.create(client);
    repository.offer('gone', '1.0.0', SHOP);
    const install = installOf(team, 'gone');
    await install.apply('2.0.0');
    const { message } = await install.condition('Ready', 'False', 'ModelVersionNotFound');
    expect(message).toContain('1.0.0');
  });
});
