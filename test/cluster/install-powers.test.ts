import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { InstallPreview, MarketInstallSpec } from '../../src/api/marketinstall.ts';
import { POWERS_FORM } from '../../src/api/powers.ts';
import type { UpgradeSettings } from '../../src/api/upgrade.ts';
import { FIELD_MANAGER } from '../../src/install/owned.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf, type Wire } from '../support/template.ts';
import { run } from './support/cli.ts';
import { serving, storing } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

const SAME: UpgradeSettings = { allow: 'same-powers' };

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

/** Chart of a Deployment whose pod, container and further templates a test gives. */
function chartOf(version: string, pod = '', container = '', more: Readonly<Record<string, string>> = {}) {
  const web = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }}-web }
spec:
  replicas: {{ .Values.replicas | default 1 }}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      securityContext: { runAsNonRoot: true }
${pod}
      containers:
        - name: web
          image: registry.example.com/web:${version}
          env: [{ name: VERSION, value: "${version}" }]
${container}
`;
  repository.offer('shop', version, { 'templates/web.yaml': web, 'values.yaml': '{}', ...more });
}

/** Templates of a Service and an Ingress, with what it says of its only path, of TLS and in annotations. */
function routed(path: string, tls = '', annotations = '{}'): Readonly<Record<string, string>> {
  return {
    'templates/route.yaml': `
apiVersion: v1
kind: Service
metadata: { name: shop }
spec: { selector: { app: web }, ports: [{ name: http, port: 80, targetPort: 8080 }] }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop, annotations: ${annotations} }
spec:
  rules:
    - host: shop.{{ .Release.Namespace }}.example.com
      http: { paths: [{ ${path}, backend: { service: { name: shop, port: { name: http } } } }] }
${tls}
`,
  };
}

const TLS = '  tls: [{ hosts: ["shop.{{ .Release.Namespace }}.example.com"], secretName: precious }]';

function chartInstall(team: Team, spec: Partial<MarketInstallSpec> = {}): Install {
  return new Install(client, team, shop, 'shop', { ...spec, market: { url: repository.url, type: 'helm' } });
}

async function imageIn({ namespace }: Team): Promise<string | undefined> {
  const web = await client.get(DEPLOYMENTS, { namespace, name: 'shop-web' });
  return web.spec.template?.spec.containers[0]?.image;
}

async function previewOf(team: Team, version: string): Promise<InstallPreview> {
  const where = ['-n', team.namespace, '--kubeconfig', inject('cluster').kubeconfig];
  const { stdout } = await run(PROGRAM, ['plan', 'mi/shop', '-o', 'json', '--to', version, ...where]);
  return JSON.parse(stdout) as InstallPreview;
}

function idIn(message: string): string {
  return /spec\.upgrade\.approved to ([0-9a-f]{32})/.exec(message)?.[1] ?? '';
}

describe('an upgrade of a chart with the same powers', () => {
  it('is held where it gains one, while the version before is corrected, until its powers are approved', async () => {
    const job = `
apiVersion: batch/v1
kind: Job
metadata: { name: {{ .Release.Name }}-migrate, annotations: { helm.sh/hook: pre-upgrade } }
spec:
  template:
    spec:
      restartPolicy: Never
      securityContext: { runAsUser: 0 }
      containers: [{ name: migrate, image: registry.example.com/migrate:1, envFrom: [{ secretRef: { name: smtp } }] }]
