import { describe, expect, it } from 'vitest';
import type { Service } from '../../../../src/objects/core.ts';
import {
  decide,
  type ObservedPorts,
  type PortChange,
  type PortDecision,
  type PortRequest,
} from '../../../../src/plugin/port/decide.ts';
import { applicationOf } from '../../../support/applications.ts';
import { openServiceOf, ruleOf, serviceOf, tcpRuleOf } from '../../../support/rules.ts';
import { workloadOf } from '../../../support/workloads.ts';

function observed(some: Partial<ObservedPorts> = {}): ObservedPorts {
  return {
    namespace: 'team',
    applications: [applicationOf('shop', 1), applicationOf('other', 2)],
    services: [serviceOf('web', [{ port: 8080 }])],
    workloads: [],
    rules: [],
    ...some,
  };
}

function request(type: PortRequest['type'], some: Partial<PortRequest> = {}): PortRequest {
  return { type, component: 'web', port: 8080, application: undefined, ...some };
}

/** The changes of a decision in short; throws what refuses it. */
function changes(decision: PortDecision): string[] {
  switch (decision.type) {
    case 'refused':
      throw new Error(decision.message);
    case 'nothing-to-do':
      return [];
    case 'change':
      return decision.changes.map(inShort);
  }
}

function inShort(change: PortChange): string {
  return change.type === 'rule'
    ? `${change.rule.metadata.name}: ${change.whetherOpen}`
    : `${change.service.metadata.name}: ${change.ports}`;
}

function listing(ports: string): Service {
  const service = openServiceOf('web');
  return { ...service, metadata: { ...service.metadata, annotations: { 'stoa.dev/outer-ports': ports } } };
}

const OPEN = ruleOf({ whetherOpen: true }, { name: 'a' });
const LEADS = ruleOf({ domainPath: '/b' }, { name: 'b' });
const ELSEWHERE = ruleOf({ containerPort: 9090 }, { name: 'c' });
const OF_OTHER = { ...ruleOf({}, { name: 'd' }), spec: { ...LEADS.spec, appId: 2 } };
const MANAGED = ruleOf(
  { whetherOpen: true },
  { name: 'kept', annotations: { 'meta.helm.sh/release-name': 'r', 'meta.helm.sh/release-namespace': 'n' } },
);
const INSTALLED = ruleOf(
  { whetherOpen: true },
  {
    name: 'made',
    labels: { 'stoa.dev/install-uid': 'u' },
    ownerReferences: [{ apiVersion: 'stoa.dev/v1alpha1', kind: 'MarketInstall', name: 'blog', uid: 'u' }],
  },
);

describe('opening a port', () => {
  it.each<[string, Partial<ObservedPorts>, string[]]>([
    ['lets every rule that leads there open it', { rules: [LEADS, ELSEWHERE, OF_OTHER] }, ['b: true']],
    ['lists it at the Service where no rule leads there', { rules: [ELSEWHERE] }, ['web: 8080']],
    ['keeps what the Service lists already', { services: [listing('9090, 7070')] }, ['web: 9090,7070,8080']],
    [
      'leaves rules alone that somebody else keeps',
      { rules: [LEADS, { ...MANAGED, spec: LEADS.spec }] },
      ['b: true'],
    ],
    ['does nothing where a rule has opened it', { rules: [OPEN, LEADS] }, []],
    ['does nothing where a TCP rule leads there', { rules: [tcpRuleOf()] }, []],
    ['does nothing where the Service lists it', { services: [listing('8080')] }, []],
  ])('%s', (_, some, expected) => {
    expect(changes(decide(observed(some), request('open')))).toEqual(expected);
  });

  it('reports what has opened a port already', () => {
    const decision = decide(
      observed({ rules: [OPEN, tcpRuleOf({}, { name: 't' })], services: [listing('8080')] }),
      request('open'),
    );
    expect(decision).toMatchObject({
      type: 'nothing-to-do',
      remark:
        'port 8080 of component web is open already, by the TCP rule t and whetherOpen of the rule a and the annotation stoa.dev/outer-ports of the Service web',
    });
  });
});

describe('closing a port', () => {
  it.each<[string, Partial<ObservedPorts>, string[]]>([
    ['takes whetherOpen from every rule that opens it', { rules: [OPEN, LEADS] }, ['a: false']],
    ['takes the port from the Service', { services: [listing('9090,8080')] }, ['web: 9090']],
    ['leaves no empty annotation behind', { services: [listing('8080')] }, ['web: undefined']],
    ['does both', { rules: [OPEN], services: [listing('8080')] }, ['a: false', 'web: undefined']],
    ['does nothing where it is closed', { rules: [LEADS] }, []],
  ])('%s', (_, some, expected) => {
    expect(changes(decide(observed(some), request('close')))).toEqual(expected);
  });

  it('reports the rules that stay', () => {
    expect(decide(observed({ rules: [OPEN, LEADS] }), request('close'))).toMatchObject({
      remark:
        'port 8080 of component web is closed until you open it again; what leads to it stays, and carries nothing until then: a, b',
    });
  });
});

