import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { stringify } from 'yaml';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { repository } from '../../deploy/local/repository.ts';
import { parseConfig } from '../../src/config.ts';
import { CERTIFICATES } from '../../src/objects/certmanager.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { run } from '../cluster/support/cli.ts';
import { Shop } from '../cluster/support/shop.ts';
import { connect, TESTER, Team } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { attacks, by } from './support/attack.ts';
import { type Fields, type Scene, smuggled } from './support/hostilemodel.ts';
import { type Member, newMember, verdictOf, verdictOn } from './support/member.ts';

/** Limits of one team of this file. */
const MOST = { hosts: 8, ports: 2, rules: 40 };

/** Team with hosts in the configuration. */
const DECLARED = { team: 'declared', domain: 'declared.example.com' };

let plane: GatewayPlane;
let made: Scene;
let folder: string;
const scene = () => made;
const stop = new AbortController();
let running: Promise<unknown>;

/** Starts an operator with the chart's rights, where the kinds of cert-manager and Prometheus exist from the start. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-hostile-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  const kinds = ['cert-manager', 'prometheus-operator'].map(
    (name) => `--filename=${join(repository.root, 'deploy/local/crds', name)}`,
  );
  const options = [`--kubeconfig=${plane.kubeconfig}`, 'apply', '--server-side', ...kinds];
  expect(await run(inject('cluster').kubectl, options)).toMatchObject({ code: 0 });
  made = { administrator: await connect(plane.kubeconfig), shop: await Shop.open() };
  await eventually(() => made.administrator.list(CERTIFICATES));
  const { ca, server } = plane.access;
  const headers = { Authorization: `Bearer ${plane.operatorToken}` };
  const operator = createOperator({
    access: { server, credentials: async () => ({ ca, headers }) },
    config: parseConfig(configText(plane), 'test'),
    log: createLog('silent'),
    registry: new Registry(),
  });
  running = operator.run(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
  await made.shop.close();
  await rm(folder, { recursive: true, force: true });
});

function configText({ ports }: GatewayPlane): string {
  const gateway = {
    namespace: 'stoa-system',
    name: 'stoa',
    http: { port: ports.http },
    https: { port: ports.https },
    tcp: { ports: ports.tcp.join(',') },
    autoSsl: { issuer: 'clusterissuer/test', issuers: ['clusterissuer/test', 'issuer/of-everybody'] },
    teams: { greedy: { limits: MOST }, [DECLARED.team]: { hosts: [`*.${DECLARED.domain}`] } },
  };
  return stringify({ teams: { mode: 'namespaces' }, gateway, market: { stores: ['127.0.0.0/8'] } });
}

/** Asks for a port of the gateway by a TCP rule. */
async function portRule({ team, client }: Member, name: string, port: number): Promise<void> {
  const endPoint = { ip: '0.0.0.0', port };
  const spec = { appId: 1, protocol: 'tcp', tcp: { serviceId: 'web', containerPort: 8080, endPoint } };
  const metadata = { name, namespace: team.namespace };
  await client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec }, TESTER);
}

/** Declares hosts for the namespace of a team, as the platform team does. */
async function declareHosts({ team }: Member, hosts: string): Promise<void> {
  const metadata = { name: team.namespace, annotations: { 'stoa.dev/hosts': hosts } };
  await made.administrator.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, 'platform');
}

/** A team without declarations. */
async function bareTeam(id?: string): Promise<Member> {
  const member = await newMember(made.administrator, id === undefined ? {} : { id });
  await member.team.component('web');
  return member;
}

/** A team with its hosts. */
async function teamWithComponent(id?: string): Promise<Member> {
  const member = await bareTeam(id);
  const { host } = member.team;
  await declareHosts(member, `${host}, *.${host}`);
  return member;
}

/** The greedy team; its limits are those of the configuration, and its tests do without each other's names. */
let greedy: Promise<Member> | undefined;

function greedyTeam(): Promise<Member> {
  greedy ??= teamWithComponent('greedy');
  return greedy;
}

/** Number of the rules of a member's team that stand. */
async function standing(member: Member, names: readonly string[]): Promise<number> {
  const verdicts = await Promise.all(names.map((name) => verdictOn(member, name)));
  return verdicts.filter(({ stands }) => stands).length;
}

