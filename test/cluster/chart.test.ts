import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { type BareControlPlane, startControlPlane } from '../../deploy/local/cluster/controlplane.ts';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { repository } from '../../deploy/local/repository.ts';
import { GENERATED, manifestFiles } from '../../deploy/package/generate.ts';
import { BASE, CHART_FOLDER, renderChart } from '../../deploy/package/render.ts';
import { accountPermissions } from '../../src/install/account/rights.ts';
import { INSTALLABLE } from '../../src/objects/installable.ts';
import { CONSTRAINED_IMPERSONATION, IMPERSONATION, restPermissions } from '../../src/rest/permissions.ts';
import { OPERATOR, oneByOne, rightsOf, rolesIn, words } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { type Ended, newStateFolder, run } from './support/cli.ts';

const progress = terminalProgress({ isTTY: false, write: () => true });

/** Fields of an object in a manifest that the tests read. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: { readonly template?: { readonly metadata: object; readonly spec: object } };
}

/** Values with every option and every setting. */
const EVERYTHING = join(import.meta.dirname, 'support/everything.yaml');

// A separate API server: no pod runs here, and the Prometheus operator's kinds affect no other test.
let stateDir: string;
let plane: BareControlPlane;
let helm: string;

beforeAll(async () => {
  stateDir = await newStateFolder();
  [plane, { helm }] = await Promise.all([
    startControlPlane({ stateDir, progress }),
    ensureBinaries({ names: ['helm'], progress }),
  ]);
  const crds = join(repository.root, 'deploy/local/crds/prometheus-operator');
  for (const args of [
    ['apply', '--server-side', `--filename=${crds}`],
    ['wait', '--for=condition=Established', `--filename=${crds}`],
    ['create', 'namespace', BASE.namespace],
  ]) {
    expect(await kubectl(args)).toMatchObject({ code: 0 });
  }
});

afterAll(async () => {
  await plane.stop();
  await rm(stateDir, { recursive: true, force: true });
});

function kubectl(args: readonly string[], input?: string): Promise<Ended> {
  return run(plane.binaries.kubectl, [`--kubeconfig=${plane.kubeconfig}`, ...args], input);
}

function manifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** The output of a kustomization. */
async function kustomized(folder: string): Promise<Manifest[]> {
  const { code, stdout, stderr } = await kubectl(['kustomize', join(repository.root, folder)]);
  expect([code, stderr]).toEqual([0, '']);
  return manifests(stdout);
}

/** Objects in an order that does not depend on the tool that printed them. */
function sorted(objects: readonly Manifest[]): Manifest[] {
  const key = ({ kind, metadata }: Manifest) => `${kind}/${metadata.namespace}/${metadata.name}`;
  return objects.toSorted((one, other) => key(one).localeCompare(key(other)));
}

describe('the manifests', () => {
  it('are the output of npm run generate, and nothing else', async () => {
    const files = await manifestFiles(helm);
    for (const [path, content] of files) {
      expect(await readFile(join(repository.root, path), 'utf8'), path).toBe(content);
    }
    for (const folder of GENERATED) {
      const found = await readdir(join(repository.root, folder), { recursive: true });
      const expected = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
      expect(found.filter((name) => name.endsWith('.yaml')).length).toBe(expected.length);
    }
  });

  it('of deploy/base create the objects of the chart, and its namespace', async () => {
    const [namespace, ...rest] = sorted(await kustomized('deploy/base')).toSorted(
      (one, other) => Number(other.kind === 'Namespace') - Number(one.kind === 'Namespace'),
    );
    expect(namespace).toMatchObject({ kind: 'Namespace', metadata: { name: BASE.namespace } });
    expect(rest).toEqual(sorted(manifests(await renderChart({ helm, args: ['--no-hooks'] }))));
  });

  it("of deploy/retire create the objects of the chart's uninstallation", async () => {
    const whole = [...(await kustomized('deploy/base')), ...(await kustomized('deploy/retire'))];
    const without = whole.filter(({ kind }) => kind !== 'Namespace');
    // The pod of `helm test` is Helm's alone.
    const rendered = manifests(await renderChart({ helm })).filter(({ kind }) => kind !== 'Pod');
    expect(sorted(without)).toEqual(sorted(rendered));
  });

  it('of deploy/monitoring create the objects that the chart adds', async () => {
    const args = ['serviceMonitor', 'prometheusRule', 'dashboards'].map(
      (each) => `--set=${each}.enabled=true`,
    );
    args.push('--no-hooks');
    const whole = [...(await kustomized('deploy/base')), ...(await kustomized('deploy/monitoring'))];
    const without = whole.filter(({ kind }) => kind !== 'Namespace');
    expect(sorted(without)).toEqual(sorted(manifests(await renderChart({ helm, args }))));
  });
});

