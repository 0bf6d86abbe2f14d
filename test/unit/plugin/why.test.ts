import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../src/api/marketinstall.ts';
import { REASONS, reasonInfo } from '../../../src/api/reason.ts';
import type { Gateway } from '../../../src/objects/gatewayapi.ts';
import type { MarketInstall } from '../../../src/objects/stoa.ts';
import { readinessOf } from '../../../src/plugin/status/view.ts';
import { colourful, plain } from '../../../src/plugin/text/look.ts';
import { adviceFor } from '../../../src/plugin/why/advice.ts';
import { applicationFacts } from '../../../src/plugin/why/application.ts';
import { drawExplanation } from '../../../src/plugin/why/draw.ts';
import { explanationOf, type Fact } from '../../../src/plugin/why/explanation.ts';
import { installFacts, type ObservedInstall } from '../../../src/plugin/why/install.ts';
import { type ObservedRule, ruleFacts } from '../../../src/plugin/why/rule.ts';
import { applicationOf, installOf } from '../../support/applications.ts';
import { openServiceOf, ruleOf, serviceOf, tcpRuleOf } from '../../support/rules.ts';
import { POD_STATUS, podOf, workloadOf } from '../../support/workloads.ts';
import { componentOf, conditionOf, READY, reporting, shop } from './scene.ts';
import { expectGolden, withoutColours } from './support.ts';

const NOW = Date.parse('2026-01-01T01:00:00Z');

/** Facts in short. */
function inShort(facts: readonly Fact[]): string[] {
  return facts.map(({ finding, text }) => `${finding}: ${text}`);
}

describe('advice', () => {
  it.each(Object.values(REASONS))('for %s is the plain text of its meaning and its way out', (reason) => {
    const { means, todo } = adviceFor(reason);
    const info = reasonInfo(reason);
    expect(`${means} ${todo}`).not.toContain('`');
    expect(means.length).toBe(info?.means.replaceAll('`', '').length);
    expect(todo !== undefined).toBe(info?.todo !== undefined);
  });

  it('of a reason that is not ours says whose it is', () => {
    expect(adviceFor('BackendNotFound').means).toContain('gateway engine');
    expect(adviceFor('toString')).toBe(adviceFor('BackendNotFound'));
  });
});

const RULE = reporting(ruleOf({ whetherOpen: true }, { name: 'web' }), READY);

function observed(some: Partial<ObservedRule> = {}): ObservedRule {
  return {
    rule: RULE,
    applications: [reporting(applicationOf(), READY, { components: [componentOf('web')] })],
    services: [serviceOf('web', [{ port: 8080 }])],
    siblings: [RULE],
    competing: [RULE],
    certificates: undefined,
    gateway: { name: 'stoa-system/stoa', result: { type: 'found', value: gateway('True') } },
    ...some,
  };
}

function gateway(status: 'True' | 'False'): Gateway {
  return {
    ...applicationOf('stoa'),
    spec: { gatewayClassName: 'c', listeners: [] },
    status: { conditions: [conditionOf('Programmed', 'Any', 'no address', status)] },
  };
}

const GOOD = [
  'good: it answers for http://shop.example.com/',
  'good: Gateway stoa-system/stoa is set up',
  'good: component web: Service web port 8080',
  'good: port 8080 is open',
  'good: component web is running, 1/1 ready',
];

/** The facts without those that are always the same. */
function news(some: Partial<ObservedRule>): string[] {
  return inShort(ruleFacts(observed(some))).filter((each) => !GOOD.includes(each));
}

