import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANNOTATIONS } from '../../src/api/group.ts';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { missingRights } from '../../src/kube/permissions.ts';
import { CONFIG_MAPS, type ConfigMap, SECRETS, type Secret } from '../../src/objects/core.ts';
import {
  GATEWAY_RULE_TYPE,
  GATEWAY_RULES,
  MARKET_INSTALL_TYPE,
  MARKET_INSTALLS,
} from '../../src/objects/stoa.ts';
import { DEPLOYMENTS, JOBS } from '../../src/objects/workload.ts';
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
    // What is rendered first takes the random values of what was first before: Helm begins at the end of the names.
    const earlier = { 'templates/z.yaml': SHOP['templates/secret.yaml'].replaceAll('-password', '-z') };
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
      { path: 'shop/templates/test.yaml', why: 'it is a test of the chart, which kubectl stoa test runs' },
    ]);
    expect(status?.chart).toEqual({
      name: 'shop',
      version: '1.0.0',
      notes: expect.stringMatching(/^The password is \w{3}, of shop\.$/),
    });
    const first = await passwords(team, 'shop-password');
    expect(Object.keys(first ?? {}).toSorted()).toEqual(['found', 'made']);
    expect(first?.found).not.toBe(first?.made);

    await install.apply('1.1.0', { values: { replicas: 2 } });
    await install.condition('Ready', 'True');
    expect(await passwords(team, 'shop-password')).toEqual(first);
    expect((await install.get()).status?.notApplied).toContainEqual({
      path: 'Secret shop-password',
      why: 'data.made: the chart makes it anew, and the value before stays',
    });
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

  it('that does not fit one Secret is kept in several, of which none is left', async () => {
    const team = await Team.create(client);
    const before = await contentsOf(client, team.namespace);
    for (const version of ['1.0.0', '2.0.0']) {
      repository.offer('large', version, { ...SHOP, 'blob.txt': randomBytes(1_200_000).toString('base64') });
    }
    const partsOf = async () =>
      (await contentsOf(client, team.namespace)).filter((each) => each.includes('-template-'));
    const install = installOf(team, 'large');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    const { template } = (await install.get()).status ?? {};
    expect(template?.parts).toBe(2);
    const parts = [template?.secretName, `${template?.secretName}-2`].map((name) => `Secret ${name}`);
    expect(await partsOf()).toEqual(parts);

    await install.apply('2.0.0');
    await install.condition('Ready', 'True');
    const [, second = ''] = parts;
    const target = { namespace: team.namespace, name: second.replace('Secret ', '') };
    const { uid } = (await client.get(SECRETS, target)).metadata;
    await client.delete(SECRETS, { ...target, uid });
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    expect(await partsOf()).toEqual(expect.arrayContaining(parts));
    expect(repository.requestsFor('large-1.0.0.tgz')).toBe(2);

    await install.remove();
    await eventually(async () => expect(await contentsOf(client, team.namespace)).toEqual(before));
  });

  it('runs the hooks of an install and of an upgrade, each once, and deletes them by its policies', async () => {
    const team = await Team.create(client);
    const hook = (name: string, events: string, more = '') => `
apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
  annotations: { helm.sh/hook: "${events}"${more} }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: main, image: "registry.example.com/web:1", env: [{ name: OF, value: "{{ .Release.Revision }}" }] }]
`;
    const files = {
      ...SHOP,
      'templates/create.yaml': hook('create', 'pre-install'),
      'templates/move.yaml': hook('move', 'pre-upgrade', ', helm.sh/hook-delete-policy: hook-succeeded'),
      'templates/check.yaml': hook('check', 'post-install,post-upgrade'),
      'templates/config.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: release }
data: { is: "{{ .Release.IsUpgrade }} {{ .Release.Revision }}" }
`,
    };
    repository.offer('hooks', '1.0.0', files);
    repository.offer('hooks', '1.1.0', files);
    const install = installOf(team, 'hooks');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    const jobs = async () => {
      const found = await client.list(JOBS, { namespace: team.namespace });
      return Object.fromEntries(found.map(({ metadata: { name, uid } }) => [name, uid]));
    };
    const release = async () =>
      (await client.get(CONFIG_MAPS, { namespace: team.namespace, name: 'release' })).data;
    const first = await jobs();
    expect(Object.keys(first).toSorted()).toEqual(['check', 'create', 'hooks-migrate']);
    expect(await release()).toEqual({ is: 'false 1' });

    await install.apply('1.1.0');
    await install.condition('Ready', 'True');
    const second = await jobs();
    expect(Object.keys(second).toSorted()).toEqual(['check', 'hooks-migrate']);
    expect(second.check).not.toBe(first.check);
    expect(await release()).toEqual({ is: 'true 2' });
    expect((await install.get()).status?.components?.map(({ key, wave }) => [key, wave])).toEqual([
      ['Job/hooks-migrate', 1],
      ['Job/move', 2],
      ['Deployment/hooks-web', 3],
      ['Job/check', 3],
    ]);

    // A correction of what another client changes runs no hook again.
    const broken = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: team.namespace, name: 'release' },
    };
    await client.apply(CONFIG_MAPS, { ...broken, data: { is: 'changed' } }, TESTER);
    await eventually(async () => expect(await release()).toEqual({ is: 'true 2' }));
    expect(await jobs()).toEqual(second);
  });

  it('changes nothing where a hook before an upgrade fails', async () => {
    const team = await Team.create(client);
    const failing = `
apiVersion: batch/v1
kind: Job
metadata: { name: fails, annotations: { helm.sh/hook: pre-upgrade } }
spec:
  backoffLimit: 0
  activeDeadlineSeconds: 1
  template:
    spec:
      restartPolicy: Never
      nodeSelector: { no: node }
      containers: [{ name: main, image: "registry.example.com/web:1" }]
`;
    const config =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: conf }\ndata: { of: "{{ .Chart.Version }}" }\n';
    const files = { ...SHOP, 'templates/config.yaml': config };
    repository.offer('fails', '1.0.0', files);
    repository.offer('fails', '2.0.0', { ...files, 'templates/fails.yaml': failing });
    const install = installOf(team, 'fails');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    await install.apply('2.0.0');
    await install.condition('Ready', 'False', 'RolloutFailed');
    const { namespace } = team;
    expect((await client.get(CONFIG_MAPS, { namespace, name: 'conf' })).data).toEqual({ of: '1.0.0' });
    expect((await client.get(DEPLOYMENTS, { namespace, name: 'fails-web' })).spec).toMatchObject({
      template: { spec: { containers: [{ image: 'registry.example.com/web:1.0.0' }] } },
    });
  });

  it('goes back with the values that it had, and runs no hooks', async () => {
    const team = await Team.create(client);
    const strict = { type: 'object', additionalProperties: false, properties: { replicas: {}, global: {} } };
    const schema = { 'values.schema.json': JSON.stringify(strict) };
    repository.offer('back', '1.0.0', { ...SHOP, ...schema });
    const stuck = SHOP['templates/web.yaml'].replace(
      'metadata: { labels: { app: web } }',
      'metadata: { labels: { app: web }, annotations: { stand-in.example.com/ready: never } }',
    );
    repository.offer('back', '2.0.0', { ...SHOP, 'templates/web.yaml': stuck });
    const install = installOf(team, 'back', { upgrade: { timeout: '3s', onFailure: 'rollback' } });
    await install.apply('1.0.0', { values: { replicas: 2 } });
    await install.condition('Ready', 'True');
    const { namespace } = team;
    const web = async () => (await client.get(DEPLOYMENTS, { namespace, name: 'back-web' })).spec;
    const before = await web();
    await install.apply('2.0.0', { values: { replicas: 3, added: true } });
    await install.condition('Stalled', 'True', 'RolledBack');
    await eventually(async () => expect(await web()).toEqual(before));
    expect((await install.get()).status?.serving?.version).toBe('1.0.0');
  });

  it('runs no hook of the version before while an upgrade is held', async () => {
    const team = await Team.create(client);
    const pulling = SHOP['templates/web.yaml'].replace(
      '      containers',
      '      imagePullSecrets: [{ name: pull }]\n      containers',
    );
    const migrate = SHOP['templates/migrate.yaml'].replace('/web:1', '/migrate:1');
    repository.offer('keeps', '1.0.0', { ...SHOP, 'templates/migrate.yaml': migrate });
    repository.offer('keeps', '2.0.0', { ...SHOP, 'templates/web.yaml': pulling });
    const install = installOf(team, 'keeps', {
      grants: { secrets: ['pull'] },
      upgrade: { allow: 'same-powers' },
    });
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    const { namespace } = team;
    const uidOf = async () => (await client.get(JOBS, { namespace, name: 'keeps-migrate' })).metadata.uid;
    const first = await uidOf();
    const { powers } = (await install.get()).status ?? {};
    await install.apply('2.0.0');
    await install.condition('Stalled', 'True', 'PowersGained');
    const name = { namespace, name: 'keeps-web' };
    await client.delete(DEPLOYMENTS, { ...name, uid: (await client.get(DEPLOYMENTS, name)).metadata.uid });
    await eventually(async () =>
      expect((await client.get(DEPLOYMENTS, name)).spec).toMatchObject({ replicas: 1 }),
    );
    await eventually(async () => {
      const { status } = await install.get();
      expect(status?.components).toEqual([
        expect.objectContaining({ key: 'Deployment/keeps-web', ready: true }),
      ]);
      expect(status?.inventory?.map(({ name, uid }) => [name, uid])).toContainEqual(['keeps-migrate', first]);
      expect(status?.powers).toEqual(powers);
    });
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    expect(await uidOf()).toBe(first);
    await install.remove();
  });

  it('is upgraded to another strategy of a Deployment', async () => {
    const team = await Team.create(client);
    const web = SHOP['templates/web.yaml'];
    const recreate = web.replace('spec:\n  replicas', 'spec:\n  strategy: { type: Recreate }\n  replicas');
    repository.offer('strategy', '1.0.0', SHOP);
    repository.offer('strategy', '1.1.0', { ...SHOP, 'templates/web.yaml': recreate });
    const install = installOf(team, 'strategy');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    await install.apply('1.1.0');
    await install.condition('Ready', 'True');
    const { spec } = await client.get(DEPLOYMENTS, { namespace: team.namespace, name: 'strategy-web' });
    expect(spec).toMatchObject({ strategy: { type: 'Recreate' } });
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
  });

  it('has the images that its install sets, and nothing where an entry does not fit', async () => {
    const team = await Team.create(client);
    repository.offer('imaged', '1.0.0', SHOP);
    const install = installOf(team, 'imaged');
    await install.apply('1.0.0', { overrides: [{ component: 'elsewhere', imageTag: '2' }] });
    const { message } = await install.condition('Ready', 'False', 'OverrideInvalid');
    expect(message).toMatch(
      /^spec\.overrides\[elsewhere\]\.component: the chart has no component .*; it has Deployment\/imaged-web/,
    );
    await install.apply('1.0.0', { overrides: [{ component: 'imaged-web', replicas: 2 }] });
    expect((await install.condition('Ready', 'False', 'OverrideInvalid')).message).toContain(
      'spec.overrides[imaged-web].replicas: of a chart,',
    );

    await install.apply('1.0.0', { overrides: [{ component: 'imaged-web', imageTag: 'mine' }] });
    await install.condition('Ready', 'True');
    const { namespace } = team;
    expect((await client.get(DEPLOYMENTS, { namespace, name: 'imaged-web' })).spec).toMatchObject({
      template: { spec: { containers: [{ image: 'registry.example.com/web:mine' }] } },
    });
  });

  it('has Roles with the grant, as far as its account has their rights', async () => {
    const team = await Team.create(client);
    const rbac = (rule: string) => `
apiVersion: v1
kind: ServiceAccount
metadata: { name: {{ .Release.Name }} }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: {{ .Release.Name }} }
rules: [${rule}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: {{ .Release.Name }} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ .Release.Name }} }
subjects: [{ kind: ServiceAccount, name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }} }]
`;
    const web = SHOP['templates/web.yaml'].replace(
      'containers:',
      'serviceAccountName: {{ .Release.Name }}\n      containers:',
    );
    const files = { ...SHOP, 'templates/web.yaml': web };
    const may = '{ apiGroups: [""], resources: [configmaps], verbs: [get] }';
    const mayNot = '{ apiGroups: [""], resources: [nodes], verbs: [list] }';
    repository.offer('roles', '1.0.0', { ...files, 'templates/rbac.yaml': rbac(may) });
    repository.offer('roles', '1.1.0', { ...files, 'templates/rbac.yaml': rbac(mayNot) });
    const install = installOf(team, 'roles');
    await install.apply('1.0.0');
    const { message } = await install.condition('Ready', 'False', 'ObjectsNotAllowed');
    expect(message).toContain('spec.grants.roles: true allows it');

    await install.apply('1.0.0', { grants: { roles: true } });
    await install.condition('Ready', 'True');
    const { namespace } = team;
    const { spec } = await client.get(DEPLOYMENTS, { namespace, name: 'roles-web' });
    expect(spec).toMatchObject({
      template: { spec: { serviceAccountName: 'roles', automountServiceAccountToken: true } },
    });
    const pod = client.as({ user: `system:serviceaccount:${namespace}:roles`, groups: [] });
    const right = { group: '', resource: 'configmaps', verbs: ['get', 'list'], namespace };
    await eventually(async () =>
      expect((await missingRights(pod, [right])).map(({ verb }) => verb)).toEqual(['list']),
    );

    await install.apply('1.1.0', { grants: { roles: true } });
    const { message: refused } = await install.condition('Ready', 'False', 'Rejected');
    expect(refused).toMatch(/Role roles.*attempting to grant RBAC permissions.*nodes/s);
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

describe('the Ingress of a chart', () => {
  it('becomes a rule, or nothing by choice of the user, and goes with its install', async () => {
    const team = await Team.create(client);
    const ingress = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: {{ .Release.Name }} }
spec:
  rules:
    - host: ${team.host}
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: {{ .Release.Name }}-web, port: { name: http } } } }] }
`;
    repository.offer('routes', '1.0.0', { ...SHOP, 'templates/ingress.yaml': ingress });
    const install = installOf(team, 'routes');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    const rules = () => client.list(GATEWAY_RULES, { namespace: team.namespace });
    const [rule] = await rules();
    expect(rule?.spec.http).toMatchObject({ serviceName: 'routes-web', domainName: team.host });
    await team.condition(rule?.metadata.name ?? '', 'Ready', 'True');
    expect((await throughGateway(team.host)).status).toBe(200);

    await install.apply('1.0.0', { routes: 'ignore' });
    await eventually(async () => expect(await rules()).toEqual([]));
    await install.condition('Ready', 'True');
    expect((await install.get()).status?.notApplied).toContainEqual({
      path: 'routes/templates/ingress.yaml',
      why: 'Ingress routes is left out, as spec.routes says',
    });
  });
});