`;
    const grants = { runAsRoot: true, secrets: ['smtp'] };
    chartOf('1.0.0');
    chartOf('1.1.0');
    chartOf('2.0.0', '', '', { 'templates/migrate.yaml': job });
    const team = await Team.create(client);
    const install = chartInstall(team, { grants, upgrade: SAME });
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    await install.apply('1.1.0', { values: { replicas: 2 } });
    await install.condition('Ready', 'True');
    expect(await imageIn(team)).toBe('registry.example.com/web:1.1.0');
    const before = await contentsOf(client, team.namespace);

    const { powers = [], powersId, problems = [] } = await previewOf(team, '2.0.0');
    expect(powers.length).toBeLessThanOrEqual(10);
    const gained = Object.fromEntries(powers.map((each) => [each.topic, each.gained]));
    expect(gained).toMatchObject({
      images: ['registry.example.com/migrate'],
      reads: ['registry.example.com/migrate: Secret smtp'],
      root: ['registry.example.com/migrate may run as root'],
    });
    expect(problems[0]).toContain(`set spec.upgrade.approved to ${powersId}`);

    await install.apply('2.0.0', { values: { replicas: 2 } });
    const { message } = await install.condition('Stalled', 'True', 'PowersGained');
    expect(message).toMatch(
      /^version 2\.0\.0 gains powers \(images: registry\.example\.com\/migrate; .*version 1\.1\.0 is still in place$/,
    );
    expect(idIn(message)).toBe(powersId);
    const left = (await contentsOf(client, team.namespace)).filter((each) => !each.includes('-template-'));
    expect(left).toEqual(before.filter((each) => !each.includes('-template-')));
    const metadata = { name: 'shop-web', namespace: team.namespace };
    await client.delete(DEPLOYMENTS, {
      ...metadata,
      uid: (await client.get(DEPLOYMENTS, metadata)).metadata.uid,
    });
    await eventually(async () => expect(await imageIn(team)).toBe('registry.example.com/web:1.1.0'));
    const held = await install.get();
    expect(held.status?.history?.map(({ version, outcome }) => `${version} ${outcome}`)).toContain(
      '2.0.0 Held',
    );
    expect(held.status?.serving?.version).toBe('1.1.0');

    // The bytes that are approved are those that were held, whatever the repository has by now.
    chartOf('2.0.0', '', '          stdin: true', { 'templates/migrate.yaml': job });
    await install.apply('2.0.0', { values: { replicas: 2 }, upgrade: { ...SAME, approved: idIn(message) } });
    await install.condition('Ready', 'True');
    expect(await imageIn(team)).toBe('registry.example.com/web:2.0.0');
    expect((await client.get(DEPLOYMENTS, metadata)).spec).not.toHaveProperty(
      'template.spec.containers.0.stdin',
      true,
    );
    await install.remove();
  });

  it('is held with everything as it is where the spec has other values, too', async () => {
    chartOf('1.0.0');
    chartOf('2.0.0', '      imagePullSecrets: [{ name: pull }]');
    const team = await Team.create(client);
    const install = chartInstall(team, { grants: { secrets: ['pull'] }, upgrade: SAME });
    await install.apply('1.0.0', { values: { replicas: 1 } });
    await install.condition('Ready', 'True');
    await install.apply('2.0.0', { values: { replicas: 3 } });
    await install.condition('Stalled', 'True', 'PowersGained');
    const { spec } = await client.get(DEPLOYMENTS, { namespace: team.namespace, name: 'shop-web' });
    expect(spec.replicas).toBe(1);
    await install.apply('2.0.0', { values: { replicas: 3 }, upgrade: { allow: 'all' } });
    await install.condition('Ready', 'True');
    await install.remove();
  });

  it.each<[string, Parameters<typeof chartOf>, Partial<MarketInstallSpec['grants']>, RegExp]>([
    [
      'a capability',
      ['2.0.0', '', '          securityContext: { capabilities: { add: [SETUID] } }'],
      { capabilities: ['SETUID'] },
      /host: registry\.example\.com\/web: capability SETUID/,
    ],
    [
      'a token',
      ['2.0.0', '      serviceAccountName: robot'],
      { serviceAccounts: ['robot'] },
      /rights: .*ServiceAccount robot/,
    ],
    [
      'a Secret below a sub-path, of a sidecar',
      [
        '2.0.0',
        `      volumes: [{ name: v, projected: { sources: [{ secret: { name: keys } }] } }]
      initContainers: [{ name: side, image: "registry.example.com/web:side", restartPolicy: Always, volumeMounts: [{ name: v, mountPath: /k, subPath: k }] }]`,
      ],
      { secrets: ['keys'] },
      /reads: registry\.example\.com\/web: Secret keys/,
    ],
    [
      'a taint',
      ['2.0.0', '      tolerations: [{ key: infra, operator: Exists }]'],
      { tolerations: ['infra'] },
      /nodes: .*taint infra/,
    ],
    [
      'a program in a CronJob',
      [
        '2.0.0',
        '',
        '',
        {
          'templates/cron.yaml': `
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly }
spec:
  schedule: "0 0 * * *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: miner }] } } } }