describe('what a rule refers to', () => {
  const closed = ruleOf({}, { name: 'web' });
  const older = ruleOf(
    { serviceId: 'old' },
    { name: 'first', namespace: 'theirs', creationTimestamp: '2025-01-01T00:00:00Z' },
  );
  const withCertificate = ruleOf({ certificateId: 7, whetherOpen: true }, { name: 'web' });
  const secret = applicationOf('cert');

  it('is there', () => {
    expect(inShort(ruleFacts(observed()))).toEqual(GOOD);
  });

  it.each<[string, Partial<ObservedRule>, string[]]>([
    ['no component', { services: [] }, ['bad: no Service here is of component web of application 1']],
    [
      'no such port',
      { services: [serviceOf('web', [{ port: 81 }, { port: 82 }])] },
      ['good: component web: Service web', 'bad: port 8080 is none of its ports, which are 81, 82'],
    ],
    ['a closed port', { siblings: [closed] }, ['bad: port 8080 is closed: kubectl stoa open web 8080']],
    ['a port that the Service opens', { siblings: [closed], services: [openServiceOf('web')] }, []],
    ['no route', { gateway: undefined }, ['off: there is no route for it yet']],
    [
      'no Gateway',
      { gateway: { name: 's/g', result: { type: 'missing' } } },
      ['bad: Gateway s/g does not exist'],
    ],
    [
      'a hidden Gateway',
      { gateway: { name: 's/g', result: { type: 'forbidden' } } },
      ['off: Gateway s/g: you may not look at it'],
    ],
    [
      'a Gateway without address',
      { gateway: { name: 's/g', result: { type: 'found', value: gateway('False') } } },
      ['bad: Gateway s/g is not set up: no address'],
    ],
    [
      'a certificate',
      { rule: withCertificate, certificates: { type: 'found', value: [secret] } },
      [
        'good: it answers for https://shop.example.com/',
        'good: Secret cert has the label stoa.dev/certificate-id=7',
      ],
    ],
    [
      'no certificate',
      { rule: withCertificate, certificates: { type: 'found', value: [] } },
      [
        'good: it answers for https://shop.example.com/',
        'bad: no Secret here has the label stoa.dev/certificate-id=7',
      ],
    ],
    [
      'hidden Secrets',
      { rule: withCertificate, certificates: { type: 'forbidden' } },
      ['good: it answers for https://shop.example.com/', 'off: certificate 7: you may not look at Secrets'],
    ],
    [
      'an older rule of another team',
      { competing: [RULE, older] },
      [
        'bad: the older rule theirs/first, of 2025-01-01T00:00:00Z, sends http://shop.example.com/ to component old port 8080',
      ],
    ],
    ['no application', { applications: [] }, ['off: there is no Application with the id 1 here']],
    [
      'no workload',
      { applications: [reporting(applicationOf(), READY, { components: [] })] },
      ['off: component web has no workload with its labels'],
    ],
    [
      'a component in trouble',
      {
        applications: [
          reporting(applicationOf(), READY, {
            components: [componentOf('web', { state: 'abnormal', ready: '0/1', message: 'it crashes' })],
          }),
        ],
      },
      ['bad: component web is abnormal, 0/1 ready: it crashes'],
    ],
  ])('shows %s', (_, some, expected) => {
    expect(news(some)).toEqual(expected);
  });

  it('names the older rule that has a TCP port', () => {
    const mine = tcpRuleOf({}, { name: 'b', creationTimestamp: '2026-01-02T00:00:00Z' });
    const theirs = tcpRuleOf({ serviceId: 'db' }, { name: 'a', namespace: 'theirs' });
    expect(
      inShort(ruleFacts(observed({ rule: mine, siblings: [mine], competing: [mine, theirs] }))),
    ).toContain(
      'bad: the older rule theirs/a, of 2026-01-01T00:00:00Z, sends tcp 0.0.0.0:30000 to component db port 8080',
    );
  });
});

const TEMPLATE = { version: '1', digest: 'sha256:0', size: 2048, secretName: 's' };

const STATUS: MarketInstallStatus = {
  template: TEMPLATE,
  progress: { wave: '2/3', ready: '1/4' },
  components: [
    { key: 'c', id: 'c', name: 'cart', kind: 'Deployment', workload: 'cart', wave: 3, ready: false },
    { key: 'd', id: 'd', name: 'db', kind: 'StatefulSet', workload: 'db', wave: 1, ready: true },
    { key: 's', id: 's', name: 'search', kind: 'Deployment', workload: 'search', wave: 2, ready: false },
    { key: 'w', id: 'w', name: 'web', kind: 'Deployment', workload: 'web', wave: 2, ready: false },
  ],
  notApplied: [{ path: 'plugins', why: 'there are none' }],
};

const LATE = 'wave 2 of 3: search: 0 of 1 pods are available (container main of pod search-x exited with 1)';
const ASKED = installOf('blog', false);
const MARKET = { ...ASKED.spec.market, accessKeySecretRef: { name: 'hub-key' } };
const INSTALL: MarketInstall = reporting(
  { ...ASKED, spec: { ...ASKED.spec, market: MARKET } },
  [
    conditionOf('Accepted', 'Accepted', 'the install is valid', 'True'),
    conditionOf('TemplateResolved', 'Resolved', 'the model is here', 'True'),
    conditionOf('Applied', 'ComponentsAbnormal', LATE),
    conditionOf('Ready', 'ComponentsAbnormal', LATE),
    conditionOf('Reconciling', 'ComponentsAbnormal', LATE, 'True'),
  ],
  STATUS,
);

const SEARCH_PODS = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'search-abc',
  uid: 'r',
  controller: true,
};

/** A Deployment of which no pod is available. */
function deployment(name: string) {
  return workloadOf('Deployment', { replicas: 1 }, { replicas: 1, updatedReplicas: 1 }, { name });
}

