import { beforeAll, expect } from 'vitest';
import { timestamp } from '../../src/api/condition.ts';
import type { GatewayRuleSpec, HttpRule } from '../../src/api/gatewayrule.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { issuerOfRef } from '../../src/rule/effective.ts';
import { type RestAnswer, rest, throughGateway } from '../cluster/support/traffic.ts';
import { connect } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { type AttemptsOf, attacks, by } from './support/attack.ts';
import { isStored, type Member, newMember, verdictOf, verdictOn } from './support/member.ts';

let administrator: KubeClient;

beforeAll(async () => {
  administrator = await connect();
});

/** A domain that no other file uses. */
const DOMAIN = `d${crypto.randomUUID().slice(0, 8)}.example.org`;

/** A field manager of the platform team's, so that what it declares does not end with the test's other writes. */
const PLATFORM = 'platform';

type Declarations = Readonly<Record<string, string>>;

/** Declares what a team may have, as the platform team does: only it may write Namespaces. */
async function declare({ team }: Member, declarations: Declarations): Promise<void> {
  const entries = Object.entries(declarations).map(([key, value]) => [`stoa.dev/${key}`, value]);
  const metadata = { name: team.namespace, annotations: Object.fromEntries(entries) };
  await administrator.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, PLATFORM);
}

async function answererOf(host: string): Promise<string> {
  const { status, body } = await throughGateway(host);
  return body.component ?? String(status);
}

/** A team with declarations, and a component. */
async function declaredTeam(component: string, declarations: Declarations): Promise<Member> {
  const member = await newMember(administrator);
  await Promise.all([member.team.component(component), declare(member, declarations)]);
  return member;
}

async function stands(member: Member, name: string, http: Partial<HttpRule>): Promise<boolean> {
  return (await verdictOf(member, name, http)).stands;
}

attacks(
  'A declared host is its team’s alone',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no declared host goes to a team that comes first',
      does: 'asks for it before its team does',
      async run() {
        const host = `login.first.${DOMAIN}`;
        const victim = await declaredTeam('web', { hosts: `*.first.${DOMAIN}` });
        const thief = await declaredTeam('theft', {});
        expect(await stands(thief, 'first', { serviceId: 'theft', domainName: host })).toBe(false);
        expect(await stands(thief, 'own', { serviceId: 'theft' })).toBe(true);
        expect(await stands(victim, 'first', { domainName: host })).toBe(true);
        await eventually(async () => expect(await answererOf(host)).toBe('web'));
      },
    },
    {
      mustNotHappen: 'no wildcard above a declared host goes to another team',
      does: 'asks for it before the team of the host has a rule',
      async run() {
        await declaredTeam('web', { hosts: `login.above.${DOMAIN}` });
        const thief = await declaredTeam('theft', {});
        const http = { serviceId: 'theft', domainName: `*.above.${DOMAIN}`, domainPath: '/v1' };
        expect(await stands(thief, 'above', http)).toBe(false);
        expect(await stands(thief, 'beside', { ...http, domainName: `*.beside.${DOMAIN}` })).toBe(true);
      },
    },
    {
      mustNotHappen: 'no team with declared hosts has others',
      does: 'asks for a free host outside of its declaration',
      async run() {
        const member = await declaredTeam('web', { hosts: `*.confined.${DOMAIN}` });
        expect(await stands(member, 'in', { domainName: `a.confined.${DOMAIN}` })).toBe(true);
        expect(await stands(member, 'out', { domainName: `free.${DOMAIN}` })).toBe(false);
      },
    },
  ]),
);

/** A name or an issuer that a team asks for: within its declarations, and outside. */
interface Request {
  readonly what: string;
  readonly declarations: Declarations;
  readonly inside: Partial<GatewayRuleSpec>;
  readonly outside: Partial<GatewayRuleSpec>;
}

/** Requests for names below a domain, from a port on. */
function requests(domain: string, port: number): readonly Request[] {
  return [
    {
      what: 'host',
      declarations: { hosts: `*.door.${domain}` },
      inside: httpSpec(`a.door.${domain}`),
      outside: httpSpec(`b.${domain}`),
    },
    {
      what: 'wildcard',
      declarations: { hosts: `*.wide.${domain}` },
      inside: httpSpec(`*.wide.${domain}`),
      outside: httpSpec(`*.wider.${domain}`),
    },
    {
      what: 'port',
      declarations: { ports: `${port}-${port + 5}` },
      inside: tcpSpec(port),
      outside: tcpSpec(port + 6),
    },
    {
      what: 'issuer',
      declarations: { issuers: 'issuer/own' },
      inside: httpSpec(`own.${domain}`, { autoSsl: true, autoSslConfig: 'issuer/own' }),
      outside: httpSpec(`other.${domain}`, { autoSsl: true, autoSslConfig: 'clusterissuer/other' }),
    },
    {
      what: 'issuer by reference',
      declarations: { issuers: 'issuer/own' },
      inside: httpSpec(`ref.${domain}`, { issuerRef: { name: 'own' } }),
      outside: httpSpec(`other-ref.${domain}`, { issuerRef: { kind: 'ClusterIssuer', name: 'other' } }),
    },
  ];
}

function httpSpec(domainName: string, more: Partial<HttpRule> = {}): Partial<GatewayRuleSpec> {
  const http = { serviceId: 'web', containerPort: 8080, domainName, whetherOpen: true, ...more };
  return { protocol: 'http', http };
}

function tcpSpec(port: number): Partial<GatewayRuleSpec> {
  const endPoint = { ip: '0.0.0.0', port };
  return { protocol: 'tcp', tcp: { serviceId: 'web', containerPort: 8080, endPoint } };
}