`,
        },
      ],
      {},
      /images: docker\.io\/library\/miner/,
    ],
    [
      'all paths below one',
      ['2.0.0', '', '', routed('path: /a, pathType: Prefix')],
      {},
      /ports: shop\.\S+\/a and below to port 8080 of shop-web \(registry\.example\.com\/web\)\)/,
    ],
    [
      'a certificate of the team',
      ['2.0.0', '', '', routed('path: /a, pathType: Exact', TLS)],
      { secrets: ['precious'] },
      /ports: shop\.\S+\/a alone, with the certificate in Secret precious, .*; reads: gateway: Secret precious\)/,
    ],
    [
      'an issuer',
      [
        '2.0.0',
        '',
        '',
        routed('path: /a, pathType: Exact', TLS, '{ cert-manager.io/cluster-issuer: public }'),
      ],
      {},
      /ports: shop\.\S+\/a alone, with a certificate of ClusterIssuer public, /,
    ],
    [
      'another value of an annotation',
      [
        '2.0.0',
        '',
        '',
        {
          ...routed('path: /a, pathType: Exact'),
          'templates/map.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: m, annotations: { x.io/do: all } }\n',
        },
      ],
      { annotations: ['x.io/do'] },
      /others: annotation x\.io\/do=all on ConfigMap\)/,
    ],
  ])('is held where it gains %s', async (_, next, grants, told) => {
    const team = await Team.create(client);
    const acting = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: m, annotations: { x.io/do: one } }\n';
    chartOf('1.0.0', '', '', { ...routed('path: /a, pathType: Exact'), 'templates/map.yaml': acting });
    chartOf('1.0.1', '', '', { ...routed('path: /a, pathType: Exact'), 'templates/map.yaml': acting });
    chartOf(...next);
    const install = chartInstall(team, { grants: grants ?? {}, upgrade: SAME });
    for (const version of ['1.0.0', '1.0.1']) {
      await install.apply(version);
      await install.condition('Ready', 'True');
    }
    await install.apply('2.0.0');
    const { message } = await install.condition('Stalled', 'True', 'PowersGained');
    expect(message).toMatch(told);
    expect(await imageIn(team)).toBe('registry.example.com/web:1.0.1');
    await install.remove();
  });

  it('is held where another release of Stoa has recorded the powers, and what is in place is not', async () => {
    const team = await Team.create(client);
    chartOf('1.0.0');
    chartOf('1.1.0');
    const install = chartInstall(team, { upgrade: SAME });
    /** Takes the form of the recorded powers out of the status, as an earlier release left it. */
    const forget = () =>
      eventually(async () => {
        const { metadata, status = {} } = await install.get();
        const { name, namespace, resourceVersion } = metadata;
        const { powersForm: _, ...earlier } = status;
        await client.apply(
          MARKET_INSTALLS,
          { ...MARKET_INSTALL_TYPE, metadata: { name, namespace, resourceVersion }, status: earlier },
          FIELD_MANAGER,
          { subresource: 'status' },
        );
      });
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    await forget();
    await install.apply('1.0.0', { upgrade: { ...SAME, timeout: '5m' } });
    await eventually(async () => expect((await install.get()).status?.powersForm).toBe(POWERS_FORM));
    await install.condition('Ready', 'True');

    await install.apply('1.0.0', { suspend: true });
    await install.condition('Accepted', 'False', 'Suspended');
    await forget();
    await install.apply('1.1.0');
    const { message } = await install.condition('Stalled', 'True', 'PowersGained');
    expect(message).toContain('another release of Stoa has recorded them in other words');
    expect(await imageIn(team)).toBe('registry.example.com/web:1.0.0');
    await install.apply('1.1.0', { upgrade: { ...SAME, approved: idIn(message) } });
    await install.condition('Ready', 'True');
    await install.remove();
  });
});

it('a chart does not present a certificate of the team that is not granted', async () => {
  const team = await Team.create(client);
  chartOf('1.0.0', '', '', routed('path: /, pathType: Prefix', TLS));
  const install = chartInstall(team);
  await install.apply('1.0.0');
  const { message } = await install.condition('TemplateResolved', 'False', 'ObjectsNotAllowed');
  expect(message).toContain(
    "Secret precious is not the install's own; spec.grants.secrets: [precious] allows it",
  );
  await install.apply('1.0.0', { grants: { secrets: ['precious'] } });
  await install.condition('TemplateResolved', 'True');
  await install.remove();
});

describe('an upgrade of a model with the same powers', () => {
  async function offer(name: string, next: readonly Wire[]): Promise<Install> {
    const web = app('web', { ...serving('web'), ...storing('data') });
    await shop.offer(name, '1.0', templateOf([web]));
    await shop.offer(name, '2.0', templateOf(next));
    const team = await Team.create(client);
    const install = new Install(client, team, shop, name, { upgrade: SAME, volumesOnDelete: 'delete' });
    await install.apply('1.0');
    await install.condition('Ready', 'True');
    await install.apply('2.0');
    return install;
  }

  it('goes through with another tag, other replicas and another env', async () => {
    const next = app('web', {
      ...serving('web'),
      ...storing('data'),
      share_image: 'registry.example.com/web:2',
      extend_method_map: { min_node: 2 },
      service_env_map_list: [{ attr_name: 'LEVEL', attr_value: 'debug' }],
    });
    const install = await offer('powers-same', [next]);
    await install.condition('Ready', 'True');
    expect((await install.get()).status?.serving?.version).toBe('2.0');
    await install.remove();
  });

  it.each<[string, string, readonly Wire[], RegExp]>([
    [
      'a port of the gateway',
      'powers-port',
      [app('web', { ...serving('web', true), ...storing('data') })],
      /ports: 8080\..* of /,
    ],
    [
      'a volume',
      'powers-volume',
      [
        app('web', { ...serving('web'), ...storing('data') }),
        app('web2', { ...storing('more'), share_image: 'registry.example.com/web:1' }),
      ],
      /volumes: claim .*more/,
    ],
    [
      'a component',
      'powers-part',
      [app('web', { ...serving('web'), ...storing('data') }), app('miner')],
      /images: registry\.example\.com\/miner/,
    ],
  ])('is held where it gains %s, and goes back by an edit', async (_, name, next, told) => {
    const install = await offer(name, next);
    const { message } = await install.condition('Stalled', 'True', 'PowersGained');
    expect(message).toMatch(told);
    await install.apply('1.0');
    await install.condition('Ready', 'True');
    await install.apply('2.0', { upgrade: { allow: 'all' } });
    await install.condition('Ready', 'True');
    await install.remove();
  });
});