describe('the rights of the REST API', () => {
  /** Rights of the role that the chart renders for a version of Kubernetes, with an audience or without. */
  async function rights(version: string, ...args: string[]): Promise<string[]> {
    const rendered = await renderChart({ helm, args: [`--kube-version=${version}`, ...args] });
    const roles = rolesIn(rendered).filter(({ metadata }) => metadata.name === 'stoa-rest');
    return rightsOf(roles).map(words).toSorted();
  }

  const AUDIENCE = ['--set=config.rest.audiences={stoa}', '--set=rest.userExtras={example.com/team}'];
  const EXTRA = 'userextras/example.com/team.authentication.k8s.io';

  it.each([
    ['without audiences', '1.36.4', [], [], []],
    ['for audiences', '1.36.4', AUDIENCE, CONSTRAINED_IMPERSONATION, [`impersonate:user-info ${EXTRA}`]],
    ['for audiences before Kubernetes 1.36', '1.35.9', AUDIENCE, IMPERSONATION, [`impersonate ${EXTRA}`]],
  ] as const)('%s are those that it needs', async (_, version, args, more, extra) => {
    const needed = oneByOne([...restPermissions(OPERATOR), ...more]).map(words);
    expect(await rights(version, ...args)).toEqual([...needed, ...extra].toSorted());
  });
});

describe('the account of installs', () => {
  /** Answer to whether the account of the namespace `default` may do something. */
  async function may(...what: string[]): Promise<string> {
    const as = '--as=system:serviceaccount:default:stoa-install';
    const { stdout } = await kubectl(['auth', 'can-i', ...what, as, '--namespace=default']);
    return stdout.trim();
  }

  it('has rights on all that installs make but monitors and Roles by one value, even without roles for teams', async () => {
    const rendered = await renderChart({
      helm,
      args: [
        '--set=installAccounts.namespaces={default}',
        '--set=teamRoles.enabled=false',
        '--show-only=templates/access/installs.yaml',
      ],
    });
    expect(manifests(rendered).filter(({ kind }) => kind.startsWith('Cluster'))).toEqual([]);
    const applied = await kubectl(['apply', '--server-side', '--filename=-'], rendered);
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    await eventually(async () => expect(await may('create', 'gatewayrules.stoa.dev')).toBe('yes'));
    for (const { group, resource, verbs } of accountPermissions(INSTALLABLE)) {
      const kind = group === '' ? resource : `${resource}.${group}`;
      const expected = WITH_A_ROLE_OF_ITS_OWN.includes(resource) ? 'no' : 'yes';
      const answers = await Promise.all(verbs.map(async (verb) => [verb, kind, await may(verb, kind)]));
      expect(answers).toEqual(verbs.map((verb) => [verb, kind, expected]));
    }
  });
});

/** Resources for which the account of installs needs another ClusterRole. */
const WITH_A_ROLE_OF_ITS_OWN = ['servicemonitors', 'roles', 'rolebindings'];

const MONITORED = ['serviceMonitor', 'prometheusRule', 'dashboards'].map(
  (each) => `--set=${each}.enabled=true,${each}.namespace=default`,
);

