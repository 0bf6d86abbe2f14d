import { describe, expect, it } from 'vitest';
import type { GatewayRuleSpec, HttpRule, TcpRule } from '../../../../../src/api/gatewayrule.ts';
import type { NameRefusal } from '../../../../../src/names/gate.ts';
import type { GatewayRule } from '../../../../../src/objects/stoa.ts';
import {
  type CheckedState,
  checkRule,
  faultOf,
  messageOn,
} from '../../../../../src/rest/resources/rules/checks.ts';
import { holderOf } from '../../../../../src/rule/checks.ts';
import { effectiveWrite, type Write } from '../../../../../src/rule/write.ts';
import { claimOf } from '../../../../support/names.ts';
import { competing, ruleOf, serviceOf } from '../../../../support/rules.ts';
import { workloadOf } from '../../../../support/workloads.ts';

const web = serviceOf('web', [{ port: 8080 }]);
const open = {
  ...web,
  metadata: { ...web.metadata, annotations: { 'stoa.dev/outer-ports': '8080' } },
};
const ports = [{ from: 30_000, to: 32_767 }];
const state: CheckedState = {
  services: [open],
  workloads: [],
  rules: [],
  isGranted: () => true,
  competing: [],
  burdening: [],
  name: { type: 'granted' },
  hasCertificate: true,
  issuers: undefined,
  ports,
};

function write(http: Partial<HttpRule> = {}, replaced?: GatewayRule): Write {
  return effectiveWrite({ spec: ruleOf(http).spec, namespace: 'team', replaced });
}

function tcpSpec(endPoint: TcpRule['endPoint']): GatewayRuleSpec {
  return { appId: 1, protocol: 'tcp', tcp: { serviceId: 'web', containerPort: 8080, endPoint } };
}

function verdict(wanted: Write, differing: Partial<CheckedState> = {}) {
  const judging = { ...state, ...differing };
  const refusal = checkRule(wanted, judging);
  if (refusal === undefined) {
    return { type: 'passed' } as const;
  }
  const { problem, field } = faultOf(refusal, wanted.rule);
  const member = field.slice(`${wanted.rule.protocol}.`.length);
  const message = messageOn(refusal, wanted.rule, judging);
  return { type: 'refused', problem, member, message, holder: holderOf(refusal) } as const;
}

it('a rule passes that no check refuses', () => {
  expect(verdict(write())).toEqual({ type: 'passed' });
});

it.each([
  ['of the Service', 80],
  ['of the containers, which the Service targets by its name', 8080],
])('a rule for the number %s passes, with either number in the annotation', (_, containerPort) => {
  const service = serviceOf('web', [{ port: 80, targetPort: 'http' }]);
  const containers = [{ name: 'c', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }];
  const workloads = [workloadOf('StatefulSet', { template: { spec: { containers } } })];
  for (const listed of ['80', '8080']) {
    const metadata = { ...service.metadata, annotations: { 'stoa.dev/outer-ports': listed } };
    const services = [{ ...service, metadata }];
    expect(verdict(write({ containerPort }), { services, workloads })).toEqual({ type: 'passed' });
  }
  expect(verdict(write({ containerPort, whetherOpen: true }), { services: [service] })).toMatchObject(
    containerPort === 80
      ? { type: 'passed' }
      : {
          problem: 'portNotFound',
          message: expect.stringContaining('it has 80 (by name http)'),
        },
  );
});

it.each<[string, Write, Partial<CheckedState>, object]>([
  [
    'a component that is not there',
    write({ serviceId: 'nobody' }),
    {},
    { problem: 'componentNotFound', member: 'service_id' },
  ],
  [
    'a port that is not there',
    write({ containerPort: 1 }),
    {},
    { problem: 'portNotFound', member: 'container_port', message: expect.stringContaining('it has 8080') },
  ],
  [
    'a port that nobody opens',
    write({ whetherOpen: false }),
    { services: [web] },
    { problem: 'portClosed', member: 'container_port' },
  ],
  [
    'a port of the gateway that it does not offer',
    effectiveWrite({ spec: tcpSpec({ ip: '0.0.0.0', port: 80 }), namespace: 'team' }),
    {},
    {
      problem: 'portNotOffered',
      member: 'end_point',
      message: expect.stringContaining('(gateway.tcp.ports of the configuration): 30000-32767'),
    },
  ],
  [
    'a certificate that is not there',
    write({ certificateId: 7 }),
    { hasCertificate: false },
    { problem: 'certificateNotFound', member: 'certificate_id' },
  ],
])('refuses %s', (_, wanted, differing, expected) => {
  expect(verdict(wanted, differing)).toMatchObject(expected);
});

const issued = (autoSslConfig: string, more: Partial<HttpRule> = {}) =>
  ({ autoSsl: true, autoSslConfig, ...more }) as const;