/** Chart that shows its values where it should not. */
const LEAKY = {
  ...SHOP,
  'templates/config.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }}-config }
data: { greeting: {{ .Values.greeting | quote }}, url: {{ .Values.db.url | quote }} }
`,
  'templates/fails.yaml': '{{ if .Values.fail }}{{ fail (toYaml .Values) }}{{ end }}',
  'templates/NOTES.txt': 'Connect to {{ .Values.db.url }}.',
  'values.yaml': 'replicas: 1\ngreeting: hello\nnote: there\ndb: { url: none }\n',
};

const SECRET_URL = 'postgres://shop:hunter2@db';

describe('values from objects', () => {
  const objectOf = (team: Team, name: string) => ({ name, namespace: team.namespace });

  async function giveConfigMap(team: Team, text: string): Promise<void> {
    const metadata = objectOf(team, 'values');
    const draft = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'values.yaml': text } };
    await client.apply(CONFIG_MAPS, draft, TESTER);
  }

  async function giveSecret(team: Team, text: string): Promise<void> {
    const metadata = objectOf(team, 'passwords');
    const data = { prod: Buffer.from(text).toString('base64') };
    await client.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, data }, TESTER);
  }

  const dataOf = async (team: Team) =>
    (await client.get<ConfigMap>(CONFIG_MAPS, objectOf(team, 'leaky-config'))).data;

  const valuesFrom: MarketInstallSpec['valuesFrom'] = [
    { kind: 'ConfigMap', name: 'values' },
    { kind: 'Secret', name: 'passwords', key: 'prod' },
    { kind: 'ConfigMap', name: 'none', optional: true },
  ];

  it('are waited for, merged, followed, and shown nowhere where a Secret has them', async () => {
    const team = await Team.create(client);
    repository.offer('leaky', '1.0.0', LEAKY);
    const install = installOf(team, 'leaky', { valuesFrom, values: { greeting: 'hi' } });
    await giveConfigMap(team, 'replicas: 2\ngreeting: hey\n');
    await install.apply('1.0.0');
    const { message } = await install.condition('Ready', 'False', 'ValuesNotFound');
    expect(message).toBe('spec.valuesFrom[1]: there is no Secret passwords');

    await giveSecret(team, `db: { url: "${SECRET_URL}" }`);
    await install.condition('Ready', 'True');
    expect(await dataOf(team)).toEqual({ greeting: 'hi', url: SECRET_URL });
    const target = { namespace: team.namespace, name: 'leaky-web' };
    expect((await client.get(DEPLOYMENTS, target)).spec).toMatchObject({ replicas: 2 });

    await giveConfigMap(team, 'replicas: 3\n');
    await eventually(async () =>
      expect((await client.get(DEPLOYMENTS, target)).spec).toMatchObject({ replicas: 3 }),
    );
    await giveSecret(team, `db: { url: "${SECRET_URL}/2" }`);
    await eventually(async () => expect((await dataOf(team))?.url).toBe(`${SECRET_URL}/2`));
    await install.condition('Ready', 'True');
    const { status } = await install.get();
    expect(status?.chart).not.toHaveProperty('notes');
    expect(JSON.stringify(status)).not.toContain('hunter2');

    await giveConfigMap(team, 'fail: true\n');
    const failed = await install.condition('Ready', 'False', 'ChartNotRendered');
    expect(failed.message).toMatch(
      /^a template fails: what it says is not shown, because values came from a Secret/,
    );
    expect(JSON.stringify(await install.get())).not.toContain('hunter2');
    expect(await dataOf(team)).toMatchObject({ url: `${SECRET_URL}/2` });

    await giveSecret(team, 'hunter2: [');
    expect((await install.condition('Ready', 'False', 'ValuesInvalid')).message).toBe(
      'spec.valuesFrom[1]: it is no map in YAML',
    );
    await giveConfigMap(team, '');
    await giveSecret(team, '');
    await install.condition('Ready', 'True');
    await install.remove();
  });

  it('are hidden in a preview', async () => {
    const team = await Team.create(client);
    repository.offer('leaky', '1.0.0', LEAKY);
    await giveConfigMap(team, '');
    await giveSecret(team, `db: { url: "${SECRET_URL}" }`);
    const install = installOf(team, 'leaky', { valuesFrom, suspend: true });
    await install.apply('1.0.0');
    const annotations = { [ANNOTATIONS.previewRequested]: 'one' };
    const metadata = { ...objectOf(team, 'leaky'), annotations };
    await client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata }, `${TESTER}-preview`);
    await eventually(async () => {
      const { preview } = (await install.get()).status ?? {};
      const config = preview?.objects?.find(({ name }) => name === 'leaky-config');
      expect(config).toEqual({ action: 'create', group: '', kind: 'ConfigMap', name: 'leaky-config' });
      expect(JSON.stringify(preview)).not.toContain('hunter2');
    });
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
    [
      'a missing dependency',
      {
        ...SHOP,
        'Chart.yaml':
          'apiVersion: v2\nname: cluster\nversion: 1.0.0\ndependencies: [{ name: db, version: 1.0.0, repository: "https://charts.example.com" }]\n',
      },
      {},
      'TemplateInvalid',
      /the archive lacks dependencies of the chart: db/,
    ],
    [
      'another Kubernetes',
      { ...SHOP, 'Chart.yaml': 'apiVersion: v2\nname: cluster\nversion: 1.0.0\nkubeVersion: ">=99.0.0"\n' },
      {},
      'TemplateInvalid',
      /the chart is for Kubernetes >=99\.0\.0, and this is v1\./,
    ],
    [
      'a chart of nothing',
      {
        'templates/web.yaml': '{{ if .Values.web }}a: 1{{ end }}',
        'templates/test.yaml': SHOP['templates/test.yaml'],
      },
      {},
      'ChartNotRendered',
      /^its templates make no objects with these values/,
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

  it('in place of objects of a release of Helm, or of another chart', async () => {
    const team = await Team.create(client);
    const config = (text: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shared }\ndata: { of: ${text} }\n`;
    for (const name of ['first', 'second']) {
      repository.offer(name, '1.0.0', { 'templates/config.yaml': config(name) });
    }
    const { namespace } = team;
    const release = {
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { 'meta.helm.sh/release-name': 'old', 'meta.helm.sh/release-namespace': namespace },
    };
    const metadata = { name: 'shared', namespace, ...release };
    const old = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { of: 'helm' } };
    const stored = await client.apply(CONFIG_MAPS, old, TESTER);
    const shared = async () => (await client.get(CONFIG_MAPS, { namespace, name: 'shared' })) as ConfigMap;

    const first = installOf(team, 'first');
    await first.apply('1.0.0');
    const { message } = await first.condition('Ready', 'False', 'NameTaken');
    expect(message).toContain('ConfigMap shared');
    expect((await shared()).metadata.resourceVersion).toBe(stored.metadata.resourceVersion);

    const { uid } = stored.metadata;
    await client.delete(CONFIG_MAPS, { namespace, name: 'shared', uid });
    await first.apply('1.0.0', { values: { again: true } });
    await first.condition('Ready', 'True');
    const second = installOf(team, 'second');
    await second.apply('1.0.0');
    expect((await second.condition('Ready', 'False', 'NameTaken')).message).toContain('ConfigMap shared');
    expect((await shared()).data).toEqual({ of: 'first' });
    await first.condition('Ready', 'True');
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