function observedInstall(some: Partial<ObservedInstall> = {}): ObservedInstall {
  return {
    install: INSTALL,
    applications: [applicationOf('shop')],
    accessKey: { type: 'found', value: [applicationOf('hub-key')] },
    workloads: [deployment('search'), deployment('web')],
    pods: [podOf('search-abc-x', POD_STATUS.crashing, { ownerReferences: [SEARCH_PODS] })],
    ...some,
  };
}

describe('what an install waits for', () => {
  it('is told wave by wave, in the words of the pods', () => {
    expect(inShort(installFacts(observedInstall())).slice(2)).toEqual([
      'good: the model m 1 is here, 2048 bytes of https://hub.example.com',
      'good: wave 1: db is ready',
      'bad: wave 2: search is not ready: CrashLoopBackOff: container main of pod search-abc-x exited with 3',
      'moving: wave 2: web is not ready: 0 of 1 pods are available',
      'off: wave 3: cart waits for wave 2',
      "off: parts of the model without effect here: 1 (kubectl get mi blog -o jsonpath='{.status.notApplied}')",
    ]);
  });

  it.each<[string, Partial<ObservedInstall>, string]>([
    ['no application', { applications: [] }, 'bad: there is no Application with the id 1 here'],
    [
      'no access key',
      { accessKey: { type: 'found', value: [] } },
      'bad: Secret hub-key with the access key does not exist',
    ],
    [
      'hidden Secrets',
      { accessKey: { type: 'forbidden' } },
      'off: Secret hub-key with the access key: you may not look at Secrets',
    ],
    [
      'no model',
      { install: reporting(ASKED, [], { serving: { ...TEMPLATE, version: '0' } }) },
      'bad: the model m 1 has not come from https://hub.example.com; version 0 is still in place',
    ],
    ['no workload', { workloads: [] }, 'moving: wave 2: web is not ready: Deployment web is not made yet'],
  ])('shows %s', (_, some, expected) => {
    expect(inShort(installFacts(observedInstall(some)))).toContain(expected);
  });
});

it('an application shows what is not as it is wanted, and nothing else', () => {
  expect(inShort(applicationFacts(shop()))).toEqual([
    'bad: component 0f3c9a2b7d is abnormal: container main of pod search-7 exited with 1',
    `bad: install find: ComponentsAbnormal: wave 2 of 3: search: 0 of 1 pods are available (container main of pod search-7 exited with 1)`,
    'bad: rule catalog: PortNotOpen: port 9090 of component catalog of application 1 is not open',
    'moving: rule new: Pending: the operator has not looked at it yet',
  ]);
});

describe('an explanation', () => {
  const events = [
    { at: '2026-01-01T00:57:00.5Z', type: 'Warning', reason: 'ComponentsAbnormal', note: LATE },
    { at: '2025-12-30T00:00:00Z', type: 'Normal', reason: 'Installed', note: 'version 0 is in place' },
  ];
  const rule = reporting(
    ruleOf({ containerPort: 81 }, { name: 'broken' }),
    ['Accepted', 'ResolvedRefs', 'Programmed', 'Ready'].map((type) => {
      const says = 'component web of application 1 has no port 81; it has 8080';
      return (
        {
          Accepted: conditionOf(type, 'Accepted', 'the rule is valid', 'True'),
          Programmed: conditionOf(type, 'RefsNotResolved', 'nothing to route to', 'Unknown'),
        }[type] ?? conditionOf(type, 'PortNotFound', says)
      );
    }),
  );
  const ofRule = explanationOf(
    rule,
    readinessOf(rule),
    ruleFacts(observed({ rule, siblings: [rule], competing: [rule] })),
    [],
  );
  const ofInstall = explanationOf(INSTALL, readinessOf(INSTALL), installFacts(observedInstall()), events);

  it('shows nothing that a terminal would act on', () => {
    const hostile = '\x1b[2J\u202e';
    const rule = reporting(ruleOf(), [
      conditionOf('Ready', 'Invalid', hostile),
      conditionOf('Accepted', 'Invalid', hostile),
    ]);
    const facts = [{ finding: 'bad' as const, text: hostile }];
    const told = [{ at: '2026-01-01T00:00:00Z', type: 'Normal', reason: 'Any', note: hostile }];
    const lines = drawExplanation(explanationOf(rule, readinessOf(rule), facts, told), NOW, plain(80));
    expect(lines.join('')).toMatch(/^[ -~]*$/);
  });

  it.each([
    ['why-rule', ofRule, colourful(80)],
    ['why-rule-plain', ofRule, plain(undefined)],
    ['why-install', ofInstall, colourful(80)],
    ['why-install-plain', ofInstall, plain(undefined)],
    ['why-ready', explanationOf(RULE, readinessOf(RULE), ruleFacts(observed()), []), plain(80)],
  ])('is drawn as in %s', (name, explanation, look) => {
    expectGolden(name, drawExplanation(explanation, NOW, look).map(withoutColours));
  });
});