describe('an issuer', () => {
  const issuers = ['clusterissuer/ours', 'issuer/mine'];

  it.each<[string, Write]>([
    ['that is not for the team', write(issued('clusterissuer/theirs'))],
    ['however it is spelled', write(issued('ClusterIssuer:theirs'))],
    ['that an edit names newly', write(issued('issuer/theirs'), ruleOf(issued('issuer/mine')))],
    [
      'that an edit brings in effect',
      write(issued('issuer/x'), ruleOf(issued('issuer/x', { autoSsl: false }))),
    ],
  ])('%s is refused', (_, wanted) => {
    expect(verdict(wanted, { issuers })).toMatchObject({
      problem: 'issuerNotAllowed',
      member: 'auto_ssl_config',
      message: expect.stringContaining('may name clusterissuer/ours, issuer/mine only, not '),
    });
  });

  it('where the team may name none is refused', () => {
    expect(verdict(write(issued('issuer/mine')), { issuers: [] })).toMatchObject({ type: 'refused' });
  });

  it.each<[string, Write, readonly string[] | undefined]>([
    ['of the team', write(issued('ClusterIssuer:ours')), issuers],
    ['of a service outside', write(issued('acme')), issuers],
    ['that may be one of a service outside', write(issued('clusterissuer/theirs')), undefined],
    ['that nothing obtains', write({ autoSslConfig: 'issuer/theirs' }), issuers],
    ['beside a certificate', write(issued('issuer/theirs', { certificateId: 1 })), issuers],
    ['that stood before', write(issued('issuer/x', { theWeight: 1 }), ruleOf(issued('issuer/x'))), issuers],
  ])('%s passes', (_, wanted, allowed) => {
    expect(verdict(wanted, { issuers: allowed })).toEqual({ type: 'passed' });
  });
});

describe('a port is open', () => {
  const opener = ruleOf({ whetherOpen: true }, { name: 'opener' });
  const database: GatewayRule = { ...ruleOf(), spec: tcpSpec({ ip: '0.0.0.0', port: 1 }) };

  it.each<[string, Write, readonly GatewayRule[], boolean]>([
    ['by the rule itself', write({ whetherOpen: true }), [], true],
    ['by another rule', write({ domainPath: '/a' }), [opener], true],
    ['by a tcp rule', write(), [database], true],
    ['by a rule for another component', write(), [ruleOf({ whetherOpen: true, serviceId: 'x' })], false],
    ['by the rule that is replaced, no longer', write({}, opener), [opener], false],
  ])('%s', (_, wanted, rules, isOpen) => {
    const found = verdict(wanted, { services: [web], rules, competing: [] });
    expect(found).toMatchObject(isOpen ? { type: 'passed' } : { problem: 'portClosed' });
  });

  it('by no rule that is refused', () => {
    const differing = { services: [web], rules: [opener], isGranted: () => false };
    const found = verdict(write({ domainPath: '/a', whetherOpen: false }), differing);
    expect(found).toMatchObject({ problem: 'portClosed' });
  });
});

describe('a competing rule', () => {
  const redirect = [{ key: 'httptohttps', value: 'true' }];

  it.each<[string, Write, GatewayRule, string, string]>([
    ['the same', write({ theWeight: 1 }), ruleOf(), 'ruleExists', 'domain_name'],
    [
      'the same but for a slash',
      write({ domainPath: '/a/' }),
      ruleOf({ domainPath: '/a' }),
      'ruleExists',
      'domain_name',
    ],
    [
      'one that redirects',
      write({ containerPort: 8080, certificateId: 1 }),
      ruleOf({ ruleExtensions: redirect }),
      'redirectInTheWay',
      'domain_path',
    ],
    [
      'a plain one where it redirects',
      write({ certificateId: 1, ruleExtensions: redirect }),
      ruleOf(),
      'redirectInTheWay',
      'rule_extensions',
    ],
    [
      'one for gRPC',
      write({ domainPath: '/a' }),
      ruleOf({ policy: { match: { grpc: {} } } }),
      'hostOfOtherProtocol',
      'domain_name',
    ],
  ])('%s', (_, wanted, winner, problem, member) => {
    expect(verdict(wanted, { competing: competing([winner]) })).toMatchObject({
      problem,
      member,
      holder: 'team/rule',
    });
  });

  it.each<[string, Write, GatewayRule]>([
    ['another port: a canary', write(), ruleOf({ containerPort: 1 })],
    ['another component: a canary', write(), ruleOf({ serviceId: 'x' })],
    ['https beside http', write({ certificateId: 1 }), ruleOf()],
    ['another path', write(), ruleOf({ domainPath: '/a' })],
    ['the one that it replaces', write({ theWeight: 1 }, ruleOf()), ruleOf()],
    ['one that is not valid', write(), ruleOf({ domainName: 'Not A Host' })],
  ])('but not %s', (_, wanted, other) => {
    expect(verdict(wanted, { competing: competing([other]) })).toEqual({ type: 'passed' });
  });

  it('with its address, whichever ip it names', () => {
    const taken = { ...ruleOf(), spec: tcpSpec({ ip: '10.0.0.1', port: 30_310 }) };
    const spec = tcpSpec({ ip: '0.0.0.0', port: 30_310 });
    expect(
      verdict(effectiveWrite({ spec, namespace: 'team' }), { competing: competing([taken]) }),
    ).toMatchObject({
      problem: 'addressTaken',
      member: 'end_point',
      holder: 'team/rule',
    });
    expect(
      verdict(effectiveWrite({ spec, namespace: 'team', replaced: taken }), {
        competing: competing([taken]),
      }),
    ).toEqual({
      type: 'passed',
    });
  });
});