/** The GatewayRule of the REST API, but for what it takes of `rest.tls`. */
const RULE = '--set=rest.gatewayRule.enabled=true,rest.gatewayRule.domainName=stoa.example.com';
const PRESENTED = '--set=rest.gatewayRule.certificateName=stoa-public';
const VERIFIED = '--set=rest.gatewayRule.validation.wellKnownCACertificates=System';

const SETTINGS: readonly (readonly [string, readonly string[]])[] = [
  ['the default values', []],
  ['everything switched on', [`--values=${EVERYTHING}`]],
  ['monitoring in another namespace', MONITORED],
  ['teams in namespaces of their own', ['--set=config.operator.watchNamespaces={default}']],
  ['teams by the names of namespaces', ['--set=config.teams.mode=namespaces']],
  ['a rule to the REST API by TLS', [RULE, PRESENTED, VERIFIED, '--set=rest.tls.secretName=mine']],
  ['a rule to the REST API by plain HTTP', [RULE, PRESENTED, '--set=rest.tls.insecure=true']],
  ['OpenShift', ['--api-versions=security.openshift.io/v1']],
  ['ids of another range', ['--set=podSecurityContext.runAsUser=1000660000', '--set=fullnameOverride=rules']],
];

describe.each(SETTINGS)('the chart with %s', (_, args) => {
  let rendered: string;

  beforeAll(async () => {
    rendered = await renderChart({ helm, args });
  });

  it('is accepted completely by an API server', async () => {
    const strict = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '--filename=-'];
    const { code, stdout, stderr } = await kubectl(strict, rendered);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n').length).toBe(manifests(rendered).length);
  });

  it('passes helm lint', async () => {
    const { code, stdout } = await run(helm, ['lint', '--strict', CHART_FOLDER, ...lintable(args)]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  it('has pods that Pod Security admits as restricted', async () => {
    const templates = manifests(rendered).flatMap(({ kind, spec, metadata }) => {
      const template = kind === 'Pod' ? { metadata, spec: spec ?? {} } : spec?.template;
      return template === undefined ? [] : [{ kind, template }];
    });
    expect(templates.map(({ kind }) => kind).toSorted()).toEqual(['Deployment', 'Deployment', 'Job', 'Pod']);
    for (const { template } of templates) {
      expect(await admitted(template)).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

/** Arguments without those that `helm lint` does not have: it knows no cluster. */
function lintable(args: readonly string[]): readonly string[] {
  return args.filter((each) => !each.startsWith('--api-versions'));
}

/** Response of the API server to a pod in a namespace where Pod Security enforces `restricted`. */
async function admitted(template: NonNullable<Manifest['spec']>['template']): Promise<Ended> {
  const enforce = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  const namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'restricted', labels: enforce },
  };
  expect(await kubectl(['apply', '--filename=-'], stringify(namespace))).toMatchObject({ code: 0 });
  const metadata = { ...template?.metadata, name: 'pod', namespace: 'restricted' };
  // The account of the pod is in another namespace.
  const spec = { ...template?.spec, serviceAccountName: 'default' };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
  return kubectl(['create', '--dry-run=server', '--filename=-'], stringify(pod));
}

it('Pod Security rejects a pod that is not restricted', async () => {
  const spec = { containers: [{ name: 'main', image: 'example.com/none:1' }] };
  const { code, stderr } = await admitted({ metadata: {}, spec });
  expect(code).toBe(1);
  expect(stderr).toContain('violates PodSecurity "restricted');
});

describe('invalid values are rejected:', () => {
  it.each([
    ['--set=config.gateway.naem=x', "at '/config/gateway': additional properties 'naem' not allowed"],
    ['--set=config.rest.listen=x', "at '/config/rest': additional properties 'listen' not allowed"],
    ['--set-string=operator.replicas=2', "at '/operator/replicas': got string, want integer"],
    ['--set=image.digest=latest', "at '/image/digest'"],
    ['--set=ingress.enabled=true', "additional properties 'ingress' not allowed"],
    [
      '--set-string=commonLabels.app\\.kubernetes\\.io/name=x',
      "at '/commonLabels/app.kubernetes.io~1name': false schema",
    ],
    ['--set=rest.ingress.enabled=true', 'rest.ingress.hosts: an Ingress for the REST API needs'],
    ['--set=rest.enabled=false,rest.ingress.enabled=true', 'rest.ingress.enabled: there is no REST API'],
    [
      '--set=rest.autoscaling.enabled=true,rest.autoscaling.maxReplicas=1',
      'rest.autoscaling.minReplicas: 2 is more than rest.autoscaling.maxReplicas, 1',
    ],
    [
      '--set=rest.service.loadBalancerSourceRanges={10.0.0.0/8}',
      'rest.service.loadBalancerSourceRanges: a Service of the type ClusterIP has none',
    ],
    ['--set=rest.userExtras={example.com/team}', 'rest.userExtras: only tokens for an audience have them'],
    [
      '--set=rest.tls.insecure=true,rest.tls.secretName=x',
      'rest.tls.insecure: plain HTTP has no certificate',
    ],
    ['--set=rest.tls.secretName=x,rest.tls.issuerRef.name=y', 'rest.tls.issuerRef: the certificate is in'],
    ['--set=rest.tls.hosts={a.example.com}', 'rest.tls.hosts: only a certificate of an issuer is made'],
    ['--set=config.regions.west.context=west', 'rest.kubeconfigSecret: config.regions names contexts'],
    [
      `${RULE},rest.gatewayRule.certificateName=c,rest.tls.secretName=x`,
      'rest.gatewayRule.validation: without it the gateway',
    ],
  ])('%s', async (argument, message) => {
    await expect(renderChart({ helm, args: [argument] })).rejects.toThrow(message);
  });

  it.each([
    [['--set=rest.enabled=false'], 'rest.gatewayRule.enabled: there is no REST API to lead to'],
    [
      ['--set=config.operator.watchNamespaces={default}'],
      'rest.gatewayRule.enabled: Stoa ignores rules in stoa-system, because config.operator.watchNamespaces',
    ],
    [['--set=rest.gatewayRule.domainName='], 'rest.gatewayRule.domainName: a GatewayRule for the REST API'],
    [['--set=rest.gatewayRule.certificateName='], 'rest.gatewayRule.certificateName: tokens of callers need'],
    [['--set=rest.gatewayRule.issuerRef.name=x'], 'rest.gatewayRule.certificateName: tokens of callers need'],
    [['--set=rest.tls.secretName='], 'rest.gatewayRule.enabled: no gateway can verify certificates that'],
    [
      ['--set=rest.tls.secretName=', '--set=rest.tls.insecure=true'],
      'rest.gatewayRule.validation: there is no certificate to verify',
    ],
  ])('a rule to the REST API, and %j', async (args, message) => {
    const whole = [RULE, PRESENTED, VERIFIED, '--set=rest.tls.secretName=mine'];
    await expect(renderChart({ helm, args: whole })).resolves.toContain('kind: BackendTLSPolicy');
    await expect(renderChart({ helm, args: [...whole, ...args] })).rejects.toThrow(message);
  });
});

describe('values for the cluster at hand', () => {
  /** Objects of the chart with some values, by kind and name. */
  async function objects(...args: string[]): Promise<Map<string, Manifest>> {
    const all = manifests(await renderChart({ helm, args }));
    return new Map(all.map((each) => [`${each.kind} ${each.metadata.name}`, each]));
  }

  it('reach the pods and the accounts of one process alone', async () => {
    const found = await objects(
      '--set=operator.podAnnotations.team=platform',
      '--set=operator.podLabels.cost=shared',
      '--set=operator.priorityClassName=system-cluster-critical',
      '--set=operator.serviceAccount.annotations.role=reader',
    );
    const [operator, rest] = ['operator', 'rest'].map(
      (part) => found.get(`Deployment stoa-${part}`)?.spec?.template,
    );
    expect(operator).toMatchObject({
      metadata: { annotations: { team: 'platform' }, labels: { cost: 'shared' } },
      spec: { priorityClassName: 'system-cluster-critical' },
    });
    expect(JSON.stringify(rest)).not.toMatch(/platform|shared|critical/);
    expect(found.get('ServiceAccount stoa-operator')).toMatchObject({
      metadata: { annotations: { role: 'reader' } },
    });
    expect(found.get('ServiceAccount stoa-rest')).not.toHaveProperty('metadata.annotations');
  });

  it('leave the ids of users to OpenShift', async () => {
    const idsOf = (found: Map<string, Manifest>) =>
      found.get('Deployment stoa-rest')?.spec?.template?.spec as { securityContext?: object };
    const elsewhere = idsOf(await objects());
    expect(elsewhere.securityContext).toMatchObject({ runAsUser: 65532, runAsGroup: 65532 });
    const there = idsOf(await objects('--api-versions=security.openshift.io/v1'));
    expect(there.securityContext).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });

  it('let the autoscaler set the number of pods', async () => {
    const found = await objects('--set=rest.autoscaling.enabled=true');
    expect(found.get('Deployment stoa-rest')?.spec).not.toHaveProperty('replicas');
    expect(found.get('HorizontalPodAutoscaler stoa-rest')).toMatchObject({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'stoa-rest' }, minReplicas: 2, maxReplicas: 10 },
    });
  });

  it.each([
    ['nothing', [], 'https', undefined],
    ['a Secret', ['--set=rest.tls.secretName=mine'], 'https', 'mine'],
    ['an issuer', ['--set=rest.tls.issuerRef.name=internal'], 'https', 'stoa-rest-tls'],
    ['insecure', ['--set=rest.tls.insecure=true'], 'http', undefined],
  ] as const)('serve the REST API by TLS unless it is insecure: with %s', async (_, args, port, secret) => {
    const found = await objects(...args);
    expect(found.get('Service stoa-rest')).toMatchObject({ spec: { ports: [{ name: port }] } });
    const pod = found.get('Deployment stoa-rest')?.spec?.template?.spec as {
      readonly containers: readonly { readonly ports: readonly object[] }[];
      readonly volumes: readonly { readonly secret?: { readonly secretName: string } }[];
    };
    expect(pod.containers[0]?.ports).toContainEqual({ name: port, containerPort: 8080 });
    expect(pod.volumes.flatMap((volume) => volume.secret?.secretName ?? [])).toEqual([secret ?? []].flat());
    expect(JSON.stringify(found.get('ConfigMap stoa-config')).includes('insecure: true')).toBe(
      port === 'http',
    );
    expect(found.has('Certificate stoa-rest')).toBe(secret === 'stoa-rest-tls');
  });

  it('lead a rule to the REST API, by the port and with the certificate that it has', async () => {
    const tls = await objects(RULE, PRESENTED, VERIFIED, '--set=rest.tls.issuerRef.name=internal');
    const http = { serviceName: 'stoa-rest', domainName: 'stoa.example.com', certificateName: 'stoa-public' };
    expect(tls.get('GatewayRule stoa-rest')).toMatchObject({
      spec: { http: { ...http, containerPort: 443 } },
    });
    expect(tls.get('BackendTLSPolicy stoa-rest')).toMatchObject({
      spec: {
        targetRefs: [{ kind: 'Service', name: 'stoa-rest', sectionName: 'https' }],
        validation: { hostname: 'stoa-rest.stoa-system.svc', wellKnownCACertificates: 'System' },
      },
    });
    const plain = await objects(RULE, PRESENTED, '--set=rest.tls.insecure=true');
    expect(plain.get('GatewayRule stoa-rest')).toMatchObject({
      spec: { http: { ...http, containerPort: 80 } },
    });
    expect([...plain.keys()]).not.toContain('BackendTLSPolicy stoa-rest');
  });

  it.each([
    ['namespaces', ['namespaceSelector: {}', 'in ["stoa-system","sandbox"]']],
    ['labelled', ['{"key":"stoa.dev/team","operator":"Exists"}', 'labels["stoa.dev/team"]']],
  ])('let the policies look at the namespaces of teams: %s', async (mode, parts) => {
    const args = [`--set=config.teams.mode=${mode}`, '--set=config.teams.excludedNamespaces={sandbox}'];
    const rendered = await renderChart({ helm, args });
    const policies = rendered
      .split('---')
      .filter((each) => each.includes('kind: ValidatingAdmissionPolicy\n'));
    const text = policies.join('').replaceAll(/namespaceSelector:\s+/g, 'namespaceSelector: ');
    for (const part of parts) {
      expect(text).toContain(part);
    }
    expect(text.includes('sandbox')).toBe(mode === 'namespaces');
  });

  it('rename every object, and what refers to it', async () => {
    const found = [...(await objects('--set=fullnameOverride=rules', ...MONITORED)).values()];
    const kept = found.filter(({ metadata }) => !metadata.name.startsWith('rules'));
    expect(kept.map(({ metadata }) => metadata.name)).toEqual([]);
    expect(JSON.stringify(found)).not.toMatch(/stoa-(operator|rest|retire|config)\b/);
  });
});

it('the chart omits disabled parts', async () => {
  const args = ['--set=rest.enabled=false', '--set=networkPolicy.enabled=false'];
  const kinds = manifests(await renderChart({ helm, args })).map(
    ({ kind, metadata }) => `${kind} ${metadata.name}`,
  );
  expect(kinds).toContain('Deployment stoa-operator');
  expect(kinds.filter((each) => each.includes('NetworkPolicy') || each.includes('stoa-rest'))).toEqual([]);
});

describe('the access of the REST API to Prometheus', () => {
  /** The only object of a template. */
  async function rendered(template: string, args: readonly string[]): Promise<Manifest> {
    const shown = `--show-only=templates/rest/${template}.yaml`;
    const [manifest] = manifests(await renderChart({ helm, args: [...args, shown] }));
    return manifest as Manifest;
  }

  it('has the files of rest.monitoringSecret', async () => {
    const mount = { name: 'monitoring', mountPath: '/etc/stoa-monitoring', readOnly: true };
    const volume = { name: 'monitoring', secret: { secretName: 'prometheus-access' } };
    const podOf = async (...args: string[]) =>
      (await rendered('deployment', args)).spec?.template?.spec as {
        readonly containers: readonly { readonly volumeMounts: readonly object[] }[];
        readonly volumes: readonly object[];
      };
    const { containers, volumes } = await podOf('--set=rest.monitoringSecret=prometheus-access');
    expect(containers[0]?.volumeMounts).toContainEqual(mount);
    expect(volumes).toContainEqual(volume);
    const without = await podOf();
    expect(without.containers[0]?.volumeMounts).not.toContainEqual(mount);
    expect(without.volumes.filter((each) => 'secret' in each)).toEqual([]);
  });

  const OAUTH2 = 'config.monitoring.auth.oauth2';
  const TOKENS = [
    `--set=${OAUTH2}.clientId=stoa`,
    `--set=${OAUTH2}.clientSecretFile=/etc/stoa-monitoring/secret`,
  ];

  it.each([
    ['no Prometheus', [], []],
    ['one', ['--set=config.monitoring.url=http://prometheus:9090'], [9090]],
    [
      'one with a token URL at another port',
      [
        '--set=config.monitoring.url=https://prometheus:9090',
        `--set=${OAUTH2}.tokenUrl=https://id.example.com:8443/token`,
        ...TOKENS,
      ],
      [9090, 8443],
    ],
    [
      'one with a token URL at the port of its scheme',
      [
        '--set=config.monitoring.url=https://prometheus:9090',
        `--set=${OAUTH2}.tokenUrl=https://id.example.com/token`,
        ...TOKENS,
      ],
      [9090, 443],
    ],
  ])(
    'with %s, its NetworkPolicy allows these ports beside those of all processes',
    async (_, args, ports) => {
      const portsWith = async (more: readonly string[]) => {
        const { spec } = await rendered('networkpolicy', more);
        const { egress } = spec as unknown as {
          readonly egress: readonly { readonly ports: readonly { readonly port: number }[] }[];
        };
        return egress.flatMap((rule) => rule.ports.map(({ port }) => port));
      };
      expect(await portsWith(args)).toEqual([...(await portsWith([])), ...ports]);
    },
  );
});

it('the CRDs have a chart of their own, and remain after its uninstallation', async () => {
  const { code, stdout } = await run(helm, ['template', 'kinds', join(CHART_FOLDER, '../chart-crds')]);
  expect(code).toBe(0);
  const crds = manifests(stdout);
  expect(crds.map(({ metadata }) => metadata.name)).toEqual(
    ['applications', 'gatewayrules', 'marketinstalls'].map((plural) => `${plural}.stoa.dev`),
  );
  for (const { metadata, ...crd } of crds) {
    const { 'helm.sh/resource-policy': policy, ...annotations } = metadata.annotations ?? {};
    expect(policy).toBe('keep');
    expect(Object.keys(annotations)).toEqual(['stoa.dev/schema-digest']);
    const own = await readFile(join(repository.crds, `${metadata.name}.yaml`), 'utf8');
    expect(manifests(own)).toEqual([{ ...crd, metadata: { name: metadata.name, annotations } }]);
  }
});

/** The notes that an installation with these arguments prints. */
async function notes(...args: readonly string[]): Promise<string> {
  const install = ['install', 'notes', CHART_FOLDER, '--dry-run=client', `--kubeconfig=${plane.kubeconfig}`];
  const { code, stdout, stderr } = await run(helm, [...install, ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.slice(stdout.indexOf('NOTES:'));
}

describe('the notes of an installation say what is open', () => {
  const DECLARED = '--set=config.gateway.teams.shop.hosts={shop.example.com}';
  const PEERS = '[0].namespaceSelector.matchLabels.trusted=yes';

  it.each<[string, readonly string[]]>([
    ['config.teams.mode', ['--set=config.teams.mode=namespaces']],
    ['namePolicy', ['--set=namePolicy.enabled=false']],
    ['secretPolicy', ['--set=secretPolicy.enabled=false']],
    ['rest.tls.insecure', ['--set=rest.tls.insecure=true']],
    ['config.gateway.undeclared', ['--set=config.gateway.undeclared=first-come', DECLARED]],
  ])('%s, where the values open it', async (value, args) => {
    expect(await notes()).not.toContain(`(${value})`);
    expect(await notes(...args)).toContain(`(${value})`);
  });

  it.each<[string, readonly string[]]>([
    ['config.gateway.teams, stoa.dev/hosts', [DECLARED]],
    ['config.gateway.teams, stoa.dev/hosts', ['--set=config.gateway.undeclared=refuse']],
    ['config.gateway.teams, stoa.dev/ports', ['--set-string=config.gateway.teams.shop.ports=31000']],
    ['config.gateway.limits', ['--set=config.gateway.limits.hosts=10']],
    ['config.market.stores', ['--set=config.market.stores={https://store.example.com}']],
    ['config.rest.audiences', ['--set=config.rest.audiences={stoa}']],
    ['rest.tls', ['--set=rest.tls.secretName=stoa-tls']],
    ['networkPolicy.restFrom', [`--set=networkPolicy.restFrom${PEERS}`]],
    ['networkPolicy.metricsFrom', [`--set=networkPolicy.metricsFrom${PEERS}`]],
    ['networkPolicy.apiServerAddresses', ['--set=networkPolicy.apiServerAddresses={10.1.2.3/32}']],
  ])('%s, unless the values close it: %s', async (value, args) => {
    expect(await notes()).toContain(`(${value})`);
    expect(await notes(...args)).not.toContain(`(${value})`);
  });

  it('and name the label of teams', async () => {
    expect(await notes()).toContain('kubectl label namespace NAMESPACE stoa.dev/team=TEAM');
  });
});
