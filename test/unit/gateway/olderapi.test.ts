import { expect, it } from 'vitest';
import { conditionOf } from '../../../src/api/condition.ts';
import type { Policy } from '../../../src/api/policy.ts';
import type { LaterPart } from '../../../src/engines/schema.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import { ruleOf, serviceOf } from '../../support/rules.ts';
import { ALL, Simulation } from '../../support/simulation.ts';

const ORIGINS = { allowOrigins: ['https://shop.example.com'] };

/** The route of a rule for an engine that claims all, in a cluster whose routes lack some parts, and what is said of it. */
function served(policy: Policy, lacks: readonly LaterPart[], controller = 'example.com/other') {
  const world = new Simulation({ served: { ...ALL, lacks } });
  world.engine(controller);
  world.service(serviceOf('web', [{ port: 8080 }]), serviceOf('copy', [{ port: 80 }]));
  const http = { domainName: 'web.example.com', whetherOpen: true, policy };
  world.rule(ruleOf(http, { name: 'rule' }));
  world.settle();
  const [route] = world.standing('HTTPRoute') as HttpRoute[];
  const { status } = world.stored('rule');
  const { fields = [], message = '' } = conditionOf(status, 'FullyExpressed') ?? {};
  return {
    text: JSON.stringify(route?.spec.rules ?? []),
    accepted: conditionOf(status, 'Accepted')?.status,
    fields,
    message,
  };
}

it.each<[LaterPart, Policy, string, string]>([
  ['cors', { cors: ORIGINS }, 'http.policy.cors', '"cors"'],
  ['retry', { retry: { attempts: 2 } }, 'http.policy.retry', '"retry"'],
  [
    'percent',
    { mirror: { serviceName: 'copy', port: 80, percent: 10 } },
    'http.policy.mirror',
    '"requestMirror"',
  ],
])(
  'a rule is served without the part %s that the cluster lacks, and says so',
  (part, policy, field, text) => {
    const whole = served(policy, []);
    expect(whole.text).toContain(text);
    const without = served(policy, [part]);
    expect(without.text).not.toContain(text);
    expect(without.text).toContain('"name":"web"');
    expect(without).toMatchObject({ accepted: 'True' });
    expect(without.fields).toContain(field);
    expect(without.message).toMatch(/the Gateway API of this cluster has no field for it; it is in 1\.\d/);
  },
);

it('a copy of each request stays, and other filters do', () => {
  const policy = {
    cors: ORIGINS,
    mirror: { serviceName: 'copy', port: 80 },
    responseHeaders: { set: [{ key: 'x-a', value: 'b' }] },
  };
  const { text } = served(policy, ['cors', 'percent', 'retry']);
  expect(text).toContain('"requestMirror"');
  expect(text).toContain('"x-a"');
  expect(text).not.toContain('"cors"');
});

it('an engine that has the part by objects of its own loses nothing', () => {
  const { text, fields } = served({ cors: ORIGINS }, ['cors'], 'traefik.io/gateway-controller');
  expect(text).toContain('"extensionRef"');
  expect(fields).not.toContain('http.policy.cors');
});