describe('a port with two numbers', () => {
  const services = [serviceOf('web', [{ name: 'http', port: 80, targetPort: 8080 }])];
  const listed = (ports: string) => {
    const [service] = services as [Service];
    const annotations = { 'stoa.dev/outer-ports': ports };
    return [{ ...service, metadata: { ...service.metadata, annotations } }];
  };

  it.each<[string, Partial<ObservedPorts>, PortRequest, readonly string[]]>([
    [
      'opens in the rule that leads to it by the other one',
      { rules: [LEADS] },
      request('open', { port: 80 }),
      ['b: true'],
    ],
    [
      'is open by the other one in the annotation',
      { services: listed('8080') },
      request('open', { port: 80 }),
      [],
    ],
    ['is open by the other one in a rule', { rules: [OPEN] }, request('open', { port: 80 }), []],
    [
      'closes in the rule that has the other one',
      { rules: [OPEN] },
      request('close', { port: 80 }),
      ['a: false'],
    ],
    [
      'closes in an annotation with both',
      { services: listed('80, 9090,8080') },
      request('close', { port: 80 }),
      ['web: 9090'],
    ],
  ])('%s', (_, some, wanted, expected) => {
    expect(changes(decide(observed({ services, ...some }), wanted))).toEqual(expected);
  });

  it.each<[string, Partial<ObservedPorts>, PortRequest, readonly string[]]>([
    ['opens with its number at the Service', {}, request('open', { port: 'http' }), ['web: 80']],
    [
      'opens in the rule that has its number',
      { rules: [LEADS] },
      request('open', { port: 'http' }),
      ['b: true'],
    ],
    [
      'closes in the rule that has it, by a number',
      { rules: [ruleOf({ containerPort: 'http', whetherOpen: true }, { name: 'a' })] },
      request('close', { port: 8080 }),
      ['a: false'],
    ],
    [
      'closes in the annotation',
      { services: listed('80,9090') },
      request('close', { port: 'http' }),
      ['web: 9090'],
    ],
  ])('and a name %s', (_, some, wanted, expected) => {
    expect(changes(decide(observed({ services, ...some }), wanted))).toEqual(expected);
  });

  it('has no other name', () => {
    expect(decide(observed({ services }), request('open', { port: 'https' }))).toMatchObject({
      type: 'refused',
      message: 'component web has no port https; it has 80 (or 8080, by name http)',
    });
  });

  it('closes behind a name that only a workload gives a number', () => {
    const named = [serviceOf('web', [{ port: 80, targetPort: 'http' }])];
    const containers = [{ name: 'c', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }];
    const workloads = [workloadOf('Deployment', { template: { spec: { containers } } })];
    const state = observed({ services: named, workloads, rules: [OPEN] });
    expect(changes(decide(state, request('close', { port: 80 })))).toEqual(['a: false']);
  });
});

it('the port of a component opens without an Application, as its rule leads to it without one', () => {
  expect(changes(decide(observed({ applications: [] }), request('open')))).toEqual(['web: 8080']);
});

describe('a request is refused for', () => {
  const twice = [serviceOf('web', [{ port: 8080 }]), withApp(serviceOf('web', [{ port: 8080 }]), '2')];

  function withApp(service: Service, id: string): Service {
    const labels = { ...service.metadata.labels, 'stoa.dev/app-id': id };
    return { ...service, metadata: { ...service.metadata, name: `web-${id}`, labels } };
  }

  it.each<[string, Partial<ObservedPorts>, PortRequest, string]>([
    [
      'a component that is not there',
      {},
      request('open', { component: 'wob' }),
      'component wob; there are web',
    ],
    [
      'a port that is not there',
      {},
      request('open', { port: 81 }),
      'component web has no port 81; it has 8080',
    ],
    [
      'an application that is not there',
      {},
      request('open', { application: 'x' }),
      '--app: the namespace team has no application x',
    ],
    [
      'a component of two applications',
      { services: twice },
      request('open'),
      'name the application by --app',
    ],
    [
      'closing what a TCP rule opens',
      { rules: [tcpRuleOf({}, { name: 't' })] },
      request('close'),
      'kubectl delete gr t',
    ],
    [
      'closing what Helm keeps open',
      { rules: [MANAGED] },
      request('close'),
      'GatewayRule kept is kept as it is by Helm (release n/r)',
    ],
    [
      'closing what an install keeps open',
      { rules: [INSTALLED, OPEN] },
      request('close'),
      'the install blog, which would undo this',
    ],
  ])('%s', (_, some, wanted, message) => {
    expect(() => changes(decide(observed(some), wanted))).toThrow(message);
  });

  it('no reason once the application is named, by name or id', () => {
    for (const application of ['other', '2']) {
      expect(changes(decide(observed({ services: twice }), request('open', { application })))).toEqual([
        'web-2: 8080',
      ]);
    }
  });
});