/** Doors by which a rule comes in; each resolves to whether it opened. */
const DOORS: Readonly<Record<string, (member: Member, spec: Partial<GatewayRuleSpec>) => Promise<boolean>>> =
  {
    'kubectl apply': (member, spec) => created(member, spec, false),
    'a dry run of the API server': (member, spec) => created(member, spec, true),
    'the REST API': async (member, spec) => {
      const { status, body } = await posted(member, spec);
      expect([200, 400]).toContain(status);
      expect(JSON.stringify(body)).toMatch(status === 200 ? /./ : /declar|may name/);
      return status === 200;
    },
  };

function created({ team, client }: Member, spec: object, dryRun: boolean): Promise<boolean> {
  const metadata = { name: `door-${crypto.randomUUID()}`, namespace: team.namespace };
  const draft = { ...GATEWAY_RULE_TYPE, metadata, spec: { appId: 1, ...spec } };
  return isStored(client.create(GATEWAY_RULES, draft, 'kubectl', { dryRun }));
}

function posted({ team, token }: Member, { protocol, http, tcp }: Partial<GatewayRuleSpec>) {
  const half = http && {
    service_id: http.serviceId,
    container_port: http.containerPort,
    domain_name: http.domainName,
    domain_path: '/rest',
    whether_open: true,
    ...(http.autoSsl && { auto_ssl: true, auto_ssl_config: http.autoSslConfig }),
    ...(http.issuerRef && { auto_ssl: true, auto_ssl_config: issuerOfRef(http.issuerRef) }),
  };
  const end_point = `0.0.0.0:${tcp?.endPoint.port}`;
  const port = tcp && { service_id: tcp.serviceId, container_port: tcp.containerPort, end_point };
  const body = { protocol, ...(half && { http: half }), ...(port && { tcp: port }) };
  return rest(`/teams/${team.id}/regions/local/apps/1/domains`, { token, body }) as Promise<RestAnswer>;
}

attacks(
  'What a declaration forbids comes in by no door',
  by(
    'team',
    'edit in its own namespace',
    Object.entries(DOORS).flatMap(([door, open], index) =>
      requests(`door-${index}.${DOMAIN}`, 31_900 + 10 * index)
        .filter(({ what }) => what !== 'port' || door !== 'the REST API')
        .map(
          ({ what, declarations, inside, outside }): AttemptsOf => ({
            mustNotHappen: `no ${what} outside of its declaration comes in by ${door}`,
            does: 'asks for it',
            async run() {
              const member = await declaredTeam('web', declarations);
              await eventually(async () => expect(await open(member, outside)).toBe(false), 10_000);
              await eventually(async () => expect(await open(member, inside)).toBe(true), 10_000);
            },
          }),
        ),
    ),
  ),
);

attacks(
  'A declaration that comes late, or twice, is told',
  by('accident', 'no matter which rights', [
    {
      mustNotHappen: 'no declaration of two teams lets both have a host, or the younger one take it',
      does: 'declares a pattern for a second team',
      async run() {
        const host = `login.twice.${DOMAIN}`;
        const hosts = `*.twice.${DOMAIN}`;
        const older = await declaredTeam('web', { hosts });
        expect(await stands(older, 'twice', { domainName: host })).toBe(true);
        const younger = await declaredTeam('theft', { hosts });
        await younger.team.rule('twice', { serviceId: 'theft', domainName: host });
        const verdict = await verdictOn(younger, 'twice');
        expect(verdict).toMatchObject({ stands: false });
        expect(verdict.message).toMatch(/declare/);
        await eventually(async () => expect(await answererOf(host)).toBe('web'));
        expect(await verdictOn(older, 'twice')).toMatchObject({ stands: true });
      },
    },
    {
      mustNotHappen: 'no rule keeps a host that is declared for another team, beyond the time that is given',
      does: 'declares a host that another team’s rule has',
      async run() {
        const host = `late.${DOMAIN}`;
        const squatter = await declaredTeam('theft', {});
        expect(await stands(squatter, 'late', { serviceId: 'theft', domainName: host })).toBe(true);
        const dayAfter = timestamp(new Date(Date.now() + 86_400_000));
        const owner = await declaredTeam('web', { hosts: host, 'hosts-enforced-from': dayAfter });
        await eventually(async () => {
          const { namespace } = squatter.team;
          const { status } = await administrator.get(GATEWAY_RULES, { namespace, name: 'late' });
          const messages = status?.conditions?.map(({ message }) => message).join(' ') ?? '';
          expect(messages).toContain(dayAfter.slice(0, 16));
        });
        expect(await answererOf(host)).toBe('theft');
        await declare(owner, { hosts: host, 'hosts-enforced-from': '2026-01-01T00:00:00Z' });
        await squatter.team.condition('late', 'Accepted', 'False');
        expect(await stands(owner, 'late', { domainName: host })).toBe(true);
        await eventually(async () => expect(await answererOf(host)).toBe('web'));
      },
    },
    {
      mustNotHappen: 'no declaration that cannot be read gives a host away',
      does: 'declares a pattern that is none, beside one that is',
      async run() {
        const member = await declaredTeam('web', { hosts: `*.*.com, *.unread.${DOMAIN}` });
        expect(await stands(member, 'in', { domainName: `a.unread.${DOMAIN}` })).toBe(true);
        expect(await stands(member, 'out', { domainName: `x.y.unread-${DOMAIN}` })).toBe(false);
      },
    },
  ]),
);