describe('a name', () => {
  const wildcard = write({ domainName: '*.shop.example.com' });
  const port: Write = effectiveWrite({ spec: tcpSpec({ ip: '0.0.0.0', port: 30_310 }), namespace: 'team' });
  const theirs = claimOf('other/theirs', 'login.shop.example.com', 1);
  const secret = { pattern: 'login.shop.example.com', owner: 'Namespace other' };
  const until = new Date('2026-06-01T00:00:00Z');
  const problem = { about: 'hosts', annotation: 'stoa.dev/hosts', message: 'bad' } as const;
  const release = { name: 'login.shop.example.com', namespace: 'other', until };

  const table: readonly [string, NameRefusal, string, string][] = [
    ['held', { type: 'held', by: theirs }, 'hostTaken', 'addressTaken'],
    ['kept', { type: 'kept', release }, 'hostTaken', 'addressTaken'],
    ['of others', { type: 'declared-for-other', ...secret }, 'nameNotDeclared', 'nameNotDeclared'],
    ['twice declared', { type: 'declared-twice', ...secret }, 'nameNotDeclared', 'nameNotDeclared'],
    ['unreadable', { type: 'unreadable-declaration', problem }, 'nameNotDeclared', 'nameNotDeclared'],
    [
      'outside of its own',
      { type: 'outside-own-declaration', declared: 'a.org' },
      'nameNotDeclared',
      'nameNotDeclared',
    ],
    ['undeclared', { type: 'undeclared-refused' }, 'nameNotDeclared', 'nameNotDeclared'],
    ['too wide', { type: 'needs-declaration', why: 'public-suffix' }, 'nameNotDeclared', 'nameNotDeclared'],
    ['one too many', { type: 'limit', of: 'hosts', most: 3 }, 'teamLimit', 'teamLimit'],
  ];

  it.each(table)('%s is refused, and names nothing of others', (_, refusal, ofHost, ofPort) => {
    const name = { type: 'refused', refusal } as const;
    const [host, tcp] = [verdict(wildcard, { name }), verdict(port, { name })];
    expect(host).toMatchObject({ problem: ofHost, member: 'domain_name' });
    expect(tcp).toMatchObject({ problem: ofPort, member: 'end_point' });
    for (const each of [host, tcp]) {
      expect(each.type === 'refused' && each.message).not.toMatch(/other\/|Namespace other|login\.shop/);
    }
  });

  it('that is held names the rule to those who may read it', () => {
    const refusal = { type: 'held', by: theirs } as const;
    expect(verdict(wildcard, { name: { type: 'refused', refusal } })).toMatchObject({
      holder: 'other/theirs',
    });
  });

  it('that is granted for a time passes', () => {
    const because = { type: 'declared-for-other', ...secret } as const;
    expect(verdict(wildcard, { name: { type: 'granted-until', until, because } })).toEqual({
      type: 'passed',
    });
  });
});

it('checks run in this order, and the first refusal counts', () => {
  const wanted = write({ certificateId: 7, whetherOpen: false });
  const refused = {
    services: [web],
    competing: competing([ruleOf({ certificateId: 7 })]),
    hasCertificate: false,
  };
  expect(verdict(write({ ...wanted.spec.http, serviceId: 'nobody' }), refused)).toMatchObject({
    problem: 'componentNotFound',
  });
  expect(verdict(wanted, refused)).toMatchObject({ problem: 'ruleExists' });
  expect(verdict(wanted, { ...refused, competing: [] })).toMatchObject({ problem: 'portClosed' });
  const open = { ...refused, competing: [], services: state.services };
  expect(verdict(wanted, open)).toMatchObject({ problem: 'certificateNotFound' });
});

describe('the conditions of the rules of a host', () => {
  const domainCookie = { a: '1', b: '2', c: '3' };
  const paths = ['/1', '/2', '/3', '/4', '/5'];
  const others = paths.map((domainPath) =>
    ruleOf({ domainPath, domainCookie }, { name: domainPath.slice(1), uid: domainPath }),
  );

  it('have room up to a bound, whatever their paths', () => {
    const wanted = write({ domainPath: '/6', domainCookie });
    expect(verdict(wanted, { burdening: competing(others.slice(1)) })).toEqual({ type: 'passed' });
    expect(verdict(wanted, { burdening: competing(others) })).toMatchObject({
      problem: 'noRoom',
      member: 'domain_cookie',
    });
    expect(verdict(write({ domainPath: '/6' }), { burdening: competing(others) })).toEqual({
      type: 'passed',
    });
  });

  it('have room for a rule that is edited in its place', () => {
    const [first = ruleOf()] = others;
    const edited = write({ domainPath: '/1', domainCookie: { ...domainCookie, a: '2' } }, first);
    expect(verdict(edited, { competing: competing(others) })).toEqual({ type: 'passed' });
  });
});