/** Listeners that a Gateway can have. */
const MOST_LISTENERS = 64;

attacks(
  'A team does not take the share of others',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'the ports of the gateway do not all go to one team',
      does: 'asks for every port at once',
      async run() {
        const ports = plane.ports.tcp.slice(1);
        const [thief, victim] = await Promise.all([greedyTeam(), teamWithComponent()]);
        const names = ports.map((port) => `port-${port}`);
        for (const port of ports) {
          await portRule(thief, `port-${port}`, port);
        }
        expect(await standing(thief, names)).toBe(MOST.ports);
        await portRule(victim, 'last', ports.at(-1) ?? 0);
        expect(await verdictOn(victim, 'last')).toMatchObject({ stands: true });
      },
    },
    {
      mustNotHappen: 'the listeners of the gateway do not all go to one team',
      does: 'asks for more hosts with certificates than the gateway has listeners',
      async run() {
        const [thief, victim] = await Promise.all([greedyTeam(), teamWithComponent()]);
        const authority = await createAuthority();
        const names = Array.from({ length: MOST_LISTENERS }, (_, index) => `host-${index}`);
        const hostOf = (name: string) => `${name}.${thief.team.host}`;
        await thief.team.certificate(1, await issueServer(authority, 'greedy', names.map(hostOf)));
        await victim.team.certificate(1, await issueServer(authority, 'own', [victim.team.host]));
        for (const name of names) {
          await thief.team.rule(name, { domainName: hostOf(name), certificateId: 1 });
        }
        await victim.team.rule('own', { certificateId: 1 });
        expect(await verdictOn(victim, 'own')).toMatchObject({ stands: true });
        expect(await standing(thief, names)).toBe(MOST.hosts);
      },
    },
  ]),
);

attacks(
  'A port stays with the team that had it first',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'a port does not go to an older rule that is moved onto it',
      does: 'edits the port of a rule that is older than the victim’s',
      async run() {
        const [first = 0] = plane.ports.tcp;
        const [thief, victim] = await Promise.all([teamWithComponent(), teamWithComponent()]);
        await portRule(thief, 'moved', plane.ports.tcp.at(-2) ?? 0);
        await verdictOn(thief, 'moved');
        await portRule(victim, 'port', first);
        expect(await verdictOn(victim, 'port')).toMatchObject({ stands: true });
        await portRule(thief, 'moved', first);
        await eventually(async () => {
          const [own, stolen] = await Promise.all([verdictOn(victim, 'port'), verdictOn(thief, 'moved')]);
          expect([own.stands, stolen.stands]).not.toEqual([true, true]);
        });
        expect(await verdictOn(thief, 'moved')).toMatchObject({ stands: false });
        expect(await verdictOn(victim, 'port')).toMatchObject({ stands: true });
      },
    },
  ]),
);

/** Issuers of the certificates that a team has asked for. */
async function issuersOf({ team }: Member): Promise<readonly string[]> {
  const { namespace } = team;
  const certificates = await made.administrator.list(CERTIFICATES, { namespace });
  return certificates.map((certificate) => JSON.stringify(certificate)).toSorted();
}

attacks(
  'A certificate is for a host of the team’s, by an issuer for the team',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no certificate is asked for a host of another team',
      does: 'asks for it by a rule that is refused',
      async run() {
        const [thief, victim] = await Promise.all([teamWithComponent(), teamWithComponent()]);
        const domainName = `bank.${victim.team.host}`;
        await victim.team.rule('bank', { domainName });
        expect(await verdictOn(victim, 'bank')).toMatchObject({ stands: true });
        const stolen = await verdictOf(thief, 'bank', { domainName, autoSsl: true });
        expect(stolen).toMatchObject({ stands: false });
        await thief.team.rule('own', { autoSsl: true });
        await eventually(async () => expect(await issuersOf(thief)).not.toEqual([]));
        const asked = (await issuersOf(thief)).join();
        expect(asked).toContain(thief.team.host);
        expect(asked).not.toContain(domainName);
      },
    },
    {
      mustNotHappen: 'no certificate is asked of an issuer that is not for rules',
      does: 'names it',
      async run() {
        const thief = await teamWithComponent();
        await thief.team.rule('other', {
          domainName: `other.${thief.team.host}`,
          autoSsl: true,
          autoSslConfig: 'clusterissuer/of-the-platform',
        });
        await verdictOn(thief, 'other');
        await thief.team.rule('own', { autoSsl: true, autoSslConfig: 'issuer/of-everybody' });
        await eventually(async () => expect((await issuersOf(thief)).join()).toContain('of-everybody'));
        expect((await issuersOf(thief)).join()).not.toContain('of-the-platform');
      },
    },
  ]),
);

