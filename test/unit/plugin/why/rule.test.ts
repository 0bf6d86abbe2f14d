import { describe, expect, it } from 'vitest';
import { type ObservedRule, ruleFacts } from '../../../../src/plugin/why/rule.ts';
import { applicationOf } from '../../../support/applications.ts';
import { openServiceOf, ruleOf, serviceOf, tcpRuleOf } from '../../../support/rules.ts';
import { entryOf } from '../../match/scene.ts';
import { componentOf, READY, reporting } from '../scene.ts';
import { gateway, inShort, observed } from './scene.ts';

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

describe('the facts on a rule', () => {
  const closed = ruleOf({}, { name: 'web' });
  const older = ruleOf(
    { serviceId: 'old' },
    { name: 'first', namespace: 'theirs', creationTimestamp: '2025-01-01T00:00:00Z' },
  );
  const waiting = ruleOf({ whetherOpen: true }, { name: 'web' });
  const withCertificate = ruleOf({ certificateId: 7, whetherOpen: true }, { name: 'web' });
  const secret = applicationOf('cert');

  it('confirm what exists', () => {
    expect(inShort(ruleFacts(observed()))).toEqual(GOOD);
  });

  it.each<[string, Partial<ObservedRule>, string[]]>([
    ['no component', { services: [] }, ['bad: no Service here is of component web of application 1']],
    [
      'no such port',
      { services: [serviceOf('web', [{ port: 81 }, { port: 82 }])] },
      ['good: component web: Service web', 'bad: component web has no port 8080; it has 81, 82'],
    ],
    [
      'a closed port',
      { rule: closed, siblings: [closed] },
      ['bad: port 8080 is closed: kubectl stoa open web 8080'],
    ],
    [
      'a number that fits two ports',
      {
        services: [
          serviceOf('web', [
            { port: 8080, targetPort: 1 },
            { port: 80, targetPort: 8080 },
          ]),
        ],
      },
      [
        'good: component web: Service web port 80',
        'off: 8080 means the port of the containers, not port 8080 of Service web, which is for 1',
      ],
    ],
    ['a port that the Service opens', { siblings: [closed], services: [openServiceOf('web')] }, []],
    [
      'a route of others for the same requests',
      { shadow: entryOf('other') },
      ['bad: HTTPRoute shop/other, spec.rules[0], gets all its requests: the engine tries it first'],
    ],
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
      { rule: waiting, competing: [waiting, older] },
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
  ])('show %s', (_, some, expected) => {
    expect(news(some)).toEqual(expected);
  });

  it('name a younger rule that is accepted', () => {
    const mine = tcpRuleOf({}, { name: 'b' });
    const younger = tcpRuleOf(
      {},
      { name: 'a', namespace: 'theirs', creationTimestamp: '2026-01-02T00:00:00Z' },
    );
    const theirs = { ...younger, status: { name: 'port 30000' } };
    const facts = inShort(ruleFacts(observed({ rule: mine, siblings: [mine], competing: [mine, theirs] })));
    expect(facts.filter((fact) => fact.includes('theirs/a'))).toEqual([
      expect.stringContaining('the accepted rule theirs/a, of 2026-01-02T00:00:00Z'),
    ]);
  });

  it.each([
    ['both states what it is for', { transport: 'UDP' }, {}, []],
    ['both are accepted', {}, { status: { name: 'port 30000' } }, []],
    ['neither is known', {}, {}, [expect.stringContaining('the older rule team/a')]],
  ] as const)(
    'name a rule of the team for the same port only as a rival: %s',
    (_, mineMore, status, expected) => {
      const made = '2026-01-02T00:00:00Z';
      const mine = { ...tcpRuleOf(mineMore, { name: 'b', creationTimestamp: made }), ...status };
      const older = { ...tcpRuleOf({ transport: 'TCP' }, { name: 'a' }), ...status };
      const facts = inShort(ruleFacts(observed({ rule: mine, siblings: [mine], competing: [mine, older] })));
      expect(facts.filter((fact) => fact.includes('team/a'))).toEqual(expected);
    },
  );

  it('name the older rule that has a TCP port', () => {
    const mine = tcpRuleOf({}, { name: 'b', creationTimestamp: '2026-01-02T00:00:00Z' });
    const theirs = tcpRuleOf({ serviceId: 'db' }, { name: 'a', namespace: 'theirs' });
    expect(
      inShort(ruleFacts(observed({ rule: mine, siblings: [mine], competing: [mine, theirs] }))),
    ).toContain(
      'bad: the older rule theirs/a, of 2026-01-01T00:00:00Z, sends tcp 0.0.0.0:30000 to component db port 8080',
    );
  });
});