function serviceMonitor(spec: Fields, endpoint: Fields = {}): Fields {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: 'side' },
    spec: { selector: {}, endpoints: [{ port: 'http', ...endpoint }], ...spec },
  };
}

const RELABELLING = [{ targetLabel: 'namespace', replacement: 'kube-system' }];

const MONITORS: readonly (readonly [does: string, loot: string, monitor: Fields])[] = [
  ['scrapes every namespace', '"any":true', serviceMonitor({ namespaceSelector: { any: true } })],
  [
    'has the token of Prometheus sent',
    'bearerTokenFile',
    serviceMonitor({}, { bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token' }),
  ],
  ['scrapes through a proxy', 'proxyUrl', serviceMonitor({}, { proxyUrl: 'http://evil.example.com' })],
  ['keeps forged labels', 'honorLabels', serviceMonitor({}, { honorLabels: true })],
  ['relabels to another namespace', 'kube-system', serviceMonitor({}, { relabelings: RELABELLING })],
  ['relabels metrics', 'kube-system', serviceMonitor({}, { metricRelabelings: RELABELLING })],
  [
    'sends a Secret as its password',
    'basicAuth',
    serviceMonitor({}, { basicAuth: { password: { name: 'of-others', key: 'a' } } }),
  ],
  ['scrapes all that the namespace serves', '"selector":{}', serviceMonitor({})],
];

attacks(
  'A ServiceMonitor of a model scrapes its own component, and nothing else',
  by(
    'model',
    'no rights',
    MONITORS.map(([does, loot, monitor]) =>
      smuggled(scene, {
        mustNotHappen: `no ServiceMonitor holds ${loot}`,
        does: `brings a ServiceMonitor that ${does}`,
        loot,
        resources: [monitor],
      }),
    ),
  ),
);

attacks(
  'Hosts of the configuration are those of one namespace',
  by('team', 'edit in its own namespace, whose label it has chosen', [
    {
      mustNotHappen: 'no host that is declared for a team goes to a namespace with its label',
      does: 'labels its namespace with the name of the namespace that is the team',
      async run() {
        const { administrator } = made;
        const victim = await newMember(administrator, { id: DECLARED.team, create: Team.createByName });
        await victim.team.component('web');
        const rule = (member: Member, name: string) =>
          member.team.rule(name, { domainName: `${name}.${DECLARED.domain}` });
        await rule(victim, 'had');
        expect(await verdictOn(victim, 'had')).toMatchObject({ stands: true });
        const thief = await bareTeam();
        const metadata = { name: thief.team.namespace, labels: { 'stoa.dev/team': DECLARED.team } };
        await administrator.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, TESTER);
        for (const name of ['had', 'new']) {
          await rule(thief, name);
          expect(await verdictOn(thief, name)).toMatchObject({ stands: false });
        }
        expect(await verdictOn(victim, 'had')).toMatchObject({ stands: true });
      },
    },
  ]),
);

attacks(
  'Where hosts are declared, no other host goes to whoever comes first',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no host goes to a team for which nobody has declared it',
      does: 'asks for hosts that nobody has declared, for itself and beside what others have',
      async run() {
        const thief = await bareTeam();
        const wanted = [thief.team.host, `www.${crypto.randomUUID()}.example.net`, '*.example.net'];
        for (const [index, domainName] of wanted.entries()) {
          await thief.team.rule(`free-${index}`, { domainName });
          const verdict = await verdictOn(thief, `free-${index}`);
          expect(verdict).toEqual({ stands: false, message: expect.stringContaining('stoa.dev/hosts') });
        }
        await declareHosts(thief, thief.team.host);
        await thief.team.condition('free-0', 'Accepted', 'True');
        expect((await verdictOn(thief, 'free-1')).stands).toBe(false);
      },
    },
  ]),
);
